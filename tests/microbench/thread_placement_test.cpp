#include "microbench/worker/thread_placement.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <chrono>
#include <set>
#include <thread>
#include <vector>

namespace clgauge::microbench {
namespace {

using std::chrono::milliseconds;

std::vector<int> cpus(const cpu_set_t& set) {
  std::vector<int> all;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(static_cast<std::size_t>(cpu), &set) != 0) {
      all.push_back(cpu);
    }
  }
  return all;
}

std::vector<int> own_cpus() {
  cpu_set_t set;
  return ::sched_getaffinity(0, sizeof set, &set) == 0 ? cpus(set) : std::vector<int>{};
}

void bind_to(int cpu) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(cpu), &one);
  ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
}

// Threads that work on one and the same CPU, and one that sleeps, for some of the scheduler's
// ticks; says how many were bound, and to which CPUs each may go afterwards.
struct Spread {
  std::size_t bound = 0;
  std::vector<std::vector<int>> workers;
  std::vector<int> sleeper;
};

Spread spread(std::size_t count) {
  const int cpu = own_cpus().front();
  ThreadPlacement placement;
  std::atomic<bool> stop = false;
  Spread result;
  result.workers.resize(count);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < count; ++t) {
    threads.emplace_back([&, t] {
      bind_to(cpu);
      while (!stop) {
      }
      result.workers[t] = own_cpus();
    });
  }
  threads.emplace_back([&] {
    while (!stop) {
      std::this_thread::sleep_for(milliseconds(5));
    }
    result.sleeper = own_cpus();
  });
  std::this_thread::sleep_for(milliseconds(20));
  placement.watch();
  std::this_thread::sleep_for(milliseconds(200));
  result.bound = placement.spread();
  stop = true;
  for (std::thread& thread : threads) {
    thread.join();
  }
  return result;
}

TEST(ThreadPlacement, ThreadsThatWorkOnOneCpuArePartedAndOthersLeftAlone) {
  const std::vector<int> before = own_cpus();
  if (before.size() < 2) {
    GTEST_SKIP() << "there is one CPU";
  }
  const Spread two = spread(2);
  EXPECT_EQ(two.bound, 2U);
  std::set<int> used;
  for (const std::vector<int>& worker : two.workers) {
    ASSERT_EQ(worker.size(), 1U);
    used.insert(worker.front());
  }
  EXPECT_EQ(used.size(), 2U);
  EXPECT_EQ(two.sleeper, before);
  EXPECT_EQ(own_cpus(), before);
}

TEST(ThreadPlacement, OneThreadOrMoreThanCpusStayWhereTheyAre) {
  const std::vector<int> before = own_cpus();
  EXPECT_EQ(spread(1).bound, 0U);
  const Spread many = spread(before.size() + 1);
  EXPECT_EQ(many.bound, 0U);
  for (const std::vector<int>& worker : many.workers) {
    EXPECT_EQ(worker, std::vector<int>{before.front()});
  }
}

}  // namespace
}  // namespace clgauge::microbench
