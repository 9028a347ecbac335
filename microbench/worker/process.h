#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "microbench/worker/channel.h"

namespace clgauge::microbench {

// One running worker. It lives in a process group of its own, so that Ctrl-C at the terminal does
// not reach it, and dies with the thread that started it, so that no orphan survives. Destroying
// this kills it. Not thread-safe.
class WorkerProcess {
 public:
  // `memory_bytes` limits its address space; 0 leaves it unlimited (drivers of GPUs reserve address
  // space far beyond what they use). Throws Error(internal) when it cannot be started.
  WorkerProcess(const std::filesystem::path& program, std::uint64_t memory_bytes);
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  [[nodiscard]] LineChannel& channel() { return channel_; }

  // Its stdout and stderr, where drivers print.
  [[nodiscard]] int output_fd() const { return output_fd_; }
  // Takes what has been printed; false at its end.
  bool read_output();
  void forget_output() { output_.clear(); }
  [[nodiscard]] const std::string& output() const { return output_; }  // the last 2 KiB

  void kill() const;
  // Waits for its end, which it hastens after 200 ms, and says how it ended: "killed by signal 11
  // (SIGSEGV)", "ended with status 1". To be called once.
  [[nodiscard]] std::string wait_for_end();

 private:
  LineChannel channel_{-1};
  int output_fd_ = -1;
  pid_t pid_ = -1;
  std::string output_;
};

}  // namespace clgauge::microbench
