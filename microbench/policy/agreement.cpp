#include "microbench/policy/agreement.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "microbench/policy/order_statistics.h"

namespace clgauge::microbench {
namespace {

// Quiet measurements of one kernel repeat within this part; disturbed ones are off by far more.
constexpr double kAgreement = 0.05;

}  // namespace

std::pair<double, double> shortest_two(std::span<const double> medians) {
  double least = std::numeric_limits<double>::infinity();
  double second = least;
  for (const double median : medians) {
    second = std::min(second, std::max(least, median));
    least = std::min(least, median);
  }
  return {least, second};
}

bool is_confirmed(std::span<const double> medians) {
  const auto [least, second] = shortest_two(medians);
  return std::isfinite(second) && second <= least * (1 + kAgreement);
}

double usual_disturbance(std::span<const std::vector<double>> medians_of_kernels) {
  std::vector<double> disturbances;
  for (const std::vector<double>& medians : medians_of_kernels) {
    if (medians.size() > 1) {
      disturbances.push_back(median_of(medians) / std::ranges::min(medians));
    }
  }
  return disturbances.empty() ? 1 : median_of(std::move(disturbances));
}

}  // namespace clgauge::microbench
