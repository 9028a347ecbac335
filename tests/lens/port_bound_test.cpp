#include "lens/throughput/port_bound.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>

namespace clgauge::lens {
namespace {

// Over all sets of units, not only over those that somebody uses together.
double by_brute_force(const PortUse& use, unsigned units) {
  double bound = 0;
  for (std::uint64_t set = 1; set < (1ULL << units); ++set) {
    double cycles = 0;
    for (const auto& [allowed, occupied] : use) {
      cycles += (allowed & ~set) == 0 ? occupied : 0;
    }
    bound = std::max(bound, cycles / std::popcount(set));
  }
  return bound;
}

TEST(PortBound, IsTheLeastTimeThatAnyDealNeeds) {
  EXPECT_EQ(port_bound({}).cycles, 0);
  EXPECT_EQ(port_bound({{0b11, 4}}).cycles, 2);
  EXPECT_EQ(port_bound({{0b011, 2}, {0b110, 2}}).cycles, 4.0 / 3);
  EXPECT_EQ(port_bound({{0b0011, 4}, {0b1100, 2}}).cycles, 2);
  EXPECT_EQ(port_bound({{0b001, 3}, {0b011, 1}}).cycles, 3);
}

TEST(PortBound, AgreesWithAllSetsOfUnits) {
  std::mt19937 random(20261122);
  for (int trial = 0; trial < 2000; ++trial) {
    const unsigned units = 1 + random() % 7;
    PortUse use;
    for (unsigned kinds = random() % 6; kinds > 0; --kinds) {
      use[1 + random() % ((1U << units) - 1)] += random() % 9;
    }
    EXPECT_NEAR(port_bound(use).cycles, by_brute_force(use, units), 1e-9);
  }
}

}  // namespace
}  // namespace clgauge::lens
