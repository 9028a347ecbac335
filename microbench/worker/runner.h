#pragma once

#include <functional>
#include <memory>

#include "microbench/job.h"
#include "microbench/worker/protocol.h"

namespace clgauge::microbench {

// Runs jobs in this process. Keeps the session of the last device, and its buffers while jobs ask
// for the same sizes: where the operating system placed a buffer's pages changes times, so jobs
// that are compared should share them. Not thread-safe.
class JobRunner {
 public:
  using Announce = std::function<void(const char* phase)>;

  // `announce` hears what comes next ("open", "build", "first run", "measure"), for the message of
  // whoever finds this process dead.
  explicit JobRunner(Announce announce = {});
  ~JobRunner();
  JobRunner(JobRunner&&) noexcept;
  JobRunner& operator=(JobRunner&&) noexcept;

  // Never throws for what a kernel or a driver does: that becomes the status and the reason.
  // With Wanted::object a driver that compiles at enqueue runs one work-group, on buffers of its
  // own as the job describes them; any other runs nothing.
  [[nodiscard]] Measurement run(const Job& job, Wanted wanted = Wanted::times);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace clgauge::microbench
