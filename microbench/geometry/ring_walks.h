#pragma once

#include <cmath>
#include <cstddef>

#include "microbench/geometry/geometry.h"

namespace clgauge::microbench {

// What a survey walks, within its limits, and the curves that come of it. `seconds` must outlive
// it. Not thread-safe.
class RingWalks {
 public:
  RingWalks(const RingSeconds& seconds, const SurveyLimits& limits)
      : seconds_(seconds), limits_(limits) {}

 protected:
  // Adds a ring's time to a curve of those at these sizes, unless it is too large or fails.
  void add(Curve& curve, std::size_t at, const RingShape& ring, unsigned walks = 1) {
    if (ring.nodes * ring.stride_bytes > limits_.most_bytes) return;
    const double seconds = seconds_(ring, walks);
    if (std::isfinite(seconds)) curve.push_back({static_cast<double>(at), seconds});
  }
  [[nodiscard]] const SurveyLimits& limits() const { return limits_; }

  GeometryCurves curves_;

 private:
  const RingSeconds& seconds_;
  const SurveyLimits limits_;
};

}  // namespace clgauge::microbench
