#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "microbench/job.h"

namespace clgauge::microbench {

// Watches the device over a calibration by the repeated measurement of one reference kernel, and a
// CPU's cores by how far they are from each other (policy/core_distance.h).
class DriftMonitor {
 public:
  // A measurement of the reference is slow when it takes longer than the fastest by more than this
  // part: another program ran, or the device throttled.
  explicit DriftMonitor(double threshold = 0.05) : threshold_(threshold) {}

  struct Point {
    double median_seconds = 0;
    double low_seconds = 0;  // of the median's interval
    double high_seconds = 0;
    std::optional<double> core_distance_seconds;
  };

  // Adds the next measurement of the reference kernel; those that are not ok are ignored.
  void add(const Measurement& reference, std::optional<double> core_distance_seconds = {});

  [[nodiscard]] const std::vector<Point>& points() const { return points_; }

  // Whether what was measured between this point and the next one was undisturbed: at neither (at
  // the last, not at this one) is the reference slow, or are the cores apart: as far again from
  // each other as they were at another point.
  [[nodiscard]] bool is_calm_after(std::size_t point) const;
  // The part of all points that were disturbed.
  [[nodiscard]] double disturbed_share() const;

  // In one line, for people: "steady", "noisy", or "drift" where intervals do not overlap, either.
  [[nodiscard]] std::string summary() const;
  // How far apart the cores were, in one line; empty where that is not known.
  [[nodiscard]] std::string summary_of_cores() const;

 private:
  [[nodiscard]] bool is_slow(const Point& point) const;
  [[nodiscard]] bool is_apart(const Point& point) const;

  double threshold_;
  std::vector<Point> points_;
  Point fastest_;
  std::optional<double> closest_seconds_;  // of the cores
};

}  // namespace clgauge::microbench
