#include "clgauge/client.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/paths.h"
#include "collector/kernel/kernel_model.h"
#include "db/calibration_table.h"
#include "db/device_table.h"
#include "db/store.h"
#include "service/store/answer.h"

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

}  // namespace

struct Client::Impl {
  db::Store store;

  [[nodiscard]] std::vector<DeviceSummary> devices() {
    std::vector<DeviceSummary> summaries;
    for (const auto& row : db::DeviceTable(store).list()) {
      db::CalibrationFilter filter;
      filter.device_id = row.id;
      const auto calibration = db::CalibrationTable(store).newest_complete(filter, row.driver);
      summaries.push_back({row.id, row.name, row.platform,
                           calibration ? calibration->driver : row.driver, row.type,
                           row.compute_units, calibration.has_value()});
    }
    return summaries;
  }

  [[nodiscard]] DeviceSummary device(const std::string& device_id) {
    std::vector<DeviceSummary> fitting;
    for (auto& summary : devices()) {
      if (device_id.empty() ? summary.calibrated : summary.id == device_id) {
        fitting.push_back(std::move(summary));
      }
    }
    if (fitting.size() != 1) {
      throw Error(ErrorKind::usage,
                  !device_id.empty()
                      ? "the store knows no device " + device_id + ": see `clgauge devices`"
                  : fitting.empty() ? "no device has been calibrated: run clgauge calibrate"
                                    : "several devices are calibrated: name one by its id");
    }
    return fitting.front();
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
  return guarded([&] { return Client(std::make_unique<Impl>(Impl{db::Store::open(store_path)})); });
}

Result<std::vector<DeviceSummary>> Client::devices() const {
  return guarded([&] { return impl_->devices(); });
}

Result<Prediction> Client::predict(const std::string& kernel_model,
                                   const std::map<std::string, std::int64_t>& sizes,
                                   const std::string& device_id, const std::string& model) const {
  return guarded([&] {
    const DeviceSummary device = impl_->device(device_id);
    const std::string name = model.empty() ? service::kDefaultModel : model;
    const auto stored = service::load_model(impl_->store, device.id, name, device.driver);
    if (!stored) {
      throw Error(ErrorKind::usage, "the device " + device.id + " has no fitted model " + name +
                                        ": run clgauge calibrate");
    }
    const auto kernel = collector::kernel_model_from_json(nlohmann::json::parse(kernel_model));
    return public_form(
        service::answer(*stored, model::Predictor(stored->fitted), device.id, kernel, sizes));
  });
}

}  // namespace clgauge
