#include "microbench/policy/drift.h"

#include <fmt/format.h>

#include <algorithm>

namespace clgauge::microbench {
namespace {

constexpr double kTimesAsFar = 2;

}  // namespace

void DriftMonitor::add(const Measurement& reference, std::optional<double> core_distance_seconds) {
  if (reference.status != Status::ok) return;
  points_.push_back({reference.median_seconds, reference.low_seconds, reference.high_seconds,
                     core_distance_seconds});
  if (core_distance_seconds) {
    closest_seconds_ =
        std::min(closest_seconds_.value_or(*core_distance_seconds), *core_distance_seconds);
  }
  if (points_.size() == 1 || points_.back().median_seconds < fastest_.median_seconds)
    fastest_ = points_.back();
}

bool DriftMonitor::is_slow(const Point& point) const {
  return point.median_seconds > fastest_.median_seconds * (1 + threshold_);
}

bool DriftMonitor::is_apart(const Point& point) const {
  return closest_seconds_ && point.core_distance_seconds > kTimesAsFar * *closest_seconds_;
}

bool DriftMonitor::is_calm_after(std::size_t point) const {
  const auto disturbed = [&](std::size_t i) {
    return i < points_.size() && (is_slow(points_[i]) || is_apart(points_[i]));
  };
  return !disturbed(point) && !disturbed(point + 1);
}

double DriftMonitor::disturbed_share() const {
  if (points_.empty()) return 0;
  const auto disturbed = std::count_if(points_.begin(), points_.end(),
                                       [&](const Point& p) { return is_slow(p) || is_apart(p); });
  return static_cast<double>(disturbed) / static_cast<double>(points_.size());
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

std::string DriftMonitor::summary_of_cores() const {
  if (!closest_seconds_) return "";
  double farthest = 0;
  for (const Point& point : points_) {
    farthest = std::max(farthest, point.core_distance_seconds.value_or(0));
  }
  const auto apart =
      std::count_if(points_.begin(), points_.end(), [&](const Point& p) { return is_apart(p); });
  if (apart == 0) {
    return fmt::format("cores: {:.0f} ns from each other", 1e9 * *closest_seconds_);
  }
  return fmt::format(
      "cores: {:.0f} ns from each other, at {} of {} looks up to {:.0f} ns: a host moves the CPUs "
      "of "
      "its guests, and what such share takes several times as long then",
      1e9 * *closest_seconds_, apart, points_.size(), 1e9 * farthest);
}

}  // namespace clgauge::microbench
