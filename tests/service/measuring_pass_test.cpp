#include "service/engine/measuring_pass.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace clgauge::service {
namespace {

using ::testing::ElementsAre;

std::vector<std::size_t> points_of_pass(const std::vector<PointCost>& points, double seconds) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<std::size_t> indices;
  for (const Turn& turn : turns_of_pass(points, order, seconds)) {
    indices.push_back(turn.point);
  }
  return indices;
}

TEST(MeasuringPass, PointsThatWereNotMeasuredComeBeforeRepeats) {
  EXPECT_THAT(points_of_pass({{0.1, true}, {0.2, true}, {3, false}, {5, false}}, 20),
              ElementsAre(2, 3, 0, 1));
}

TEST(MeasuringPass, SettledPointsGetNoTurn) {
  EXPECT_THAT(points_of_pass({{0.1, false}, {std::nullopt, true}, {0.3, false}}, 20),
              ElementsAre(0, 2));
}

TEST(MeasuringPass, DearPointsLeaveTimeToQuickOnes) {
  EXPECT_THAT(points_of_pass({{1, false}, {4, false}, {6, false}, {7, false}}, 10),
              ElementsAre(0, 1));
  // In the next pass it is the dear one's turn, as far as it fits at all.
  EXPECT_THAT(points_of_pass({{1, true}, {4, true}, {6, false}, {7, false}}, 10), ElementsAre(2));
}

TEST(MeasuringPass, WhatNobodyNeedsIsShared) {
  const std::vector<Turn> turns =
      turns_of_pass({{1, false}, {1, false}, {4, false}}, {0, 1, 2}, 12);
  ASSERT_EQ(turns.size(), 3U);
  // Six seconds are spare: two for each. Quick points that use up all of them take none of the 4.
  EXPECT_DOUBLE_EQ(seconds_of(turns[0], 12).value(), 3);
  EXPECT_DOUBLE_EQ(seconds_of(turns[1], 9).value(), 3);
  EXPECT_DOUBLE_EQ(seconds_of(turns[2], 6).value(), 6);
  // Where others took longer than was known, a point gets its least time while there is so much.
  EXPECT_DOUBLE_EQ(seconds_of(turns[1], 2).value(), 1);
  EXPECT_FALSE(seconds_of(turns[2], 4).has_value());
}

}  // namespace
}  // namespace clgauge::service
