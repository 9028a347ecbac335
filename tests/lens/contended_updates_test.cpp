// How atomic updates wait for lines of other cores, as two cores of an EPYC were timed
// (core_waits.cpp).
#include <gtest/gtest.h>

#include <tuple>
#include <utility>

#include "lens/traffic/core_waits.h"

namespace clgauge::lens {
namespace {

struct Core {
  const char* cpu;
  double one_line;  // cycles an update waits for it
};
constexpr Core kZen3{"znver3", 44};
constexpr Core kZen4{"znver4", 27};

// Cycles by which a visit takes longer than without others, where cores do nothing else.
double wait_of_visit(double updates, double lines, const Core& core = kZen4) {
  const CoreWaits waits = core_waits(core.cpu);
  return core.one_line * updates * contended_wait(waits, {lines, 10}) *
         contended_part(waits, updates, waits.contended.update_cycles, lines);
}

TEST(Zen4, LinesThatCoresTakeFromEachOtherComeTogetherWhereTheyAreMany) {
  EXPECT_NEAR(wait_of_visit(1, 1), 27, 1);
  EXPECT_NEAR(wait_of_visit(1, 32), 23, 3);
  EXPECT_NEAR(wait_of_visit(1, 64), 12, 4);
  EXPECT_NEAR(wait_of_visit(1, 512), 7, 3);
}

TEST(Zen4, ALineIsWaitedForOnceAVisitWhereOthersAreSeldomAtIt) {
  EXPECT_NEAR(wait_of_visit(2, 32), 21, 3);
  EXPECT_NEAR(wait_of_visit(4, 64), 19, 5);
  EXPECT_NEAR(wait_of_visit(4, 512), 8, 3);
  EXPECT_GT(wait_of_visit(4, 1), 3 * wait_of_visit(4, 64));
  const CoreWaits waits = core_waits("znver4");
  EXPECT_LT(contended_part(waits, 4, 192, 16), 0.3);
}

TEST(Zen3, LinesThatCoresTakeFromEachOtherComeTogetherWhereTheyAreMany) {
  for (const auto& [lines, timed] : {std::pair{1.0, 44.0},
                                     {8.0, 43.0},
                                     {16.0, 24.0},
                                     {32.0, 18.0},
                                     {64.0, 15.0},
                                     {512.0, 6.0},
                                     {4096.0, 2.0}}) {
    EXPECT_NEAR(wait_of_visit(1, lines, kZen3), timed, 8) << lines;
  }
  EXPECT_NEAR(wait_of_visit(2, 64, kZen3), 20, 8);
  EXPECT_NEAR(wait_of_visit(4, 512, kZen3), 9, 4);
}

// 8.5 ns of one line; 10.7, 10.8, 6.3, 1.8 of 8, 64, 256, 1024, and less where the window holds
// few.
TEST(ContendedUpdates, OnZen5LoseLinesThatAreAskedForAhead) {
  const CoreWaits waits = core_waits("znver5");
  for (const auto& [lines, micro_ops, timed] : {std::tuple{1.0, 9.0, 8.5},
                                                {8.0, 9.0, 10.7},
                                                {64.0, 9.0, 10.8},
                                                {256.0, 9.0, 6.3},
                                                {1024.0, 9.0, 1.8},
                                                {64.0, 37.0, 5.1},
                                                {64.0, 133.0, 1.1},
                                                {256.0, 37.0, 1.9}}) {
    EXPECT_NEAR(8.5 * contended_wait(waits, {lines, micro_ops}), timed, 1.6) << lines;
  }
}

// 4.1 to 4.6 ns of 256 and 1024 lines, behind 32 NOPs and 128.
TEST(ContendedUpdates, OnZen5ComparesWaitForLinesThatWereLoaded) {
  const CoreWaits waits = core_waits("znver5");
  for (const double lines : {256.0, 1024.0}) {
    EXPECT_NEAR(8.5 * contended_wait(waits, {lines, 137, 1}), 4.3, 0.4) << lines;
    EXPECT_NEAR(8.5 * contended_wait(waits, {lines, 137, 0.5}), 2.2, 0.6) << lines;
  }
  EXPECT_LT(contended_wait(waits, {1e6, 137, 1}), 0.02) << "their misses are counted";
}

TEST(ContendedUpdates, OnZen5AreHiddenBehindOtherWork) {
  const CoreWaits waits = core_waits("znver5");
  EXPECT_EQ(contended_part(waits, 1, 20, 8), 1);
  EXPECT_NEAR(contended_part(waits, 1, 63, 8), 0.2, 0.1);
  EXPECT_EQ(contended_part(waits, 1, 250, 1), 0);
  EXPECT_EQ(contended_part(core_waits("znver4"), 1, 250, 1), 1);
}

}  // namespace
}  // namespace clgauge::lens
