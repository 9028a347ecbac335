// What ptxas makes of PTX for sm_90: numbers counted in its code (docs/lens-ptx.md).
#include "lens/ptx/machine_cost.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lens/ptx/known_halves.h"
#include "lens/ptx/operand_roles.h"
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

TEST(PtxMachineCost, WholeProductsTakeTwoPasses) {
  EXPECT_EQ(cost_of("mul.lo.s32 %r1, %r2, %r3;").multiply, 1);
  EXPECT_EQ(cost_of("mul.wide.s32 %rd1, %r2, %r3;").multiply, 2);
  EXPECT_EQ(cost_of("mul.hi.u32 %r1, %r2, %r3;").multiply, 2);
  EXPECT_EQ(cost_of("mul.lo.s64 %rd1, %rd2, %rd3;").multiply, 4) << "two IMAD, one IMAD.WIDE";
  EXPECT_EQ(cost_of("mul.hi.u64 %rd1, %rd2, %rd3;").multiply, 8) << "four IMAD.WIDE";
  // Of which 32 bits are read: IMAD.
  const std::string load = "ld.global.u32 %r1, [%rd9];\n";
  EXPECT_EQ(cost_in_context(load + "mul.wide.u32 %rd1, %r1, 12;\ncvt.u32.u64 %r2, %rd1;\n"
                                   "st.global.u32 [%rd9], %r2;")
                .multiply,
            1);
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
  EXPECT_EQ(element.multiply, 2);
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

TEST(PtxMachineCost, VectorsOfBytesAreTakenApart) {
  EXPECT_EQ(cost_of("ld.global.v4.u8 {%h1, %h2, %h3, %h4}, [%rd1];").integer, 3);
  EXPECT_EQ(cost_of("st.global.v2.u16 [%rd1], {%h1, %h2};").integer, 1);
  EXPECT_EQ(cost_of("ld.global.u8 %h1, [%rd1];").integer, 0);
  EXPECT_EQ(cost_of("cvt.u32.u16 %r1, %h1;").issue, 0);
  EXPECT_EQ(cost_of("cvt.sat.u8.u32 %h1, %r1;").integer, 3);
}

TEST(PtxMachineCost, KnownHalvesCostNothing) {
  // A limb of a long number: IMAD.WIDE, and what the upper halves add.
  const std::string begin =
      "ld.global.u32 %rd1, [%rd9];\nld.global.u64 %rd2, [%rd9+8];\n"
      "ld.global.u64 %rd8, [%rd9+16];\n";
  const MachineCost loads = cost_in_context(begin);
  const MachineCost limb =
      cost_in_context(begin +
                      "and.b64 %rd3, %rd2, 4294967295;\nmul.lo.s64 %rd4, %rd3, %rd1;\n"
                      "add.s64 %rd5, %rd4, %rd8;\nshr.u64 %rd6, %rd5, 32;");
  EXPECT_EQ(limb.issue - loads.issue, 2);
  EXPECT_GE(limb.multiply, 2);
  const MachineCost unknown =
      cost_in_context(begin + "mul.lo.s64 %rd4, %rd2, %rd8;\nst.global.u64 [%rd9], %rd4;");
  EXPECT_EQ(unknown.issue - loads.issue, 5) << "with the store";
  const MachineCost packed = cost_in_context(
      begin + "shl.b64 %rd3, %rd2, 32;\nor.b64 %rd4, %rd3, %rd1;\nst.global.u64 [%rd9], %rd4;");
  EXPECT_EQ(packed.issue - loads.issue, 1) << "the store";
}

TEST(PtxKnownHalves, GoRoundLoops) {
  const Module module = costed_module(
      "ld.global.u32 %rd1, [%rd9];\nld.global.u32 %rd2, [%rd9];\nLOOP:\n"
      "or.b64 %rd1, %rd1, %rd2;\nshl.b64 %rd2, %rd2, 1;\nor.b64 %rd3, %rd1, %rd1;\n"
      "setp.eq.s64 %p1, %rd1, 0;\n@%p1 bra LOOP;");
  const Function& function = module.functions.at("k");
  std::vector<OperandRoles> roles;
  for (const Instruction& instruction : function.instructions) {
    roles.push_back(roles_of(instruction));
  }
  const auto known = known_halves(function, roles);
  const auto is_upper_zero = [&](const std::string& name) {
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (function.registers[i].name == name) {
        return known[i].is_upper_zero;
      }
    }
    return false;
  };
  EXPECT_FALSE(is_upper_zero("%rd2")) << "it is shifted in each round";
  EXPECT_FALSE(is_upper_zero("%rd1"));
  EXPECT_FALSE(is_upper_zero("%rd9")) << "nobody wrote it";
  const Module still = costed_module(
      "ld.global.u32 %rd1, [%rd9];\nld.global.u32 %rd2, [%rd9];\nLOOP:\n"
      "or.b64 %rd1, %rd1, %rd2;\nsetp.eq.s64 %p1, %rd1, 0;\n@%p1 bra LOOP;");
  const Function& loop = still.functions.at("k");
  roles.clear();
  for (const Instruction& instruction : loop.instructions) {
    roles.push_back(roles_of(instruction));
  }
  const auto stays = known_halves(loop, roles);
  EXPECT_TRUE(std::any_of(stays.begin(), stays.end(),
                          [](const KnownHalves& one) { return one.is_upper_zero; }));
}

