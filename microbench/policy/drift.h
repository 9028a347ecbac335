#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "microbench/job.h"

namespace clgauge::microbench {

// Watches the device over a calibration by the repeated measurement of one reference kernel.
class DriftMonitor {
 public:
  // Relative change of the reference kernel's time that counts as drift, when the intervals of the
  // two measurements do not overlap either.
  explicit DriftMonitor(double threshold = 0.05) : threshold_(threshold) {}

  struct Point {
    double ratio = 1;  // median over the first reference's median
    bool drifted = false;
  };

  // Adds the next measurement of the reference kernel; those that are not ok are ignored and return
  // a ratio of NaN.
  Point add(const Measurement& reference);

  [[nodiscard]] const std::vector<Point>& points() const { return points_; }

  // Whether what was measured between this point and the next one was undisturbed: the reference is
  // at neither (at the last, at this one) slower than at its fastest, by more than the threshold.
  [[nodiscard]] bool is_calm_after(std::size_t point) const;
  // The part of all points at which the reference was slower than that.
  [[nodiscard]] double slow_share() const;

  // "steady", "noisy" or "drift" in one line, for people: slowest and fastest against the first.
  [[nodiscard]] std::string summary() const;

 private:
  [[nodiscard]] bool is_slow(const Point& point) const;

  double threshold_;
  std::vector<Point> points_;
  double least_ratio_ = 1;
  Measurement first_;
};

}  // namespace clgauge::microbench
