#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace clgauge::model {

// A sample that a model has been compared with, and what it spends its time on.
struct SpreadSample {
  double log_ratio = 0;           // log(predicted / measured)
  double variance_of_rest = 0;    // above zero: what the fit's covariance and timers explain of it
  double weight = 0;              // as how many independent samples it counts
  std::span<const double> parts;  // by cost: of the predicted time, 0 to 1
};

// How far a cost is off for a kernel that the fit has not seen, as the standard deviation of its
// logarithm: each kernel multiplies every cost by a factor of its own, so that its time is off by
//   variance = variance_of_rest + sum over costs of (part x log_sigma)^2.
// Maximum likelihood under Student's t (a few samples show a mechanism that the model lacks), by
// the multiplicative updates for variance components of Zhou et al. 2019 ("MM Algorithms for
// Variance Components Models"). Each cost is drawn to the common value that explains the samples
// best, which weighs as one sample: costs that few samples show stay near it. One value a cost;
// all are `least` where there are no samples.
[[nodiscard]] std::vector<double> cost_log_sigmas(std::span<const SpreadSample> samples,
                                                  std::size_t costs, double least);

// How many deviations hold the part `part` of errors below them, where errors have the tails that
// cost_log_sigmas takes them to have. 0.5 <= part < 1.
[[nodiscard]] double deviations_below(double part);

// The deviation that these give a time with such parts, without what the fit's covariance adds.
[[nodiscard]] double deviation(std::span<const double> parts, std::span<const double> log_sigmas);

}  // namespace clgauge::model
