// What ptxas makes of PTX for sm_90: numbers counted in its code (docs/lens.md).
#include "lens/ptx/machine_cost.h"

#include <gtest/gtest.h>

#include <string>

#include "lens/ptx/parse.h"

namespace clgauge::lens::ptx {
namespace {

Module costed_module(const std::string& body) {
  return parse(
      ".version 8.0\n.target sm_90\n.address_size 64\n"
      ".entry k(.param .u64 in, .param .u64 out, .param .u32 n, .param .f32 c)\n"
      "{\n.reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<999>; .reg .f32 %f<99>;\n"
      ".reg .b64 %rd<99>; .reg .f64 %fd<99>;\n.shared .align 16 .b8 tile[4096];\n" +
      body + "\n}\n");
}

MachineCost cost_of(const std::string& instruction) {
  return machine_cost(costed_module(instruction).functions.at("k").instructions.at(0));
}
double cycles_of(const std::string& instruction) {
  return latency_cycles(costed_module(instruction).functions.at("k").instructions.at(0));
}
// But for the beginning of the kernel.
MachineCost cost_in_context(const std::string& body) {
  MachineCost sum;
  for (const MachineCost& one :
       machine_costs(costed_module("mov.u32 %r99, 7;\n" + body).functions.at("k"))) {
    sum += one;
  }
  sum.issue -= 4;
  return sum;
}

TEST(PtxMachineCost, OneForOne) {
  EXPECT_EQ(cost_of("fma.rn.f32 %f1, %f2, %f3, %f4;").fp32, 1);
  EXPECT_EQ(cost_of("add.f64 %fd1, %fd2, %fd3;").fp64, 1);
  EXPECT_EQ(cost_of("mad.lo.s32 %r1, %r2, %r3, %r4;").multiply, 1);
  EXPECT_EQ(cost_of("mul.wide.s32 %rd1, %r2, %r3;").multiply, 1);
  EXPECT_EQ(cost_of("xor.b32 %r1, %r2, %r3;").integer, 1);
  EXPECT_EQ(cost_of("xor.b64 %rd1, %rd2, %rd3;").integer, 2);
  EXPECT_EQ(cost_of("add.s64 %rd1, %rd2, %rd3;").issue, 2);
  EXPECT_EQ(cost_of("mul.lo.s64 %rd1, %rd2, %rd3;").issue, 4);
  EXPECT_EQ(cost_of("setp.lt.f32 %p1, %f1, %f2;").integer, 1);
  EXPECT_EQ(cost_of("setp.lt.f64 %p1, %fd1, %fd2;").fp64, 1);
  EXPECT_EQ(cost_of("selp.b64 %rd1, %rd2, %rd3, %p1;").integer, 2);
  EXPECT_EQ(cost_of("ld.global.nc.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];").memory, 1);
  EXPECT_EQ(cost_of("atom.global.add.u32 %r1, [%rd1], %r2;").memory, 1);
  EXPECT_EQ(cost_of("ld.param.u64 %rd1, [in];").issue, 0);
  EXPECT_EQ(cost_of("abs.f32 %f1, %f2;").issue, 0);
  EXPECT_EQ(cost_of("mov.f32 %f1, %f2;").issue, 0);
  EXPECT_EQ(cost_of("bar.sync 0;").issue, 1);
}

TEST(PtxMachineCost, ConversionsOfFewLanesAndOfMany) {
  EXPECT_EQ(cost_of("cvt.rn.f32.s32 %f1, %r1;").integer, 1);
  EXPECT_EQ(cost_of("cvt.rzi.s32.f32 %r1, %f1;").conversions, 1);
  EXPECT_EQ(cost_of("cvt.rn.f64.s32 %fd1, %r1;").conversions, 1);
  EXPECT_EQ(cost_of("cvt.rni.f32.f32 %f1, %f2;").conversions, 1);
  EXPECT_EQ(cost_of("cvt.f64.f32 %fd1, %f2;").conversions, 1);
  EXPECT_EQ(cost_of("cvt.u32.u64 %r1, %rd1;").issue, 0);
  EXPECT_EQ(cost_of("popc.b32 %r1, %r2;").conversions, 1);
}

TEST(PtxMachineCost, WhatBecomesMany) {
  EXPECT_EQ(cost_of("ex2.approx.ftz.f32 %f1, %f2;").issue, 1);
  EXPECT_EQ(cost_of("sqrt.approx.f32 %f1, %f2;").issue, 4);
  EXPECT_EQ(cost_of("sqrt.rn.f32 %f1, %f2;").issue, 10);
  EXPECT_EQ(cost_of("div.full.f32 %f1, %f2, %f3;").issue, 8);
  EXPECT_EQ(cost_of("div.approx.ftz.f32 %f1, %f2, %f3;").issue, 2);
  EXPECT_EQ(cost_of("div.rn.f32 %f1, %f2, %f3;").issue, 10);
  EXPECT_EQ(cost_of("div.rn.f64 %fd1, %fd2, %fd3;").fp64, 8);
  EXPECT_EQ(cost_of("div.u32 %r1, %r2, %r3;").issue, 18);
  EXPECT_EQ(cost_of("div.s32 %r1, %r2, %r3;").issue, 24);
  EXPECT_EQ(cost_of("rem.s32 %r1, %r2, %r3;").issue, 21);
  EXPECT_EQ(cost_of("div.u64 %rd1, %rd2, %rd3;").issue, 73);
  EXPECT_EQ(cost_of("div.u32 %r1, %r2, %r3;").special, 1);
  EXPECT_EQ(cost_of("div.u32 %r1, %r2, %r3;").conversions, 2);
}

TEST(PtxMachineCost, WhatOneInstructionDoesIsCountedOnce) {
  // IMAD.WIDE, LDG; the base is a parameter.
  const MachineCost element = cost_in_context(
      "ld.param.u64 %rd1, [in];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\n"
      "add.s64 %rd3, %rd1, %rd2;\nld.global.f32 %f1, [%rd3];\nst.global.f32 [%rd3], %f1;");
  EXPECT_EQ(element.multiply, 1);
  EXPECT_EQ(element.integer, 0);
  EXPECT_EQ(element.memory, 2);
  // A contraction, unless it says how it rounds.
  const std::string load = "ld.global.v2.f32 {%f1, %f2}, [%rd9];\n";
  const std::string store = "st.global.f32 [%rd9], %f4;";
  EXPECT_EQ(cost_in_context(load + "mul.f32 %f3, %f1, %f2;\nadd.f32 %f4, %f3, %f1;\n" + store).fp32,
            1);
  EXPECT_EQ(
      cost_in_context(load + "mul.rn.f32 %f3, %f1, %f2;\nadd.rn.f32 %f4, %f3, %f1;\n" + store).fp32,
      2);
  // LOP3.
  EXPECT_EQ(cost_in_context("ld.global.v2.u32 {%r1, %r2}, [%rd9];\nand.b32 %r3, %r1, %r2;\n"
                            "xor.b32 %r4, %r3, %r1;\nst.global.u32 [%rd9], %r4;")
                .integer,
            1);
}

TEST(PtxMachineCost, LoopsDoWithoutWhatDoesNotChange) {
  const std::string loop = "ld.param.u32 %r1, [n];\nmov.u32 %r2, %tid.x;\nmov.u32 %r9, 0;\nLOOP:\n";
  const std::string end = "add.s32 %r9, %r9, 1;\nsetp.lt.s32 %p1, %r9, %r1;\n@%p1 bra LOOP;\nret;";
  const double without = cost_in_context(loop + end).integer;
  EXPECT_EQ(cost_in_context(loop + "shl.b32 %r5, %r2, 3;\nxor.b32 %r6, %r5, %r2;\n" + end).integer,
            without);
  EXPECT_GT(cost_in_context(loop + "shl.b32 %r5, %r9, 3;\nxor.b32 %r6, %r5, %r2;\n" + end).integer,
            without);
}

TEST(PtxMachineCost, Latencies) {
  EXPECT_EQ(cycles_of("fma.rn.f32 %f1, %f2, %f3, %f4;"), 4);
  EXPECT_EQ(cycles_of("fma.rn.f64 %fd1, %fd2, %fd3, %fd4;"), 8);
  EXPECT_EQ(cycles_of("mul.wide.s32 %rd1, %r2, %r3;"), 5);
  EXPECT_EQ(cycles_of("setp.lt.s32 %p1, %r2, %r3;"), 13);
  EXPECT_EQ(cycles_of("setp.lt.f64 %p1, %fd2, %fd3;"), 18);
  EXPECT_EQ(cycles_of("ex2.approx.ftz.f32 %f1, %f2;"), 23);
  EXPECT_EQ(cycles_of("ld.shared.f32 %f1, [%rd1];"), 29);
  EXPECT_EQ(cycles_of("ld.global.f32 %f1, [%rd1];"), 40);
  EXPECT_EQ(cycles_of("st.global.f32 [%rd1], %f1;"), 0);
  EXPECT_EQ(cycles_of("mov.f32 %f1, %f2;"), 0);
  EXPECT_GT(cycles_of("div.rn.f64 %fd1, %fd2, %fd3;"), cycles_of("div.rn.f32 %f1, %f2, %f3;"));
}

}  // namespace
}  // namespace clgauge::lens::ptx
