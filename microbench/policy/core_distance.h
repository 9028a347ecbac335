#pragma once

#include <optional>

namespace clgauge::microbench {

// How long the first and the last CPU that this process may use take to see what the other one
// stored to a line: the shortest of 16 means over 64 ways there and back, in a millisecond or less.
// A cloud's host moves the CPUs of its guests: two of an EPYC 9005 are 39 ns from each other on one
// of its dies, 178 ns on two, and change from minute to minute. Then what one core has stored comes
// to another at four times the cost, and memory is as fast again (docs/measuring.md). Nothing where
// there is one CPU, or where other programs keep the two from running at once. Thread-safe.
[[nodiscard]] std::optional<double> core_distance_seconds();

}  // namespace clgauge::microbench
