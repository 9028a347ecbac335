#include "service/engine/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numeric>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "collector/kernel/launch_parser.h"
#include "kernels/catalogue.h"
#include "microbench/plan.h"
#include "microbench/policy/agreement.h"
#include "microbench/worker/client.h"
#include "service/engine/family_launch.h"
#include "service/engine/kernel_catalog.h"
#include "service/engine/kernel_lens.h"
#include "service/engine/measurement_job.h"
#include "service/engine/measuring_pass.h"

namespace clgauge::service {
namespace {

constexpr int kRecordVersion = 1;
// A point is measured for a second at most, and for its fair share of the budget at least.
constexpr double kMostPointSeconds = 1;
// Building, first run and warm-up of a point, beside its samples.
constexpr double kOverheadRuns = 2;
constexpr int kLeastSamples = 3;
// Every point is measured so often while the budget lasts, and points of which no two measurements
// agree oftener: as a calibration does, so that both speak of the same, undisturbed machine.
constexpr std::size_t kRounds = 3;
constexpr std::size_t kMostPasses = 9;
// A round has a pass for all points and one for those that take no longer than this: in which pages
// a pass's buffers lie makes up to a factor of three of them (lu_swap_rows), and of one point in
// ten the least of three passes is 9 to 22% above the least of six.
constexpr double kQuickSeconds = 0.01;
constexpr std::size_t kPasses = 2 * kRounds;
constexpr double kQuickPass = 0.2;           // of a pass for all
constexpr double kBetweenReferences = 0.05;  // of the budget

double work_of(const kernels::Family& family, const kernels::Sizes& sizes) {
  const auto flops = static_cast<double>(kernels::evaluate(family.flops, sizes));
  return flops > 0 ? flops
                   : std::max(1.0, static_cast<double>(kernels::evaluate(family.bytes, sizes)));
}

// Sizes that somebody asks for must be those of at least one variant.
void add_family(const kernels::Family& family, const EvaluationRequest& request,
                std::vector<EvaluationPoint>& points) {
  for (const auto& sizes : request.sizes.empty() ? family.evaluation_sizes : request.sizes) {
    if (!request.sizes.empty()) {
      kernels::check_size_names(family, sizes);
    }
    const std::size_t before = points.size();
    std::string violated;
    for (const auto& variant : family.variants) {
      violated = kernels::violated_constraint(variant, sizes);
      if (violated.empty()) {
        EvaluationPoint point;
        point.family = family.name;
        point.group = family.group;
        point.variant = variant.name;
        point.sizes = sizes;
        point.work = work_of(family, sizes);
        points.push_back(std::move(point));
      }
    }
    if (points.size() == before && !request.sizes.empty()) {
      throw Error(ErrorKind::input,
                  fmt::format("no variant of {} can run at {}: {} needs {}", family.name,
                              service::text_of(sizes), family.variants.back().name, violated));
    }
  }
}

// Of measurements that other programs may have written.
void check_times(const EvaluationPoint& point) {
  std::vector<double> times = point.pass_seconds;
  if (point.measurement.status == microbench::Status::ok) {
    times.push_back(point.measurement.median_seconds);
  }
  for (const double seconds : times) {
    if (!(seconds > 0) || !std::isfinite(seconds)) {
      throw Error(ErrorKind::input,
                  fmt::format("{}/{} at {} took {} seconds, which is no time: measure it again, or "
                              "take the point out",
                              point.family, point.variant, service::text_of(point.sizes), seconds));
    }
  }
}

bool is_group(const std::string& name) { return name == "target" || name == "heldout"; }

// What the lens says of every point, by what the models want it to look at.
using LooksByCode = std::map<LensCode, std::vector<lens::LensAnswer>>;

// Where data decide what a kernel does: the same with the data that it will be measured on, as far
// as they are known. Not for all, for it takes longer (rounds of loops are not skipped then).
void look_with_contents(KernelLens& lens, const std::vector<EvaluationPoint>& points,
                        std::vector<lens::LensAnswer>& answers) {
  std::vector<std::size_t> places;
  std::vector<microbench::Job> jobs;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (answers[i].refusal.starts_with("data-dependent")) {
      places.push_back(i);
      jobs.push_back(job_with_contents(
          kernels::variant(kernels::family(points[i].family), points[i].variant), points[i].sizes));
    }
  }
  std::vector<lens::LensAnswer> looked = lens.look(jobs);
  for (std::size_t i = 0; i < places.size(); ++i) {
    answers[places[i]] = std::move(looked[i]);
  }
}

LooksByCode look_at(const std::vector<EvaluationPoint>& points, db::Store& store,
                    const device::Identity& device,
                    const std::vector<std::unique_ptr<Predictor>>& predictors) {
  LooksByCode looks;
  std::vector<microbench::Job> jobs;
  jobs.reserve(points.size());
  for (const EvaluationPoint& point : points) {
    jobs.push_back(
        job_of(kernels::variant(kernels::family(point.family), point.variant), point.sizes));
  }
  for (const auto& predictor : predictors) {
    const auto code = predictor->lens_code();
    if (code && looks.count(*code) == 0) {
      KernelLens lens(store, device, predictor->traits(), *code);
      lens.compile_missing(jobs);
      looks[*code] = lens.look(jobs);
      look_with_contents(lens, points, looks[*code]);
    }
  }
  return looks;
}

void predict_point(EvaluationPoint& point, KernelCatalog& catalog,
                   const std::vector<std::unique_ptr<Predictor>>& predictors,
                   const LooksByCode& looks, std::size_t number) {
  point.predictions.clear();
  point.refusal.clear();
  try {
    const auto& variant = kernels::variant(kernels::family(point.family), point.variant);
    const collector::LaunchDescription launch = launch_description(variant, point.sizes);
    collector::KernelModel kernel = catalog.collect(source_of(variant), variant.kernel, launch);
    const auto buffers = buffer_bytes_of(kernel, job_of(variant, point.sizes));
    kernel = within_buffers(std::move(kernel), buffers);
    const lens::LensAnswer none;
    for (const auto& predictor : predictors) {
      const auto code = predictor->lens_code();
      const lens::LensAnswer& lens = code ? looks.at(*code).at(number) : none;
      if (point.refusal.empty()) {
        point.refusal = with_argument_names(lens.refusal, kernel.parameters);
      }
      point.predictions.push_back(
          !lens.refusal.empty() ? std::nullopt
                                : std::optional(predictor->predict(
                                      kernel, collector::argument_values(launch), lens.features)));
    }
  } catch (const Error& error) {
    point.predictions.clear();
    point.refusal = error.what();
  }
}

// By the first model that says anything.
const PredictionReport* first_prediction(const EvaluationPoint& point) {
  for (const auto& one : point.predictions) {
    if (one) {
      return &*one;
    }
  }
  return nullptr;
}

// What measuring a point takes at least. Known once it has been measured.
double expected_seconds(const EvaluationPoint& point) {
  const double once = point.is_measured         ? point.measurement.median_seconds
                      : first_prediction(point) ? first_prediction(point)->prediction.seconds
                                                : 0;
  return (kLeastSamples + kOverheadRuns) * once;
}

// The shortest of a point's measurements counts.
void take(EvaluationPoint& point, microbench::Measurement measurement) {
  const bool is_ok = measurement.status == microbench::Status::ok;
  if (is_ok) {
    point.pass_seconds.push_back(measurement.median_seconds);
  }
  const bool is_first = !point.is_measured || point.measurement.status != microbench::Status::ok;
  if (is_first || (is_ok && measurement.median_seconds < point.measurement.median_seconds)) {
    point.measurement = std::move(measurement);
  }
  point.is_measured = true;
}

// How far from the shortest of them passes usually are.
void tell_disturbance(std::vector<EvaluationPoint>& points) {
  std::vector<std::vector<double>> passes;
  for (const EvaluationPoint& point : points) {
    passes.push_back(point.pass_seconds);
  }
  const double disturbed = microbench::usual_disturbance(passes);
  for (EvaluationPoint& point : points) {
    point.disturbed = disturbed;
  }
}

bool is_for_quick(std::size_t pass) { return pass < kPasses && pass % 2 == 1; }

// Of the budget that is left; the passes beyond kPasses are short.
double part_of(std::size_t pass) {
  const auto weight = [](std::size_t one) { return is_for_quick(one) ? kQuickPass : 1; };
  double all = weight(pass);
  for (std::size_t later = pass + 1; later < kPasses; ++later) {
    all += weight(later);
  }
  return weight(pass) / all;
}

// What this pass may spend on whom: nothing on points that cannot be measured, on long ones where
// it is not for these, nor on those that are settled once every point has had its passes.
std::vector<PointCost> costs_of(const std::vector<EvaluationPoint>& points, std::size_t pass) {
  std::vector<PointCost> costs;
  costs.reserve(points.size());
  for (const EvaluationPoint& point : points) {
    const bool has_failed = point.is_measured && point.pass_seconds.empty();
    const bool is_settled = pass >= kPasses && microbench::is_confirmed(point.pass_seconds);
    const double seconds = expected_seconds(point);
    const bool is_for_other_pass =
        is_for_quick(pass) && (!point.is_measured || seconds > kQuickSeconds);
    costs.push_back(
        {has_failed || is_settled || is_for_other_pass ? std::nullopt : std::optional(seconds),
         point.is_measured});
  }
  return costs;
}

// Indices of the points, quick ones first; those without a prediction come last.
std::vector<std::size_t> by_predicted_time(const std::vector<EvaluationPoint>& points) {
  const auto time = [&](std::size_t i) {
    const PredictionReport* first = first_prediction(points[i]);
    return first == nullptr ? std::numeric_limits<double>::infinity() : first->prediction.seconds;
  };
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return time(a) < time(b); });
  return order;
}

