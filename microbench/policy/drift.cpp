#include "microbench/policy/drift.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clgauge::microbench {

DriftMonitor::Point DriftMonitor::add(const Measurement& reference) {
  if (reference.status != Status::ok) return {std::numeric_limits<double>::quiet_NaN(), false};
  if (points_.empty()) first_ = reference;
  Point point;
  point.ratio = reference.median_seconds / first_.median_seconds;
  const bool apart =
      reference.low_seconds > first_.high_seconds || reference.high_seconds < first_.low_seconds;
  point.drifted = apart && std::abs(point.ratio - 1) > threshold_;
  points_.push_back(point);
  least_ratio_ = std::min(least_ratio_, point.ratio);
  return point;
}

bool DriftMonitor::is_slow(const Point& point) const {
  return point.ratio > least_ratio_ * (1 + threshold_);
}

bool DriftMonitor::is_calm_after(std::size_t point) const {
  const auto slow = [&](std::size_t i) { return i < points_.size() && is_slow(points_[i]); };
  return !slow(point) && !slow(point + 1);
}

double DriftMonitor::slow_share() const {
  if (points_.empty()) return 0;
  const auto slow =
      std::count_if(points_.begin(), points_.end(), [&](const Point& p) { return is_slow(p); });
  return static_cast<double>(slow) / static_cast<double>(points_.size());
}

std::string DriftMonitor::summary() const {
  if (points_.empty()) return "no reference measurement";
  const auto [fastest, slowest] =
      std::minmax_element(points_.begin(), points_.end(),
                          [](const Point& a, const Point& b) { return a.ratio < b.ratio; });
  const std::string range = fmt::format("{:+.1f}% to {:+.1f}% of the first",
                                        100 * (fastest->ratio - 1), 100 * (slowest->ratio - 1));
  const auto drifted =
      std::count_if(points_.begin(), points_.end(), [](const Point& p) { return p.drifted; });
  if (drifted > 0) {
    return fmt::format(
        "drift: {} of {} reference measurements moved, {}; throttling, or another program ran",
        drifted, points_.size(), range);
  }
  const bool narrow = slowest->ratio - 1 <= threshold_ && 1 - fastest->ratio <= threshold_;
  return fmt::format("{}: {} reference measurements within {}",
                     narrow ? "steady" : "noisy, no clear drift", points_.size(), range);
}

}  // namespace clgauge::microbench
