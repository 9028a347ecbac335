#include "service/store/answer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "model/builtin/builtin.h"
#include "model/features.h"
#include "model/features/data_guess.h"
#include "model/terms/lens_term.h"
#include "service/store/loop_time.h"

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

// "3, 5, 8, ..": what a note has room for.
template <typename List>
std::string first_few(const List& all) {
  constexpr std::size_t kNamed = 3;
  const auto end =
      std::next(all.begin(), static_cast<std::ptrdiff_t>(std::min(all.size(), kNamed)));
  return fmt::format("{}{}", fmt::join(all.begin(), end, ", "), all.size() > kNamed ? ", .." : "");
}

// Where in the source data decide: loops whose trips they choose; where there is none, accesses
// that they let happen or not; else accesses whose elements they choose. Empty when no flag says
// so.
std::string place_of_decision(const collector::KernelModel& kernel) {
  const auto in_lines = [](const std::set<int>& lines) {
    return (lines.size() == 1 ? "line " : "lines ") + first_few(lines);
  };
  std::set<int> loops;
  for (const collector::LoopCount& loop : kernel.loops) {
    if (loop.iterations.flag == collector::CountFlag::data_dependent && !loop.name.empty()) {
      const char* line = loop.name.c_str() + 1;  // "L12", "L12_2"
      loops.insert(static_cast<int>(std::strtol(line, nullptr, 10)));
    }
  }
  if (!loops.empty()) {
    return fmt::format("how often the loop{} in {} run{}", loops.size() == 1 ? "" : "s",
                       in_lines(loops), loops.size() == 1 ? "s" : "");
  }
  std::set<int> accesses;
  std::set<int> indirect;
  for (const collector::Access& access : kernel.accesses) {
    if (access.count.flag == collector::CountFlag::data_dependent) {
      accesses.insert(access.line);
    } else if (access.count.flag == collector::CountFlag::indirect) {
      indirect.insert(access.line);
    }
  }
  if (!accesses.empty()) {
    return fmt::format("how often {} run{}", in_lines(accesses), accesses.size() == 1 ? "s" : "");
  }
  return indirect.empty() ? std::string()
                          : fmt::format("which elements {} access{}", in_lines(indirect),
                                        indirect.size() == 1 ? "es" : "");
}

std::string note_on_unknown(const collector::KernelModel& kernel,
                            const collector::Bindings& bindings) {
  std::string on;
  std::string stand = "they stand at an upper bound where there is one, else at 0";
  std::string guess;
  if (!model::DataGuess(kernel).empty()) {
    guess =
        "loops that data end are guessed to run half as often as they can, 10 times where nothing "
        "bounds them, and the interval is as much wider";
  }
  std::string mend;
  if (const auto names = symbols_without_value(kernel, bindings); !names.empty()) {
    std::string add;
    for (const std::string& name : names) {
      add += " --arg " + name + "=VALUE";
    }
    on = fmt::format("{}, which {} no value (add{})", fmt::join(names, ", "),
                     names.size() == 1 ? "has" : "have", add);
  } else {
    std::vector<std::string> buffers;
    for (const collector::Parameter& parameter : kernel.parameters) {
      if (parameter.steers) {
        buffers.push_back('`' + parameter.name + '`');
      }
    }
    on = "values that it computes or loads";
    if (!buffers.empty()) {
      on = fmt::format("what {} hold{}", first_few(buffers), buffers.size() == 1 ? "s" : "");
      mend = "; where --content says what buffers hold, the lens may count them";
    }
    if (const std::string place = place_of_decision(kernel); !place.empty()) {
      on += " (" + place + ')';
    }
    if (!guess.empty()) {
      stand.clear();
    }
  }
  return fmt::format(
      "counts of {} depend on {}: {}{}{} (--format json names them under unsupported){}",
      kernel.kernel, on, stand, stand.empty() || guess.empty() ? "" : "; ", guess, mend);
}

// What a typed expression names and no sample does: whoever typed it learns that the calibration
// cannot price it, also where this kernel does none of it. Predictor has told of the rest.
void note_what_no_sample_does(const model::FittedModel& fitted, std::vector<std::string>& notes) {
  if (fitted.name != model::kTypedModel) {
    return;
  }
  for (const model::FittedParameter& parameter : fitted.parameters) {
    const bool is_told = std::any_of(notes.begin(), notes.end(), [&](const std::string& note) {
      return note.starts_with(parameter.name + ": ");
    });
    if (parameter.samples == 0 && !is_told) {
      notes.push_back(fmt::format("{}: {}; it stands at {:g}", parameter.name, parameter.note,
                                  parameter.value));
    }
  }
}

}  // namespace

void require_source(const StoredModel& stored, const model::Predictor& predictor,
                    const collector::KernelModel& kernel) {
  if (model::needs_lens(predictor.features())) {
    throw Error(ErrorKind::unsupported,
                "model " + stored.fitted.name + " needs the compiled code of " + kernel.kernel +
                    ", which is not at hand: use a model of its source (--model source)");
  }
}

PredictionReport answer(const StoredModel& stored, const model::Predictor& predictor,
                        const std::string& device_id, const collector::KernelModel& kernel,
                        const collector::Bindings& bindings, const model::FeatureVector& lens) {
  const model::BoundFeatures bound =
      model::bind_features(kernel, bindings, stored.traits, predictor.features(), lens);
  const bool looks_at_code = model::needs_lens(predictor.features());
  if (lens.empty()) {
    require_source(stored, predictor, kernel);
  }
  PredictionReport report{kernel.kernel,
                          device_id,
                          stored.fitted.name,
                          looks_at_code ? "lens" : "model",
                          predictor.predict(bound.values),
                          stored.calibration};
  if (!bound.most.empty()) {
    const auto seconds = [&](const model::FeatureVector& counts) {
      return model::time_if_any([&] { return predictor.predict(counts).seconds; });
    };
    report.prediction =
        model::widened(std::move(report.prediction),
                       model::GuessedTimes{seconds(bound.fewest), seconds(bound.most)});
  }
  const auto reserve = [&](const std::vector<std::string>& names) {
    auto& unsupported = report.prediction.unsupported;
    unsupported.insert(unsupported.end(), names.begin(), names.end());
  };
  std::vector<std::string>& notes = report.prediction.notes;
  note_what_no_sample_does(stored.fitted, notes);
  reserve(bound.unknown);
  if (!bound.unknown.empty()) {
    notes.push_back(note_on_unknown(kernel, bindings));
  }
  reserve(bound.upper_bounds);
  if (!bound.upper_bounds.empty()) {
    notes.push_back("some counts of " + kernel.kernel +
                    " are upper bounds (--format json names them under unsupported)");
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
  if (const auto factor =
          correction.at(size.work, size.shape, size.launch, model::parts_of(report.prediction))) {
    report.prediction = model::corrected(std::move(report.prediction), *factor);
    report.tier = model::tier_of(*factor);
  }
  return report;
}

PredictionReport corrected(PredictionReport report, const model::Correction& correction,
                           const collector::KernelModel& kernel,
                           const collector::Bindings& bindings, const GivenInputs& given) {
  return correction.observations().empty()
             ? std::move(report)
             : corrected(std::move(report), correction, launch_size(kernel, bindings, given));
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
  for (const LoopTime& time : loop_times(report.hot_loops, report.prediction)) {
    json["hot_loops"].push_back(to_json(time, report.prediction.seconds));
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
