#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "microbench/job.h"

namespace clgauge::microbench {

// Watches the device over a calibration by the repeated measurement of one reference kernel.
class DriftMonitor {
 public:
  // A measurement of the reference is slow when it takes longer than the fastest by more than this
  // part: another program ran, or the device throttled.
  explicit DriftMonitor(double threshold = 0.05) : threshold_(threshold) {}

  struct Point {
    double median_seconds = 0;
    double low_seconds = 0;  // of the median's interval
    double high_seconds = 0;
  };

  // Adds the next measurement of the reference kernel; those that are not ok are ignored.
  void add(const Measurement& reference);

  [[nodiscard]] const std::vector<Point>& points() const { return points_; }

  // Whether what was measured between this point and the next one was undisturbed: the reference is
  // slow at neither (at the last, not at this one).
  [[nodiscard]] bool is_calm_after(std::size_t point) const;
  // The part of all points at which the reference was slow.
  [[nodiscard]] double slow_share() const;

  // In one line, for people: "steady", "noisy", or "drift" where intervals do not overlap, either.
  [[nodiscard]] std::string summary() const;

 private:
  [[nodiscard]] bool is_slow(const Point& point) const;

  double threshold_;
  std::vector<Point> points_;
  Point fastest_;
};

}  // namespace clgauge::microbench
