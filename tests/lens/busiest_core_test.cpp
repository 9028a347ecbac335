#include "lens/launch/busiest_core.h"

#include <gtest/gtest.h>

#include <vector>

namespace clgauge::lens {
namespace {

constexpr Dealing kBoth[] = {Dealing::shares, Dealing::parts};

// 7, 5, 3, 1 and the like.
std::vector<GroupWork> triangle(std::uint64_t groups) {
  std::vector<GroupWork> work;
  for (std::uint64_t g = 0; g < groups; ++g) {
    work.push_back({g, static_cast<double>(2 * (groups - g) - 1)});
  }
  return work;
}

TEST(BusiestCore, HasItsShareOfEqualGroups) {
  const std::vector<GroupWork> alike = {{0, 3}, {50, 3}, {90, 3}};
  for (const Dealing dealing : kBoth) {
    EXPECT_DOUBLE_EQ(busiest_core(alike, 100, 2, dealing), 50);
    EXPECT_DOUBLE_EQ(busiest_core(alike, 100'000, 4, dealing), 25'000);
    EXPECT_DOUBLE_EQ(busiest_core(std::vector<GroupWork>{{0, 1}}, 1, 2, dealing), 1);
    EXPECT_DOUBLE_EQ(busiest_core(std::vector<GroupWork>{{0, 0}}, 8, 2, dealing), 4);
  }
}

TEST(BusiestCore, HasTheLargerOfTwoGroups) {
  for (const Dealing dealing : kBoth) {
    EXPECT_DOUBLE_EQ(busiest_core(triangle(2), 2, 2, dealing), 1.5);  // 3 of 4
  }
}

// As PoCL runs 64 groups of which the first half has all the work.
TEST(BusiestCore, HasTheFirstShareOnPoCL) {
  const std::vector<GroupWork> first_half = {{8, 1}, {31, 1}, {32, 0}, {56, 0}};
  EXPECT_DOUBLE_EQ(busiest_core(first_half, 64, 2, Dealing::shares), 64);
  EXPECT_DOUBLE_EQ(busiest_core(first_half, 64, 2, Dealing::parts), 32);
  // 12 for the first, 7, 5, 3, 1 for the other, which takes two, one, one of them.
  EXPECT_DOUBLE_EQ(busiest_core(triangle(4), 4, 2, Dealing::shares), 3);
  EXPECT_DOUBLE_EQ(busiest_core(triangle(4), 4, 2, Dealing::parts), 9.0 / 4);
}

TEST(BusiestCore, HardlyMattersWhereGroupsAreMany) {
  const auto many = triangle(20'000);
  EXPECT_NEAR(busiest_core(many, 20'000, 2, Dealing::shares), 10'000, 100);
  EXPECT_NEAR(busiest_core(many, 20'000, 2, Dealing::parts), 10'000, 1);
}

}  // namespace
}  // namespace clgauge::lens
