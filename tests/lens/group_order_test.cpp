#include "lens/launch/group_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace clgauge::lens {
namespace {

using ::testing::ElementsAre;

std::vector<GroupId> first_of(const GroupOrder& order, std::uint64_t many) {
  std::vector<GroupId> ids;
  for (std::uint64_t place = 0; place < many; ++place) {
    ids.push_back(order.at(place));
  }
  return ids;
}

TEST(GroupOrder, GoesByNumberWithoutParts) {
  const GroupOrder order({47, 450, 1}, 2, Dealing::shares);
  EXPECT_EQ(order.at(47 * 3 + 5), (GroupId{5, 3, 0}));
  EXPECT_THAT(order.rows(), ElementsAre(47, 450, 1));
  EXPECT_EQ(GroupOrder({1000, 1, 1}, 2, Dealing::parts).at(501), (GroupId{501, 0, 0}));
}

// As counters saw it that groups incremented on Intel's runtime, on two cores.
TEST(GroupOrder, HalvesTheLongestSide) {
  const GroupOrder order({47, 450, 1}, 2, Dealing::parts);
  for (std::uint64_t row = 0; row < 14; ++row) {
    EXPECT_EQ(order.at(11 * row), (GroupId{0, row, 0}));
    EXPECT_EQ(order.at(11 * row + 10), (GroupId{10, row, 0}));
  }
  EXPECT_EQ(order.at(11ULL * 14), (GroupId{11, 0, 0}));
  EXPECT_EQ(order.at((11 + 12) * 14ULL), (GroupId{0, 14, 0}));
  EXPECT_EQ(order.at((11 + 12) * 28ULL), (GroupId{23, 0, 0}));
  EXPECT_THAT(order.rows(), ElementsAre(47 / 4.0, 450 / 32.0, 32 * 4));
  EXPECT_THAT(first_of(GroupOrder({64, 4, 4}, 2, Dealing::parts), 9),
              ElementsAre(GroupId{0, 0, 0}, GroupId{1, 0, 0}, GroupId{0, 1, 0}, GroupId{1, 1, 0},
                          GroupId{0, 0, 1}, GroupId{1, 0, 1}, GroupId{0, 1, 1}, GroupId{1, 1, 1},
                          GroupId{2, 0, 0}));
}

TEST(GroupOrder, HasAPlaceForEachGroup) {
  for (const GroupId& groups : {GroupId{9, 7, 5}, GroupId{1, 1, 1}, GroupId{1, 200, 3},
                                GroupId{100, 100, 1}, GroupId{8, 32, 64}}) {
    for (const Dealing dealing : {Dealing::shares, Dealing::parts}) {
      const GroupOrder order(groups, 2, dealing);
      for (std::uint64_t place = 0; place < order.count(); ++place) {
        ASSERT_EQ(order.place_of(order.at(place)), place);
      }
    }
  }
}

}  // namespace
}  // namespace clgauge::lens
