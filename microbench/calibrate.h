#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "microbench/plan.h"
#include "microbench/policy/drift.h"

namespace clgauge::microbench {

class WorkerClient;

inline constexpr std::size_t kNoMorePasses = std::numeric_limits<std::size_t>::max();

struct Progress {
  std::size_t done = 0;  // measured, failed or already there
  std::size_t total = 0;
  std::size_t failed = 0;
  double elapsed_seconds = 0;
  // From the kernels measured so far in this run, before the first one from the plan's budgets;
  // nothing until it is known what there is to measure.
  std::optional<double> remaining_seconds;
  std::string group;   // of the kernel that comes next
  std::string kernel;  // its name
};

// What run_plan() tells and asks. All are called from the calling thread; an exception from any of
// them ends the run and passes through. Empty functions are allowed.
struct CalibrationHooks {
  // How many passes over this kernel an earlier run has made, so that they need not be repeated;
  // kNoMorePasses when no further one is worth while.
  std::function<std::size_t(const MicroKernel&)> passes_done;
  // Takes one finished measurement, whatever its status. What it has committed survives a kill.
  std::function<void(const MicroKernel&, const Measurement&)> sink;
  // The reference kernel's measurement before each group.
  std::function<void(const MicroKernel&, const Measurement&)> reference;
  std::function<void(const Progress&)> progress;
};

struct CalibrationOutcome {
  std::size_t measured = 0;
  std::size_t failed = 0;    // with a status other than ok
  std::size_t resumed = 0;   // already there
  bool stopped = false;      // by the stop flag; the kernel in flight was dropped
  bool out_of_time = false;  // not every pass was made: see Plan::budget_seconds
  std::string gave_up;       // why it ended early by itself, or empty
  DriftMonitor drift;
};

// Measures a plan with one worker. When `stop` becomes true (a signal handler may set it) it kills
// the kernel in flight and returns; nothing half-measured reaches the sink. Failed kernels are
// samples like others, and left out of later passes; ten failures of the device in a row end the
// run. Throws Error when no worker can be started.
[[nodiscard]] CalibrationOutcome run_plan(const Plan& plan, WorkerClient& worker,
                                          const CalibrationHooks& hooks,
                                          const std::atomic<bool>& stop);

}  // namespace clgauge::microbench
