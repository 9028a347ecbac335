#pragma once

#include <span>
#include <vector>

namespace clgauge::microbench {

// Marks samples that lie further than 5 robust standard deviations (1.4826 times the median
// absolute deviation, but at least `tick_seconds`) from the median, and those that are not finite.
// Marks only: the callers keep every sample.
[[nodiscard]] std::vector<bool> flag_outliers(std::span<const double> seconds, double tick_seconds);

}  // namespace clgauge::microbench
