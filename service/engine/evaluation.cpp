#include "service/engine/evaluation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>

#include "base/error.h"
#include "collector/kernel/launch_parser.h"
#include "kernels/catalogue.h"
#include "microbench/worker/client.h"
#include "service/engine/family_launch.h"
#include "service/engine/kernel_catalog.h"

namespace clgauge::service {
namespace {

constexpr double kSmallestRelativeError = 1e-3;

struct Task {
  const kernels::Family* family;
  const kernels::Variant* variant;
  kernels::Sizes sizes;
};

std::vector<Task> tasks_of(const EvaluationRequest& request) {
  std::vector<Task> tasks;
  const auto add = [&](const kernels::Family& family) {
    for (const auto& sizes : request.sizes.empty() ? family.evaluation_sizes : request.sizes) {
      for (const auto& variant : family.variants) {
        if (kernels::violated_constraint(variant, sizes).empty()) {
          tasks.push_back({&family, &variant, sizes});
        }
      }
    }
  };
  if (request.families.empty()) {
    for (const auto& family : kernels::families()) {
      if (family.group == "target") {
        add(family);
      }
    }
  }
  for (const auto& name : request.families) {
    add(kernels::family(name));
  }
  return tasks;
}

}  // namespace

std::vector<EvaluationPoint> evaluate(
    db::Store& store, const device::Identity& device, const EvaluationRequest& request,
    const std::atomic<bool>& stop,
    const std::function<void(const EvaluationPoint&, double share_done)>& on_point) {
  std::vector<std::unique_ptr<Predictor>> predictors;
  for (const auto& model : request.models) {
    predictors.push_back(std::make_unique<Predictor>(store, device, model));
  }
  KernelCatalog catalog(store);
  microbench::WorkerClient worker;
  std::vector<EvaluationPoint> points;
  const std::vector<Task> tasks = tasks_of(request);
  for (const Task& task : tasks) {
    EvaluationPoint point{
        task.family->name, task.family->group, task.variant->name, task.sizes, {}, {}, {}};
    try {
      const collector::LaunchDescription launch = launch_description(*task.variant, task.sizes);
      const collector::KernelModel kernel =
          catalog.collect(source_of(*task.variant), task.variant->kernel, launch);
      for (const auto& predictor : predictors) {
        point.predictions.push_back(predictor->predict(kernel, collector::argument_values(launch)));
      }
    } catch (const Error& error) {
      point.predictions.clear();
      point.refusal = error.what();
    }
    microbench::Job job = job_of(*task.variant, task.sizes);
    job.device_id = device.id;
    job.policy.budget_seconds = request.budget_seconds;
    job.timeout_seconds = 60;
    auto measurement = worker.run(job, stop);
    if (!measurement) {
      break;
    }
    point.measurement = std::move(*measurement);
    points.push_back(std::move(point));
    on_point(points.back(), static_cast<double>(points.size()) / static_cast<double>(tasks.size()));
  }
  return points;
}

Score score(const std::vector<EvaluationPoint>& points, std::size_t model) {
  Score result;
  double log_relative = 0;
  double log_factor = 0;
  std::size_t inside = 0;
  // By family and size: the predicted and the measured time of each variant.
  std::map<std::pair<std::string, kernels::Sizes>, std::vector<std::pair<double, double>>> choices;
  for (const auto& point : points) {
    if (point.measurement.status != microbench::Status::ok || point.predictions.size() <= model) {
      continue;
    }
    const auto& prediction = point.predictions[model].prediction;
    const double measured_seconds = point.measurement.median_seconds;
    const double ratio = prediction.seconds / measured_seconds;
    log_relative += std::log(std::max(std::abs(ratio - 1), kSmallestRelativeError));
    log_factor += std::abs(std::log(ratio));
    inside += measured_seconds >= prediction.low && measured_seconds <= prediction.high ? 1U : 0U;
    ++result.points;
    choices[{point.family, point.sizes}].emplace_back(prediction.seconds, measured_seconds);
  }
  if (result.points == 0) {
    return result;
  }
  const auto count = static_cast<double>(result.points);
  result.geometric_mean = std::exp(log_relative / count);
  result.factor = std::exp(log_factor / count);
  result.covered = static_cast<double>(inside) / count;
  double regret = 0;
  for (const auto& [key, variants] : choices) {
    if (variants.size() < 2) {
      continue;
    }
    const double picked = std::min_element(variants.begin(), variants.end())->second;
    const double best = std::min_element(variants.begin(), variants.end(), [](auto& a, auto& b) {
                          return a.second < b.second;
                        })->second;
    regret += picked / best;
    ++result.choices;
  }
  if (result.choices > 0) {
    result.mean_regret = regret / static_cast<double>(result.choices);
  }
  return result;
}

std::string text_of(const kernels::Sizes& sizes) {
  std::string text;
  for (const auto& [name, value] : sizes) {
    text += (text.empty() ? "" : ",") + name + "=" + std::to_string(value);
  }
  return text;
}

}  // namespace clgauge::service
