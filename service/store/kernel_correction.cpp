#include "service/store/kernel_correction.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <exception>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/hash.h"
#include "db/observation_table.h"
#include "model/builtin/builtin.h"
#include "model/features.h"
#include "model/predict/kernel_predictor.h"
#include "model/predict/predict.h"
#include "model/terms/lens_term.h"
#include "service/store/answer.h"
#include "service/store/cost_group.h"

namespace clgauge::service {
namespace {

// Another calibration of the same device predicts otherwise by about this much.
constexpr double kRecalibrationLogSigma = 0.1;

// What a launch does, all kinds of it together.
const std::array<std::string, 3> kWork = {"f_flops", "f_bytes_global", "f_work_items"};

// Source and options are in the hash; the launch is not, because a correction spans launches.
std::string key_of(const collector::KernelModel& kernel) {
  return hash_of({"correction", kernel.source_hash, kernel.kernel});
}

// Of distinct launches that were observed, so many are predicted anew, ...
constexpr std::size_t kMostAsked = 32;
// ... and so many tell of others: a program may never run the same one twice.
constexpr std::size_t kMostRuns = 256;

nlohmann::json launch_to_json(const ObservedLaunch& launch) {
  nlohmann::json json{{"global", launch.global}, {"local", launch.local}, {"args", launch.args}};
  if (!launch.given.reals.empty()) {
    json["reals"] = launch.given.reals;
  }
  if (!launch.given.contents.empty()) {
    json["contents"] = launch.given.contents;
  }
  return json;
}

ObservedLaunch launch_from_json(const nlohmann::json& json) {
  ObservedLaunch launch{json.at("global"), json.at("local"), json.at("args"), {}};
  launch.given.reals = json.value("reals", launch.given.reals);
  launch.given.contents = json.value("contents", launch.given.contents);
  return launch;
}

std::vector<std::int64_t> values_of(const std::vector<collector::Formula>& formulas,
                                    const collector::Bindings& bindings) {
  std::vector<std::int64_t> values;
  for (const auto& formula : formulas) {
    values.push_back(formula.evaluate(bindings).value_or(0));
  }
  return values;
}

// "16x16".
std::string joined(const std::vector<std::int64_t>& sizes) {
  std::string text;
  for (const std::int64_t size : sizes) {
    text += (text.empty() ? "" : "x") + std::to_string(size);
  }
  return text;
}

// Symbols that are no arguments have told all by the sizes of the NDRange, and sizes that other
// kernels have tell nothing of this one. Where no arguments are listed, every symbol may be one.
bool is_argument(const collector::KernelModel& kernel, const std::string& symbol) {
  const std::string name = symbol.substr(0, symbol.find('.'));  // of a number in it: "v.s0"
  return kernel.parameters.empty() ||
         std::any_of(kernel.parameters.begin(), kernel.parameters.end(),
                     [&](const collector::Parameter& one) { return one.name == name; });
}

void tell_apart(const collector::KernelModel& kernel, const ObservedLaunch& launch,
                std::string& shape, std::string& rest) {
  shape = joined(launch.local);
  for (const auto& [name, hash] : launch.given.contents) {
    shape.append(" ").append(name).append("=").append(hash);
  }
  rest = joined(launch.global);
  for (const auto& [name, value] : launch.args) {
    if (is_argument(kernel, name)) {
      rest.append(" ").append(name).append("=").append(std::to_string(value));
    }
  }
  for (const auto& [name, numbers] : launch.given.reals) {
    rest += fmt::format(" {}={}", name, fmt::join(numbers, ","));
  }
}

std::string note_on_damaged(const std::vector<std::string>& uids, const std::string& kernel,
                            const db::Store& store) {
  constexpr std::size_t kNamed = 3;
  const auto end = uids.begin() + static_cast<std::ptrdiff_t>(std::min(uids.size(), kNamed));
  return fmt::format(
      "observations of {} that are damaged are left out: delete their rows in {}, by uid {}{}",
      kernel, store.path().string(), fmt::join(uids.begin(), end, ", "),
      uids.size() > kNamed ? ", .." : "");
}

// What a model said, or says now, of the launches that were observed.
class Sayings {
 public:
  Sayings(const StoredModel& stored, const collector::KernelModel& kernel, const SayNow& say_now)
      : stored_(stored), kernel_(kernel), say_now_(say_now) {}

