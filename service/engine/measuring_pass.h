#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace clgauge::service {

// What measuring a point once takes at least, in seconds; nothing for a point that this pass need
// not measure.
struct PointCost {
  std::optional<double> least_seconds;
  bool is_measured = false;  // in an earlier pass
};

// One point's turn in a pass.
struct Turn {
  std::size_t point = 0;     // its index
  double least_seconds = 0;  // its own
  double later_seconds = 0;  // the least of the turns after it, which have to be left for them
  std::size_t later_turns = 0;
};

// The turns of one pass over points that are in order of their costs: those that no pass has
// measured come before those that would be measured again, and within either quick ones before dear
// ones. Their least times together take a part of the pass at most (kMostLeast), so that points of
// long runs, the ones beyond the caches, are measured, and leave time to those of short ones; what
// does not fit waits for a later pass. Thread-safe.
[[nodiscard]] std::vector<Turn> turns_of_pass(const std::vector<PointCost>& points,
                                              const std::vector<std::size_t>& order,
                                              double pass_seconds);

// How long to measure for in this turn when the pass has `left_seconds` still: its least time and
// its share of what no turn needs; nothing where not even its least time is left.
[[nodiscard]] std::optional<double> seconds_of(const Turn& turn, double left_seconds);

}  // namespace clgauge::service
