#pragma once

#include <sched.h>

#include <cstddef>
#include <map>

#include "device/session.h"

namespace clgauge::microbench {

// Keeps the threads that a CPU driver runs work-groups on from sharing a CPU. They sleep between
// launches, and Linux may wake two of them on one CPU and take milliseconds to part them: on two
// cores a launch of less takes twice its time, at random (docs/measuring.md has figures). Whoever
// measures wants the device, not that. Not thread-safe.
class ThreadPlacement {
 public:
  // The CPUs that the process may use now are those that threads are spread over.
  ThreadPlacement();

  // Notes how long each of the process's threads has run.
  void watch();
  // Binds each thread that has worked since watch(), a quarter as long as the busiest one at least,
  // to a CPU of its own: where it is, unless another one is there. Returns how many; none where
  // there is only one, or fewer CPUs, or an operating system that does not tell.
  std::size_t spread();

 private:
  cpu_set_t allowed_;
  std::map<int, double> seconds_;  // by thread id
};

// Runs a kernel of its own, some 20 ms, to find the driver's threads, and spreads them. Does
// nothing for what is no CPU; a driver that fails at it is left alone.
void spread_driver_threads(device::Session& session, ThreadPlacement& placement);

}  // namespace clgauge::microbench
