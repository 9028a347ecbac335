// Pages that a launch touches: how far apart they come again.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "known_launch.h"
#include "lens/traffic/launch_traffic.h"

namespace clgauge::lens {
namespace {

// A column of a matrix: a line of each row, every row on pages of its own.
TEST(LaunchTraffic, ColumnsTouchManyPagesAndCrowdTheSecondCache) {
  const auto column = [](std::uint64_t row_bytes) {
    return KnownLaunch{{64, 1, 1}, [row_bytes](auto x, auto, auto) {
                         AccessTrace trace;
                         for (std::uint64_t row = 64 * x; row < 64 * x + 64; ++row) {
                           trace.push_back(load((1U << 30) + row_bytes * row));
                         }
                         return trace;
                       }};
  };
  const auto none = static_cast<std::size_t>(Reuse::none);
  const LaunchTraffic crowded = traffic_of(column(16384).sample(16, 32), {});
  EXPECT_NEAR(crowded.distance_bytes[none], 64.0 * 4096, 64);
  EXPECT_NEAR(crowded.page_distance_bytes[none], 4096.0 * 4096, 4096);
  EXPECT_NEAR(crowded.crowding[static_cast<std::size_t>(Reuse::group)], CacheShape::kClasses, 0.2);
  const LaunchTraffic skewed = traffic_of(column(16384 + 64).sample(16, 32), {});
  EXPECT_NEAR(skewed.crowding[static_cast<std::size_t>(Reuse::group)], 1, 0.1);
  const LaunchTraffic contiguous = traffic_of(column(64).sample(16, 32), {});
  EXPECT_NEAR(contiguous.page_distance_bytes[none], 64.0 * 4096, 4096);
  EXPECT_NEAR(contiguous.crowding[static_cast<std::size_t>(Reuse::group)], 1, 0.1);
}

// A product of matrices: each group goes down a column of lines that the row of groups before went
// down, too. What lies between are the columns of one row of groups: side by side they share few
// sets, unless there are as many of them as of sets.
TEST(LaunchTraffic, ColumnsCrowdAsThoseOfTheirRowOfGroupsDo) {
  HierarchyShape shape;
  shape.l2.page_lines = 64;
  const auto crowding_of_rows = [&shape](std::uint64_t groups, std::uint64_t row_bytes) {
    const KnownLaunch launch{{groups, 16, 1}, [row_bytes](auto x, auto, auto) {
                               AccessTrace trace;
                               for (std::uint64_t row = 0; row < 256; ++row) {
                                 trace.push_back(load((1U << 30) + row_bytes * row + 64 * x));
                               }
                               return trace;
                             }};
    const std::uint64_t taken = 32;
    return traffic_of(launch.sample(launch.count() - taken, taken), shape)
        .crowding[static_cast<std::size_t>(Reuse::row)];
  };
  EXPECT_NEAR(crowding_of_rows(8, 4096), 8, 0.5);
  EXPECT_NEAR(crowding_of_rows(32, 4096), 2, 0.2);
  EXPECT_NEAR(crowding_of_rows(64, 4096), 1, 0.1);
  EXPECT_NEAR(crowding_of_rows(8, 4160), 1, 0.1);
}

TEST(LaunchTraffic, PagesAreJudgedByTheirReuse) {
  constexpr std::uint64_t kPage = 4096;
  const KnownLaunch launch{{64, 64, 1}, [](auto x, auto y, auto) {
                             const std::uint64_t of_column = x;
                             const std::uint64_t own = 1000 + 64 * y + x;
                             return AccessTrace{load(kPage * of_column), store(kPage * own)};
                           }};
  const LaunchTraffic traffic = traffic_of(launch.sample(std::uint64_t{64} * 32, 32), {});
  const auto row = static_cast<std::size_t>(Reuse::row);
  const auto none = static_cast<std::size_t>(Reuse::none);
  EXPECT_EQ(traffic.first_walks[row].all, 1);
  EXPECT_EQ(traffic.first_walks[none].all, 1);
  EXPECT_EQ(traffic.repeated_walks.all, 0);
  EXPECT_NEAR(traffic.page_distance_bytes[row], kPage * 2 * 64.0, kPage * 2);
  EXPECT_NEAR(traffic.page_distance_bytes[none], kPage * (64 + 64.0 * 64), kPage * 64);
}

// Every group goes down the same column, most of whose rounds are not in its trace.
TEST(LaunchTraffic, RoundsThatAreNotInATracePassPagesToo) {
  constexpr std::uint64_t kRow = 8192;
  constexpr std::uint64_t kRounds = 3000;
  const auto column = [](std::uint64_t row_bytes) {
    return KnownLaunch{{64, 1, 1}, [row_bytes](auto x, auto, auto) {
                         AccessTrace trace{load(4 * x), load(4 * x + row_bytes)};
                         trace.repeated.push_back({1, 2, kRounds - 3});
                         trace.push_back(load(4 * x + (kRounds - 1) * row_bytes));
                         return trace;
                       }};
  };
  const LaunchTraffic traffic = traffic_of(column(kRow).sample(8, 16), {});
  EXPECT_NEAR(traffic.passed_pages, kRounds - 3, 1e-9);
  EXPECT_NEAR(traffic.passed_page_distance_bytes, 4096.0 * kRounds, 4096.0 * 4);
  // A page holds 64 lines.
  const LaunchTraffic row = traffic_of(column(64).sample(8, 16), {});
  EXPECT_NEAR(row.passed_pages, (kRounds - 3) / 64.0, 1e-9);
}

// Loads of a line of each of 2064 rows take an Emerald Rapids 7 ns each where rows are 8256 bytes
// apart, as if it held half of 2048 pages, and 0.5 ns where they are 4160 bytes apart.
TEST(LaunchTraffic, PassedPagesCrowdInTheSetsOfATlb) {
  constexpr std::uint64_t kRounds = 2000;
  HierarchyShape shape;
  shape.tlb2 = {2048ULL * 4096, 4096, 16, Replacement::quarter_random};
  shape.tlb2.folds = true;
  const auto distance = [&shape](std::uint64_t row_bytes, bool goes_down) {
    const KnownLaunch launch{
        {64, 1, 1}, [=](auto x, auto, auto) {
          const auto row = [=](std::uint64_t i) {
            return load((1U << 30) + 4 * x + row_bytes * (goes_down ? kRounds - i : i));
          };
          AccessTrace trace{row(0), row(1)};
          trace.repeated.push_back({1, 2, kRounds - 3});
          trace.push_back(row(kRounds - 1));
          return trace;
        }};
    return traffic_of(launch.sample(8, 16), shape).passed_page_distance_bytes;
  };
  constexpr double kPages = 4096.0 * kRounds;
  EXPECT_NEAR(distance(4160, false) / kPages, 1, 0.05);
  EXPECT_NEAR(distance(8192, false) / kPages, 1, 0.05);
  for (const bool goes_down : {false, true}) {
    EXPECT_NEAR(distance(8256, goes_down) / kPages, 1.75, 0.15);
  }
}

}  // namespace
}  // namespace clgauge::lens
