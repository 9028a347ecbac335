#include "lens/traffic/crowded_sets.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <utility>

#include "lens/traffic/core_waits.h"

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kCrowdSets = 64;
constexpr std::uint64_t kCrowdWindow = 640;
constexpr std::uint64_t kCrowdLines = 1U << 16U;

// Cycles a line, where one comes every two, of a walk to `sets` sets by turns, `at_once` lines of
// each before the next one's, so many accesses apart. The processor's are in crowded_sets.h.
double cycles_a_line(std::uint64_t sets, std::uint64_t at_once, std::uint64_t apart = 1) {
  CrowdedSets crowds(kCrowdSets, kCrowdWindow);
  double waits = 0;
  for (std::uint64_t line = 0; line < kCrowdLines; ++line) {
    waits += crowds.wait_of(line / at_once % sets, apart * line);
  }
  return 2 * (1 + waits / kCrowdLines);
}

TEST(CrowdedSets, LinesOfFewSetsComeAsSlowlyAsTimed) {
  EXPECT_NEAR(cycles_a_line(kCrowdSets, 8), 2.4, 0.3);
  EXPECT_NEAR(cycles_a_line(kCrowdSets, 9), 2.7, 0.3);
  EXPECT_NEAR(cycles_a_line(kCrowdSets, 12), 3.7, 0.3);
  EXPECT_NEAR(cycles_a_line(kCrowdSets, 16), 4.8, 0.3);
  EXPECT_NEAR(cycles_a_line(kCrowdSets, 17), 5.0, 0.3);
  EXPECT_NEAR(cycles_a_line(kCrowdSets, 24), 6.5, 0.6);
  EXPECT_NEAR(cycles_a_line(kCrowdSets, 32), 7.7, 0.8);
  EXPECT_NEAR(cycles_a_line(1, 1), 10, 0.5);
  EXPECT_NEAR(cycles_a_line(2, 1), 7.5, 0.6);
  EXPECT_NEAR(cycles_a_line(8, 1), 2, 0.1);
  EXPECT_NEAR(cycles_a_line(kCrowdSets, 1), 2, 0.1);
}

// A first cache of 12 ways: 7.3 cycles of one set, 4.4 of two, 2.6 of four (7.8 and 3.0 here).
TEST(CrowdedSets, ANumberOfWaysIsWithoutWait) {
  for (const auto& [sets, cycles] : {std::pair{1U, 7.3}, {2U, 4.4}, {4U, 2.6}, {16U, 2.0}}) {
    CrowdedSets crowds(kCrowdSets, kCrowdWindow, core_waits("znver5").crowds);
    double waits = 0;
    for (std::uint64_t line = 0; line < kCrowdLines; ++line) {
      waits += crowds.wait_of(line % sets, line);
    }
    EXPECT_NEAR(2 * (1 + waits / kCrowdLines), cycles, 0.55) << sets;
  }
}

TEST(CrowdedSets, LinesFarApartDoNotCrowd) {
  EXPECT_EQ(cycles_a_line(1, 1, kCrowdWindow / 6), 2);
  EXPECT_GT(cycles_a_line(1, 1, kCrowdWindow / 20), 4);
}

TEST(CrowdedSets, OrderMattersLittle) {
  std::mt19937_64 random(3);
  for (const std::uint64_t sets : {1U, 2U, 4U}) {
    CrowdedSets crowds(kCrowdSets, kCrowdWindow);
    double waits = 0;
    for (std::uint64_t line = 0; line < kCrowdLines; ++line) {
      waits += crowds.wait_of(random() % sets, line);
    }
    EXPECT_NEAR(2 * (1 + waits / kCrowdLines), cycles_a_line(sets, 1), 0.3) << sets;
  }
}

TEST(CrowdedSets, AStoreKeepsThoseOfItsSetWaiting) {
  CrowdedSets crowds(kCrowdSets, kCrowdWindow);
  for (std::uint64_t line = 0; line < kCrowdLines; ++line) {
    (void)crowds.wait_of(line % 2, line);
  }
  EXPECT_NEAR(crowds.wait_for_store(0, 10), 5, 0.1);
  EXPECT_EQ(crowds.wait_for_store(2, 10), 0);
}

}  // namespace
}  // namespace clgauge::lens