// See measure(); gives times of the reference kernel.
std::vector<double> measure_in_passes(std::vector<EvaluationPoint>& points,
                                      const device::Identity& device, double budget_seconds,
                                      const std::atomic<bool>& stop,
                                      const EvaluationListener& listener) {
  using Clock = std::chrono::steady_clock;
  const auto started = Clock::now();
  const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - started).count(); };
  microbench::WorkerClient worker;
  const microbench::Job reference =
      microbench::reference_kernel(microbench::Effort::quick, device).job;
  std::vector<double> reference_seconds;
  double reference_due = 0;
  const std::vector<std::size_t> order = by_predicted_time(points);
  for (std::size_t pass = 0; pass < kMostPasses; ++pass) {
    const double pass_seconds = (budget_seconds - spent()) * part_of(pass);
    const double pass_start = spent();
    worker.renew();  // as a calibration does, for pages elsewhere
    for (const Turn& turn : turns_of_pass(costs_of(points, pass), order, pass_seconds)) {
      if (spent() >= reference_due) {
        const auto again = worker.run(reference, stop);
        if (again && again->status == microbench::Status::ok) {
          reference_seconds.push_back(again->median_seconds);
        }
        reference_due = spent() + kBetweenReferences * budget_seconds;
      }
      EvaluationPoint& point = points[turn.point];
      const auto seconds = seconds_of(turn, pass_seconds - (spent() - pass_start));
      if (!seconds) {
        continue;
      }
      microbench::Job job =
          job_of(kernels::variant(kernels::family(point.family), point.variant), point.sizes);
      job.device_id = device.id;
      job.policy.min_samples = kLeastSamples;
      job.policy.budget_seconds = std::min(kMostPointSeconds, *seconds);
      job.timeout_seconds = 60;
      auto measurement = worker.run(job, stop);
      if (!measurement) {
        return reference_seconds;
      }
      take(point, std::move(*measurement));
      listener(point, std::min(1.0, spent() / budget_seconds));
    }
  }
  return reference_seconds;
}

}  // namespace

