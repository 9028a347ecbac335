// Lines that a core waits for, which nobody foresaw.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "known_launch.h"
#include "lens/traffic/core_waits.h"
#include "lens/traffic/launch_traffic.h"

namespace clgauge::lens {
namespace {

// A table that the row of groups before used, and a line of the group's own, within one window.
TEST(LaunchTraffic, ACoreWaitsForTheLineFromFarthestAway) {
  constexpr std::uint64_t kApart = 5ULL * 64;
  const KnownLaunch launch{{64, 64, 1}, [](auto x, auto y, auto) {
                             AccessTrace trace{load((1U << 30) + kApart * x),
                                               load((1ULL << 32) + kApart * (64 * y + x))};
                             for (std::uint64_t i = 0; i < 3 * kWindow; ++i) {
                               trace.push_back(load(1U << 20));
                             }
                             return trace;
                           }};
  SampledGroups sample = launch.sample(32ULL * 64, 16);
  sample.micro_ops_per_access = 160.0 / kWindow;
  const LaunchTraffic traffic = traffic_of(sample, {});
  const auto& of_row = traffic.beyond_l2[static_cast<std::size_t>(Reuse::row)];
  const auto& own = traffic.beyond_l2[static_cast<std::size_t>(Reuse::none)];
  EXPECT_DOUBLE_EQ(own[load_leading], 1);
  EXPECT_DOUBLE_EQ(own[load_overlapped], 0);
  EXPECT_DOUBLE_EQ(of_row[load_leading], 0);
  EXPECT_DOUBLE_EQ(of_row[load_overlapped], 1);
}

// Four times a line that the row of groups before used, behind which little fits into the window,
// and one of the group's own, behind which all of this does.
TEST(LaunchTraffic, WhatWaitsForALineFromNearByEndsNoWindowBehindOneFromAfar) {
  constexpr std::uint64_t kApart = 5ULL * 64;
  const KnownLaunch launch{
      {64, 64, 1}, [](auto x, auto y, auto) {
        AccessTrace trace;
        for (const std::uint64_t part : std::array<std::uint64_t, 4>{0, 5, 1, 7}) {
          trace.push_back(load((1ULL << 30U) + (part << 26U) + kApart * x));
          trace.push_back(load((1ULL << 32U) + (part << 26U) + kApart * (64 * y + x)));
          trace.back().instruction = 1;
        }
        for (std::uint64_t i = 0; i < 3 * kWindow; ++i) {
          trace.push_back(load(1U << 20));
          trace.back().instruction = 2;
        }
        return trace;
      }};
  SampledGroups sample = launch.sample(32ULL * 64, 16);
  sample.micro_ops_per_access = 160.0 / kWindow;
  sample.micro_ops_behind_loads[0] = 2 * sample.micro_ops_per_access;
  HierarchyShape shape;
  shape.l2.capacity_bytes = 16384;  // keeps no row
  const LaunchTraffic traffic = traffic_of(sample, shape);
  ASSERT_EQ(traffic.far_waits.size(), 2U);
  const FarWaits& of_row = traffic.far_waits[0];
  EXPECT_EQ(of_row.distance_bytes, traffic.distance_bytes[static_cast<std::size_t>(Reuse::row)]);
  EXPECT_DOUBLE_EQ(of_row.waits, 4);
  const FarWaits& own = traffic.far_waits[1];
  EXPECT_EQ(own.distance_bytes, traffic.distance_bytes[static_cast<std::size_t>(Reuse::none)]);
  EXPECT_DOUBLE_EQ(own.waits, 1);
}

// A work-item gathers so many lines at once, far from all others, among many other accesses: it
// waits for what of the wait is left when these have come one by one.
TEST(LaunchTraffic, GatheredLinesThatNobodyForesawAreWaitedFor) {
  constexpr std::uint64_t kApart = 5ULL * 64;
  const auto waits_of = [](std::uint64_t lines, bool side_by_side) {
    const KnownLaunch launch{{256, 1, 1}, [lines, side_by_side](auto x, auto, auto) {
                               AccessTrace trace;
                               for (std::uint64_t lane = 0; lane < lines; ++lane) {
                                 trace.push_back(load((1ULL << 30U) + (side_by_side ? 64 : kApart) *
                                                                          (lines * x + lane)));
                                 trace.back().is_gathered = true;
                               }
                               for (std::uint64_t i = 0; i < 3 * kWindow; ++i) {
                                 trace.push_back(load(1U << 20));
                               }
                               return trace;
                             }};
    SampledGroups sample = launch.sample(128, 16);
    sample.micro_ops_per_access = 160.0 / kWindow;
    double waits = 0;
    for (const FarWaits& far : traffic_of(sample, {}).far_waits) {
      waits += far.waits;
    }
    return waits;
  };
  EXPECT_DOUBLE_EQ(waits_of(1, false), 15.0 / 16);
  EXPECT_DOUBLE_EQ(waits_of(4, false), 12.0 / 16);
  EXPECT_DOUBLE_EQ(waits_of(20, false), 0);
  EXPECT_DOUBLE_EQ(waits_of(4, true), 0) << "a stream";
}

// Each group loads four lines, or gathers them: those are expected that have neighbours about, or
// that come by steps; of a gather's lanes one is missed.
TEST(LaunchTraffic, LoadsOfLinesFarFromAllOthersAreUnforeseen) {
  const auto unforeseen = [](std::uint64_t line_step, bool is_gathered, bool by_steps) {
    const KnownLaunch launch{{256, 1, 1}, [=](auto x, auto, auto) {
                               AccessTrace trace{load(1U << 20)};
                               for (std::uint64_t lane = 0; lane < 4; ++lane) {
                                 const std::uint64_t at = 4 * (by_steps ? x : x * x) + lane;
                                 trace.push_back(load((1ULL << 30U) + 64 * line_step * at));
                                 trace.back().is_gathered = is_gathered;
                                 trace.back().instruction = 7;
                               }
                               return trace;
                             }};
    double loads = 0;
    for (const UnforeseenLoads& one : traffic_of(launch.sample(128, 16), {}).unforeseen_loads) {
      EXPECT_EQ(one.instruction, 7U);
      EXPECT_FALSE(one.is_lost);
      EXPECT_NEAR(one.distance_bytes, 256 * 4 * 64, 128) << "as the launch touches";
      loads += one.loads;
    }
    return loads;
  };
  EXPECT_DOUBLE_EQ(unforeseen(1009, true, false), 1);
  EXPECT_LE(unforeseen(1009, true, true), 0.25) << "which takes two steps to see";
  EXPECT_DOUBLE_EQ(unforeseen(4, true, true), 0);
  EXPECT_DOUBLE_EQ(unforeseen(4, false, true), 0);
}

// A line of the group's own, the next one for each group, among a hundred that the row before used:
// a prefetcher sees the stream where the second cache has kept those.
TEST(LaunchTraffic, LinesThatTheSecondCacheHasKeptHideNoStream) {
  constexpr std::uint64_t kApart = 5ULL * 64;
  constexpr std::uint64_t kShared = 100;
  const auto followed = [](std::uint64_t groups_of_row) {
    const KnownLaunch launch{{groups_of_row, 64, 1}, [groups_of_row](auto x, auto y, auto) {
                               AccessTrace trace;
                               for (std::uint64_t i = 0; i < kShared; ++i) {
                                 trace.push_back(load((1U << 30) + kApart * (kShared * x + i)));
                               }
                               trace.push_back(load((1ULL << 32) + 64 * (groups_of_row * y + x)));
                               return trace;
                             }};
    HierarchyShape shape;
    shape.waits = core_waits("sapphirerapids");
    const LaunchTraffic traffic =
        traffic_of(launch.sample(32 * groups_of_row + groups_of_row / 4, 32), shape);
    const auto& own = traffic.beyond_l2[static_cast<std::size_t>(Reuse::none)];
    return own[load_streaming];
  };
  EXPECT_GT(followed(64), 0.6);    // 404 KiB a row of groups
  EXPECT_LT(followed(1024), 0.2);  // 6.3 MiB
}

}  // namespace
}  // namespace clgauge::lens
