#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clgauge::microbench {

// One run as two clocks saw it, in seconds.
struct RunSeconds {
  std::optional<double> event;  // device time; absent when the driver gave none
  double host = 0;              // enqueue to completion
};

// Which clock's readings to believe, and why not the event clock when it is the host's.
struct ClockChoice {
  bool event = true;
  std::string reason;
};

// Prefers the event clock, which leaves out wake-up and enqueueing, unless it contradicts the host
// clock: in more than a tenth of the runs it has no reading or one past the wall time, its median
// is zero or not finite, or it shows less than a tenth of a wall time of over 20 ms (a wrong unit;
// below that a busy host explains the gap).
[[nodiscard]] ClockChoice choose_clock(std::span<const RunSeconds> runs);

// The chosen clock's readings; a run without an event time gives its host time, an upper bound.
[[nodiscard]] std::vector<double> readings(std::span<const RunSeconds> runs, bool event);

// The granularity of a quantised clock as its readings show it: the smallest step between readings
// that each occur at least twice, when fewer than half of the readings are distinct. `known_tick`
// is what the driver claims; the result is never below it.
[[nodiscard]] double observed_tick(std::vector<double> seconds, double known_tick);

}  // namespace clgauge::microbench
