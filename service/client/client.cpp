#include "clgauge/client.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/hash.h"
#include "base/paths.h"
#include "collector/kernel/kernel_model.h"
#include "db/store.h"
#include "model/predict/kernel_predictor.h"
#include "model/select/select.h"
#include "service/keeper/daemon_keeper.h"
#include "service/store/answer.h"
#include "service/store/kernel_correction.h"
#include "service/store/known_device.h"

namespace clgauge {
namespace {

// Exceptions stay inside the library: what may throw runs here.
template <typename Function>
auto guarded(Function function) -> Result<decltype(function())> {
  using Value = decltype(function());
  try {
    return function();
  } catch (const std::exception& error) {
    return Result<Value>::failure(error.what());
  } catch (...) {
    return Result<Value>::failure("an unknown error inside libclgauge");
  }
}

Prediction public_form(model::Prediction&& made, const char* tier,
                       const service::StoredModel& stored) {
  Prediction prediction;
  prediction.seconds = made.seconds;
  prediction.low_seconds = made.low;
  prediction.high_seconds = made.high;
  prediction.coverage = made.coverage;
  prediction.tier = tier;
  prediction.model = stored.fitted.name;
  prediction.breakdown.reserve(made.breakdown.size());
  for (auto& share : made.breakdown) {
    prediction.breakdown.push_back(
        {std::move(share.cost), std::move(share.feature), share.count, share.seconds});
  }
  prediction.unsupported = std::move(made.unsupported);
  prediction.calibrated_at = stored.calibration.finished_at.value_or(stored.calibration.started_at);
  prediction.driver = stored.calibration.driver;
  prediction.stale = stored.calibration.stale;
  return prediction;
}

// A kernel on one device under one model, made ready once.
struct ReadyVariant {
  ReadyVariant(collector::KernelModel kernel, std::shared_ptr<const model::Predictor> shared,
               const model::DeviceTraits& traits, model::Correction learnt)
      : predictor(std::move(kernel), std::move(shared), traits),
        correction(std::move(learnt)),
        sizer(predictor.kernel()) {}

  // `parts` makes what the time goes to, where that is asked for.
  template <typename Parts>
  [[nodiscard]] std::optional<model::Correction::Factor> factor(const collector::Bindings& sizes,
                                                                const Parts& parts) {
    if (correction.observations().empty()) {
      return std::nullopt;
    }
    const auto size = sizer.at(sizes, sizer_workspace);
    return correction.at(size.work, size.shape, size.launch, parts());
  }

  model::KernelPredictor predictor;
  model::KernelPredictor::Workspace workspace;  // of predictions; choices share one
  model::Correction correction;
  service::LaunchSizer sizer;
  model::FeatureBinder::Workspace sizer_workspace;
};

// More kernels than that are read and compiled anew.
constexpr std::size_t kMostReady = 4096;
// What others have observed since is seen after that time.
constexpr std::chrono::seconds kBetweenLooks{1};

}  // namespace

struct Client::Impl {
  explicit Impl(db::Store opened) : store(std::move(opened)), data_version(store.data_version()) {}

  db::Store store;
  std::int64_t data_version;  // when `ready` was read
  std::chrono::steady_clock::time_point looked_at = std::chrono::steady_clock::now();
  std::unordered_map<std::string, std::unique_ptr<ReadyVariant>> ready;
  // Of these, the one that was asked for last: most programs ask for it again.
  std::string last_text;
  const service::StoredModel* last_stored = nullptr;
  ReadyVariant* last = nullptr;
  // By device and model as the caller names them; a client keeps the models that it has read.
  std::map<std::pair<std::string, std::string>, service::StoredModel> models;
  std::map<const service::StoredModel*, std::shared_ptr<const model::Predictor>> predictors;
  model::KernelPredictor::Workspace workspace;

  [[nodiscard]] const service::StoredModel& fitted(const std::string& device_id,
                                                   const std::string& model_name) {
    const std::pair<std::string, std::string> key(device_id, model_name);
    const auto found = models.find(key);
    if (found != models.end()) {
      return found->second;
    }
    const auto [chosen, calibration] = service::known_device(store, device_id);
    const std::string name = model_name.empty() ? service::kDefaultModel : model_name;
    auto stored = service::load_model(store, chosen.id, name, chosen.driver);
    if (!stored) {
      if (calibration) {
        throw service::missing_model(store, chosen, calibration->uid, name);
      }
      throw Error(ErrorKind::usage, "the device " + chosen.id + " has no fitted model " + name +
                                        ": run clgauge calibrate");
    }
    return models.emplace(key, std::move(*stored)).first->second;
  }

  // Forgets what runs that others have observed since may correct.
  void refresh() {
    const auto now = std::chrono::steady_clock::now();
    if (now - looked_at < kBetweenLooks) {
      return;
    }
    looked_at = now;
    if (const std::int64_t version = store.data_version(); version != data_version) {
      data_version = version;
      forget_ready();
    }
  }

  void forget_ready() {
    last = nullptr;
    ready.clear();
  }

  // The reference holds until the next call.
  [[nodiscard]] ReadyVariant& variant(const std::string& kernel_model,
                                      const service::StoredModel& stored) {
    if (last != nullptr && last_stored == &stored && last_text == kernel_model) {
      return *last;
    }
    last = &found_or_made(kernel_model, stored);
    last_stored = &stored;
    last_text = kernel_model;
    return *last;
  }

