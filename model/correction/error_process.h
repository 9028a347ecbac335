#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "model/predict/cost_parts.h"

namespace clgauge::model {

// Of a standard normal variable, so that 90% lie within.
inline constexpr double kNormal90 = 1.6449;
// No measurement is better than this, as a standard deviation of the logarithm.
inline constexpr double kLeastLogSigma = 0.01;

// A launch of a kernel, as far as it says how alike a model's errors on two launches are.
struct ErrorPoint {
  double log_size = 0;  // of the work
  std::string shape;    // of the launch
  CostParts parts;
};

// A run: what the model was off by there.
struct ErrorRun {
  ErrorPoint point;
  double log_ratio = 0;  // log(observed / predicted)
  double variance = 0;   // of its measurement, in the same logarithm
};

// What some runs of a kernel say of the model's error on its other launches: a Gaussian process
// (Rasmussen & Williams, Gaussian Processes for Machine Learning, 2006, algorithm 2.1). For one
// kernel every cost may be off by a factor of its own, which an error contains as far as the launch
// spends its time on that cost; launches whose time goes to the same costs share more than that;
// the rest drifts with the size, and depends on the launch's shape.
// How large all of this is for this kernel, the runs say, too (Student's t process, conjugate
// inverse gamma prior). Immutable; thread-safe.
class ErrorProcess {
 public:
  // At least one. Where one of the runs has no parts, all of every launch's time counts as one
  // cost's.
  explicit ErrorProcess(std::vector<ErrorRun> runs);

  // Of a run to come, which will be as noisy as those before.
  struct Belief {
    double log_ratio = 0;
    double log_sigma = 0;  // a 90% interval is 1.645 of these wide on either side
  };
  // A point without parts is taken to spend its time as the nearest run does.
  [[nodiscard]] Belief at(const ErrorPoint& point) const;

 private:
  [[nodiscard]] const CostParts& parts_at(const ErrorPoint& point) const;

  std::vector<ErrorRun> runs_;
  bool has_parts_ = false;
  std::vector<std::string> costs_;  // of all runs, sorted
  std::vector<double> parts_;       // costs x runs by columns
  std::vector<double> factor_;   // runs x runs by columns: Cholesky's, lower, of their covariance
  std::vector<double> weights_;  // covariance^-1 * log ratios
  double noise_ = 0;             // variance of a run to come, as those of the runs on average
  double scale_ = 1;             // of variances, with what makes up for how few runs say it
};

// Which two launches to measure, so that the errors of all others are known best: the least sum of
// their deviations. Asks nothing but the predictions. Of fewer than two: 0 and 0.
[[nodiscard]] std::pair<std::size_t, std::size_t> most_telling_pair(
    const std::vector<ErrorPoint>& points);

}  // namespace clgauge::model
