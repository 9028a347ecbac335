// Lines that a launch has had before and misses again: how far away they are.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "known_launch.h"
#include "lens/traffic/launch_traffic.h"

namespace clgauge::lens {
namespace {

// A group that goes through 2 MiB again and again: what lies between is what it has missed since.
TEST(LaunchTraffic, LinesThatAGroupMissesAgainAreAsFarAwayAsItMissedOthers) {
  constexpr std::uint64_t kLines = 32768;
  const KnownLaunch launch{{1, 1, 1}, [](auto, auto, auto) {
                             AccessTrace trace;
                             for (std::uint64_t i = 0; i < 3 * kLines; ++i) {
                               trace.push_back(load(64 * (i % kLines)));
                             }
                             return trace;
                           }};
  const LaunchTraffic traffic = traffic_of(launch.sample(0, 1), {});
  double again = 0;
  for (const MissedAgain& missed : traffic.missed_again) {
    for (const double lines : missed.lines) {
      again += lines;
    }
    EXPECT_GT(missed.distance_bytes, 64 * kLines / 2.0);
    EXPECT_LT(missed.distance_bytes, 64 * kLines * 2.0);
  }
  EXPECT_NEAR(again, 2 * kLines, 0.1 * kLines);
}

// Groups that each load 4 KiB of a table of 1 MiB, the next 4 KiB of it each time, and stream
// through a large buffer: the table is gone through every 256 groups.
TEST(LaunchTraffic, ATableThatTheLaunchGoesThroughAgainAndAgainIsAsFarAwayAsItsRound) {
  constexpr std::uint64_t kTable = 1U << 20U;
  constexpr std::uint64_t kLarge = 1ULL << 40U;
  constexpr std::uint64_t kGroups = 4096;
  const KnownLaunch launch{{kGroups, 1, 1}, [](std::uint64_t x, auto, auto) {
                             AccessTrace trace;
                             for (std::uint64_t i = 0; i < 64; ++i) {
                               trace.push_back(load((4096 * x + 64 * i) % kTable));
                               trace.push_back(load(kLarge + 4096 * x + 64 * i));
                             }
                             return trace;
                           }};
  SampledGroups sample = launch.sample(2048, 16);
  const auto lines_of = [](const std::array<double, kMissKinds>& kinds) {
    return std::accumulate(kinds.begin(), kinds.end(), 0.0);
  };
  constexpr auto kNone = static_cast<std::size_t>(Reuse::none);
  EXPECT_NEAR(lines_of(traffic_of(sample, {}).beyond_l2[kNone]), 128, 1e-9) << "nobody knows";

  sample.buffers = {{0, kTable}, {kLarge, kGroups * 4096}};
  const LaunchTraffic traffic = traffic_of(sample, {});
  // One round of sixteen is the first.
  EXPECT_NEAR(lines_of(traffic.beyond_l2[kNone]), 64 + 64 / 16.0, 1e-9);
  ASSERT_EQ(traffic.missed_again.size(), 1U);
  EXPECT_NEAR(lines_of(traffic.missed_again[0].lines), 64 * 15 / 16.0, 1e-9);
  EXPECT_NEAR(traffic.missed_again[0].distance_bytes, 2.0 * kTable, 1);
  EXPECT_FALSE(traffic.missed_again[0].is_lost) << "the caches of few groups began cold";
}

// As above, but anywhere in the table: some lines come again soon, others late, and those farther
// away where a quarter of the table is asked for thirteen times as often as the rest.
TEST(LaunchTraffic, ATableThatDataChooseFromIsNearAndFar) {
  constexpr std::uint64_t kTable = 1U << 20U;
  constexpr std::uint64_t kLarge = 1ULL << 40U;
  constexpr std::uint64_t kGroups = 4096;
  const auto distances = [](std::uint64_t lines_of_most) {
    const KnownLaunch launch{{kGroups, 1, 1}, [&](std::uint64_t x, auto, auto) {
                               std::mt19937_64 random(x);
                               AccessTrace trace;
                               for (std::uint64_t i = 0; i < 512; ++i) {
                                 const std::uint64_t lines =
                                     i % 4 == 0 ? kTable / 64 : lines_of_most;
                                 trace.push_back(load(64 * (random() % lines)));
                                 trace.push_back(load(kLarge + 64 * (512 * x + i)));
                               }
                               return trace;
                             }};
    SampledGroups sample = launch.sample(2048, 16);
    sample.buffers = {{0, kTable}, {kLarge, kGroups * 512 * 64}};
    std::vector<double> all;
    for (const MissedAgain& missed : traffic_of(sample, {}).missed_again) {
      if (!missed.is_lost) {
        all.push_back(missed.distance_bytes);
      }
    }
    return all;
  };
  const std::vector<double> even = distances(kTable / 64);
  ASSERT_GE(even.size(), 4U);
  // Since the middle of the groups that were walked twelve groups passed, of 32 KiB each and as
  // much of the table.
  EXPECT_GT(even.front(), 12 * 32768 + 0.3 * kTable);
  EXPECT_GT(even.back(), 2.0 * kTable);
  EXPECT_LT(even.back(), 5.0 * kTable);
  const std::vector<double> uneven = distances(kTable / 64 / 4);
  ASSERT_EQ(uneven.size(), even.size());
  EXPECT_GT(uneven.back(), 1.3 * even.back());
}

// Rows of lines, of which lanes that are masked out leave some alone: what comes behind is no less
// in order.
TEST(LaunchTraffic, HolesInRowsMakeNoTableThatDataChooseFrom) {
  constexpr std::uint64_t kGroups = 4096;
  constexpr std::uint64_t kRows = 512;
  const auto is_in_order = [](bool goes_by_rows) {
    const KnownLaunch launch{{kGroups, 1, 1}, [&](std::uint64_t x, auto, auto) {
                               std::mt19937_64 random(x);
                               AccessTrace trace;
                               for (std::uint64_t row = 0; row < kRows; ++row) {
                                 const std::uint64_t line = goes_by_rows
                                                                ? row * kGroups + x
                                                                : random() % (kRows * kGroups);
                                 if (random() % 15 != 0) {
                                   trace.push_back(load(64 * line));
                                 }
                               }
                               return trace;
                             }};
    SampledGroups sample = launch.sample(2048, 16);
    sample.buffers = {{0, kRows * kGroups * 64}};
    return traffic_of(sample, {}).missed_again.empty();
  };
  EXPECT_TRUE(is_in_order(true));
  EXPECT_FALSE(is_in_order(false));
}

}  // namespace
}  // namespace clgauge::lens