  [[nodiscard]] ReadyVariant& found_or_made(const std::string& kernel_model,
                                            const service::StoredModel& stored) {
    std::string key = hash_of({kernel_model, stored.calibration.uid, stored.fitted.name});
    if (const auto found = ready.find(key); found != ready.end()) {
      return *found->second;
    }
    auto kernel = collector::kernel_model_from_json(nlohmann::json::parse(kernel_model));
    auto& shared = predictors[&stored];
    if (shared == nullptr) {
      shared = std::make_shared<const model::Predictor>(stored.fitted);
    }
    service::require_source(stored, *shared, kernel);
    auto correction = service::correction_of(store, stored.calibration.device_id, stored, kernel);
    auto made = std::make_unique<ReadyVariant>(std::move(kernel), shared, stored.traits,
                                               std::move(correction));
    if (ready.size() >= kMostReady) {
      forget_ready();
    }
    return *(ready[std::move(key)] = std::move(made));
  }

  [[nodiscard]] model::Predictor::Estimate estimate(ReadyVariant& variant,
                                                    const collector::Bindings& sizes,
                                                    std::vector<std::string>& unsupported) {
    const auto estimate = variant.predictor.estimate(sizes, workspace, &unsupported);
    const auto factor =
        variant.factor(sizes, [&] { return variant.predictor.parts(estimate, workspace); });
    return factor ? model::corrected(estimate, *factor) : estimate;
  }

  [[nodiscard]] std::vector<DeviceSummary> devices() {
    std::vector<DeviceSummary> summaries;
    for (const auto& device : service::known_devices(store)) {
      const auto& row = device.row;
      summaries.push_back({row.id, row.name, row.platform,
                           device.calibration ? device.calibration->driver : row.driver, row.type,
                           row.compute_units, device.calibration.has_value()});
    }
    return summaries;
  }
};

Client::Client(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&&) noexcept = default;
Client::~Client() = default;

Result<Client> Client::open() {
  try {
    return open(user_store_path().string());
  } catch (const std::exception& error) {
    return Result<Client>::failure(error.what());
  }
}

Result<Client> Client::open(const std::string& store_path) {
  return guarded(
      [&] { return Client(std::make_unique<Impl>(service::open_kept_store(store_path))); });
}

Result<std::vector<DeviceSummary>> Client::devices() const {
  return guarded([&] { return impl_->devices(); });
}

Result<Prediction> Client::predict(const std::string& kernel_model,
                                   const std::map<std::string, std::int64_t>& sizes,
                                   const std::string& device_id, const std::string& model) const {
  return guarded([&] {
    impl_->refresh();
    const service::StoredModel& stored = impl_->fitted(device_id, model);
    ReadyVariant& ready = impl_->variant(kernel_model, stored);
    auto prediction = ready.predictor.predict(sizes, ready.workspace);
    const char* tier = "model";
    if (const auto factor = ready.factor(sizes, [&] { return model::parts_of(prediction); })) {
      prediction = model::corrected(std::move(prediction), *factor);
      tier = model::tier_of(*factor);
    }
    return public_form(std::move(prediction), tier, stored);
  });
}

Result<Choice> Client::select(const std::vector<Variant>& variants,
                              const std::map<std::string, std::int64_t>& sizes,
                              const std::string& device_id, const std::string& model) const {
  return guarded([&] {
    impl_->refresh();
    const service::StoredModel& stored = impl_->fitted(device_id, model);
    std::vector<model::Candidate> candidates;
    std::vector<model::Predictor::Estimate> estimates;
    std::vector<std::vector<std::string>> unsupported(variants.size());
    model::SelectionOptions options;
    options.shared_variance = model::shared_variance(stored.fitted);
    for (const Variant& variant : variants) {
      ReadyVariant& ready = impl_->variant(variant.kernel_model, stored);
      if (!ready.correction.observations().empty()) {
        options.shared_variance = 0;  // what has been observed shares no error with the rest
      }
      estimates.push_back(impl_->estimate(ready, sizes, unsupported[estimates.size()]));
      candidates.push_back({variant.name, estimates.back().seconds, estimates.back().log_sigma});
    }
    const model::Selection selection = model::select(candidates, options);
    Choice choice;
    choice.name = selection.ranked.front().name;
    choice.expected_regret = selection.expected_regret;
    choice.worth_measuring = selection.worth_measuring;
    for (const auto& ranked : selection.ranked) {
      const auto& estimate = estimates[ranked.index];
      choice.ranked.push_back({ranked.name, ranked.seconds, estimate.low, estimate.high,
                               ranked.probability_best, ranked.tied,
                               std::move(unsupported[ranked.index])});
    }
    choice.unsupported = choice.ranked.front().unsupported;
    return choice;
  });
}

Result<bool> Client::observe(const std::string& kernel_model,
                             const std::map<std::string, std::int64_t>& sizes, double seconds,
                             const std::string& device_id) const {
  return guarded([&] {
    const db::DeviceRow device = service::known_device(impl_->store, device_id).row;
    const auto kernel = collector::kernel_model_from_json(nlohmann::json::parse(kernel_model));
    service::ObservedRun run;
    run.seconds = seconds;
    run.source = "client";
    service::observe(impl_->store, device.id, device.driver, kernel, sizes, run);
    impl_->forget_ready();  // corrections are read anew
    return true;
  });
}

}  // namespace clgauge
