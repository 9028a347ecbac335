#include "service/daemon/knowledge.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/hash.h"
#include "collector/kernel/launch_parser.h"
#include "model/terms/lens_term.h"
#include "service/engine/kernel_catalog.h"
#include "service/engine/measurement_job.h"

namespace clgauge::service {
namespace {

// A client may ask about any number of kernels; the store keeps them all, memory keeps these.
constexpr std::size_t kKernelsInMemory = 1000;

constexpr std::chrono::seconds kBetweenLooks{1};

// A kernel that is asked about at ever new sizes, none of which tells of the others.
constexpr std::size_t kMostLooks = 24;

// Asking for a look costs more than an estimate.
constexpr std::chrono::milliseconds kBetweenAsking{10};

constexpr const char* kNotTaken = "the compiled code has not been looked at";

// Of a request's "args": the integers among them are sizes.
GivenInputs reals_of(const collector::LaunchDescription& launch) {
  GivenInputs given;
  for (const auto& [name, text] : launch.args) {
    const double value = collector::is_decimal_fraction(text) ? std::strtod(text.c_str(), nullptr)
                                                              : kDefaultRealArgument;
    if (value != kDefaultRealArgument) {
      given.reals[name] = {value};
    }
  }
  return given;
}

[[noreturn]] void throw_unseen(const collector::KernelModel& kernel, const std::string& look) {
  throw Error(
      ErrorKind::unsupported,
      "model " + std::string(kLensModel) + " needs the compiled code of " + kernel.kernel +
          (look == LookTaker::kUnderWay ? ", which is being looked at: ask again, or ask model "
                                        : ": " + look + "; ask model ") +
          kDefaultModel);
}

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
  return {catalog_key(query.source, query.kernel, query.launch), std::move(model), std::move(sizes),
          reals_of(query.launch)};
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
    if (known.calibration) {
      throw missing_model(store_, known.row, known.calibration->uid, model);
    }
    throw Error(ErrorKind::usage,
                known.row.name + " has not been calibrated: ask for calibrate first");
  }
  auto predictor = std::make_shared<const model::Predictor>(stored->fitted);
  return fitted_.emplace(key, Fitted{known.row.id, std::move(*stored), std::move(predictor)})
      .first->second;
}

PredictionReport Knowledge::predict(const Kernel& kernel, const std::string& device,
                                    const std::string& model, LookDepth depth) {
  if (model != kBestModel && model != kLensModel) {
    return predict_counted(kernel, device, model);
  }
  Prepared& prepared = known_or_prepared(kernel, device, model);
  if (auto report = predict_seen(prepared, kernel.sizes, kernel.given)) {
    const Seen& seen = *prepared.seen;
    if (depth == LookDepth::loops && !seen.counts->explains_loops(seen.workspace)) {
      (void)ask_for_look(prepared, kernel.sizes, depth);
    }
    return std::move(*report);
  }
  const std::string look = ask_for_look(prepared, kernel.sizes, depth);
  if (prepared.only_lens) {
    throw_unseen(*kernel.model, look);
  }
  PredictionReport report = predict_counted(kernel, device, kDefaultModel);
  report.look = look;
  return report;
}

Roof Knowledge::roof(const Kernel& kernel, const std::string& device) {
  const StoredModel* roofline = nullptr;
  try {
    roofline = &fitted(device, kRooflineModel).stored;
  } catch (const Error&) {  // a calibration of before, or of other kernels alone
  }
  return roof_over(roofline, *kernel.model, kernel.sizes);
}

PredictionReport Knowledge::predict_counted(const Kernel& kernel, const std::string& device,
                                            const std::string& model) {
  const Fitted& known = fitted(device, model);
  return corrected(
      answer(known.stored, *known.predictor, known.device_id, *kernel.model, kernel.sizes),
      correction(known, kernel), *kernel.model, kernel.sizes, kernel.given);
}

const model::Correction& Knowledge::correction(const Fitted& fitted, const Kernel& kernel,
                                               const SayNow& say_now) {
  const auto key = std::make_pair(&fitted, kernel.id);
  if (const auto found = corrections_.find(key); found != corrections_.end()) {
    return found->second;
  }
  if (corrections_.size() >= kKernelsInMemory) {
    corrections_.clear();
  }
  return corrections_
      .emplace(key, correction_of(store_, fitted.device_id, fitted.stored, *kernel.model, say_now))
      .first->second;
}

// The predictor refers to the kernel that it holds itself, hence the copy.
Knowledge::Prepared::Prepared(std::shared_ptr<const collector::KernelModel> counted,
                              const Fitted& fitted, model::Correction learnt)
    : kernel(std::move(counted)),
      predictor(*kernel, fitted.predictor, fitted.stored.traits),
      correction(std::move(learnt)),
      sizer(*kernel),
      coverage(fitted.stored.fitted.coverage),
      model(fitted.stored.fitted.name) {}

