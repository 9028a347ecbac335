// How many registers a kernel of PTX needs. What ptxas 13.0 says of the same text for sm_90 stands
// beside what is expected.
#include "lens/ptx/register_pressure.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "lens/ptx/flow.h"
#include "lens/ptx/liveness.h"
#include "lens/ptx/parse.h"

namespace clgauge::lens::ptx {
namespace {

Module module_of(const std::string& body) {
  return parse(
      ".version 8.0\n.target sm_90\n.address_size 64\n"
      ".entry k(.param .u64 in, .param .u64 out, .param .u32 n, .param .f32 c, .param .f32 d)\n"
      "{\n.reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<999>; .reg .f32 %f<999>;\n"
      ".reg .b64 %rd<999>; .reg .f64 %fd<9999>;\n.shared .align 8 .b8 tile[4096];\n"
      "ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\nld.param.u32 %r1, [n];\n"
      "ld.param.f32 %f1, [c];\nld.param.f32 %f2, [d];\nmov.u32 %r2, %tid.x;\n"
      "mul.wide.u32 %rd3, %r2, 4;\nadd.s64 %rd4, %rd1, %rd3;\nadd.s64 %rd5, %rd2, %rd3;\n" +
      body + "\nret;\n}\n");
}

RegisterUse use_of(const std::string& body) {
  return register_use(module_of(body).functions.at("k"));
}

std::string number(int i) { return std::to_string(i); }

// For each i below `count`, `text` with i in the place of every #.
std::string repeat(int count, const std::string& text) {
  std::string all;
  for (int i = 0; i < count; ++i) {
    for (const char one : text) {
      all += one == '#' ? number(i) : std::string(1, one);
    }
    all += '\n';
  }
  return all;
}

// `count` numbers that a loop changes, and that are added up behind it.
std::string loop_over(int count, const std::string& name, const std::string& type,
                      const std::string& change) {
  return repeat(count,
                "mul.lo.s32 %r300, %r2, #;\ncvt.rn." + type + ".s32 %" + name + "2#, %r300;") +
         "cvt.rn." + type + ".u32 %" + name + "100, %r2;\nmov.u32 %r9, 0;\nLOOP:\n" + change +
         "add.s32 %r9, %r9, 1;\nsetp.lt.s32 %p1, %r9, %r1;\n@%p1 bra LOOP;\n" +
         repeat(count, "add." + type + " %" + name + "100, %" + name + "100, %" + name + "2#;") +
         "st.global." + type + " [%rd5], %" + name + "100;";
}

TEST(PtxRegisters, FewAreEight) { EXPECT_EQ(use_of("st.global.u32 [%rd5], %r2;").registers, 8U); }

TEST(PtxRegisters, CountWhatIsHeldAtTheSameTime) {
  // Registers of PTX that do not live at the same time share one.
  const std::string chain = repeat(90, "fma.rn.f32 %f3#, %f1, %f1, %f2;");
  EXPECT_EQ(use_of(chain + "st.global.f32 [%rd5], %f389;").registers, 8U);
  const std::string change = repeat(60, "fma.rn.f32 %f2#, %f2#, %f2#, %f2#;");
  const unsigned floats = use_of(loop_over(60, "f", "f32", change)).registers;
  EXPECT_NEAR(floats, 67, 2);  // ptxas: 67
}

TEST(PtxRegisters, LongNumbersTakeTwo) {
  const std::string change = repeat(60, "fma.rn.f64 %fd2#, %fd2#, %fd2#, %fd2#;");
  const unsigned doubles = use_of(loop_over(60, "fd", "f64", change)).registers;
  EXPECT_NEAR(doubles, 128, 3);  // ptxas: 128
}

TEST(PtxRegisters, LoadsAreIssuedEarlyWhileThatIsFree) {
  // Forty sums, each of its own load: in the order of the code three registers would do.
  const std::string sums = "mov.f32 %f100, 0f00000000;\n" +
                           repeat(40,
                                  "ld.global.nc.f32 %f3#, [%rd4+#00];\n"
                                  "add.f32 %f100, %f100, %f3#;") +
                           "st.global.f32 [%rd5], %f100;";
  const unsigned registers = use_of(sums).registers;
  EXPECT_NEAR(registers, 30, 2);  // ptxas: 30
  // Not past a barrier, which only loads of read-only memory may pass. (ptxas lets them: 30.)
  const std::string waiting = "mov.f32 %f100, 0f00000000;\n" +
                              repeat(40,
                                     "bar.sync 0;\nld.global.f32 %f3#, [%rd4+#00];\n"
                                     "add.f32 %f100, %f100, %f3#;") +
                              "st.global.f32 [%rd5], %f100;";
  EXPECT_EQ(use_of(waiting).registers, 8U);
}

TEST(PtxRegisters, AddressesOfSharedMemoryTakeOne) {
  const auto with = [](const std::string& space, const std::string& base) {
    return use_of(repeat(40,
                         "mad.lo.s32 %r3#, %r2, #7, #;\nmul.wide.s32 %rd3#, %r3#, 4;\n"
                         "add.s64 %rd3#, " +
                             base + ", %rd3#;") +
                  "mov.u32 %r9, 0;\nLOOP:\n" +
                  repeat(40, "bar.sync 0;\nst." + space + ".u32 [%rd3#], %r9;") +
                  "add.s32 %r9, %r9, 1;\nsetp.lt.s32 %p1, %r9, %r1;\n@%p1 bra LOOP;")
        .registers;
  };
  EXPECT_NEAR(with("shared", "%rd90"), 43, 3);  // ptxas: 57, with one round of the loop in the next
  EXPECT_NEAR(with("global", "%rd1"), 86, 4);   // ptxas: 86
}

TEST(PtxRegisters, WhatAGroupSharesTakesNone) {
  // Forty products of parameters, in uniform registers.
  const std::string products = repeat(40, "mad.lo.s32 %r3#, %r1, %r1, #;");
  const std::string stores = repeat(40, "st.global.u32 [%rd5+#00], %r3#;");
  EXPECT_LE(use_of(products + "bar.sync 0;\n" + stores).registers, 32U);  // ptxas: 22
  const std::string own = repeat(40, "mad.lo.s32 %r3#, %r2, %r1, #;");
  EXPECT_GE(use_of(own + "bar.sync 0;\n" + stores).registers, 42U);  // ptxas makes them later: 32
}

TEST(PtxRegisters, SecondConstantsNeedARegister) {
  const std::string one = repeat(60, "fma.rn.f32 %f2#, %f2#, %f1, %f2#;");
  const std::string two = repeat(60, "fma.rn.f32 %f2#, %f2#, %f1, %f2;");
  EXPECT_EQ(use_of(loop_over(60, "f", "f32", two)).registers,
            use_of(loop_over(60, "f", "f32", one)).registers + 1);
}

TEST(PtxRegisters, WhatDoesNotFitIsSpilled) {
  const auto with = [](int count) {
    return use_of(
        loop_over(count, "fd", "f64", repeat(count, "fma.rn.f64 %fd2#, %fd2#, %fd2#, %fd2#;")));
  };
  EXPECT_EQ(with(100).spilled_bytes, 0);
  EXPECT_NEAR(with(100).registers, 210, 4);  // ptxas: 210
  EXPECT_EQ(with(180).registers, 255U);
  EXPECT_NEAR(with(180).spilled_bytes, 4 * (360 + 10 - 255), 40);  // ptxas: 696, of 254 registers
}

TEST(PtxFlow, BlocksAndWhatLivesBehindThem) {
  const Module module = module_of(
      "setp.lt.s32 %p1, %r2, %r1;\nmov.u32 %r3, 5;\nmov.u32 %r4, 6;\n@%p1 bra SKIP;\n"
      "add.s32 %r3, %r4, 1;\nSKIP:\n@%p1 mov.u32 %r3, %r2;\nst.global.u32 [%rd5], %r3;");
  const Function& kernel = module.functions.at("k");
  const std::vector<FlowBlock> blocks = flow_of(kernel);
  ASSERT_EQ(blocks.size(), 3U);
  EXPECT_EQ(blocks[0].successors, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(blocks[1].successors, std::vector<std::uint32_t>{2});
  EXPECT_EQ(blocks[2].predecessors, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_TRUE(blocks[2].successors.empty());
  std::vector<OperandRoles> roles;
  for (const Instruction& instruction : kernel.instructions) {
    roles.push_back(roles_of(instruction));
  }
  const auto live = live_out(blocks, roles, kernel.registers.size());
  const auto names = [&](std::size_t block) {
    std::vector<std::string> all;
    for (const std::uint32_t one : live[block]) {
      all.push_back(kernel.registers[one].name);
    }
    return all;
  };
  // %r3 lives on where the guard does not hold.
  EXPECT_EQ(names(0), (std::vector<std::string>{"%r2", "%rd5", "%p1", "%r3", "%r4"}));
  EXPECT_EQ(names(1), (std::vector<std::string>{"%r2", "%rd5", "%p1", "%r3"}));
  EXPECT_TRUE(names(2).empty());
}

TEST(PtxRegisters, LongProgramsTakeNoLonger) {
  // 5,000 blocks, each behind two others.
  const std::string text =
      repeat(5000,
             "setp.lt.s32 %p1, %r2, #;\n@%p1 bra S#;\nld.global.f32 %f3, [%rd4+#];\n"
             "add.f32 %f4, %f4, %f3;\nS#:\nfma.rn.f32 %f5, %f5, %f4, %f1;") +
      "st.global.f32 [%rd5], %f5;";
  EXPECT_LE(use_of(text).registers, 16U);
}

}  // namespace
}  // namespace clgauge::lens::ptx
