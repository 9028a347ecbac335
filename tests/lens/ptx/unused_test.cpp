// What ptxas takes out of a kernel.
#include "lens/ptx/unused.h"

#include <gtest/gtest.h>

#include <string>

#include "lens/ptx/parse.h"

namespace clgauge::lens::ptx {
namespace {

Function left_of(const std::string& body) {
  Module module = parse(
      ".version 8.0\n.target sm_90\n.address_size 64\n.entry k(.param .u64 out, .param .u32 n)\n{\n"
      ".reg .pred %p<9>; .reg .b32 %r<99>; .reg .f32 %f<9>; .reg .b64 %rd<9>;\n"
      "ld.param.u64 %rd1, [out]; ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x;\n" +
      body + "\nret;\n}\n");
  drop_unused(module.functions.at("k"));
  return module.functions.at("k");
}

std::size_t count(const Function& function, const std::string& opcode) {
  std::size_t times = 0;
  for (const Instruction& one : function.instructions) {
    times += one.opcode == opcode ? 1 : 0;
  }
  return times;
}

const std::string kLoop =
    "mov.u32 %r3, 0; mov.u32 %r4, 1; bra.uni TEST;\n"
    "ROUND: add.u32 %r3, %r3, 1; ld.global.u32 %r5, [%rd1]; add.u32 %r4, %r4, %r5;\n"
    "TEST: setp.ge.u32 %p1, %r3, %r1; @%p1 bra DONE; bra.uni ROUND;\nDONE:\n";

TEST(Unused, LoopsWhoseResultsNobodyReads) {
  const Function dropped = left_of(kLoop + "st.global.u32 [%rd1], %r2;");
  EXPECT_EQ(count(dropped, "ld"), 1U) << "of the parameter that is stored to";
  EXPECT_EQ(count(dropped, "setp"), 0U);
  EXPECT_EQ(count(dropped, "st"), 1U);
  const Function kept = left_of(kLoop + "st.global.u32 [%rd1], %r4;");
  EXPECT_EQ(count(kept, "ld"), 3U);
  EXPECT_EQ(count(kept, "setp"), 1U);
  EXPECT_EQ(count(kept, "bra"), 3U);
}

TEST(Unused, WhatIsMultipliedByZero) {
  const std::string zero = "mov.u32 %r6, 0; mov.u32 %r7, %r6;\n";
  EXPECT_EQ(count(left_of(kLoop + zero +
                          "mad.lo.s32 %r8, %r7, %r4, %r2;\n"
                          "st.global.u32 [%rd1], %r8;"),
                  "setp"),
            0U);
  EXPECT_EQ(count(left_of(kLoop + "mov.u32 %r7, 2; mad.lo.s32 %r8, %r7, %r4, %r2;\n"
                                  "st.global.u32 [%rd1], %r8;"),
                  "setp"),
            1U);
}

TEST(Unused, JumpsThatDecideStay) {
  const std::string guarded =
      "setp.ge.u32 %p1, %r2, %r1; @%p1 bra END; st.global.u32 [%rd1], %r2;\nEND:";
  EXPECT_EQ(count(left_of(guarded), "setp"), 1U);
  EXPECT_EQ(
      count(left_of("setp.ge.u32 %p1, %r2, %r1; @%p1 ret; st.global.u32 [%rd1], %r2;"), "setp"),
      1U);
  EXPECT_EQ(
      count(left_of("setp.ge.u32 %p1, %r2, %r1; @%p1 bra END; add.u32 %r3, %r2, 1;\nEND:"), "setp"),
      0U)
      << "nothing that counts lies between";
  EXPECT_EQ(count(left_of(kLoop + "bar.sync 0;"), "bar"), 1U);
  const std::string barrier =
      "mov.u32 %r3, 0;\nROUND: bar.sync 0; add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, %r1;\n"
      "@%p1 bra ROUND;";
  EXPECT_EQ(count(left_of(barrier), "setp"), 1U) << "a loop with barriers";
  EXPECT_EQ(count(left_of("ld.volatile.global.u32 %r3, [%rd1];"), "ld"), 2U);
}

TEST(Unused, LoopsWithoutEndAreLeftAlone) {
  EXPECT_EQ(count(left_of("mov.u32 %r3, 1;\nROUND: add.u32 %r3, %r3, 1; bra.uni ROUND;"), "add"),
            1U);
}

}  // namespace
}  // namespace clgauge::lens::ptx
