#include "microbench/worker/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include "base/error.h"

namespace clgauge::microbench {
namespace {

constexpr std::size_t kOutputBytesKept = 2048;
constexpr std::chrono::milliseconds kPatience{200};  // for an end that has begun
// A worker that does not even read its job is dead in all but name.
constexpr timeval kSendTimeout{10, 0};

[[noreturn]] void fail(const char* what) {
  throw Error(ErrorKind::internal,
              fmt::format("cannot start the worker: {}: {}", what, std::strerror(errno)));
}

// dup2() leaves close-on-exec set when both descriptors are the same.
void place(int from, int to) {
  if (from == to) {
    ::fcntl(to, F_SETFD, 0);
  } else {
    ::dup2(from, to);
  }
}

// Between fork and exec only async-signal-safe calls are allowed.
[[noreturn]] void become_worker(char* const* arguments, int channel, int output, int null_input,
                                pid_t parent, std::uint64_t memory_bytes) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // the parent died before prctl
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  // The channel's number may be one of the three that are about to be replaced.
  const int channel_copy = ::fcntl(channel, F_DUPFD, kWorkerChannel);
  const int output_copy = ::fcntl(output, F_DUPFD, kWorkerChannel + 1);
  place(null_input, STDIN_FILENO);
  place(output_copy, STDOUT_FILENO);
  place(output_copy, STDERR_FILENO);
  place(channel_copy, kWorkerChannel);
  if (channel_copy != kWorkerChannel) ::close(channel_copy);
  ::close(output_copy);
  if (memory_bytes > 0) {
    const rlimit limit{memory_bytes, memory_bytes};
    ::setrlimit(RLIMIT_AS, &limit);
  }
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);  // crashes are expected here, dumps of them are not
  ::execv(arguments[0], arguments);
  ::_exit(127);
}

const char* signal_name(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name == nullptr ? "?" : name;
}

}  // namespace

WorkerProcess::WorkerProcess(const std::filesystem::path& program, std::uint64_t memory_bytes) {
  std::string path = program.string();
  if (::access(path.c_str(), X_OK) != 0) fail(path.c_str());
  const std::array<char*, 2> arguments{path.data(), nullptr};

  std::array<int, 2> sockets{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) fail("socketpair");
  channel_ = LineChannel(sockets[0]);
  ::setsockopt(sockets[0], SOL_SOCKET, SO_SNDTIMEO, &kSendTimeout, sizeof(kSendTimeout));
  const LineChannel worker_end(sockets[1]);
  std::array<int, 2> output{};
  if (::pipe2(output.data(), O_CLOEXEC | O_NONBLOCK) != 0) fail("pipe");
  output_fd_ = output[0];
  ::fcntl(output[1], F_SETFL, 0);  // only this end waits: a driver that prints must not see EAGAIN
  const int null_input = ::open("/dev/null", O_RDONLY | O_CLOEXEC);

  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ == 0) {
    become_worker(arguments.data(), worker_end.fd(), output[1], null_input, parent, memory_bytes);
  }
  ::close(output[1]);
  if (null_input >= 0) ::close(null_input);
  if (pid_ < 0) {
    ::close(output_fd_);
    fail("fork");
  }
}

WorkerProcess::~WorkerProcess() {
  if (pid_ > 0) {
    kill();
    (void)wait_for_end();
  }
  ::close(output_fd_);
}

bool WorkerProcess::read_output() {
  std::array<char, 4096> block{};
  while (true) {
    const ssize_t count = ::read(output_fd_, block.data(), block.size());
    if (count > 0) {
      output_.append(block.data(), static_cast<std::size_t>(count));
      if (output_.size() > kOutputBytesKept) {
        output_.erase(0, output_.size() - kOutputBytesKept);
      }
      continue;
    }
    if (count < 0 && errno == EINTR) continue;
    return count < 0 && errno == EAGAIN;
  }
}

void WorkerProcess::kill() const {
  if (pid_ > 0) ::kill(-pid_, SIGKILL);  // its whole group: drivers may start compilers
}

std::string WorkerProcess::wait_for_end() {
  int status = 0;
  const auto patience = std::chrono::steady_clock::now() + kPatience;
  while (::waitpid(pid_, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > patience) {
      kill();
      while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
      }
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  pid_ = -1;
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    return fmt::format("killed by signal {} (SIG{})", signal, signal_name(signal));
  }
  return fmt::format("ended with status {}", WEXITSTATUS(status));
}

}  // namespace clgauge::microbench
