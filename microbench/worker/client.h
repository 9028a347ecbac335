#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "microbench/job.h"
#include "microbench/worker/protocol.h"

namespace clgauge::microbench {

struct WorkerOptions {
  std::filesystem::path program;   // empty: find_worker()
  std::uint64_t memory_bytes = 0;  // limit of its address space; 0 for none
};

// $CLGAUGE_WORKER, else clgauge-worker beside the running executable, in ../libexec/clgauge of it
// or in the build tree. Throws Error(usage) that names the places.
[[nodiscard]] std::filesystem::path find_worker();

// Measures jobs in a worker process that it starts when needed, kills when a job outlives its
// timeout, and replaces after a crash. Whatever happens to the worker becomes the measurement's
// status and reason. Use it from one thread, which must outlive it: the worker dies with the thread
// that started it.
class WorkerClient {
 public:
  explicit WorkerClient(WorkerOptions options = {});
  ~WorkerClient();
  WorkerClient(WorkerClient&&) noexcept;
  WorkerClient& operator=(WorkerClient&&) noexcept;

  // Blocks until the job is measured or has failed. When `*stop` becomes true meanwhile, kills the
  // worker and returns nothing. Throws Error only when no worker can be started at all.
  [[nodiscard]] std::optional<Measurement> run(const Job& job, const std::atomic<bool>& stop,
                                               Wanted wanted = Wanted::times);
  [[nodiscard]] Measurement run(const Job& job, Wanted wanted = Wanted::times);

  // Ends the worker: the next job meets a new process, with buffers in other pages.
  void renew();

  // The worker's process id, if one is running: for tests and for people with a debugger.
  [[nodiscard]] std::optional<int> worker_pid() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace clgauge::microbench