TEST(PtxMachineCost, BlocksShareConstantsAndReciprocals) {
  const std::string load = "ld.global.v2.f64 {%fd1, %fd2}, [%rd9];\n";
  const double without = cost_in_context(load + "add.f64 %fd3, %fd1, %fd2;").issue;
  EXPECT_EQ(cost_in_context(load + "add.f64 %fd3, %fd1, 0d3FF8000000000000;").issue, without)
      << "the instruction holds the upper half";
  const std::string tenth = "add.f64 %fd3, %fd1, 0d3FB999999999999A;\n";
  EXPECT_EQ(cost_in_context(load + tenth).issue, without + 2);
  EXPECT_EQ(cost_in_context(load + tenth + "add.f64 %fd4, %fd2, 0d3FB999999999999A;").issue,
            without + 3);
  EXPECT_EQ(cost_in_context("ld.global.v2.f32 {%f1, %f2}, [%rd9];\ndiv.full.f32 %f3, %f1, %f2;\n"
                            "div.full.f32 %f4, %f5, %f2;")
                .special,
            1);
}

TEST(PtxMachineCost, SchedulersWaitUntilRegistersAreRead) {
  const auto cycles_of_last = [](const std::string& body) {
    const auto costs = machine_costs(costed_module("mov.u32 %r99, 7;\n" + body).functions.at("k"));
    return costs.back().dispatch;
  };
  const std::string load =
      "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd9];\n"
      "ld.global.v2.f64 {%fd1, %fd2}, [%rd9];\nld.global.v2.f64 {%fd3, %fd4}, [%rd9];\n"
      "ld.global.v2.f64 {%fd5, %fd6}, [%rd9];\nbar.sync 0;\n";
  EXPECT_EQ(cycles_of_last(load + "fma.rn.f32 %f5, %f1, %f2, %f3;"), 1.5);
  EXPECT_EQ(cycles_of_last(load + "fma.rn.f32 %f5, %f1, %f2, %f2;"), 1);
  EXPECT_EQ(cycles_of_last(load + "fma.rn.f64 %fd7, %fd1, %fd2, %fd3;"), 3);
  EXPECT_EQ(cycles_of_last(load + "fma.rn.f64 %fd7, %fd1, %fd2, %fd2;"), 2);
  EXPECT_EQ(cycles_of_last(load + "fma.rn.f64 %fd7, %fd1, %fd2, %fd3;\n"
                                  "fma.rn.f64 %fd8, %fd1, %fd4, %fd5;"),
            2)
      << "the slot keeps the first factor";
  EXPECT_EQ(cycles_of_last(load + "fma.rn.f64 %fd7, %fd1, %fd2, %fd3;\n"
                                  "fma.rn.f64 %fd8, %fd1, %fd7, %fd5;"),
            3)
      << "not while it waits";
}

TEST(PtxMachineCost, AddressesThatAllShareAreCopied) {
  EXPECT_EQ(cost_in_context("ld.param.u64 %rd1, [in];\nld.global.u32 %r1, [%rd1];\n"
                            "st.global.u32 [%rd9], %r1;")
                .either,
            2);
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
