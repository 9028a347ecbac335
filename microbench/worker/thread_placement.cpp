#include "microbench/worker/thread_placement.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "base/cpus.h"
#include "base/error.h"

namespace clgauge::microbench {
namespace {

constexpr const char* kThreads = "/proc/self/task";
constexpr double kWorkedShare = 0.25;  // of the busiest thread's time

// Long against the scheduler's tick, by which the times of running threads are kept.
constexpr double kLaunchSeconds = 0.02;
constexpr int kMostLaunches = 12;
constexpr std::size_t kGroupItems = 64;
constexpr std::size_t kGroupsPerUnit = 16;
constexpr const char* kKernel = R"(
kernel void clgauge_spread(global float* out, int trips) {
  float x = get_global_id(0);
  for (int i = 0; i < trips; ++i) x = x * 0.5f + 1.0f;
  out[get_global_id(0)] = x;
}
)";

// How long each thread has run, in seconds (proc(5), schedstat).
std::map<int, double> thread_seconds() {
  std::map<int, double> seconds;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(kThreads, none)) {
    const std::string name = entry.path().filename();
    int thread = 0;
    std::from_chars(name.data(), name.data() + name.size(), thread);
    std::ifstream file(entry.path() / "schedstat");
    if (double nanoseconds = 0; file >> nanoseconds) {
      seconds[thread] = 1e-9 * nanoseconds;
    }
  }
  return seconds;
}

// The CPU that a thread ran on last: field 39 of proc(5)'s stat, counted from behind the name,
// which may contain anything.
std::optional<int> cpu_of(int thread) {
  std::ifstream file(std::filesystem::path(kThreads) / std::to_string(thread) / "stat");
  std::string line;
  std::getline(file, line);
  std::istringstream fields(line.substr(std::min(line.size(), line.rfind(')') + 1)));
  std::string field;
  for (int i = 3; i <= 39 && fields >> field; ++i) {
  }
  int cpu = 0;
  const auto read = std::from_chars(field.data(), field.data() + field.size(), cpu);
  return fields && read.ec == std::errc() ? std::optional(cpu) : std::nullopt;
}

}  // namespace

ThreadPlacement::ThreadPlacement() {
  if (::sched_getaffinity(0, sizeof allowed_, &allowed_) != 0) {
    CPU_ZERO(&allowed_);
  }
}

void ThreadPlacement::watch() { seconds_ = thread_seconds(); }

std::size_t ThreadPlacement::spread() {
  std::map<int, double> worked = thread_seconds();
  double most = 0;
  for (auto& [thread, seconds] : worked) {
    if (const auto before = seconds_.find(thread); before != seconds_.end()) {
      seconds -= before->second;
    }
    most = std::max(most, seconds);
  }
  std::vector<int> threads;
  for (const auto& [thread, seconds] : worked) {
    if (seconds > 0 && seconds >= kWorkedShare * most) {
      threads.push_back(thread);
    }
  }
  if (threads.size() < 2 || threads.size() > static_cast<std::size_t>(CPU_COUNT(&allowed_))) {
    return 0;
  }
  cpu_set_t free = allowed_;
  const auto take = [&free](int cpu) { CPU_CLR(static_cast<std::size_t>(cpu), &free); };
  const auto is_free = [&free](int cpu) {
    return CPU_ISSET(static_cast<std::size_t>(cpu), &free) != 0;
  };
  std::vector<int> displaced;
  std::size_t bound = 0;
  for (const int thread : threads) {
    const auto cpu = cpu_of(thread);
    if (!cpu || !is_free(*cpu)) {
      displaced.push_back(thread);
      continue;
    }
    take(*cpu);
    bound += bind_thread(thread, static_cast<std::size_t>(*cpu)) ? 1 : 0;
  }
  int cpu = 0;
  for (const int thread : displaced) {
    while (!is_free(cpu)) {
      ++cpu;
    }
    take(cpu);
    bound += bind_thread(thread, static_cast<std::size_t>(cpu)) ? 1 : 0;
  }
  return bound;
}

void spread_driver_threads(device::Session& session, ThreadPlacement& placement) {
  const device::Identity& device = session.identity();
  if (device.type != "cpu" || device.compute_units < 2) {
    return;
  }
  try {
    const std::size_t items = device.compute_units * kGroupsPerUnit * kGroupItems;
    device::Kernel kernel = session.kernel(kKernel, "", "clgauge_spread");
    const device::Buffer out = session.buffer(items * sizeof(float));
    kernel.set_buffer(0, out);
    int trips = 16;
    const auto launch = [&] {
      kernel.set_value(1, &trips, sizeof trips);
      return session.run(kernel, 1, {items, 1, 1}, {kGroupItems, 1, 1}).host_seconds;
    };
    static_cast<void>(launch());  // may compile
    for (int i = 0; i < kMostLaunches; ++i) {
      placement.watch();
      if (launch() >= kLaunchSeconds) {
        placement.spread();
        return;
      }
      trips *= 4;
    }
  } catch (const Error&) {
    // Whatever is wrong with the device, the job that comes next will say it.
  }
}

}  // namespace clgauge::microbench
