#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clgauge::microbench {

// Kendall's rank correlation between the order of the samples and their values, as a standard
// normal score: above 4 in absolute value the samples are not independent of when they were taken.
[[nodiscard]] double trend_score(std::span<const double> seconds);

struct TwoLevels {
  double low_seconds = 0;   // median of the lower group
  double high_seconds = 0;  // median of the upper one
  double high_share = 0;    // of the samples
};

// Two separate groups of samples, each with at least a fifth of them: page placement, clock
// frequencies or a second program. Needs 10 samples.
[[nodiscard]] std::optional<TwoLevels> two_levels(std::vector<double> seconds);

// What a reader of the samples should know, one line each; empty for a steady trace.
[[nodiscard]] std::vector<std::string> shape_notes(std::span<const double> seconds);

}  // namespace clgauge::microbench
