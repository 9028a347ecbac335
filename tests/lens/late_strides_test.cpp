#include "lens/traffic/late_strides.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "accesses.h"
#include "lens/launch/traffic_features.h"
#include "lens/traffic/core_waits.h"
#include "lens/traffic/launch_traffic.h"

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kLateWindow = 160;  // micro-operations, and accesses of one each

// Nanoseconds of a line, by loads that take turns, where memory takes 110. Those of the processor
// are in late_strides.h, beyond what a stride takes that is followed.
double nanoseconds_a_line(std::uint64_t micro_operations, std::uint32_t loads) {
  LateStrides late(core_waits("znver4").followed);
  double waits = 0;
  constexpr std::uint64_t kLines = 4096;
  for (std::uint64_t line = 0; line < kLines; ++line) {
    waits += late.wait_of(static_cast<std::uint32_t>(line % loads), (micro_operations + 2) * line,
                          kLateWindow);
  }
  return 110 * waits / kLines;
}

TEST(LateStrides, LinesTakeAsLongAsTimed) {
  EXPECT_NEAR(nanoseconds_a_line(256, 1), 18, 3);
  EXPECT_NEAR(nanoseconds_a_line(128, 1), 17, 4);
  EXPECT_NEAR(nanoseconds_a_line(64, 1), 13, 3);
  EXPECT_NEAR(nanoseconds_a_line(16, 1), 5, 2);
  EXPECT_NEAR(nanoseconds_a_line(0, 1), 2, 2);
  EXPECT_NEAR(nanoseconds_a_line(64, 2), 9, 2);
  EXPECT_NEAR(nanoseconds_a_line(64, 4), 5, 3);
}

TEST(LateStrides, AreTwoFourAndEightKibibytes) {
  const LateStrides zen(core_waits("znver4").followed);
  const auto is_late = [&](std::int64_t stride) {
    return zen.is_late(static_cast<std::uint64_t>(stride));
  };
  for (const std::int64_t stride : {2048, 4096, 8192, -4096}) {
    EXPECT_TRUE(is_late(stride)) << stride;
  }
  for (const std::int64_t stride : {0, 64, 1024, 4160, 6144, 16384, -16384}) {
    EXPECT_FALSE(is_late(stride)) << stride;
  }
  EXPECT_FALSE(LateStrides(core_waits("sapphirerapids").followed).is_late(4096));
  EXPECT_FALSE(LateStrides(core_waits("znver5").followed).is_late(4096));
}

// Work-items that go down a column of so many rows each, side by side.
LaunchTraffic down_columns(std::uint64_t row_bytes, std::uint64_t rows, double most_bytes) {
  SampledGroups sample;
  sample.groups = {64, 1, 1};
  sample.most_bytes = most_bytes;
  for (std::uint64_t group = 16; group < 20; ++group) {
    AccessTrace trace;
    for (std::uint64_t row = 0; row < rows; ++row) {
      trace.push_back(load((1ULL << 32U) + row_bytes * row + 64 * group));
    }
    sample.consecutive.push_back(trace);
  }
  HierarchyShape shape;
  shape.waits = core_waits("znver4");
  return traffic_of(sample, shape);
}

double late_waits(const LaunchTraffic& traffic) {
  double waits = 0;
  for (const FarWaits& late : traffic.late_waits) {
    waits += late.waits;
  }
  return waits;
}

TEST(LateStrides, LongColumnsWaitForLinesOfTheirOwnThatMemoryBrings) {
  constexpr std::uint64_t kManyRows = 32768;
  constexpr double kMatrixBytes = 4096.0 * kManyRows;
  const LaunchTraffic late = down_columns(4096, kManyRows, kMatrixBytes);
  EXPECT_GT(late_waits(late), 0.01 * kManyRows);
  EXPECT_EQ(late_waits(down_columns(4160, kManyRows, kMatrixBytes)), 0);
  EXPECT_EQ(late_waits(down_columns(4096, 16, kMatrixBytes)), 0);  // of a tile

  MachineShape machine;
  machine.core.waits = core_waits("znver4");
  const auto dram_waits = [&](const LaunchTraffic& traffic, std::uint64_t last_cache_bytes) {
    machine.shared_cache_bytes = last_cache_bytes;
    LensFeatures features;
    add_traffic(traffic, machine, 1, "f_lens_", features);
    return features.at("f_lens_dram_waits");
  };
  LaunchTraffic without = late;
  without.late_waits.clear();
  const double more = dram_waits(late, 1ULL << 24U) - dram_waits(without, 1ULL << 24U);
  EXPECT_NEAR(more, late_waits(late), 0.01 * late_waits(late));
  EXPECT_LT(dram_waits(late, 1ULL << 36U), 0.01 * more);  // which the last cache has kept
}

// Of two launches down columns, one of which goes down all of a matrix's, the other down a few.
TEST(LateStrides, ColumnsThatLieAloneCrowdTheLastCache) {
  constexpr std::uint64_t kFewRows = 1024;
  const LaunchTraffic few = down_columns(4096, kFewRows, 4096.0 * kFewRows * 16);
  constexpr auto kGroup = static_cast<std::size_t>(Reuse::group);
  constexpr auto kNone = static_cast<std::size_t>(Reuse::none);
  EXPECT_GT(few.crowding[kGroup], 7);
  EXPECT_EQ(few.crowding[kNone], few.crowding[kGroup]);
  const LaunchTraffic all = down_columns(4096, kFewRows, 4096.0 * kFewRows);
  EXPECT_EQ(all.crowding[kGroup], few.crowding[kGroup]);
  EXPECT_NEAR(all.crowding[kNone], 1, 0.2);
}

}  // namespace
}  // namespace clgauge::lens
