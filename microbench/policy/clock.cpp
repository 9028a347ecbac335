#include "microbench/policy/clock.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "microbench/policy/order_statistics.h"

namespace clgauge::microbench {
namespace {

constexpr double kPastWallTolerance = 1.02;
constexpr double kPastWallSlackSeconds = 2e-6;  // two clocks are never read at the same moment
constexpr double kWrongUnitRatio = 10;
constexpr double kWrongUnitLeastHostSeconds = 0.02;
constexpr double kSameReadingRelative = 1e-12;

std::string of_runs(std::size_t bad, std::size_t all) {
  return "in " + std::to_string(bad) + " of " + std::to_string(all) + " runs";
}

}  // namespace

ClockChoice choose_clock(std::span<const RunSeconds> runs) {
  std::size_t missing = 0;
  std::size_t past_wall = 0;
  std::vector<double> events;
  std::vector<double> hosts;
  for (const RunSeconds& run : runs) {
    if (!run.event) {
      ++missing;
      continue;
    }
    events.push_back(*run.event);
    hosts.push_back(run.host);
    if (!(*run.event <= run.host * kPastWallTolerance + kPastWallSlackSeconds)) ++past_wall;
  }
  if (missing * 10 > runs.size()) {
    return {false, "the driver gave no usable event time " + of_runs(missing, runs.size())};
  }
  if (events.empty()) return {};
  if (past_wall * 10 > runs.size()) {
    return {false, "the event clock runs past the wall time " + of_runs(past_wall, runs.size())};
  }
  const double event = median_of(events);
  const double host = median_of(hosts);
  if (!(event > 0) || !std::isfinite(event)) {
    return {false, "the median of the event clock is zero or not finite"};
  }
  if (host > kWrongUnitLeastHostSeconds && host > kWrongUnitRatio * event) {
    return {false, "the event clock shows less than a tenth of the wall time"};
  }
  return {};
}

std::vector<double> readings(std::span<const RunSeconds> runs, bool event) {
  std::vector<double> out;
  out.reserve(runs.size());
  for (const RunSeconds& run : runs) {
    out.push_back(event ? run.event.value_or(run.host) : run.host);
  }
  return out;
}

double observed_tick(std::vector<double> seconds, double known_tick) {
  seconds.erase(
      std::remove_if(seconds.begin(), seconds.end(), [](double s) { return !std::isfinite(s); }),
      seconds.end());
  std::sort(seconds.begin(), seconds.end());
  std::size_t distinct = 0;
  double step = std::numeric_limits<double>::infinity();
  double previous_repeated = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < seconds.size();) {
    std::size_t end = i + 1;
    while (end < seconds.size() &&
           seconds[end] - seconds[i] <= kSameReadingRelative * std::abs(seconds[i])) {
      ++end;
    }
    ++distinct;
    // A reading seen once may be any disturbance; only repeated ones show the clock's grid.
    if (end - i >= 2) {
      step = std::min(step, seconds[i] - previous_repeated);
      previous_repeated = seconds[i];
    }
    i = end;
  }
  if (2 * distinct >= seconds.size() || !std::isfinite(step)) return known_tick;
  return std::max(known_tick, step);
}

}  // namespace clgauge::microbench
