#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <optional>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "device/device.h"
#include "device/icd.h"
#include "device/identity_json.h"

namespace clgauge::device {
namespace {

using Clock = std::chrono::steady_clock;

// What one child left behind: its answer, or how it ended without one.
struct ChildAnswer {
  std::string text;
  std::string failure;  // empty when text is complete
};

void write_all(int descriptor, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t wrote = ::write(descriptor, text.data() + done, text.size() - done);
    if (wrote < 0 && errno != EINTR) {
      return;
    }
    done += wrote > 0 ? static_cast<std::size_t>(wrote) : 0;
  }
}

// Runs in the child: never returns, runs no destructor and no atexit handler of the parent's.
[[noreturn]] void answer_and_exit(int descriptor, const std::string& only_entry) {
  const struct rlimit no_core_file {
    0, 0
  };
  ::setrlimit(RLIMIT_CORE, &no_core_file);
  if (!only_entry.empty()) {
    ::setenv("OCL_ICD_VENDORS", only_entry.c_str(), 1);
  }
  nlohmann::json answer;
  try {
    answer = to_json(discover());
  } catch (const Error& error) {
    answer = {{"error", error.what()}, {"detail", error.detail()}};
  } catch (const std::exception& error) {
    answer = {{"error", error.what()}, {"detail", ""}};
  }
  write_all(descriptor, answer.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  ::_exit(0);
}

// Reads until the child closes the pipe; false when `deadline` passed first.
bool read_until_closed(int descriptor, Clock::time_point deadline, std::string& text) {
  std::array<char, 4096> chunk{};
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) {
      return false;
    }
    struct pollfd wait_for {
      descriptor, POLLIN, 0
    };
    const int ready = ::poll(&wait_for, 1, static_cast<int>(left));
    if (ready <= 0) {
      continue;
    }
    const ssize_t got = ::read(descriptor, chunk.data(), chunk.size());
    if (got == 0) {
      return true;
    }
    if (got > 0) {
      text.append(chunk.data(), static_cast<std::size_t>(got));
    } else if (errno != EINTR) {
      return true;
    }
  }
}

ChildAnswer ask_child(const std::string& only_entry, double timeout_seconds) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw Error(ErrorKind::internal, fmt::format("pipe failed: {}", std::strerror(errno)));
  }
  const pid_t child = ::fork();
  if (child < 0) {
    ::close(ends[0]);
    ::close(ends[1]);
    throw Error(ErrorKind::internal,
                fmt::format("cannot start a process to list devices: {}", std::strerror(errno)));
  }
  if (child == 0) {
    ::close(ends[0]);
    answer_and_exit(ends[1], only_entry);
  }
  ::close(ends[1]);
  ChildAnswer answer;
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(timeout_seconds));
  const bool closed = read_until_closed(ends[0], deadline, answer.text);
  ::close(ends[0]);
  if (!closed) {
    ::kill(child, SIGKILL);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!closed) {
    answer.failure = fmt::format("did not answer within {} s", timeout_seconds);
  } else if (WIFSIGNALED(status)) {
    answer.failure = fmt::format("ended its process with signal {} ({})", WTERMSIG(status),
                                 ::strsignal(WTERMSIG(status)));
  } else if (answer.text.empty()) {
    answer.failure = fmt::format("ended its process with status {}", WEXITSTATUS(status));
  }
  return answer;
}

// Each driver alone in a process of its own: the guilty one is named, the others still count.
Discovery discover_one_by_one(double timeout_seconds, const std::string& together) {
  Discovery all;
  for (const IcdEntry& entry : icd_entries(all.problems)) {
    const bool is_file = entry.where.front() == '/' || entry.where.front() == '.';
    const ChildAnswer answer = ask_child(is_file ? entry.where : entry.library, timeout_seconds);
    if (!answer.failure.empty()) {
      all.problems.push_back(
          {entry.where, fmt::format("{} {}: remove the entry, or set OCL_ICD_VENDORS to a folder "
                                    "without it",
                                    entry.library, answer.failure)});
      continue;
    }
    const auto json = nlohmann::json::parse(answer.text);
    if (json.contains("error")) {
      all.problems.push_back({entry.where, json.at("error").get<std::string>()});
      continue;
    }
    Discovery one = discovery_from_json(json);
    for (Identity& identity : one.devices) {
      identity.index = static_cast<int>(all.devices.size());
      all.devices.push_back(std::move(identity));
    }
    all.problems.insert(all.problems.end(), one.problems.begin(), one.problems.end());
  }
  if (all.devices.empty()) {
    std::string lines;
    for (const DiscoveryProblem& problem : all.problems) {
      lines += fmt::format("{}: {}\n", problem.where, problem.reason);
    }
    throw Error(ErrorKind::device,
                fmt::format("no OpenCL device: loading the drivers {}: set OCL_ICD_VENDORS to a "
                            "folder without the broken one",
                            together),
                lines);
  }
  return all;
}

}  // namespace

Discovery discover_in_child(double timeout_seconds) {
  const ChildAnswer answer = ask_child({}, timeout_seconds);
  if (!answer.failure.empty()) {
    return discover_one_by_one(timeout_seconds, answer.failure);
  }
  const auto json = nlohmann::json::parse(answer.text);
  if (json.contains("error")) {
    throw Error(ErrorKind::device, json.at("error").get<std::string>(),
                json.at("detail").get<std::string>());
  }
  return discovery_from_json(json);
}

}  // namespace clgauge::device
