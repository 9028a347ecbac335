#include "service/store/answer.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "model/features.h"

namespace clgauge::service {

PredictionReport answer(const StoredModel& stored, const model::Predictor& predictor,
                        const std::string& device_id, const collector::KernelModel& kernel,
                        const collector::Bindings& bindings) {
  const model::BoundFeatures bound =
      model::bind_features(kernel, bindings, stored.traits, predictor.features());
  PredictionReport report{
      kernel.kernel,     device_id, stored.fitted.name, "model", predictor.predict(bound.values),
      stored.calibration};
  const auto reserve = [&](const std::vector<std::string>& names, const std::string& why) {
    for (const std::string& name : names) {
      report.prediction.unsupported.push_back(name);
      report.prediction.notes.push_back(name + " of " + kernel.kernel + " " + why);
    }
  };
  reserve(bound.unknown, "depends on data or on a size without a value");
  reserve(bound.upper_bounds, "is an upper bound");
  reserve(bound.uncovered, "is not priced by model " + stored.fitted.name);
  return report;
}

PredictionReport corrected(PredictionReport report, const model::Correction& correction,
                           const LaunchSize& size) {
  if (const auto factor = correction.at(size.work, size.shape)) {
    report.prediction = model::corrected(std::move(report.prediction), *factor);
    report.tier = model::tier_of(*factor);
  }
  return report;
}

nlohmann::json to_json(const PredictionReport& report) {
  nlohmann::json json = model::to_json(report.prediction);
  // The contract's interval is a pair.
  json["interval"] = {report.prediction.low, report.prediction.high};
  json["kernel"] = report.kernel;
  json["device"] = report.device_id;
  json["model"] = report.model;
  json["tier"] = report.tier;
  json["calibration"] = {
      {"id", report.calibration.uid},
      {"time", report.calibration.finished_at.value_or(report.calibration.started_at)},
      {"driver", report.calibration.driver},
      {"stale", report.calibration.stale}};
  return json;
}

}  // namespace clgauge::service
