#pragma once

#include <functional>
#include <span>
#include <string>

#include "microbench/job.h"
#include "microbench/policy/clock.h"
#include "microbench/policy/look_schedule.h"

namespace clgauge::microbench {

// What must be known of the device to judge its readings.
struct ClockTraits {
  double event_tick_seconds = 1e-9;  // CL_DEVICE_PROFILING_TIMER_RESOLUTION
  double host_tick_seconds = 1e-9;
};

// Fills clock, samples, outlier flags, median, minimum, interval, notes and status of `into` from
// the runs. An impossible median (zero, negative, not finite, below least_seconds) makes it
// Status::rejected with the reason; the samples stay. The interval is widened by one tick of the
// clock on either side: a quantised clock's readings may all be equal and all be off by a tick.
void summarise(std::span<const RunSeconds> runs, const LookSchedule& schedule,
               const ClockTraits& clock, double least_seconds, Measurement& into);

// The measuring loop (docs/measuring.md): warm-up, samples by the look schedule until the relative
// half width of the median's interval is small enough ("precise"), the most samples are taken
// ("samples") or the host time of the samples exceeds the budget ("budget", with at least three
// samples). Immutable and thread-safe.
class Measurer {
 public:
  // Throws Error(usage) for sample counts that no schedule can have.
  explicit Measurer(const MeasurePolicy& policy);

  // `run` runs the kernel once; its exceptions pass through.
  [[nodiscard]] Measurement measure(const ClockTraits& clock, double least_seconds,
                                    const std::function<RunSeconds()>& run) const;

 private:
  MeasurePolicy policy_;
  LookSchedule schedule_;
};

}  // namespace clgauge::microbench
