#include "microbench/policy/outliers.h"

#include <algorithm>
#include <cmath>

#include "microbench/policy/order_statistics.h"

namespace clgauge::microbench {
namespace {

constexpr double kMadToSigma = 1.4826;
constexpr double kSigmas = 5;
// Below a tenth of a percent a deviation is not worth a flag, however steady the other samples are.
constexpr double kLeastRelativeSigma = 2e-4;

}  // namespace

std::vector<bool> flag_outliers(std::span<const double> seconds, double tick_seconds) {
  std::vector<bool> flags(seconds.size(), false);
  std::vector<double> finite;
  for (const double s : seconds) {
    if (std::isfinite(s)) finite.push_back(s);
  }
  if (finite.empty()) return std::vector<bool>(seconds.size(), true);
  const double median = median_of(finite);
  for (double& s : finite) s = std::abs(s - median);
  const double sigma = std::max({kMadToSigma * median_of(std::move(finite)), tick_seconds,
                                 kLeastRelativeSigma * std::abs(median)});
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    flags[i] = !(std::abs(seconds[i] - median) <= kSigmas * sigma);
  }
  return flags;
}

}  // namespace clgauge::microbench
