#include "service/store/answer.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "model/features.h"
#include "model/terms/lens_term.h"

namespace clgauge::service {

PredictionReport answer(const StoredModel& stored, const model::Predictor& predictor,
                        const std::string& device_id, const collector::KernelModel& kernel,
                        const collector::Bindings& bindings, const model::FeatureVector& lens) {
  const model::BoundFeatures bound =
      model::bind_features(kernel, bindings, stored.traits, predictor.features(), lens);
  const bool looks_at_code = model::needs_lens(predictor.features());
  if (looks_at_code && lens.empty()) {
    throw Error(ErrorKind::unsupported,
                "model " + stored.fitted.name + " needs the compiled code of " + kernel.kernel +
                    ", which is not at hand: use a model of its source (--model source)");
  }
  PredictionReport report{kernel.kernel,
                          device_id,
                          stored.fitted.name,
                          looks_at_code ? "lens" : "model",
                          predictor.predict(bound.values),
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

model::Selection ranked(const std::vector<std::string>& names,
                        const std::vector<PredictionReport>& reports, double shared_variance) {
  std::vector<model::Candidate> candidates;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const auto& prediction = reports[i].prediction;
    candidates.push_back({names[i], prediction.seconds, prediction.log_sigma});
  }
  // What has been measured shares no error with the rest.
  const bool any_measured =
      std::any_of(reports.begin(), reports.end(), [](const PredictionReport& report) {
        return report.tier != "model" && report.tier != "lens";
      });
  model::SelectionOptions options;
  options.shared_variance = any_measured ? 0 : shared_variance;
  return model::select(candidates, options);
}

nlohmann::json to_json(const PredictionReport& report) {
  nlohmann::json json = model::to_json(report.prediction);
  // The contract's interval is a pair.
  json["interval"] = {report.prediction.low, report.prediction.high};
  json["kernel"] = report.kernel;
  json["device"] = report.device_id;
  json["model"] = report.model;
  json["tier"] = report.tier;
  for (const lens::HotLoop& loop : report.hot_loops) {
    json["hot_loops"].push_back({{"place", loop.place},
                                 {"iterations_per_group", loop.iterations_per_group},
                                 {"cycles_per_iteration", loop.cycles_per_iteration},
                                 {"share", loop.share},
                                 {"bound", loop.waits_for_results ? "latency" : "throughput"}});
  }
  if (!report.look.empty()) {
    json["look"] = report.look;
  }
  json["calibration"] = {
      {"id", report.calibration.uid},
      {"time", report.calibration.finished_at.value_or(report.calibration.started_at)},
      {"driver", report.calibration.driver},
      {"stale", report.calibration.stale}};
  return json;
}

}  // namespace clgauge::service
