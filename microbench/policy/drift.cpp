#include "microbench/policy/drift.h"

#include <fmt/format.h>

#include <algorithm>

namespace clgauge::microbench {

void DriftMonitor::add(const Measurement& reference) {
  if (reference.status != Status::ok) return;
  points_.push_back({reference.median_seconds, reference.low_seconds, reference.high_seconds});
  if (points_.size() == 1 || points_.back().median_seconds < fastest_.median_seconds)
    fastest_ = points_.back();
}

bool DriftMonitor::is_slow(const Point& point) const {
  return point.median_seconds > fastest_.median_seconds * (1 + threshold_);
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
  const auto slowest = std::max_element(
      points_.begin(), points_.end(),
      [](const Point& a, const Point& b) { return a.median_seconds < b.median_seconds; });
  const double longer = slowest->median_seconds / fastest_.median_seconds - 1;
  const auto apart = std::count_if(points_.begin(), points_.end(), [&](const Point& p) {
    return is_slow(p) && p.low_seconds > fastest_.high_seconds;
  });
  if (apart > 0) {
    return fmt::format(
        "drift: {} of {} reference measurements were slower than the fastest, by up to {:.1f}%; "
        "throttling, or another program ran",
        apart, points_.size(), 100 * longer);
  }
  return fmt::format("{}: {} reference measurements within {:.1f}% of the fastest",
                     longer <= threshold_ ? "steady" : "noisy, no clear drift", points_.size(),
                     100 * longer);
}

}  // namespace clgauge::microbench
