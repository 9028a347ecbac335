#include "service/daemon/knowledge.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/hash.h"
#include "collector/kernel/launch_parser.h"
#include "model/terms/lens_term.h"
#include "service/engine/kernel_catalog.h"

namespace clgauge::service {
namespace {

// A client may ask about any number of kernels; the store keeps them all, memory keeps these.
constexpr std::size_t kKernelsInMemory = 1000;

constexpr std::chrono::seconds kBetweenLooks{1};

}  // namespace

Knowledge::Knowledge(const std::filesystem::path& store_path,
                     const std::atomic<std::uint64_t>& changes, const DeviceWatch& devices)
    : store_(db::Store::open(store_path)),
      changes_(changes),
      devices_(devices),
      changes_seen_(changes),
      data_version_(store_.data_version()) {}

void Knowledge::refresh() {
  const std::uint64_t changes = changes_;
  const auto now = Clock::now();
  if (changes == changes_seen_ && now - looked_at_ < kBetweenLooks) {
    return;
  }
  looked_at_ = now;
  const std::int64_t version = store_.data_version();
  if (changes != changes_seen_ || version != data_version_) {
    changes_seen_ = changes;
    data_version_ = version;
    forget();
  }
}

void Knowledge::forget() {
  prepared_.clear();
  corrections_.clear();
  fitted_.clear();
}

bool Knowledge::knows(const std::string& id) {
  if (kernels_.count(id) > 0) {
    return true;
  }
  auto model = KernelCatalog(store_).find(id);
  if (!model) {
    return false;
  }
  if (kernels_.size() >= kKernelsInMemory) {
    kernels_.clear();
  }
  kernels_[id] = std::make_shared<const collector::KernelModel>(std::move(*model));
  return true;
}

Knowledge::Kernel Knowledge::kernel(const KernelQuery& query) {
  if (!query.id.empty()) {
    if (!knows(query.id)) {
      throw Error(ErrorKind::input, "no kernel has the id " + query.id.substr(0, 64) +
                                        ": ask count for it first, with its source");
    }
    return {query.id, kernels_.at(query.id), query.sizes};
  }
  if (query.kernel_model != nullptr) {
    return {hash_of({to_json(*query.kernel_model).dump()}), query.kernel_model, query.sizes};
  }
  collector::Bindings sizes = collector::argument_values(query.launch);
  for (const auto& [name, value] : query.sizes) {
    sizes[name] = value;
  }
  auto model = std::make_shared<const collector::KernelModel>(
      KernelCatalog(store_).collect(query.source, query.kernel, query.launch));
  return {catalog_key(query.source, query.kernel, query.launch), std::move(model),
          std::move(sizes)};
}

Knowledge::Kernel Knowledge::kernel_at_sizes(const KernelQuery& query) {
  Kernel kernel = this->kernel(query);
  if (!query.source.text.empty()) {
    collector::LaunchDescription launch = query.launch;
    for (const auto& [name, value] : query.sizes) {
      launch.args[name] = std::to_string(value);
    }
    kernel.model = std::make_shared<const collector::KernelModel>(
        KernelCatalog(store_).collect_at_sizes(query.source, query.kernel, launch));
    kernel.sizes = collector::argument_values(launch);
  }
  return kernel;
}

const Knowledge::Fitted& Knowledge::fitted(const std::string& device, const std::string& model) {
  const auto key = std::make_pair(device, model);
  if (const auto found = fitted_.find(key); found != fitted_.end()) {
    return found->second;
  }
  const KnownDevice known = known_device(store_, device);
  const std::string driver = devices_.driver_of(known.row.id).value_or(known.row.driver);
  auto stored = load_model(store_, known.row.id, model, driver);
  if (!stored) {
    throw Error(ErrorKind::usage,
                known.calibration
                    ? "no model is called " + model + ": ask for one that calibrate fits"
                    : known.row.name + " has not been calibrated: ask for calibrate first");
  }
  auto predictor = std::make_shared<const model::Predictor>(stored->fitted);
  return fitted_.emplace(key, Fitted{known.row.id, std::move(*stored), std::move(predictor)})
      .first->second;
}

PredictionReport Knowledge::predict(const Kernel& kernel, const std::string& device,
                                    const std::string& model) {
  const Fitted& known = fitted(device, model);
  return corrected(
      answer(known.stored, *known.predictor, known.device_id, *kernel.model, kernel.sizes),
      correction(known, kernel), launch_size(*kernel.model, kernel.sizes));
}

const model::Correction& Knowledge::correction(const Fitted& fitted, const Kernel& kernel) {
  const auto key = std::make_pair(&fitted, kernel.id);
  if (const auto found = corrections_.find(key); found != corrections_.end()) {
    return found->second;
  }
  if (corrections_.size() >= kKernelsInMemory) {
    corrections_.clear();
  }
  return corrections_
      .emplace(key, correction_of(store_, fitted.device_id, fitted.stored, *kernel.model))
      .first->second;
}

// The predictor refers to the kernel that it holds itself, hence the copy.
Knowledge::Prepared::Prepared(std::shared_ptr<const collector::KernelModel> counted,
                              const Fitted& fitted, model::Correction learnt)
    : kernel(std::move(counted)),
      predictor(*kernel, fitted.predictor, fitted.stored.traits),
      correction(std::move(learnt)),
      sizer(*kernel),
      coverage(fitted.stored.fitted.coverage) {}

Knowledge::Prepared* Knowledge::prepared(std::string_view kernel_id, std::string_view device,
                                         std::string_view model) {
  key_.assign(kernel_id).append(1, '\n').append(device).append(1, '\n').append(model);
  const auto found = prepared_.find(key_);
  return found == prepared_.end() ? nullptr : found->second.get();
}

Knowledge::Prepared& Knowledge::prepare(const Kernel& kernel, std::string_view device,
                                        std::string_view model) {
  const Fitted& known = fitted(std::string(device), std::string(model));
  const auto& features = known.predictor->features();
  if (model::needs_lens(features)) {
    throw Error(ErrorKind::unsupported, "a model of compiled code needs the code");
  }
  if (prepared_.size() >= kKernelsInMemory) {
    prepared_.clear();
  }
  auto made = std::make_unique<Prepared>(kernel.model, known, correction(known, kernel));
  return *(prepared_[key_] = std::move(made));
}

Knowledge::Estimate Knowledge::estimate(Prepared& prepared, const collector::Bindings& sizes) {
  Estimate estimate{prepared.predictor.estimate(sizes, prepared.workspace), prepared.coverage,
                    kModelTier};
  if (prepared.correction.observations().empty()) {
    return estimate;
  }
  const LaunchSize size = prepared.sizer.at(sizes, prepared.workspace.binder);
  if (const auto factor = prepared.correction.at(size.work, size.shape)) {
    estimate.time = model::corrected(estimate.time, *factor);
    estimate.tier = model::tier_of(*factor);
  }
  return estimate;
}

Knowledge::Estimate Knowledge::estimate(std::string_view kernel_id,
                                        const collector::Bindings& sizes, std::string_view device,
                                        std::string_view model) {
  if (Prepared* const known = prepared(kernel_id, device, model)) {
    return estimate(*known, sizes);
  }
  KernelQuery query;
  query.id = kernel_id;
  return estimate(prepare(kernel(query), device, model), sizes);
}

Knowledge::Estimate Knowledge::estimate(const Kernel& kernel, std::string_view device,
                                        std::string_view model) {
  Prepared* const known = prepared(kernel.id, device, model);
  return estimate(known != nullptr ? *known : prepare(kernel, device, model), kernel.sizes);
}

double Knowledge::shared_variance(const std::string& device, const std::string& model) {
  return model::shared_variance(fitted(device, model).stored.fitted);
}

}  // namespace clgauge::service
