#include "lens/traffic/followed_strides.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kPlanes = 16;

// Of a tile of so many rows in each of 16 planes, `lines` lines a row, the accesses of the last
// eight planes that are followed.
int followed_in_tile(bool follows_runs, std::uint64_t rows, std::uint64_t lines) {
  constexpr std::uint64_t kTileRow = 576;
  constexpr std::uint64_t kTilePlane = 82944;
  constexpr std::uint64_t kLine = 64;
  FollowedLines of;
  of.follows_runs = follows_runs;
  FollowedStrides strides(of);
  int followed = 0;
  std::uint64_t now = 0;
  for (std::uint64_t plane = 0; plane < kPlanes; ++plane) {
    for (std::uint64_t row = 0; row < rows; ++row) {
      for (std::uint64_t line = 0; line < lines; ++line) {
        const std::uint64_t address = plane * kTilePlane + row * kTileRow + line * kLine;
        const bool goes_on = strides.goes_on(0, address, address / kLine, ++now);
        followed += goes_on && plane >= kPlanes / 2 ? 1 : 0;
      }
    }
  }
  return followed;
}

TEST(FollowedStrides, GoOnFromRunToRunWhereThatIsFollowed) {
  for (const std::uint64_t rows : {4U, 8U, 16U}) {
    EXPECT_EQ(followed_in_tile(true, rows, 1), 8 * static_cast<int>(rows)) << rows;
    EXPECT_LT(followed_in_tile(false, rows, 1), 8 * static_cast<int>(rows)) << rows;
  }
}

// Two lines a row make runs of runs, which nobody follows.
TEST(FollowedStrides, DoNotGoOnWhereRunsOfRunsRepeat) {
  EXPECT_LT(followed_in_tile(true, 8, 2), 8 * 8 * 2);
}

}  // namespace
}  // namespace clgauge::lens
