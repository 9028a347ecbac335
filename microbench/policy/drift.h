#pragma once

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

  // "steady", "noisy" or "drift" in one line, for people: slowest and fastest against the first.
  [[nodiscard]] std::string summary() const;

 private:
  double threshold_;
  std::vector<Point> points_;
  Measurement first_;
};

}  // namespace clgauge::microbench