  // Nothing where the model says nothing of it. Throws Error, or what nlohmann throws, for what is
  // not as observe() writes it.
  std::optional<model::Observation> of(const db::ObservationRow& row) {
    const auto detail = nlohmann::json::parse(row.detail, nullptr, false);
    if (!detail.is_object() || !row.seconds) {
      return std::nullopt;
    }
    const auto before = said_before(detail);
    const bool is_same = detail.value("calibration", "") == stored_.calibration.uid;
    const ObservedLaunch launch = launch_from_json(nlohmann::json::parse(row.launch));
    const auto now = said_now(row.launch, launch);
    if (!now && !before) {
      return std::nullopt;
    }
    const double noise = detail.value("log_sigma", 0.0);
    model::Observation run;
    run.size = detail.value("work", 1.0);
    tell_apart(kernel_, launch, run.shape, run.launch);
    run.predicted_seconds = now ? now->seconds : *before;
    run.observed_seconds = *row.seconds;
    run.log_sigma = now || is_same ? noise : std::hypot(noise, kRecalibrationLogSigma);
    if (now) {
      run.parts = now->parts;
    }
    if (!model::is_possible(run) || (before && !(*before > 0))) {
      throw Error(ErrorKind::store, "its numbers are those of no run");
    }
    return run;
  }

 private:
  [[nodiscard]] std::optional<double> said_before(const nlohmann::json& detail) const {
    const auto all = detail.find("predicted");
    if (all == detail.end() || !all->contains(stored_.fitted.name)) {
      return std::nullopt;
    }
    return all->at(stored_.fitted.name).get<double>();
  }

  std::optional<Saying> said_now(const std::string& text, const ObservedLaunch& launch) {
    if (!say_now_) {
      return said_by_counts(launch);
    }
    if (const auto known = asked_.find(text); known != asked_.end()) {
      return known->second;
    }
    if (asked_.size() >= kMostAsked) {
      return std::nullopt;
    }
    return asked_[text] = say_now_(launch);
  }

  std::optional<Saying> said_by_counts(const ObservedLaunch& launch) {
    if (model_ == nullptr) {
      model_ = std::make_shared<const model::Predictor>(stored_.fitted);
    }
    if (model::needs_lens(model_->features())) {
      return std::nullopt;
    }
    try {
      if (!by_counts_) {
        by_counts_.emplace(kernel_, model_, stored_.traits);
      }
      const auto now = by_counts_->estimate(launch.args, workspace_);
      return Saying{now.seconds, model::KernelPredictor::parts(now, workspace_)};
    } catch (const Error&) {  // a size is not known, say
      return std::nullopt;
    }
  }

