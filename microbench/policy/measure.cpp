#include "microbench/policy/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "microbench/policy/order_statistics.h"
#include "microbench/policy/outliers.h"
#include "microbench/policy/trace_shape.h"

namespace clgauge::microbench {
namespace {

constexpr int kLeastSamplesOnBudget = 3;
constexpr double kConfidence = 0.95;
constexpr double kMostWarmUp = 0.25;  // of the budget

double half_width(const Measurement& m) {
  return 0.5 * (m.high_seconds - m.low_seconds) / m.median_seconds;
}

void reject(Measurement& into, std::string reason) {
  into.status = Status::rejected;
  into.reason = std::move(reason);
}

// Median, minimum and interval of the readings; those that are not finite count as slowest.
void locate(const std::vector<double>& readings, const LookSchedule& schedule, Measurement& into) {
  std::vector<double> sorted = readings;
  for (double& s : sorted) {
    if (std::isnan(s)) s = INFINITY;
  }
  std::sort(sorted.begin(), sorted.end());
  const int n = static_cast<int>(sorted.size());
  int rank = schedule.rank(n);
  if (rank > 0) {
    into.confidence = kConfidence;
  } else {
    rank = 1;
    into.confidence = median_confidence(n, rank);
  }
  into.median_seconds = median_of_sorted(sorted);
  into.min_seconds = sorted.front();
  into.low_seconds = std::max(0.0, sorted[static_cast<std::size_t>(rank - 1)] - into.tick_seconds);
  into.high_seconds = sorted[static_cast<std::size_t>(n - rank)] + into.tick_seconds;
}

}  // namespace

void summarise(std::span<const RunSeconds> runs, const LookSchedule& schedule,
               const ClockTraits& clock, double least_seconds, Measurement& into) {
  if (runs.empty()) throw Error(ErrorKind::internal, "summarise() needs at least one run");
  const ClockChoice choice = choose_clock(runs);
  into.clock = choice.event ? "event" : "host";
  into.seconds = readings(runs, choice.event);
  into.host_seconds = readings(runs, false);
  into.tick_seconds = observed_tick(
      into.seconds, choice.event ? clock.event_tick_seconds : clock.host_tick_seconds);
  into.outliers = flag_outliers(into.seconds, into.tick_seconds);
  locate(into.seconds, schedule, into);

  into.notes = shape_notes(into.seconds);
  if (!choice.event) into.notes.push_back("host clock used: " + choice.reason);

  into.status = Status::ok;
  into.reason.clear();
  if (!std::isfinite(into.median_seconds)) {
    reject(into, "the median time is not finite");
  } else if (!(into.median_seconds > 0)) {
    reject(into,
           "the median time is zero: the " + into.clock + " clock cannot resolve this kernel");
  } else if (into.median_seconds < least_seconds) {
    reject(into, fmt::format("impossibly fast: {:.4g} s, where no device could need less than "
                             "{:.4g} s; the work was not done or the clock is wrong",
                             into.median_seconds, least_seconds));
  }
}

Measurer::Measurer(const MeasurePolicy& policy)
    : policy_(policy), schedule_(policy.min_samples, policy.max_samples, 1 - kConfidence) {}

Measurement Measurer::measure(const ClockTraits& clock, double least_seconds,
                              const std::function<RunSeconds()>& run) const {
  // A run of a good part of the budget has warmed up whatever can be.
  double warm_up_seconds = 0;
  for (int i = 0; i < policy_.warm_up_runs; ++i) {
    if (warm_up_seconds > kMostWarmUp * policy_.budget_seconds) break;
    warm_up_seconds += run().host;
  }

  Measurement result;
  std::vector<RunSeconds> runs;
  double spent_seconds = 0;
  while (result.stop.empty()) {
    runs.push_back(run());
    spent_seconds += runs.back().host;
    const int n = static_cast<int>(runs.size());
    const bool budget_spent =
        n >= kLeastSamplesOnBudget && !(spent_seconds < policy_.budget_seconds);
    if (!budget_spent && !schedule_.is_look(n)) continue;

    summarise(runs, schedule_, clock, least_seconds, result);
    // The level first: an interval over too few samples is not what "precise" promises.
    if (result.confidence >= kConfidence && half_width(result) <= policy_.relative_half_width) {
      result.stop = "precise";
    } else if (n >= policy_.max_samples) {
      result.stop = "samples";
    } else if (budget_spent) {
      result.stop = "budget";
    }
  }
  return result;
}

}  // namespace clgauge::microbench
