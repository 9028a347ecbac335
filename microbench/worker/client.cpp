#include "microbench/worker/client.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <string>
#include <utility>

#include "base/companion.h"
#include "base/error.h"
#include "microbench/worker/process.h"
#include "microbench/worker/protocol.h"

namespace clgauge::microbench {
namespace {

using Clock = std::chrono::steady_clock;

// How often the stop flag is looked at.
constexpr int kPollMilliseconds = 50;

Measurement failure(Status status, std::string reason, std::string detail) {
  Measurement m;
  m.status = status;
  m.reason = std::move(reason);
  m.detail = std::move(detail);
  return m;
}

std::string while_in(const std::string& phase) {
  return phase.empty() ? "while it started" : "in phase \"" + phase + "\"";
}

}  // namespace

std::filesystem::path find_worker() {
  return find_companion("clgauge-worker", "CLGAUGE_WORKER", "microbench");
}

struct WorkerClient::Impl {
  WorkerOptions options;
  std::unique_ptr<WorkerProcess> process;

  WorkerProcess& worker() {
    if (!process) {
      if (options.program.empty()) options.program = find_worker();
      process = std::make_unique<WorkerProcess>(options.program, options.memory_bytes);
    }
    return *process;
  }

  // After the channel broke: the process is ending or gone.
  Measurement died(const std::string& phase) {
    const std::string how = process->wait_for_end();
    process->read_output();
    std::string reason = fmt::format("the worker was {} {}", how, while_in(phase));
    if (how.find("SIGKILL") != std::string::npos) {
      reason += ": out of memory, or killed from outside";
    }
    return failure(Status::runtime, std::move(reason), process->output());
  }

  Measurement hung(const std::string& phase, double timeout_seconds) {
    process->read_output();
    return failure(Status::timeout,
                   fmt::format("no result within {:g} s {}; the worker was killed", timeout_seconds,
                               while_in(phase)),
                   process->output());
  }

  std::optional<Measurement> wait(const Job& job, const std::atomic<bool>& stop) {
    const auto deadline = Clock::now() + std::chrono::duration<double>(job.timeout_seconds);
    std::string phase;
    bool open = true;
    while (true) {
      while (const auto line = process->channel().next_line()) {
        WorkerReply reply = reply_of_line(*line);
        if (auto* measurement = std::get_if<Measurement>(&reply)) return std::move(*measurement);
        phase = std::get<PhaseReport>(reply).phase;
      }
      if (!open) return died(phase);
      if (stop) return std::nullopt;
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
      if (left <= 0) return hung(phase, job.timeout_seconds);

      std::array<pollfd, 2> polled{
          {{process->channel().fd(), POLLIN, 0}, {process->output_fd(), POLLIN, 0}}};
      const int wait_milliseconds = static_cast<int>(std::min<long long>(left, kPollMilliseconds));
      if (::poll(polled.data(), polled.size(), wait_milliseconds) < 0) continue;
      if (polled[1].revents != 0) process->read_output();
      if (polled[0].revents != 0) open = process->channel().read_available();
    }
  }

  std::optional<Measurement> run(const Job& job, const std::atomic<bool>& stop, Wanted wanted) {
    const std::string line = request_line(job, wanted);
    worker().forget_output();
    // A worker that died while idle (killed by a person, say) has not seen this job: start over.
    if (!process->channel().send(line)) {
      process.reset();
      if (!worker().channel().send(line)) {
        Measurement m = died("");
        process.reset();
        return m;
      }
    }
    std::optional<Measurement> result;
    try {
      result = wait(job, stop);
    } catch (const Error& error) {
      result =
          failure(Status::runtime, std::string("the worker sent no measurement: ") + error.what(),
                  process->output());
    }
    // After a failure of the device the driver's state is unknown: the next job gets a new process.
    if (!result || result->status == Status::runtime || result->status == Status::timeout) {
      process.reset();
    }
    return result;
  }
};

WorkerClient::WorkerClient(WorkerOptions options) : impl_(std::make_unique<Impl>()) {
  impl_->options = std::move(options);
}
WorkerClient::~WorkerClient() = default;
WorkerClient::WorkerClient(WorkerClient&&) noexcept = default;
WorkerClient& WorkerClient::operator=(WorkerClient&&) noexcept = default;

std::optional<Measurement> WorkerClient::run(const Job& job, const std::atomic<bool>& stop,
                                             Wanted wanted) {
  return impl_->run(job, stop, wanted);
}

Measurement WorkerClient::run(const Job& job, Wanted wanted) {
  const std::atomic<bool> never{false};
  return *impl_->run(job, never, wanted);
}

void WorkerClient::renew() { impl_->process.reset(); }

std::optional<int> WorkerClient::worker_pid() const {
  if (!impl_->process) return std::nullopt;
  return impl_->process->pid();
}

}  // namespace clgauge::microbench
