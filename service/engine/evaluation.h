#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernels/family.h"
#include "microbench/job.h"
#include "service/engine/predictor.h"

namespace clgauge::service {

// One variant at one size: what was predicted, by each model, and what was then measured.
struct EvaluationPoint {
  std::string family;
  std::string group;
  std::string variant;
  kernels::Sizes sizes;
  std::vector<PredictionReport> predictions;  // in the order of the models asked for
  std::string refusal;                        // why there is no prediction; empty otherwise
  microbench::Measurement measurement;
};

struct EvaluationRequest {
  std::vector<std::string> families;  // names, or empty for every target family
  std::vector<kernels::Sizes> sizes;  // empty: each family's own evaluation sizes
  std::vector<std::string> models;
  double budget_seconds = 1;  // of measuring, a point
};

// Predicts first, then measures, every variant of the families at every size that its constraints
// allow. `on_point` sees each point as it is done. Stops early when `stop` becomes true.
[[nodiscard]] std::vector<EvaluationPoint> evaluate(
    db::Store& store, const device::Identity& device, const EvaluationRequest& request,
    const std::atomic<bool>& stop,
    const std::function<void(const EvaluationPoint&, double share_done)>& on_point);

// How well one model did over the points that were predicted and measured.
struct Score {
  std::size_t points = 0;
  double geometric_mean = 0;  // of |predicted / measured - 1|, floor 0.1%
  double factor = 0;          // xF: exp(mean |log(predicted / measured)|)
  double covered = 0;         // share of points whose interval holds the measured time
  double mean_regret = 1;     // time of the variant picked / time of the best, mean over sizes
  std::size_t choices = 0;    // sizes with two variants or more
};
[[nodiscard]] Score score(const std::vector<EvaluationPoint>& points, std::size_t model);

// "n=336" or "nx=64,ny=32".
[[nodiscard]] std::string text_of(const kernels::Sizes& sizes);

}  // namespace clgauge::service
