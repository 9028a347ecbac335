#include "base/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace clgauge {
namespace {

constexpr std::size_t kErrorBytesKept = 4096;

constexpr bool kAddressSanitizer =
#ifdef __SANITIZE_ADDRESS__
    true;
#else
    false;
#endif

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { close(); }
  void close() {
    if (fd_ >= 0) {
      ::close(std::exchange(fd_, -1));
    }
  }
  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] bool is_open() const { return fd_ >= 0; }

 private:
  int fd_;
};

struct Pipe {
  Descriptor read_end;
  Descriptor write_end;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw Error(ErrorKind::internal, std::string("cannot make a pipe: ") + std::strerror(errno));
  }
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// Between fork and exec only async-signal-safe calls are allowed.
[[noreturn]] void become(const char* program, char* const* arguments, int input, int output,
                         int errors, std::uint64_t memory_bytes) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::signal(SIGPIPE, SIG_DFL);
  ::dup2(input, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(errors, STDERR_FILENO);
  if (memory_bytes > 0 && !kAddressSanitizer) {
    const rlimit limit{memory_bytes, memory_bytes};
    ::setrlimit(RLIMIT_AS, &limit);
  }
  ::execv(program, arguments);
  ::_exit(127);
}

// Writing to a child that has closed its input must fail with EPIPE, not kill this process.
class PipeSignalBlocked {
 public:
  PipeSignalBlocked() {
    sigset_t pipe_only;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe_only, &before_);
  }
  ~PipeSignalBlocked() {
    sigset_t pipe_only;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    const timespec at_once{0, 0};
    while (::sigtimedwait(&pipe_only, nullptr, &at_once) > 0) {
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  PipeSignalBlocked(const PipeSignalBlocked&) = delete;
  PipeSignalBlocked& operator=(const PipeSignalBlocked&) = delete;

 private:
  sigset_t before_{};
};

void append_available(Descriptor& from, std::string& to) {
  std::array<char, 65536> block{};
  const ssize_t count = ::read(from.get(), block.data(), block.size());
  if (count > 0) {
    to.append(block.data(), static_cast<std::size_t>(count));
  } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
    from.close();
  }
}

void write_some(Descriptor& to, const std::string& text, std::size_t& written) {
  const ssize_t count = ::write(to.get(), text.data() + written, text.size() - written);
  if (count > 0) {
    written += static_cast<std::size_t>(count);
  } else if (errno != EINTR && errno != EAGAIN) {
    written = text.size();  // the child does not want the rest
  }
  if (written == text.size()) {
    to.close();
  }
}

}  // namespace

std::string describe_end(const ChildResult& child) {
  return child.signal
             ? fmt::format("was ended by signal {} ({})", *child.signal, ::strsignal(*child.signal))
             : fmt::format("ended with status {}", child.exit_status);
}

ChildResult run_child(const std::filesystem::path& program,
                      const std::vector<std::string>& arguments, const std::string& input,
                      const ChildLimits& limits) {
  const std::string path = program.string();
  std::vector<std::string> owned = arguments;
  owned.insert(owned.begin(), path);
  std::vector<char*> argv;
  argv.reserve(owned.size() + 1);
  for (std::string& argument : owned) {
    argv.push_back(argument.data());
  }
  argv.push_back(nullptr);

  Pipe to_child = make_pipe();
  Pipe from_child = make_pipe();
  Pipe errors_of_child = make_pipe();
  const PipeSignalBlocked blocked;
  const pid_t child = ::fork();
  if (child < 0) {
    throw Error(ErrorKind::internal,
                std::string("cannot start a process: ") + std::strerror(errno));
  }
  if (child == 0) {
    become(path.c_str(), argv.data(), to_child.read_end.get(), from_child.write_end.get(),
           errors_of_child.write_end.get(), limits.memory_bytes);
  }
  to_child.read_end.close();
  from_child.write_end.close();
  errors_of_child.write_end.close();
  ::fcntl(to_child.write_end.get(), F_SETFL, O_NONBLOCK);
  if (input.empty()) {
    to_child.write_end.close();
  }

  ChildResult result;
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::duration<double>(limits.wall_seconds);
  std::size_t written = 0;
  while (from_child.read_end.is_open() || errors_of_child.read_end.is_open()) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
                          deadline - std::chrono::steady_clock::now())
                          .count();
    if (left <= 0) {
      result.timed_out = true;
      ::kill(child, SIGKILL);
      break;
    }
    std::array<pollfd, 3> polled{{{to_child.write_end.get(), POLLOUT, 0},
                                  {from_child.read_end.get(), POLLIN, 0},
                                  {errors_of_child.read_end.get(), POLLIN, 0}}};
    if (::poll(polled.data(), polled.size(), static_cast<int>(std::min<long long>(left, 60000))) <
        0) {
      continue;
    }
    if (polled[0].revents != 0) {
      write_some(to_child.write_end, input, written);
    }
    if (polled[1].revents != 0) {
      append_available(from_child.read_end, result.output);
    }
    if (polled[2].revents != 0) {
      append_available(errors_of_child.read_end, result.errors);
      if (result.errors.size() > kErrorBytesKept) {
        result.errors.erase(0, result.errors.size() - kErrorBytesKept);
      }
    }
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) {
    result.signal = WTERMSIG(status);
  } else {
    result.exit_status = WEXITSTATUS(status);
  }
  return result;
}

}  // namespace clgauge
