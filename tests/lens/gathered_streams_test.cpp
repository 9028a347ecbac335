#include "lens/traffic/gathered_streams.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

namespace clgauge::lens {
namespace {

// How many lines of a stream are not foreseen, taken four at a time in this order.
std::uint64_t unforeseen_in_order(const std::array<std::uint64_t, 4>& order) {
  constexpr std::uint64_t kBlocks = 100;
  GatheredStreams streams;
  std::uint64_t unforeseen = 0;
  for (std::uint64_t block = 0; block < kBlocks; ++block) {
    for (const std::uint64_t line : order) {
      unforeseen += streams.goes_on((1U << 20) + 4 * block + line, true) ? 0U : 1U;
    }
  }
  return unforeseen;
}

TEST(GatheredStreams, FollowsPairsOfLinesOneAfterTheOther) {
  EXPECT_EQ(unforeseen_in_order({0, 1, 2, 3}), 1U);
  EXPECT_EQ(unforeseen_in_order({1, 0, 3, 2}), 1U);
  EXPECT_EQ(unforeseen_in_order({2, 3, 0, 1}), 101U) << "and the first pair of all";
}

TEST(GatheredStreams, FollowsDownwards) {
  GatheredStreams streams;
  std::vector<std::uint64_t> unforeseen;
  for (std::uint64_t line = 1 << 20; line > (1 << 20) - 64; --line) {
    if (!streams.goes_on(line, true)) {
      unforeseen.push_back((1 << 20) - line);
    }
  }
  EXPECT_EQ(unforeseen, (std::vector<std::uint64_t>{0, 1})) << "two pairs tell the direction";
}

// So many streams by turns, so many lines of each at a time, with as many random accesses before
// the next stream's turn.
double foreseen_part(std::uint64_t streams, std::uint64_t lines, std::uint64_t disturbances) {
  constexpr std::uint64_t kTurns = 64;
  GatheredStreams gathered;
  double foreseen = 0;
  for (std::uint64_t turn = 0; turn < kTurns; ++turn) {
    for (std::uint64_t stream = 0; stream < streams; ++stream) {
      for (std::uint64_t line = 0; line < lines; ++line) {
        foreseen += gathered.goes_on(stream * 100'003 + turn * lines + line, line > 0) ? 1 : 0;
      }
      for (std::uint64_t i = 0; i < disturbances; ++i) {
        gathered.disturb();
      }
    }
  }
  return foreseen / static_cast<double>(streams * kTurns * lines);
}

TEST(GatheredStreams, IsAheadOfOneLineOfManyRowsAndOfAllOfFew) {
  EXPECT_GE(foreseen_part(128, 1, 0), 0.95);
  EXPECT_GE(foreseen_part(16, 2, 0), 0.95);
  EXPECT_NEAR(foreseen_part(32, 2, 0), 0.5, 0.03);
  EXPECT_NEAR(foreseen_part(32, 4, 0), 0.25, 0.03);
}

// A line of each of sixteen rows by turns, then the next line of each.
double foreseen_part_of_rows(std::uint64_t lines_of_row) {
  constexpr std::uint64_t kRows = 16;
  GatheredStreams gathered;
  double foreseen = 0;
  for (std::uint64_t line = 0; line < lines_of_row; ++line) {
    for (std::uint64_t row = 0; row < kRows; ++row) {
      foreseen += gathered.goes_on((1U << 20) + row * lines_of_row + line, false) ? 1 : 0;
    }
  }
  return foreseen / static_cast<double>(kRows * lines_of_row);
}

TEST(GatheredStreams, FollowsAFewStreamsOfAPage) {
  EXPECT_GE(foreseen_part_of_rows(64), 0.98);
  EXPECT_GE(foreseen_part_of_rows(16), 0.9);
  EXPECT_LE(foreseen_part_of_rows(8), 0.01);
}

TEST(GatheredStreams, LosesManyStreamsToRandomAccessesAndFewToNone) {
  EXPECT_GE(foreseen_part(256, 1, 0), 0.98);
  EXPECT_GE(foreseen_part(8, 1, 1), 0.98);
  EXPECT_GE(foreseen_part(8, 1, 16), 0.98);
  EXPECT_LE(foreseen_part(64, 1, 1), 0.51) << "the other line of a pair at most";
  EXPECT_LE(foreseen_part(64, 1, 16), 0.01);
}

// One line of each of 256 rows by turns (a Zen 5: 7 ns a line where rows are 131136 bytes apart, 33
// to 50 at 131072, for those share four sets of 16 ways).
TEST(GatheredStreams, RowsThatShareSetsOfTheSecondCacheAreLostBeforeTheirTurn) {
  const auto lost_part = [](std::uint64_t row_bytes, std::uint64_t rows) {
    constexpr std::uint64_t kLines = 32;
    GatheredStreams gathered(1024, 64, 3);
    double lost = 0;
    for (std::uint64_t line = 0; line < kLines; ++line) {
      for (std::uint64_t row = 0; row < rows; ++row) {
        (void)gathered.goes_on((1U << 20U) + row * row_bytes / 64 + line, false);
        lost += gathered.was_lost() ? 1 : 0;
      }
    }
    return lost / static_cast<double>(rows * kLines);
  };
  EXPECT_GT(lost_part(131072, 256), 0.8) << "all but the first of each";
  EXPECT_EQ(lost_part(131136, 256), 0);
  EXPECT_EQ(lost_part(131072, 24), 0) << "as many as the sets hold";
}

// Rows of half a kibibyte: eight streams in a page, of which three are followed.
TEST(GatheredStreams, APageHasAFewStreams) {
  const auto crowded = [](std::uint64_t rows) {
    GatheredStreams gathered(1024, 64, 3);
    double all = 0;
    for (std::uint64_t line = 0; line < 8; ++line) {
      for (std::uint64_t row = 0; row < rows; ++row) {
        (void)gathered.goes_on((1U << 20U) + 8 * row + line, false);
        all += gathered.is_crowded() ? 1 : 0;
      }
    }
    return all / static_cast<double>(8 * rows);
  };
  EXPECT_EQ(crowded(2), 0);
  EXPECT_GT(crowded(8), 0.5);
}

}  // namespace
}  // namespace clgauge::lens
