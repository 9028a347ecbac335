// How atomic updates wait for lines of other cores, as two cores of an EPYC 9004 were timed
// (core_waits.cpp).
#include <gtest/gtest.h>

#include <utility>

#include "lens/traffic/core_waits.h"

namespace clgauge::lens {
namespace {

constexpr double kOneLine = 27;  // cycles an update waits for it

// Cycles by which a visit takes longer than without others, where cores do nothing else.
double wait_of_visit(double updates, double lines) {
  const CoreWaits waits = core_waits("znver4");
  return kOneLine * updates * contended_wait(waits, lines) *
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

// 11 ns of few lines, 6.7, 4.4, 1.4, 0.3 of 32, 64, 256, 1024.
TEST(ContendedUpdates, OnZen5AreSeldomOfManyLines) {
  const CoreWaits waits = core_waits("znver5");
  for (const auto& [lines, timed] :
       {std::pair{16.0, 9.5}, {32.0, 6.7}, {64.0, 4.4}, {256.0, 1.4}, {1024.0, 0.3}}) {
    EXPECT_NEAR(11 * contended_wait(waits, lines), timed, 1.6) << lines;
  }
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