const PredictionReport* prediction_of(const EvaluationPoint& point, std::size_t model) {
  return model < point.predictions.size() && point.predictions[model] ? &*point.predictions[model]
                                                                      : nullptr;
}

std::vector<EvaluationPoint> points_of(const EvaluationRequest& request) {
  std::vector<EvaluationPoint> points;
  const std::vector<std::string> names =
      request.families.empty() ? std::vector<std::string>{"target"} : request.families;
  for (const std::string& name : names) {
    if (!is_group(name)) {
      add_family(kernels::family(name), request, points);
      continue;
    }
    for (const auto& family : kernels::families()) {
      if (family.group == name) {
        add_family(family, request, points);
      }
    }
  }
  return points;
}

void predict(std::vector<EvaluationPoint>& points, db::Store& store, const device::Identity& device,
             const std::vector<std::string>& models, const EvaluationListener& listener) {
  std::vector<std::unique_ptr<Predictor>> predictors;
  predictors.reserve(models.size());
  for (const auto& model : models) {
    predictors.push_back(std::make_unique<Predictor>(store, device, model));
  }
  KernelCatalog catalog(store);
  const LooksByCode looks = look_at(points, store, device, predictors);
  double done = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    EvaluationPoint& point = points[i];
    predict_point(point, catalog, predictors, looks, i);
    listener(point, ++done / static_cast<double>(points.size()));
  }
}

