#include "microbench/policy/core_distance.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

#include "base/cpus.h"

namespace clgauge::microbench {
namespace {

constexpr int kMeans = 16;
constexpr int kWaysOfMean = 64;
// A thread that another program has put aside comes back after some milliseconds, if at all.
constexpr std::chrono::milliseconds kMostTime{50};

using Clock = std::chrono::steady_clock;

// What the two hand to each other: even numbers are the first one's turn.
struct Ball {
  alignas(128) std::atomic<int> turn{0};
  alignas(128) std::atomic<bool> is_over{false};
};

// Until it is this turn; false when it will not be.
bool await(const Ball& ball, int turn, Clock::time_point deadline) {
  constexpr int kLooksOfClock = 4096;  // looking costs more than a turn takes
  for (int i = 1; ball.turn.load(std::memory_order_acquire) != turn; ++i) {
    if (ball.is_over.load(std::memory_order_relaxed) ||
        (i % kLooksOfClock == 0 && Clock::now() > deadline)) {
      return false;
    }
  }
  return true;
}

void give_back(Ball& ball, std::size_t cpu, Clock::time_point deadline) {
  if (!bind_thread(0, cpu)) {
    ball.is_over = true;
    return;
  }
  for (int turn = 1; await(ball, turn, deadline); turn += 2) {
    ball.turn.store(turn + 1, std::memory_order_release);
  }
}

std::optional<double> shortest_mean(Ball& ball, std::size_t cpu, Clock::time_point deadline) {
  if (!bind_thread(0, cpu)) {
    return std::nullopt;
  }
  std::optional<double> shortest;
  for (int mean = 0; mean < kMeans; ++mean) {
    const Clock::time_point start = Clock::now();
    for (int way = 0; way < kWaysOfMean; ++way) {
      const int turn = 2 * (mean * kWaysOfMean + way);
      ball.turn.store(turn + 1, std::memory_order_release);
      if (!await(ball, turn + 2, deadline)) {
        return shortest;
      }
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    const double one_way = seconds / (2 * kWaysOfMean);
    shortest = std::min(shortest.value_or(one_way), one_way);
  }
  return shortest;
}

}  // namespace

std::optional<double> core_distance_seconds() {
  const std::vector<std::size_t> cpus = usable_cpus();
  if (cpus.size() < 2) {
    return std::nullopt;
  }
  // Threads of their own: where the caller may run is nobody else's business.
  const Clock::time_point deadline = Clock::now() + kMostTime;
  Ball ball;
  std::optional<double> shortest;
  try {
    std::jthread other([&] { give_back(ball, cpus.back(), deadline); });
    std::jthread([&] {
      shortest = shortest_mean(ball, cpus.front(), deadline);
      ball.is_over = true;
    }).join();
  } catch (const std::system_error&) {  // no thread can be had
    ball.is_over = true;
  }
  return shortest;
}

}  // namespace clgauge::microbench
