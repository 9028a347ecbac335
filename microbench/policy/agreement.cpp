#include "microbench/policy/agreement.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

}  // namespace clgauge::microbench