  const StoredModel& stored_;
  const collector::KernelModel& kernel_;
  const SayNow& say_now_;
  std::map<std::string, std::optional<Saying>> asked_;
  std::shared_ptr<const model::Predictor> model_;
  std::optional<model::KernelPredictor> by_counts_;
  model::KernelPredictor::Workspace workspace_;
};

}  // namespace

LaunchSizer::LaunchSizer(const collector::KernelModel& kernel)
    : kernel_(kernel), binder_(kernel, model::DeviceTraits{}, kWork) {}

LaunchSize LaunchSizer::at(const collector::Bindings& bindings,
                           model::FeatureBinder::Workspace& workspace,
                           const GivenInputs& given) const {
  std::array<double, kWork.size()> counts{};
  binder_.bind(bindings, counts, workspace);
  LaunchSize size;
  size.work = std::max(std::accumulate(counts.begin(), counts.end(), 0.0), 1.0);
  tell_apart(kernel_, observed_launch(kernel_, bindings, given), size.shape, size.launch);
  return size;
}

ObservedLaunch observed_launch(const collector::KernelModel& kernel,
                               const collector::Bindings& bindings, const GivenInputs& given) {
  return {values_of(kernel.global_size, bindings), values_of(kernel.local_size, bindings), bindings,
          given};
}

LaunchSize launch_size(const collector::KernelModel& kernel, const collector::Bindings& bindings,
                       const GivenInputs& given) {
  model::FeatureBinder::Workspace workspace;
  return LaunchSizer(kernel).at(bindings, workspace, given);
}

std::string observe(db::Store& store, const std::string& device_id, const std::string& driver,
                    const collector::KernelModel& kernel, const collector::Bindings& bindings,
                    const ObservedRun& run) {
  if (!(run.seconds > 0) || !std::isfinite(run.seconds)) {
    throw Error(ErrorKind::input,
                fmt::format("an observed time of {} s: it must be positive", run.seconds));
  }
  if (!(run.log_sigma >= 0 && run.log_sigma <= model::kMostLogSigma)) {
    throw Error(ErrorKind::input, fmt::format("a noise of {}: it must be a number from 0 to {}",
                                              run.log_sigma, model::kMostLogSigma));
  }
  for (const auto& [name, numbers] : run.given.reals) {
    if (!std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); })) {
      throw Error(ErrorKind::input, fmt::format("argument {} of an observed run is {}: it must be "
                                                "a finite number",
                                                name, fmt::join(numbers, ",")));
    }
  }
  nlohmann::json predicted = nlohmann::json::object();
  std::string calibration;
  std::string group;
  for (const auto& definition : model::builtin_models()) {
    const auto stored = load_model(store, device_id, definition.name, driver);
    if (!stored) {
      continue;
    }
    const model::Predictor predictor(stored->fitted);
    if (model::needs_lens(predictor.features())) {
      continue;  // the code is not at hand: what it would say without is no prediction
    }
    const auto bound = model::bind_features(kernel, bindings, stored->traits, predictor.features());
    const model::Prediction prediction = predictor.predict(bound.values);
    predicted[definition.name] = prediction.seconds;
    if (definition.name == kDefaultModel) {
      group = dominant_group(prediction);
    }
    calibration = stored->calibration.uid;
  }
  if (predicted.empty()) {
    throw Error(ErrorKind::store,
                "the device has not been calibrated: run clgauge calibrate "
                "first, so that there is a prediction to correct");
  }
  const LaunchSize size = launch_size(kernel, bindings, run.given);
  db::ObservationRow row;
  row.kernel_key = key_of(kernel);
  row.kernel_name = kernel.kernel;
  row.device_id = device_id;
  row.driver = driver;
  row.launch = launch_to_json(observed_launch(kernel, bindings, run.given)).dump();
  row.seconds = run.seconds;
  row.source = run.source;
  row.detail = nlohmann::json({{"work", size.work},
                               {"shape", size.shape},
                               {"log_sigma", run.log_sigma},
                               {"predicted", predicted},
                               {"group", group},
                               {"calibration", calibration}})
                   .dump();
  return db::ObservationTable(store).add(row);
}

std::optional<PredictedRun> predicted_run(const db::ObservationRow& row) {
  try {
    const auto detail = nlohmann::json::parse(row.detail);
    PredictedRun run;
    detail.at("predicted").at(kDefaultModel).get_to(run.predicted_seconds);
    detail.at("work").get_to(run.work);
    detail.at("shape").get_to(run.shape);
    detail.at("calibration").get_to(run.calibration_uid);
    run.group = detail.value("group", "");
    const double ratio = row.seconds.value_or(0) / run.predicted_seconds;
    const bool sound = run.work > 0 && ratio > 0 && std::isfinite(ratio);
    return sound ? std::optional(run) : std::nullopt;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

model::Correction correction_of(db::Store& store, const std::string& device_id,
                                const StoredModel& stored, const collector::KernelModel& kernel,
                                const SayNow& say_now, std::vector<std::string>* notes) {
  Sayings sayings(stored, kernel, say_now);
  auto rows = db::ObservationTable(store).list(key_of(kernel), device_id);
  std::reverse(rows.begin(), rows.end());  // a question costs time: the newest are asked about
  std::vector<std::string> damaged;
  std::vector<model::Observation> runs;
  std::set<std::string> launches;
  for (const auto& row : rows) {
    if (launches.count(row.launch) > 0 || launches.size() == kMostRuns) {
      continue;  // a newer run of the same launch is there, or enough of others
    }
    try {
      if (auto run = sayings.of(row)) {
        runs.push_back(std::move(*run));
        launches.insert(row.launch);
      }
    } catch (const std::exception&) {
      damaged.push_back(row.uid);
    }
  }
  std::reverse(runs.begin(), runs.end());
  if (notes != nullptr && !damaged.empty()) {
    notes->push_back(note_on_damaged(damaged, kernel.kernel, store));
  }
  return model::Correction(runs);
}

}  // namespace clgauge::service
