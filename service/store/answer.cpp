#include "service/store/answer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "model/features.h"
#include "model/terms/lens_term.h"

namespace clgauge::service {
namespace {

std::set<std::string> symbols_without_value(const collector::KernelModel& kernel,
                                            const collector::Bindings& bindings) {
  std::set<std::string> names;
  const auto add = [&](const collector::Formula& formula) {
    for (const std::string& name : formula.symbols()) {
      if (bindings.count(name) == 0 && name.front() != '@') {
        names.insert(name);
      }
    }
  };
  for (const auto& op : kernel.ops) {
    add(op.count.total);
  }
  for (const auto& access : kernel.accesses) {
    add(access.count.total);
  }
  for (const auto& array : kernel.arrays) {
    add(array.accesses);
    add(array.footprint);
  }
  for (const auto& sync : kernel.sync) {
    add(sync.count.total);
  }
  return names;
}

std::string counted(std::size_t count) {
  return count == 1 ? "1 count" : fmt::format("{} counts", count);
}

std::string note_on_unknown(const collector::KernelModel& kernel,
                            const collector::Bindings& bindings, std::size_t count) {
  const std::set<std::string> names = symbols_without_value(kernel, bindings);
  std::string on = "data";
  if (!names.empty()) {
    std::string mend;
    for (const std::string& name : names) {
      mend += " --arg " + name + "=VALUE";
    }
    on = fmt::format("{}, which {} no value (add{})", fmt::join(names, ", "),
                     names.size() == 1 ? "has" : "have", mend);
  }
  return fmt::format(
      "{} of {} {} on {}: {} at an upper bound where there is one, else at 0 "
      "(--format json names them under unsupported)",
      counted(count), kernel.kernel, count == 1 ? "depends" : "depend", on,
      count == 1 ? "it stands" : "they stand");
}

}  // namespace

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
  const auto reserve = [&](const std::vector<std::string>& names) {
    auto& unsupported = report.prediction.unsupported;
    unsupported.insert(unsupported.end(), names.begin(), names.end());
  };
  std::vector<std::string>& notes = report.prediction.notes;
  reserve(bound.unknown);
  if (!bound.unknown.empty()) {
    notes.push_back(note_on_unknown(kernel, bindings, bound.unknown.size()));
  }
  reserve(bound.upper_bounds);
  if (!bound.upper_bounds.empty()) {
    notes.push_back(
        fmt::format("{} of {} {} (--format json names them under unsupported)",
                    counted(bound.upper_bounds.size()), kernel.kernel,
                    bound.upper_bounds.size() == 1 ? "is an upper bound" : "are upper bounds"));
  }
  reserve(bound.uncovered);
  for (const std::string& name : bound.uncovered) {
    notes.push_back(name + " of " + kernel.kernel + " is not priced by model " +
                    stored.fitted.name);
  }
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

PredictionReport corrected(PredictionReport report, const model::Correction& correction,
                           const collector::KernelModel& kernel,
                           const collector::Bindings& bindings) {
  return correction.observations().empty()
             ? std::move(report)
             : corrected(std::move(report), correction, launch_size(kernel, bindings));
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
