// Loops of PTX: found by their way back, each with its blocks.
#include "lens/ptx/loops.h"

#include <gmock/gmock.h>

#include <string>

#include "lens/ptx/kernel.h"

namespace clgauge::lens::ptx {
namespace {

using testing::ElementsAre;

std::vector<Loop> loops_in(const std::string& body) {
  const PtxKernel kernel(
      ".version 8.0\n.target sm_90\n.address_size 64\n.entry k(.param .u32 n)\n{\n"
      ".reg .pred %p<4>; .reg .b32 %r<4>; ld.param.u32 %r1, [n]; mov.u32 %r2, 0;\n" +
          body + "\nret; }\n",
      "k");
  return loops_of(kernel.program());
}

TEST(PtxLoops, CodeWithoutAWayBackHasNone) {
  EXPECT_TRUE(loops_in("setp.eq.s32 %p1, %r1, 0; @%p1 bra END; add.s32 %r2, %r2, 1; END:").empty());
}

TEST(PtxLoops, AreNestedAndInTheOrderOfTheCode) {
  const auto loops = loops_in(
      "OUTER: mov.u32 %r3, 0; INNER: add.s32 %r3, %r3, 1; setp.lt.s32 %p1, %r3, %r1;"
      " @%p1 bra INNER; add.s32 %r2, %r2, 1; setp.lt.s32 %p2, %r2, %r1; @%p2 bra OUTER;");
  ASSERT_EQ(loops.size(), 2U);
  EXPECT_EQ(loops[0].header, 1U);
  EXPECT_THAT(loops[0].blocks, ElementsAre(1, 2, 3));
  EXPECT_THAT(loops[1].blocks, ElementsAre(2));
}

TEST(PtxLoops, OneWithTwoWaysBackIsOne) {
  const auto loops = loops_in(
      "L: add.s32 %r2, %r2, 1; setp.eq.s32 %p1, %r2, 7; @%p1 bra L; add.s32 %r2, %r2, 2;"
      " setp.lt.s32 %p2, %r2, %r1; @%p2 bra L;");
  ASSERT_EQ(loops.size(), 1U);
  EXPECT_THAT(loops[0].blocks, ElementsAre(1, 2));
}

TEST(PtxLoops, WhatIsEnteredElsewhereIsNone) {
  EXPECT_TRUE(loops_in("setp.eq.s32 %p1, %r1, 0; @%p1 bra MIDDLE; TOP: add.s32 %r2, %r2, 1;"
                       " MIDDLE: setp.lt.s32 %p2, %r2, %r1; @%p2 bra TOP;")
                  .empty());
}

}  // namespace
}  // namespace clgauge::lens::ptx
