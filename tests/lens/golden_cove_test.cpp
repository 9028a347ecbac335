#include "lens/throughput/golden_cove.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lens/code/mc.h"
#include "lens/code/zen.h"
#include "lens/throughput/golden_cove_errata.h"
#include "loop_costs.h"

namespace clgauge::lens {
namespace {

// Loops and chains as timed on an Emerald Rapids (family 6, model 207), cycles a round.
struct TimedLoop {
  std::string body;
  double cycles = 0;
  double tolerance = kTolerance;
};

SequenceCost golden(const std::string& body) { return cost_of(body, std::string(kGoldenCove)); }

TEST(GoldenCove, ChainsWaitAsTimed) {
  for (const TimedLoop& one : {
           TimedLoop{" vaddss (%rsi,%rdi,4), %xmm0, %xmm0\n", 2},
           TimedLoop{" vaddps %ymm1, %ymm0, %ymm0\n", 2},
           TimedLoop{" vfmadd231ps %ymm1, %ymm2, %ymm0\n", 4},
           TimedLoop{" vaddps %ymm0, %ymm1, %ymm0\n vmulps %ymm1, %ymm0, %ymm0\n", 7.1, 0.3},
           TimedLoop{" vaddps %ymm0, %ymm1, %ymm0\n vfmadd213ps %ymm1, %ymm2, %ymm0\n", 7.1, 0.3},
           TimedLoop{" vmovaps %ymm0, %ymm1\n vmulps %ymm2, %ymm1, %ymm0\n", 4},
           TimedLoop{" vmovaps %xmm0, %xmm0\n vmulps %xmm2, %xmm0, %xmm0\n", 5},
           TimedLoop{" mov %rax, %rbx\n imul %rbx, %rax\n", 3},
           TimedLoop{" vmovd %xmm0, %eax\n vmovd %eax, %xmm0\n", 4.2, 1},
           TimedLoop{" vpextrq $1, %xmm0, %rax\n vmovq %rax, %xmm0\n", 5.2, 1},
           TimedLoop{" vcmpps $1, %ymm0, %ymm1, %k2\n vblendmps %ymm2, %ymm3, %ymm0{%k2}\n", 4.2,
                     0.5},
           TimedLoop{" vmovmskps %ymm0, %eax\n vmovd %eax, %xmm0\n", 6.2, 1.3},
           TimedLoop{" vdivpd %ymm0, %ymm1, %ymm0\n", 13.5, 1.6},
           TimedLoop{" vpmulld %ymm0, %ymm1, %ymm0\n", 10, 0.5},
           TimedLoop{" movzbl %al, %eax\n add $90, %eax\n divb %dil\n", 19, 1.5},
           TimedLoop{" mov %esi, %eax\n cwtd\n idivw %di\n", 17, 1.5},
       }) {
    EXPECT_NEAR(golden(one.body).chained_cycles, one.cycles, one.tolerance) << one.body;
  }
}

TEST(GoldenCove, AFewOperationsOf512BitsHoldUpChainsOfLess) {
  std::string chain = " vmovups (%rdi), %ymm3\n";
  for (int k = 0; k < 16; ++k) {
    chain += " vmulps %ymm1, %ymm3, %ymm3\n vaddps %ymm1, %ymm3, %ymm3\n";
  }
  EXPECT_NEAR(golden(chain).chained_cycles, 18.3, 1);
  EXPECT_NEAR(golden(" vpaddq %zmm0, %zmm0, %zmm4\n" + chain).chained_cycles, 37.8, 4);
}

// Timed on a Granite Rapids, like all that follows here.
TEST(GoldenCove, LoadsOf512BitsTakeWaysOfWhatComputesWithThem) {
  const auto cycles = [](int operations, int loads, const std::string& width) {
    std::string body;
    for (int i = 0; i < std::max(operations, loads); ++i) {
      body += i < operations ? " vpaddd %" + width + "30, %" + width + "31, %" + width +
                                   std::to_string(i % 20) + "\n"
                             : "";
      body += i < loads ? " vmovups " + std::to_string(64 * (i % 16)) + "(%rsi), %" + width +
                              std::to_string(20 + i % 8) + "\n"
                        : "";
    }
    return golden(body).chained_cycles;
  };
  EXPECT_NEAR(cycles(20, 0, "zmm"), 10, 0.3);
  EXPECT_NEAR(cycles(20, 10, "zmm"), 10, 0.3);
  EXPECT_NEAR(cycles(20, 15, "zmm"), 11.7, 1);
  EXPECT_NEAR(cycles(20, 20, "zmm"), 12.3, 0.7);
  EXPECT_NEAR(cycles(20, 30, "zmm"), 15.9, 1);
  EXPECT_NEAR(cycles(10, 10, "zmm"), 6.3, 0.5);
  EXPECT_NEAR(cycles(20, 10, "ymm"), 7, 0.7);
}

// Of 24 broadcasts that are operands, of which each takes a way, and of 8 that are loads.
TEST(GoldenCove, BroadcastsOf512BitsTakeAWayAsOperands) {
  std::string operands;
  std::string loads;
  for (int i = 0; i < 24; ++i) {
    const std::string sum = std::to_string(i);
    const std::string element = std::to_string(8 * i) + "(%rsi)";
    operands += " vfmadd231pd " + element + "{1to8}, %zmm30, %zmm" + sum + "\n";
    loads += i % 3 == 0 ? " vbroadcastsd " + element + ", %zmm27\n" : "";
    loads += " vfmadd231pd %zmm27, %zmm30, %zmm" + sum + "\n";
  }
  EXPECT_NEAR(golden(operands).chained_cycles, 13.4, 1.1);
  EXPECT_NEAR(golden(loads).chained_cycles, 11.9, 0.3);
}

TEST(GoldenCove, ThreeLoadsGoInACycleTwoOf64Bytes) {
  const auto cycles = [](const std::vector<std::string>& loads) {
    std::string body;
    for (int i = 0; i < 24; ++i) {
      body += " " + loads[static_cast<std::size_t>(i) % loads.size()] + "\n";
    }
    return golden(body).chained_cycles;
  };
  const std::string narrow = "vmovups 32(%rsi), %ymm1";
  const std::string wide = "vmovups 64(%rsi), %zmm2";
  EXPECT_NEAR(cycles({"movq 8(%rsi), %r8"}), 8, 0.3);
  EXPECT_NEAR(cycles({narrow}), 8, 0.3);
  EXPECT_NEAR(cycles({"vbroadcastss 4(%rsi), %zmm1"}), 8, 0.3);
  EXPECT_NEAR(cycles({wide}), 12, 0.3);
  EXPECT_NEAR(cycles({narrow, wide}), 10.1, 0.3);
}

TEST(GoldenCove, LocksWaitForAllBeforeThem) {
  const auto cycles = [](int others, const std::string& other) {
    return golden(" lock incl (%rdi)\n" + repeated(other, 0, others)).chained_cycles;
  };
  EXPECT_NEAR(cycles(0, "nop"), 17.8, 2.3);
  EXPECT_NEAR(cycles(64, "nop"), 24.8, 1.5);
  EXPECT_NEAR(cycles(192, "nop"), 40.6, 1.5);
  EXPECT_NEAR(cycles(8, "vfmadd231ps %ymm13, %ymm14, %ymm0"), 31.8, 0.5) << "beside a chain";
}

TEST(GoldenCove, StoresToOneLineLeaveTwoByTwo) {
  const auto cycles = [](const std::string& what, int bytes, int count) {
    std::string body;
    for (int i = 0; i < count; ++i) {
      body += " " + what + ", " + std::to_string(bytes * i) + "(%rsi)\n";
    }
    return golden(body).chained_cycles;
  };
  EXPECT_NEAR(cycles("movq %r8", 8, 64), 34, 3);
  EXPECT_NEAR(cycles("vmovss %xmm9", 4, 64), 34.7, 3);
  EXPECT_NEAR(cycles("vmovups %ymm29", 32, 32), 16, 1);
  EXPECT_NEAR(cycles("vmovups %ymm29", 64, 16), 16, 1);
  EXPECT_NEAR(cycles("vmovups %zmm29", 64, 16), 16, 1);
}

TEST(GoldenCove, SpilledVectorsComeBackLate) {
  const auto cycles = [](int spilled, const std::string& frame, bool is_fused) {
    std::string body;
    for (int i = 0; i < std::max(spilled, 28); ++i) {
      const std::string slot = std::to_string(64 * i) + frame;
      if (i < spilled) {
        body += " vmovupd " + slot + ", %zmm4\n";
        body += is_fused ? " vfmadd213pd %zmm3, %zmm2, %zmm4\n" : " vmulpd %zmm3, %zmm4, %zmm4\n";
        body += " vmovupd %zmm4, " + slot + "\n";
      }
      body += i < 28 ? " vmulpd %zmm3, %zmm2, %zmm" + std::to_string(5 + i % 24) + "\n" : "";
    }
    const SequenceCosts costs = loop_of(body, {std::string(kGoldenCove)});
    return costs.spilled_vectors(1);
  };
  EXPECT_NEAR(cycles(12, "(%rsp)", true), 33, 2);
  EXPECT_NEAR(cycles(28, "(%rsp)", true), 64, 2);
  EXPECT_NEAR(cycles(38, "(%rsp)", true), 78, 6);
  EXPECT_NEAR(cycles(44, "(%rsp)", true), 66, 4);
  EXPECT_NEAR(cycles(56, "(%rsp)", true), 75, 3);
  EXPECT_NEAR(cycles(120, "(%rsp)", true), 138, 7);
  EXPECT_NEAR(cycles(35, "(%rsp)", false), 51, 3);
  EXPECT_EQ(cycles(35, "(%rsi)", true), 0);  // an array
  const std::string number =
      " vmovss 8(%rsp), %xmm20\n vaddss %xmm1, %xmm20, %xmm20\n"
      " vmovss %xmm20, 8(%rsp)\n";
  EXPECT_EQ(loop_of(number, {std::string(kGoldenCove)}).spilled_vectors(1), 0);
}

TEST(GoldenCove, IsKnownByItsHalves) {
  const auto named = [](const std::string& name, CoreSigns signs) { return core_of(name, signs); };
  EXPECT_EQ(named("rocketlake", {.has_avx512 = true, .has_halves = true}), kGoldenCove);
  EXPECT_EQ(named("icelake-client", {.has_avx512 = true, .has_halves = true}), kGoldenCove);
  EXPECT_EQ(named("rocketlake", {.has_avx512 = true}), "rocketlake");
  EXPECT_EQ(named("znver3", {}), "znver3");
  EXPECT_EQ(named("znver3", {.has_avx512 = true}), kZen4);
  EXPECT_EQ(named("znver3", {.has_avx512 = true, .is_family_of_zen5 = true}), kZen5);
  EXPECT_EQ(named("znver6", {.has_avx512 = true, .has_halves = true}), "znver6");
}

// What LLVM says of the registers of all there are.
TEST(GoldenCove, WhatComputesWith512BitsHasARegisterOfSoMany) {
  const McTarget target("icelake-server");
  const auto is_wide = [&](unsigned opcode) {
    const llvm::MCInstrDesc& description = target.instructions->get(opcode);
    for (const llvm::MCOperandInfo& operand : description.operands()) {
      const int number = operand.RegClass;
      if (number >= 0 &&
          llvm::StringRef(target.registers->getRegClassName(
                              &target.registers->getRegClass(static_cast<unsigned>(number))))
              .startswith("VR512")) {
        return true;
      }
    }
    return false;
  };
  unsigned wide = 0;
  for (unsigned opcode = 0; opcode < target.instructions->getNumOpcodes(); ++opcode) {
    const llvm::StringRef name = target.instructions->getName(opcode);
    // Of memory alone, registers do not tell; and LLVM's own, which are no instructions.
    if (name.contains("rm") || name.contains("mb") || target.instructions->get(opcode).isPseudo()) {
      continue;
    }
    const bool computes = computes_512_bits({name.data(), name.size()});
    EXPECT_LE(computes, is_wide(opcode)) << name.str();
    wide += computes ? 1 : 0;
  }
  EXPECT_GT(wide, 1000U);
}

// Rows of 64 fused operations in a chain, one row behind the other, on a Granite Rapids: how many
// are under way is what its registers, loads or reorder buffer hold.
TEST(GoldenCove, RowsOverlapAsFarAsRegistersAndLoadsGo) {
  const auto row_of = [](const std::string& element, const std::string& vectors) {
    std::string row = " vxorps %xmm4, %xmm4, %xmm4\n";
    for (int i = 0; i < 8; ++i) {
      row += repeated(element, 5, 8);
    }
    for (std::size_t at = row.find('V'); at != std::string::npos; at = row.find('V')) {
      row.replace(at, 1, vectors);
    }
    return row;
  };
  const std::string product = "\n vfmadd231ps %Vmm1, %Vmm#, %Vmm4";
  const std::string of_memory = "\n vfmadd231ps (%rdx), %Vmm#, %Vmm4";
  const std::string by_index = "\n vfmadd231ps (%rdx,%rdi), %Vmm#, %Vmm4";
  const std::string load = "vbroadcastss (%rsi), %Vmm#";
  struct Row {
    std::string element;
    std::string vectors;
    double cycles = 0;
    double part = 0.1;  // of it, that the core as it is simulated may be off by
  };
  for (const Row& one : {
           Row{"vfmadd231ps %Vmm1, %Vmm2, %Vmm4", "z", 70},
           Row{load + product, "y", 87, 0.2},
           Row{load + product, "z", 98},
           Row{load + of_memory, "y", 101},
           Row{load + of_memory, "z", 101},
           Row{load + by_index, "y", 101},
           Row{load + by_index, "z", 126},
       }) {
    EXPECT_NEAR(golden(row_of(one.element, one.vectors)).chained_cycles, one.cycles,
                one.part * one.cycles)
        << one.element << " of " << one.vectors;
  }
}

TEST(GoldenCove, ResultsLoadsAndStoresFillARoomEach) {
  const auto filled = [](const std::string& body, Room room) {
    return golden(body).rooms[static_cast<std::size_t>(room)];
  };
  const std::string sum = " vaddps (%rsi), %zmm1, %zmm2\n";
  const std::string by_index = " vaddps (%rsi,%rdi), %zmm1, %zmm2\n";
  const std::string gather = " vgatherdps (%rsi,%zmm1), %zmm2{%k1}\n";
  EXPECT_DOUBLE_EQ(filled(sum, Room::wide_register), 1 / 190.0);
  EXPECT_DOUBLE_EQ(filled(by_index, Room::wide_register), 2 / 190.0);
  EXPECT_DOUBLE_EQ(filled(" vaddps %ymm0, %ymm1, %ymm2\n", Room::wide_register), 0);
  EXPECT_DOUBLE_EQ(filled(" vaddps %ymm0, %ymm1, %ymm2\n", Room::vector_register), 1 / 290.0);
  EXPECT_DOUBLE_EQ(filled(sum, Room::load), 1 / 190.0);
  EXPECT_DOUBLE_EQ(filled(by_index, Room::load), 1 / 190.0);
  EXPECT_DOUBLE_EQ(filled(gather, Room::load), 16 / 190.0);
  EXPECT_DOUBLE_EQ(filled(" vmovups %zmm1, (%rsi)\n", Room::store), 1 / 110.0);
  EXPECT_DOUBLE_EQ(filled(" movl %eax, %ebx\n", Room::load), 0);
}

TEST(GoldenCove, WhatNeedsMoreRoomThanThereIsGoesAlone) {
  EXPECT_GT(golden(" rep movsb\n vaddps %ymm0, %ymm1, %ymm1\n").chained_cycles, 0);
  EXPECT_GT(golden(" fxsave (%rdi)\n vaddps %ymm0, %ymm1, %ymm1\n").chained_cycles, 0);
}

// Circles of two operations: between what multiplies and what computes with integers lies a cycle
// each way, nearly two of 512 bits, but none from and to shuffles.
TEST(GoldenCove, IntegersStandApartFromProductsAsTimed) {
  for (const TimedLoop& one : {
           TimedLoop{" vpslld $1, %ymm0, %ymm0\n vmulps %ymm1, %ymm0, %ymm0\n", 7.1},
           TimedLoop{" vpaddd %ymm1, %ymm0, %ymm0\n vmulps %ymm1, %ymm0, %ymm0\n", 6.6, 0.3},
           TimedLoop{" vandps %ymm1, %ymm0, %ymm0\n vmulps %ymm1, %ymm0, %ymm0\n", 6, 0.4},
           TimedLoop{" vpshufd $57, %ymm0, %ymm0\n vmulps %ymm1, %ymm0, %ymm0\n", 5},
           TimedLoop{" vpslld $1, %ymm0, %ymm0\n vcvtdq2ps %ymm0, %ymm0\n", 7.1},
           TimedLoop{" vpslld $1, %ymm0, %ymm0\n vpmuludq %ymm1, %ymm0, %ymm0\n", 7},
           TimedLoop{" vpslld $1, %ymm0, %ymm0\n vaddps %ymm1, %ymm0, %ymm0\n", 4.1},
           TimedLoop{" vpslld $1, %zmm0, %zmm0\n vmulps %zmm1, %zmm0, %zmm0\n", 8.9, 0.4},
           TimedLoop{" vpaddd %zmm1, %zmm0, %zmm0\n vcvtdq2ps %zmm0, %zmm0\n", 7.4, 0.4},
           TimedLoop{" vaddps %zmm1, %zmm0, %zmm0\n", 3.5},
           TimedLoop{" vcmpps $1, %zmm0, %zmm1, %k1\n vmulps %zmm1, %zmm2, %zmm0{%k1}\n", 8.1},
           TimedLoop{" vpmovd2m %zmm0, %k1\n vpmovm2d %k1, %zmm0\n", 4},
           TimedLoop{" vcvtdq2pd %ymm0, %zmm0\n vcvttpd2dq {sae}, %zmm0, %ymm0\n", 14.4, 0.5},
           TimedLoop{" vgf2p8mulb %ymm0, %ymm1, %ymm0\n", 3},
           TimedLoop{" vgetexpps %ymm0, %ymm0\n", 4},
           TimedLoop{" vpopcntd %ymm0, %ymm0\n", 3},
       }) {
    EXPECT_NEAR(golden(one.body).chained_cycles, one.cycles, one.tolerance) << one.body;
  }
}

// Chains through one operand by another one that each round makes anew, long before it is needed.
TEST(GoldenCove, AnOperandOfAnotherUnitDelaysTheOthersAsTimed) {
  const auto four_by = [](const std::string& maker, const std::string& chain) {
    return " " + maker + " %ymm7, %ymm8, %ymm1\n" + repeated(chain, 0, 4);
  };
  for (const TimedLoop& one : {
           TimedLoop{four_by("vaddps", "vfmadd231ps %ymm1, %ymm8, %ymm0"), 20},
           TimedLoop{four_by("vpaddd", "vfmadd231ps %ymm1, %ymm8, %ymm0"), 20},
           TimedLoop{four_by("vmulps", "vfmadd231ps %ymm1, %ymm8, %ymm0"), 16},
           TimedLoop{four_by("vunpcklps", "vfmadd231ps %ymm1, %ymm8, %ymm0"), 16},
           TimedLoop{four_by("vandps", "vfmadd231ps %ymm1, %ymm8, %ymm0"), 16},
           TimedLoop{four_by("vgf2p8mulb", "vfmadd231ps %ymm1, %ymm8, %ymm0"), 24},
           TimedLoop{four_by("vaddps", "vpaddd %ymm1, %ymm0, %ymm0"), 8},
           TimedLoop{four_by("vmulps", "vpaddd %ymm1, %ymm0, %ymm0"), 6.8, 0.3},
           TimedLoop{four_by("vaddps", "vunpcklps %ymm1, %ymm0, %ymm0"), 8},
           TimedLoop{four_by("vmulps", "vaddps %ymm1, %ymm0, %ymm0"), 8},
           TimedLoop{four_by("vaddps", "vpmuludq %ymm1, %ymm0, %ymm0"), 24},
           TimedLoop{
               " vcvtph2ps (%rsi), %ymm1\n" + repeated("vfmadd231ps %ymm1, %ymm8, %ymm0", 0, 4),
               20},
           // Through a copy that renaming does, too.
           TimedLoop{repeated("vaddps %ymm0, %ymm8, %ymm2\n vmovaps %ymm2, %ymm0", 0, 4), 8},
           TimedLoop{" vaddps %ymm7, %ymm8, %ymm2\n vmovaps %ymm2, %ymm1\n" +
                         repeated("vfmadd231ps %ymm1, %ymm8, %ymm0", 0, 4),
                     20},
       }) {
    EXPECT_NEAR(golden(one.body).chained_cycles, one.cycles, one.tolerance) << one.body;
  }
}

TEST(GoldenCove, PortsAreOccupiedAsTimed) {
  for (const TimedLoop& one : {
           TimedLoop{repeated("vpaddd %zmm14, %zmm15, %zmm#", 0, 12), 6},
           TimedLoop{repeated("vpaddd %ymm14, %ymm15, %ymm#", 0, 12), 4},
           TimedLoop{repeated("vaddps %ymm14, %ymm15, %ymm#", 0, 12), 6},
           TimedLoop{repeated("vaddps %ymm14, %ymm15, %ymm#", 0, 6) +
                         repeated("vfmadd213ps %ymm14, %ymm15, %ymm#", 6, 6),
                     4.4, 0.5},
           TimedLoop{repeated("vfmadd213ps %zmm14, %zmm15, %zmm#", 0, 6) +
                         repeated("vpaddd %ymm14, %ymm15, %ymm#", 6, 6),
                     6},
           TimedLoop{repeated("vfmadd213ps %ymm14, %ymm15, %ymm#", 0, 6) +
                         repeated("vpaddd %ymm14, %ymm15, %ymm#", 6, 6),
                     4.3, 0.5},
           TimedLoop{repeated("vbroadcastsd 8*#(%rsi), %zmm14", 0, 4) +
                         repeated("vfmadd213ps %zmm12, %zmm15, %zmm#", 0, 12),
                     6},
           TimedLoop{repeated("vpsrld $1, %zmm15, %zmm#", 0, 12), 12},
           TimedLoop{repeated("vmovaps %ymm15, %ymm#", 0, 12), 2.3, 0.5},
           TimedLoop{repeated("lea 8(%rsi), %r#", 8, 8) + repeated("lea 8(%rsi), %r#", 8, 7), 3.2,
                     0.3},
           TimedLoop{repeated("mov 8*#(%rsi), %r#", 8, 6), 2.1},
           TimedLoop{repeated("vmovups 64*#(%rsi), %zmm#", 0, 12), 6},
           TimedLoop{repeated("vmovups %ymm#, 64*#(%rsi)", 0, 12), 12},
           TimedLoop{repeated("vdivpd %ymm14, %ymm15, %ymm#", 0, 4), 32},
           TimedLoop{repeated("vgatherdps (%rsi,%zmm15,4), %zmm#{%k1}", 0, 4), 33, 1.5},
           TimedLoop{repeated("vgatherdps (%rsi,%ymm15,4), %ymm#{%k1}", 0, 4), 16.7, 1.5},
           TimedLoop{repeated("vscatterdps %zmm#, (%rsi,%zmm15,4){%k1}", 0, 4), 64, 2},
           TimedLoop{" xor %edx, %edx\n mov $77, %eax\n div %r12d\n", 6.1, 0.5},
           TimedLoop{" xor %edx, %edx\n mov $77, %eax\n divl (%rsi)\n", 6.1, 0.5},
           TimedLoop{" cqto\n mov $77, %eax\n idivq (%rsi)\n", 10, 0.5},
           TimedLoop{" movzbl %sil, %eax\n divb %dil\n", 6, 0.5},
           TimedLoop{" movsbl %sil, %eax\n idivb %dil\n", 6, 0.5},
           TimedLoop{" mov %esi, %eax\n xor %edx, %edx\n divw %di\n", 6.1, 0.5},
           TimedLoop{" xor %edx, %edx\n mov $77, %eax\n div %r12d\n" +
                         repeated("imul $3, %r12d, %r8d", 0, 12),
                     16.4, 0.5},
           TimedLoop{" xor %edx, %edx\n mov $77, %eax\n div %r12d\n" +
                         repeated("vfmadd213ps %xmm14, %xmm15, %xmm#", 0, 12) +
                         repeated("vfmadd213ps %xmm14, %xmm15, %xmm#", 0, 12),
                     13.5, 0.7},
           // A Z in a name is not the width of 512 bits.
           TimedLoop{repeated("vpaddd %ymm14, %ymm15, %ymm#", 0, 9) +
                         repeated("vpmovzxdq %xmm14, %ymm#", 9, 3),
                     4},
           TimedLoop{repeated("vpaddd %ymm14, %ymm15, %ymm#", 0, 9) +
                         repeated("vpinsrd $1, %r8d, %xmm16, %xmm#", 9, 3),
                     4, 1},
       }) {
    EXPECT_NEAR(golden(one.body).throughput_cycles, one.cycles, one.tolerance) << one.body;
  }
}

// A comparison and its jump, a load and what computes with it, are one where the core is six wide.
TEST(GoldenCove, CountsOperationsAsTheyAreFused) {
  const std::string nothing = repeated("mov %rsi, %r#", 8, 6);
  EXPECT_EQ(golden(nothing).micro_ops, 7);
  EXPECT_EQ(golden(nothing + " vaddps (%rsi), %ymm1, %ymm2\n").micro_ops, 8);
  EXPECT_EQ(golden(nothing + " vfmadd231ss (%rsi), %xmm1, %xmm2\n").micro_ops, 8);
  EXPECT_EQ(golden(nothing + " vfmadd231ss (%rsi,%rdi,4), %xmm1, %xmm2\n").micro_ops, 9);
  EXPECT_EQ(golden(nothing + " vmovss (%rsi,%rdi,4), %xmm1\n").micro_ops, 8);
  EXPECT_EQ(golden(nothing + " vmovups %ymm1, (%rsi)\n").micro_ops, 8);
  EXPECT_EQ(golden(nothing + " cmp %r8, %r9\n jne 1b\n").micro_ops, 7);
}

// Loads of lines from memory with n sums of the loaded vector, or of others, behind each: of sums
// that wait up to 96 let the next load start, 128 do not (by instruction: 0 is before the loop).
TEST(GoldenCove, ALoadThatWaitsFillsTheSchedulerWithWhatWaitsForIt) {
  constexpr std::uint32_t kLoad = 1;
  const std::string load = " vmovdqu (%rsi), %ymm0\n";
  const auto behind = [&](const std::string& body) {
    SequenceCosts costs = loop_of(body, {std::string(kGoldenCove)});
    return costs.micro_ops_behind_loads(std::array{1U});
  };
  std::string waiting;
  std::string half;
  std::string others;
  for (int i = 0; i < 20; ++i) {
    waiting += repeated("vpaddd %ymm0, %ymm1, %ymm#", 2, 12);
    half += repeated("vpaddd %ymm0, %ymm1, %ymm#", 2, 6);
    half += repeated("vpaddd %ymm1, %ymm1, %ymm#", 8, 6);
    others += repeated("vpaddd %ymm1, %ymm1, %ymm#", 2, 12);
  }
  EXPECT_NEAR(behind(load + waiting).at(kLoad), 100, 3);
  EXPECT_NEAR(behind(load + half).at(kLoad), 200, 6);
  EXPECT_TRUE(behind(load + others).empty());
  // Round after round, through what they hand on.
  const double of_chain =
      behind(load + " vpaddd %ymm0, %ymm2, %ymm2\n" + repeated("vpaddd %ymm1, %ymm1, %ymm#", 3, 5))
          .at(kLoad);
  EXPECT_NEAR(of_chain, 800, 150);
  EXPECT_TRUE(loop_of(load + waiting).micro_ops_behind_loads(std::array{1U}).empty())
      << "of a Zen it was not timed";
}

}  // namespace
}  // namespace clgauge::lens
