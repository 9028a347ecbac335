// What a few groups say of a whole launch.
#include "lens/traffic/launch_traffic.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "base/error.h"
#include "known_launch.h"

namespace clgauge::lens {
namespace {

double sum(const MissCounts& counts) {
  return static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
}

// Accesses of many micro-operations, as gathers are, fill a core's buffers sooner.
TEST(LaunchTraffic, FewHeavyAccessesFillAWindow) {
  const KnownLaunch launch = transposition(512);
  SampledGroups sample = launch.sample(launch.count() / 2 + 5, 32);
  sample.micro_ops_per_access = 1;
  const double light = traffic_of(sample, {}).l1_misses[load_leading];
  sample.micro_ops_per_access = 80;
  const double heavy = traffic_of(sample, {}).l1_misses[load_leading];
  EXPECT_GT(light, 0);
  EXPECT_GE(heavy, 2 * light);
  sample.micro_ops_per_access = 1;
  sample.micro_ops_of_rooms = 2;
  EXPECT_GE(traffic_of(sample, {}).l1_misses[load_leading], 2 * light);
}

// Each group strides over the whole array: neighbours share its lines, and if those that were
// walked happen not to, the launch still touches no more than there is.
TEST(LaunchTraffic, NothingIsFartherAwayThanAllThatThereIs) {
  const KnownLaunch launch = transposition(512);
  SampledGroups sample = launch.sample(launch.count() / 2 + 5, 32);
  const auto none = static_cast<std::size_t>(Reuse::none);
  ASSERT_GT(traffic_of(sample, {}).distance_bytes[none], 1 << 20);
  sample.most_bytes = 1 << 20;
  const LaunchTraffic traffic = traffic_of(sample, {});
  for (const double distance : traffic.distance_bytes) {
    EXPECT_LE(distance, 1 << 20);
  }
  for (const double distance : traffic.page_distance_bytes) {
    EXPECT_LE(distance, (1 << 20) + 4096) << "a buffer may begin in the midst of a page";
  }
}

// What a few groups say of the whole launch, against all groups simulated.
TEST(LaunchTraffic, AFewGroupsStandForAll) {
  const HierarchyShape shape;
  for (const KnownLaunch& launch :
       {stencil(1024, 512), stencil(4096, 256), stencil(32, 16384), transposition(512)}) {
    const HierarchyCounts whole = launch.whole(shape);
    const LaunchTraffic few = traffic_of(launch.sample(launch.count() / 2 + 5, 32), shape);
    EXPECT_EQ(few.groups, static_cast<double>(launch.count()));
    EXPECT_EQ(few.accesses * few.groups, static_cast<double>(whole.accesses));
    const double l1 = few.groups * std::accumulate(few.l1_misses.begin(), few.l1_misses.end(), 0.0);
    EXPECT_NEAR(l1 / sum(whole.l1_misses), 1, 0.2);
    // Beyond the second cache: what is told apart by reuse adds up to what a cold launch misses,
    // but for reuse at a distance that the cache still covers.
    double beyond = 0;
    for (std::size_t reuse = 0; reuse < kReuses; ++reuse) {
      const bool is_held =
          few.distance_bytes.at(reuse) < static_cast<double>(shape.l2.capacity_bytes) &&
          static_cast<Reuse>(reuse) != Reuse::none;
      for (const double lines : few.beyond_l2.at(reuse)) {
        beyond += is_held ? 0 : few.groups * lines;
      }
    }
    EXPECT_NEAR(beyond / sum(whole.l2_misses), 1, 0.25) << launch.groups[0];
  }
}

TEST(LaunchTraffic, FindsTheRowsThatAStencilSharesAndHowFarTheyAreAway) {
  constexpr std::uint64_t kWidth = 8192;
  const KnownLaunch launch = stencil(kWidth, 256);
  const LaunchTraffic traffic = traffic_of(launch.sample(3 * launch.groups[0] + 100, 32), {});
  const auto row = static_cast<std::size_t>(Reuse::row);
  const auto none = static_cast<std::size_t>(Reuse::none);
  const auto loads = [&](std::size_t reuse) {
    const auto& lines = traffic.beyond_l2.at(reuse);
    return lines[load_streaming] + lines[load_crowded] + lines[load_overlapped] +
           lines[load_leading];
  };
  // Of 18 rows of one line two were loaded by the row of groups before.
  EXPECT_NEAR(loads(row), 2, 0.3);
  EXPECT_NEAR(loads(none), 16, 0.5);
  // 18 rows of input and 16 of output lie between.
  EXPECT_NEAR(traffic.distance_bytes[row], 34.0 * 4 * kWidth, 0.1 * 34 * 4 * kWidth);
  const double footprint = 4.0 * kWidth * (258 + 256);
  EXPECT_NEAR(traffic.distance_bytes[none], footprint, 0.1 * footprint);
}

// Rows of two groups: of the eight whose misses are judged six follow others of them.
TEST(LaunchTraffic, ShortRowsAreNotTakenForTheirOwnPast) {
  const KnownLaunch launch{{2, 4096, 1}, [](auto x, auto y, auto) {
                             AccessTrace trace;
                             for (std::uint64_t i = 0; i < 16; ++i) {
                               trace.push_back(load((1U << 30) + 64 * (16 * (2 * y + x) + i)));
                             }
                             return trace;
                           }};
  const LaunchTraffic traffic = traffic_of(launch.sample(4000, 48), {});
  const auto none = static_cast<std::size_t>(Reuse::none);
  EXPECT_EQ(traffic.beyond_l2[none][load_streaming] + traffic.beyond_l2[none][load_leading] +
                traffic.beyond_l2[none][load_overlapped],
            16);
  EXPECT_EQ(traffic.distance_bytes[none], 64.0 * 16 * 8192);
}

TEST(LaunchTraffic, ATableThatAllGroupsShareIsReusedAtOnce) {
  const KnownLaunch launch{{256, 1, 1}, [](auto x, auto, auto) {
                             AccessTrace trace;
                             for (std::uint64_t i = 0; i < 4096; ++i) {
                               trace.push_back(load((1U << 30) + 64 * i));  // 256 KiB
                             }
                             trace.push_back(store((1U << 31) + 64 * x));
                             return trace;
                           }};
  const LaunchTraffic traffic = traffic_of(launch.sample(128, 16), {});
  EXPECT_GT(traffic.l1_misses[load_streaming], 4000);
  const double footprint = 64.0 * 4096 + 64 * 256;
  EXPECT_NEAR(traffic.distance_bytes[static_cast<std::size_t>(Reuse::none)], footprint,
              0.02 * footprint);
}

// a[i] = a[i] + 1: every line comes in once and goes out once.
TEST(LaunchTraffic, UpdatedLinesAreWrittenBack) {
  const KnownLaunch launch{{4096, 1, 1}, [](auto x, auto, auto) {
                             AccessTrace trace;
                             for (std::uint64_t i = 0; i < 256; ++i) {
                               const std::uint64_t address = (1U << 30) + 4 * (256 * x + i);
                               trace.push_back(load(address));
                               trace.push_back(store(address));
                             }
                             return trace;
                           }};
  const LaunchTraffic traffic = traffic_of(launch.sample(2048, 48), {});
  const double stored = traffic.l1_misses[store_streaming] + traffic.l1_misses[store_irregular];
  EXPECT_EQ(stored, 0);
  EXPECT_EQ(traffic.written[static_cast<std::size_t>(Reuse::none)], 16);
  EXPECT_EQ(traffic.written[static_cast<std::size_t>(Reuse::group)], 0);
}

// Two loops of a group: one streams, the other stores to a few lines over and over, which the first
// one throws out of the second cache.
TEST(LaunchTraffic, PartsOfTheCodeMissWhatTheyAskFor) {
  constexpr std::uint64_t kStream = 0;
  constexpr std::uint64_t kKept = 1;
  const KnownLaunch launch{{64, 1, 1}, [](std::uint64_t x, auto, auto) {
                             AccessTrace trace;
                             for (std::uint64_t i = 0; i < 20000; ++i) {
                               trace.push_back(load((1ULL << 40U) + 64 * (20000 * x + i)));
                               trace.back().instruction = 3;
                             }
                             for (std::uint64_t i = 0; i < 100; ++i) {
                               trace.push_back(store(4096 * x + 64 * (i % 20)));
                               trace.back().instruction = 1;
                             }
                             return trace;
                           }};
  const SampledGroups sample = launch.sample(10, 8);
  const LaunchTraffic all = traffic_of(sample, {});
  const auto parts = traffic_of_parts(sample, {}, {2, {kStream, kKept, kKept, kStream}});
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[kStream].accesses, 20000);
  EXPECT_EQ(parts[kKept].accesses, 100);
  EXPECT_EQ(parts[kKept].l1_misses[load_streaming], 0);
  EXPECT_GT(parts[kStream].l1_misses[load_streaming], 19000);
  EXPECT_EQ(parts[kStream].distance_bytes, all.distance_bytes);
  const auto sum = [](const std::array<double, kReuses>& counts) {
    return std::accumulate(counts.begin(), counts.end(), 0.0);
  };
  EXPECT_EQ(sum(parts[kStream].written), 0);
  EXPECT_EQ(sum(parts[kKept].written), 20);
  for (std::size_t kind = 0; kind < kMissKinds; ++kind) {
    EXPECT_DOUBLE_EQ(parts[0].l1_misses[kind] + parts[1].l1_misses[kind], all.l1_misses[kind]);
    for (std::size_t reuse = 0; reuse < kReuses; ++reuse) {
      EXPECT_DOUBLE_EQ(parts[0].beyond_l2[reuse][kind] + parts[1].beyond_l2[reuse][kind],
                       all.beyond_l2[reuse][kind]);
    }
  }
  EXPECT_DOUBLE_EQ(parts[0].tlb1_misses + parts[1].tlb1_misses, all.tlb1_misses);
  EXPECT_DOUBLE_EQ(parts[0].l1_conflicts + parts[1].l1_conflicts, all.l1_conflicts);
}

// Groups of 64 rounds, each of which streams over 256 lines of its own and goes through 64 lines of
// the group's, and stores a line: as they are, and with one round that stands for 60.
TEST(LaunchTraffic, ARoundMayStandForOthers) {
  constexpr std::uint64_t kRounds = 64;
  constexpr std::uint64_t kFar = 1 << 30;
  const auto add_round = [](AccessTrace& trace, std::uint64_t group, std::uint64_t round) {
    for (std::uint64_t i = 0; i < 256; ++i) {
      trace.push_back(load(64 * ((kRounds * group + round) * 256 + i)));
      trace.push_back(load(kFar + 64 * (64 * group + i % 64)));
    }
    trace.push_back(store(2 * kFar + 64 * (kRounds * group + round)));
  };
  const KnownLaunch walked{{8, 1, 1}, [&](auto x, auto, auto) {
                             AccessTrace trace;
                             for (std::uint64_t round = 0; round < kRounds; ++round) {
                               add_round(trace, x, round);
                             }
                             return trace;
                           }};
  const KnownLaunch folded{{8, 1, 1}, [&](auto x, auto, auto) {
                             AccessTrace trace;
                             add_round(trace, x, 0);
                             const std::size_t first = trace.size();
                             add_round(trace, x, 1);
                             trace.repeated.push_back({first, trace.size(), kRounds - 4});
                             add_round(trace, x, kRounds - 2);
                             add_round(trace, x, kRounds - 1);
                             return trace;
                           }};
  const LaunchTraffic all = traffic_of(walked.sample(2, 4), {});
  const LaunchTraffic few = traffic_of(folded.sample(2, 4), {});
  EXPECT_EQ(few.accesses, all.accesses);
  for (std::size_t kind = 0; kind < kMissKinds; ++kind) {
    EXPECT_NEAR(few.l1_misses[kind], all.l1_misses[kind], 0.03 * all.l1_misses[load_streaming]);
  }
  for (std::size_t reuse = 0; reuse < kReuses; ++reuse) {
    EXPECT_EQ(few.written[reuse], all.written[reuse]);
    EXPECT_NEAR(few.distance_bytes[reuse], all.distance_bytes[reuse],
                1e-9 * all.distance_bytes[reuse]);
    EXPECT_NEAR(few.beyond_l2[reuse][load_streaming], all.beyond_l2[reuse][load_streaming],
                0.03 * all.beyond_l2[reuse][load_streaming]);
  }
}

TEST(LaunchTraffic, OneGroupIsCountedCold) {
  const KnownLaunch launch{{1, 1, 1}, [](auto, auto, auto) {
                             return AccessTrace{load(0), load(64)};
                           }};
  const LaunchTraffic traffic = traffic_of(launch.sample(0, 1), {});
  EXPECT_EQ(traffic.beyond_l2[static_cast<std::size_t>(Reuse::none)][load_leading], 1);
  EXPECT_EQ(traffic.beyond_l2[static_cast<std::size_t>(Reuse::none)][load_overlapped], 1);
  EXPECT_THROW((void)traffic_of({}, {}), Error);
}

}  // namespace
}  // namespace clgauge::lens