std::vector<double> measure(std::vector<EvaluationPoint>& points, const device::Identity& device,
                            double budget_seconds, const std::atomic<bool>& stop,
                            const EvaluationListener& listener) {
  std::vector<double> reference_seconds =
      measure_in_passes(points, device, budget_seconds, stop, listener);
  tell_disturbance(points);
  return reference_seconds;
}

nlohmann::json to_json(const EvaluationPoint& point) {
  nlohmann::json predictions = nlohmann::json::array();
  for (const auto& report : point.predictions) {
    predictions.push_back(report ? service::to_json(*report) : nlohmann::json());
  }
  nlohmann::json json = {{"family", point.family},     {"group", point.group},
                         {"variant", point.variant},   {"sizes", point.sizes},
                         {"predictions", predictions}, {"refusal", point.refusal}};
  if (point.is_measured) {
    json["measurement"] = microbench::to_json(point.measurement);
    json["pass_seconds"] = point.pass_seconds;
    json["usual_seconds"] = point.usual_seconds();
  }
  return json;
}

nlohmann::json recorded_json(const RecordedEvaluation& evaluation) {
  nlohmann::json recorded = nlohmann::json::array();
  for (const EvaluationPoint& point : evaluation.points) {
    if (point.is_measured) {
      recorded.push_back({{"family", point.family},
                          {"variant", point.variant},
                          {"sizes", point.sizes},
                          {"measurement", microbench::to_json(point.measurement)},
                          {"pass_seconds", point.pass_seconds}});
    }
  }
  return {{"version", kRecordVersion},
          {"device", evaluation.device_id},
          {"reference_seconds", evaluation.reference_seconds},
          {"points", recorded}};
}

RecordedEvaluation evaluation_from_json(const nlohmann::json& json) {
  RecordedEvaluation recorded;
  try {
    if (const int version = json.at("version").get<int>(); version != kRecordVersion) {
      throw Error(ErrorKind::input, fmt::format("an evaluation of version {}: this clgauge reads "
                                                "version {}",
                                                version, kRecordVersion));
    }
    recorded.device_id = json.at("device").get<std::string>();
    recorded.reference_seconds = json.value("reference_seconds", std::vector<double>{});
    for (const auto& value : json.at("points")) {
      EvaluationPoint point;
      value.at("family").get_to(point.family);
      value.at("variant").get_to(point.variant);
      value.at("sizes").get_to(point.sizes);
      const auto& family = kernels::family(point.family);
      point.group = family.group;
      point.work = work_of(family, point.sizes);
      if (value.contains("measurement")) {
        point.measurement = microbench::measurement_from_json(value.at("measurement"));
        point.pass_seconds = value.value("pass_seconds", std::vector<double>{});
        point.is_measured = true;
        check_times(point);
      }
      recorded.points.push_back(std::move(point));
    }
    tell_disturbance(recorded.points);
  } catch (const nlohmann::json::exception& error) {
    throw Error(ErrorKind::input, fmt::format("this is no evaluation that `clgauge evaluate "
                                              "--format json` printed: {}",
                                              error.what()));
  }
  return recorded;
}

std::string text_of(const kernels::Sizes& sizes) {
  std::string text;
  for (const auto& [name, value] : sizes) {
    text += (text.empty() ? "" : ",") + name + "=" + std::to_string(value);
  }
  return text;
}

}  // namespace clgauge::service