Knowledge::Prepared* Knowledge::prepared(std::string_view kernel_id, std::string_view device,
                                         std::string_view model) {
  key_.assign(kernel_id).append(1, '\n').append(device).append(1, '\n').append(model);
  const auto found = prepared_.find(key_);
  return found == prepared_.end() ? nullptr : found->second.get();
}

Knowledge::Prepared& Knowledge::prepare(const Kernel& kernel, std::string_view device,
                                        std::string_view model) {
  const bool asks_code = model == kBestModel || model == kLensModel;
  const Fitted& known = fitted(std::string(device), std::string(asks_code ? kDefaultModel : model));
  if (model::needs_lens(known.predictor->features())) {
    throw Error(ErrorKind::unsupported, "a model of compiled code needs the code");
  }
  if (prepared_.size() >= kKernelsInMemory) {
    prepared_.clear();
  }
  auto made = std::make_unique<Prepared>(kernel.model, known, correction(known, kernel));
  if (asks_code) {
    made->only_lens = model == kLensModel;
    see(*made, kernel, known.device_id);
  }
  key_.assign(kernel.id).append(1, '\n').append(device).append(1, '\n').append(model);
  return *(prepared_[key_] = std::move(made));
}

Knowledge::Prepared& Knowledge::known_or_prepared(const Kernel& kernel, std::string_view device,
                                                  std::string_view model) {
  Prepared* const known = prepared(kernel.id, device, model);
  return known != nullptr ? *known : prepare(kernel, device, model);
}

void Knowledge::see(Prepared& prepared, const Kernel& kernel, const std::string& device) {
  const Fitted* lens = nullptr;
  try {
    lens = &fitted(device, kLensModel);
  } catch (const Error&) {
    prepared.why_unseen = "the device has no model lens";
    return;
  }
  const std::string driver =
      devices_.driver_of(device).value_or(known_device(store_, device).row.driver);
  const LooksOfKernel looks =
      looks_of(store_, device, driver, lens->stored.traits, *kernel.model, kernel.sizes);
  if (looked_.size() >= kKernelsInMemory) {
    looked_.clear();
  }
  Looked& looked = looked_[{kernel.id, device}];
  std::string state = lens->stored.uid + ' ' + looks.why_none + looks.state;
  if (looked.counts == nullptr || looked.state != state) {
    looked = {std::move(state), std::make_shared<const LensCounts>(
                                    store_, looks, lens->stored, *lens->predictor, *kernel.model)};
  }
  const LensCounts& counts = *looked.counts;
  const bool may_look = counts.refusal().empty() && counts.looks() < kMostLooks;
  prepared.why_unseen = counts.refusal().empty() ? counts.no_fit() : counts.refusal();
  prepared.seen = std::make_unique<Seen>(Seen{lens, looked.counts, {}, {}, may_look});
  prepared.seen->correction = correction(*lens, kernel, said_by_looks(prepared, *prepared.seen));
}

SayNow Knowledge::said_by_looks(const Prepared& prepared, const Seen& seen) {
  return [this, &prepared, &seen](const ObservedLaunch& run) -> std::optional<Saying> {
    const ObservedLaunch own = observed_launch(*prepared.kernel, run.args);
    if (own.local != run.local || own.global != run.global || !run.given.contents.empty()) {
      return std::nullopt;  // a launch of another shape or other data: these looks do not tell
    }
    LensCounts::Workspace workspace;
    if (!seen.counts->count(run.args, workspace)) {
      (void)ask_for_look(prepared, run.args);
      return std::nullopt;
    }
    const auto now = seen.lens->predictor->estimate(workspace.counts, workspace.predictor);
    return Saying{now.seconds, seen.lens->predictor->parts(now, workspace.predictor)};
  };
}

std::string Knowledge::ask_for_look(const Prepared& prepared, const collector::Bindings& sizes,
                                    LookDepth depth) {
  if (looks_ == nullptr || !prepared.seen || !prepared.seen->may_look) {
    return prepared.why_unseen.empty() ? kNotTaken : prepared.why_unseen;
  }
  return looks_->want({prepared.kernel, sizes, prepared.seen->lens->device_id, depth});
}

std::optional<CountsFrom> Knowledge::count_seen(Prepared& prepared,
                                                const collector::Bindings& sizes) {
  return prepared.seen ? prepared.seen->counts->count(sizes, prepared.seen->workspace)
                       : std::nullopt;
}

