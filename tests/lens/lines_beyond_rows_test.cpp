#include "lens/traffic/lines_beyond_rows.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

#include "accesses.h"
#include "lens/traffic/core_waits.h"

namespace clgauge::lens {
namespace {

// Misses of the second cache by tiles of rows in four arrays, side by side: each row of an array is
// so many lines, a load each.
MissCounts misses_of_tiles(std::string_view cpu, std::uint64_t rows, std::uint64_t lines) {
  constexpr std::uint64_t kTiles = 16;
  constexpr std::uint64_t kPitch = 16448;
  constexpr std::uint64_t kApart = 1ULL << 30U;
  AccessTrace trace;
  for (std::uint64_t tile = 0; tile < kTiles; ++tile) {
    for (std::uint64_t row = 0; row < rows; ++row) {
      for (std::uint64_t line = 0; line < lines; ++line) {
        for (std::uint64_t array = 0; array < 4; ++array) {
          Access& access = trace.emplace_back(
              load(kApart * (1 + array) + kPitch * row + 64 * (lines * tile + line), 32));
          access.instruction = static_cast<std::uint32_t>(array);
        }
      }
    }
  }
  HierarchyShape shape;
  shape.waits = core_waits(cpu);
  HierarchySimulator simulator(shape, 1);
  HierarchyCounts counts;
  simulator.run(trace, counts, nullptr);
  return counts.l2_misses;
}

double share_that_waits(std::string_view cpu, std::uint64_t rows, std::uint64_t lines) {
  const MissCounts misses = misses_of_tiles(cpu, rows, lines);
  double all = 0;
  for (const std::uint64_t count : misses) {
    all += static_cast<double>(count);
  }
  return static_cast<double>(misses[load_leading] + misses[load_overlapped]) / all;
}

// As timed (lines_beyond_rows.h), but for the first tile, which nothing was before.
TEST(LinesBeyondRows, TilesOfLongRowsBeginWithThem) {
  EXPECT_LE(share_that_waits("znver4", 16, 4), 0.1);
  EXPECT_LE(share_that_waits("znver4", 64, 8), 0.1);
  EXPECT_GE(share_that_waits("znver4", 16, 2), 0.9);
  EXPECT_GE(share_that_waits("znver3", 16, 4), 0.4);  // of which nothing was timed
}

TEST(LinesBeyondRows, OnlyOnesThatARowHasJustComeTo) {
  LinesBeyondRows beyond(core_waits("znver4").followed);
  RecentMisses recent(64);
  std::uint64_t now = 0;
  const auto miss = [&](std::uint64_t line) {
    recent.add(line, ++now);
    beyond.add(line, recent, now);
  };
  for (const std::uint64_t line : {100U, 101U, 102U}) {
    miss(line);
  }
  EXPECT_FALSE(beyond.has_brought(103));
  miss(103);
  EXPECT_FALSE(beyond.has_brought(103));
  EXPECT_TRUE(beyond.has_brought(104));
  EXPECT_TRUE(beyond.has_brought(105));
  EXPECT_FALSE(beyond.has_brought(106));
  for (std::uint64_t other = 0; other < 64; ++other) {
    miss(100000 + 100 * other);
  }
  miss(104);  // alone: the row is forgotten by now
  EXPECT_FALSE(beyond.has_brought(106));
}

}  // namespace
}  // namespace clgauge::lens
