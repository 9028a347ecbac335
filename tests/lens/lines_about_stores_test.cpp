// Lines that loads and stores of a Zen 5 lose to others of their set, by the hierarchy as a whole;
// the processor's cycles are in called_lines.h and lines_about_stores.h.
#include <gtest/gtest.h>

#include <cstdint>

#include "accesses.h"
#include "lens/traffic/core_waits.h"
#include "lens/traffic/hierarchy.h"

namespace clgauge::lens {
namespace {

constexpr unsigned kWaysOfZen5 = 12;
constexpr std::uint64_t kBytesToSameSet = 4096;  // of 64 sets
constexpr int kRoundsOfSet = 400;

HierarchyCounts counts_of(const AccessTrace& trace) {
  HierarchyShape shape;
  shape.l1 = {49152, 64, kWaysOfZen5, Replacement::lru};
  shape.l2 = {1048576, 64, 16, Replacement::half_random, true};
  shape.waits = core_waits("znver5");
  HierarchySimulator simulator(shape, shape.waits.window, {}, 1);
  HierarchyCounts counts;
  simulator.run(trace, counts, nullptr);
  return counts;
}

// Parts of accesses: that wait for a line themselves, and how long sets keep them waiting, in times
// that a line takes to come.
struct Lost {
  double missed = 0;
  double waits = 0;
};
Lost down_a_set(std::uint64_t lines, bool stores) {
  AccessTrace trace;
  for (std::uint64_t i = 0; i < kRoundsOfSet * lines; ++i) {
    const std::uint64_t address = (1U << 24U) + kBytesToSameSet * (i % lines);
    trace.push_back(stores ? store(address) : load(address));
  }
  const HierarchyCounts counts = counts_of(trace);
  std::uint64_t missed = 0;
  for (const std::uint64_t of_kind : counts.l1_misses) {
    missed += of_kind;
  }
  return {static_cast<double>(missed) / (kRoundsOfSet * static_cast<double>(lines)),
          counts.l1_conflicts / (kRoundsOfSet * static_cast<double>(lines))};
}

TEST(LinesOfASet, LoadsGoWithALineThatIsOnItsWay) {
  EXPECT_LT(down_a_set(kWaysOfZen5, false).missed, 0.01);
  // n / (12 + 68) where only such loads are under way: cycles a load, 6.4 where all fetch.
  EXPECT_NEAR(down_a_set(24, false).missed, 24.0 / 80, 0.12);
  EXPECT_NEAR(down_a_set(40, false).missed, 40.0 / 80, 0.15);
  EXPECT_GT(down_a_set(200, false).missed, 0.9);
}

TEST(LinesOfASet, MoreStoresThanWaysLoseTheirLinesSmoothly) {
  EXPECT_LT(down_a_set(kWaysOfZen5, true).waits, 0.01);
  double before = 0;
  for (const std::uint64_t lines : {14U, 20U, 28U, 40U}) {
    const double waits = down_a_set(lines, true).waits;
    EXPECT_GT(waits, before) << lines << " lines";
    before = waits;
  }
  // 27 to 30 cycles, where a line takes 2.2 to come.
  EXPECT_NEAR(2.2 * before, 28.5, 6);
  EXPECT_NEAR(2.2 * down_a_set(64, true).waits, 30, 6);
}

}  // namespace
}  // namespace clgauge::lens