std::optional<Knowledge::Estimate> Knowledge::estimate_seen(Prepared& prepared,
                                                            const collector::Bindings& sizes,
                                                            const GivenInputs& given) {
  const auto from = count_seen(prepared, sizes);
  if (!from) {
    return std::nullopt;
  }
  Seen& seen = *prepared.seen;
  Estimate estimate{seen.lens->predictor->estimate(seen.workspace.counts, seen.workspace.predictor),
                    seen.lens->stored.fitted.coverage, kLensTier, kLensModel};
  for (const model::FittedParameter* parameter :
       seen.lens->predictor->undetermined(seen.workspace.counts, seen.workspace.predictor)) {
    estimate.unsupported.push_back(parameter->name);
  }
  if (*from == CountsFrom::fit) {
    estimate.time = widened(estimate.time, seen.counts->fit_log_sigma());
  }
  correct(estimate, seen.correction, prepared, sizes, given,
          [&] { return seen.lens->predictor->parts(estimate.time, seen.workspace.predictor); });
  return estimate;
}

std::optional<PredictionReport> Knowledge::predict_seen(Prepared& prepared,
                                                        const collector::Bindings& sizes,
                                                        const GivenInputs& given) {
  const auto from = count_seen(prepared, sizes);
  if (!from) {
    return std::nullopt;
  }
  Seen& seen = *prepared.seen;
  const auto& names = seen.lens->predictor->features();
  model::FeatureVector counts;
  for (std::size_t f = 0; f < names.size(); ++f) {
    if (model::is_lens_feature(names[f])) {
      counts[names[f]] = seen.workspace.counts[f];
    }
  }
  PredictionReport report = answer(seen.lens->stored, *seen.lens->predictor, seen.lens->device_id,
                                   *prepared.kernel, sizes, counts);
  if (*from == CountsFrom::fit) {
    model::Prediction& prediction = report.prediction;
    const auto wide =
        widened({prediction.seconds, prediction.log_sigma, prediction.low, prediction.high},
                seen.counts->fit_log_sigma());
    prediction.log_sigma = wide.log_sigma;
    prediction.low = wide.low;
    prediction.high = wide.high;
  } else {
    report.hot_loops = seen.counts->hot_loops(seen.workspace);
  }
  report.look = *from == CountsFrom::fit ? "fitted" : "seen";
  return corrected(std::move(report), seen.correction, *prepared.kernel, sizes, given);
}

void Knowledge::correct(Estimate& estimate, const model::Correction& correction, Prepared& prepared,
                        const collector::Bindings& sizes, const GivenInputs& given,
                        const std::function<model::CostParts()>& parts) {
  if (correction.observations().empty()) {
    return;
  }
  const LaunchSize size = prepared.sizer.at(sizes, prepared.workspace.binder, given);
  if (const auto factor = correction.at(size.work, size.shape, size.launch, parts())) {
    estimate.time = model::corrected(estimate.time, *factor);
    estimate.tier = model::tier_of(*factor);
    estimate.is_observed = true;
  }
}

Knowledge::Estimate Knowledge::estimate(Prepared& prepared, const collector::Bindings& sizes,
                                        const GivenInputs& given) {
  if (prepared.seen) {
    if (const auto seen = estimate_seen(prepared, sizes, given)) {
      return *seen;
    }
    if (prepared.only_lens) {
      throw_unseen(*prepared.kernel, ask_for_look(prepared, sizes));
    }
    if (prepared.seen->may_look && Clock::now() >= prepared.seen->next_ask) {
      (void)ask_for_look(prepared, sizes);
      prepared.seen->next_ask = Clock::now() + kBetweenAsking;
    }
  } else if (prepared.only_lens) {
    throw_unseen(*prepared.kernel, prepared.why_unseen);
  }
  Estimate estimate{{}, prepared.coverage, kModelTier, prepared.model};
  estimate.time = prepared.predictor.estimate(sizes, prepared.workspace, &estimate.unsupported);
  correct(estimate, prepared.correction, prepared, sizes, given,
          [&] { return prepared.predictor.parts(estimate.time, prepared.workspace); });
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
  query.sizes = sizes;
  return estimate(prepare(kernel(query), device, model), sizes);
}

Knowledge::Estimate Knowledge::estimate(const Kernel& kernel, std::string_view device,
                                        std::string_view model) {
  return estimate(known_or_prepared(kernel, device, model), kernel.sizes, kernel.given);
}

model::SelectionOptions Knowledge::selection_options(std::span<const Estimate> estimates,
                                                     std::string_view device) {
  model::SelectionOptions options;
  const bool any_observed = std::any_of(estimates.begin(), estimates.end(),
                                        [](const Estimate& one) { return one.is_observed; });
  if (!any_observed) {  // what has been observed shares no error with the rest
    options.shared_variance = model::shared_variance(
        fitted(std::string(device), std::string(estimates.front().model)).stored.fitted);
  }
  return options;
}

}  // namespace clgauge::service
