#include "clgauge/client.h"

#include <map>
#include <memory>
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

Prediction public_form(const service::PredictionReport& report) {
  Prediction prediction;
  prediction.seconds = report.prediction.seconds;
  prediction.low_seconds = report.prediction.low;
  prediction.high_seconds = report.prediction.high;
  prediction.coverage = report.prediction.coverage;
  prediction.tier = report.tier;
  prediction.model = report.model;
  for (const auto& share : report.prediction.breakdown) {
    prediction.breakdown.push_back({share.cost, share.feature, share.count, share.seconds});
  }
  prediction.unsupported = report.prediction.unsupported;
  prediction.calibrated_at = report.calibration.finished_at.value_or(report.calibration.started_at);
  prediction.driver = report.calibration.driver;
  prediction.stale = report.calibration.stale;
  return prediction;
}

// A variant on one device under one model, made ready once.
struct ReadyVariant {
  ReadyVariant(collector::KernelModel kernel, std::shared_ptr<const model::Predictor> shared,
               const model::DeviceTraits& traits, model::Correction learnt)
      : predictor(std::move(kernel), std::move(shared), traits), correction(std::move(learnt)) {}

  model::KernelPredictor predictor;
  model::Correction correction;
};

}  // namespace

struct Client::Impl {
  explicit Impl(db::Store opened) : store(std::move(opened)) {}

  db::Store store;
  std::map<std::string, std::unique_ptr<ReadyVariant>> ready;
  // By device and model as the caller names them; a client sees the store as it was then.
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
        service::require_not_lost(store, chosen.id, name);
      }
      throw Error(ErrorKind::usage, "the device " + chosen.id + " has no fitted model " + name +
                                        ": run clgauge calibrate");
    }
    return models.emplace(key, std::move(*stored)).first->second;
  }

  [[nodiscard]] const ReadyVariant& variant(const std::string& kernel_model,
                                            const service::StoredModel& stored) {
    const std::string key = hash_of({kernel_model, stored.calibration.uid, stored.fitted.name});
    auto& place = ready[key];
    if (place == nullptr) {
      auto kernel = collector::kernel_model_from_json(nlohmann::json::parse(kernel_model));
      auto& shared = predictors[&stored];
      if (shared == nullptr) {
        shared = std::make_shared<const model::Predictor>(stored.fitted);
      }
      auto correction = service::correction_of(store, stored.calibration.device_id, stored, kernel);
      place = std::make_unique<ReadyVariant>(std::move(kernel), shared, stored.traits,
                                             std::move(correction));
    }
    return *place;
  }

  [[nodiscard]] model::Predictor::Estimate estimate(const ReadyVariant& variant,
                                                    const collector::Bindings& sizes,
                                                    std::vector<std::string>& unsupported) {
    auto estimate = variant.predictor.estimate(sizes, workspace, &unsupported);
    if (variant.correction.observations().empty()) {
      return estimate;
    }
    const auto size = service::launch_size(variant.predictor.kernel(), sizes);
    if (const auto factor = variant.correction.at(size.work, size.shape, size.launch)) {
      estimate = model::corrected(estimate, *factor);
    }
    return estimate;
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
    const service::StoredModel& stored = impl_->fitted(device_id, model);
    const auto kernel = collector::kernel_model_from_json(nlohmann::json::parse(kernel_model));
    const std::string& device = stored.calibration.device_id;
    return public_form(service::corrected(
        service::answer(stored, model::Predictor(stored.fitted), device, kernel, sizes),
        service::correction_of(impl_->store, device, stored, kernel),
        service::launch_size(kernel, sizes)));
  });
}

Result<Choice> Client::select(const std::vector<Variant>& variants,
                              const std::map<std::string, std::int64_t>& sizes,
                              const std::string& device_id, const std::string& model) const {
  return guarded([&] {
    const service::StoredModel& stored = impl_->fitted(device_id, model);
    std::vector<model::Candidate> candidates;
    std::vector<model::Predictor::Estimate> estimates;
    std::vector<std::vector<std::string>> unsupported(variants.size());
    model::SelectionOptions options;
    options.shared_variance = model::shared_variance(stored.fitted);
    for (const Variant& variant : variants) {
      const ReadyVariant& ready = impl_->variant(variant.kernel_model, stored);
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
    impl_->ready.clear();  // corrections are read anew
    return true;
  });
}

}  // namespace clgauge
