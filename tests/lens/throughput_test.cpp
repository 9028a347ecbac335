#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>

#include "base/error.h"
#include "lens/throughput/scheduling.h"
#include "lens/throughput/sequence_cost.h"
#include "loop_costs.h"

namespace clgauge::lens {
namespace {

// Zen 3 by AMD's optimisation guide (56665): FMA latency 4, two a cycle; loads two vectors a cycle;
// multiplications of integers latency 3; vector division of 8 singles 10 to 11 cycles latency.
TEST(SequenceCosts, AChainOfFusedOperationsWaitsForItsLatency) {
  const SequenceCost one = cost_of(" vfmadd231ps %ymm1, %ymm2, %ymm0\n");
  EXPECT_NEAR(one.chained_cycles, 4, kTolerance);
  EXPECT_LE(one.throughput_cycles, 1);
  const SequenceCost two =
      cost_of(" vfmadd231ps %ymm1, %ymm2, %ymm0\n vfmadd231ps %ymm0, %ymm2, %ymm0\n");
  EXPECT_NEAR(two.chained_cycles, 8, kTolerance);
}

TEST(SequenceCosts, IndependentOperationsFillThePorts) {
  const SequenceCost cost = cost_of(repeated("vfmadd231ps %ymm14, %ymm15, %ymm#", 0, 10));
  EXPECT_NEAR(cost.throughput_cycles, 5, kTolerance);
  EXPECT_NEAR(cost.chained_cycles, 5, 0.5);
}

// The load of "operate from memory" does not wait for the chain.
TEST(SequenceCosts, AFoldedLoadStartsEarly) {
  const SequenceCost cost = cost_of(" vfmadd231ps (%rdi), %ymm2, %ymm0\n");
  EXPECT_NEAR(cost.chained_cycles, 4, kTolerance);
}

// Whichever source the chain goes through.
TEST(SequenceCosts, AFoldedLoadStartsEarlyForEverySource) {
  for (const char* form : {"132", "213", "231"}) {
    const std::string fused = std::string(" vfmadd") + form + "ps (%rdi), %ymm2, %ymm0\n";
    EXPECT_NEAR(cost_of(fused + " vpand %ymm0, %ymm1, %ymm2\n").chained_cycles, 5, kTolerance)
        << form;
  }
}

// A chain of 71 cycles in rounds of 48 operations: 21 cycles on Zen 4 beside a busy thread, which
// leaves half of the reorder buffer, 13 to 14 beside an idle one.
TEST(SequenceCosts, ACoreSeesFartherThanABusyThreadLeavesItAndNotAsFarAsAlone) {
  const std::string body = " vmovups (%rdi), %ymm4\n" +
                           repeated("vfmadd213ps %ymm0, %ymm1, %ymm4", 0, 16) +
                           repeated("addq $1, %r#", 8, 7) + repeated("addq $1, %r#", 8, 7) +
                           repeated("addq $1, %r#", 8, 7) + repeated("addq $1, %r#", 8, 7);
  const SequenceCost cost = cost_of(body, "znver4");
  EXPECT_LE(cost.throughput_cycles, 9);
  EXPECT_GT(cost.chained_cycles, 13);
  EXPECT_LT(cost.chained_cycles, 21);
  // The buffer of Zen 3 is smaller.
  EXPECT_GT(cost_of(body).chained_cycles, cost.chained_cycles);
}

// A step of a bitonic sort, two divisions a round: 11.9 cycles on an EPYC 9004.
TEST(SequenceCosts, WhatCanGoAnywhereLeavesTheOnlyDividerAlone) {
  const std::string body =
      " mov %r12d, %eax\n cltd\n idivl %r9d\n mov %r13d, %eax\n sub %edx, %eax\n"
      " movslq %eax, %rbx\n lea (%rbx,%r9), %eax\n movslq %eax, %r14\n mov %r15d, %eax\n cltd\n"
      " idivl %r10d\n cmp %r11d, %ebp\n mov %r11d, %edx\n cmovb %ebp, %edx\n"
      " cmova %ebp, %r11d\n test $1, %al\n mov %r11d, %eax\n cmove %edx, %eax\n"
      " cmovne %edx, %r11d\n add $2, %r13d\n";
  EXPECT_NEAR(cost_of(body, "znver4").chained_cycles, 12, kTolerance);
}

// Timed on a quiet EPYC 9004, in loops; with any free pipe for each operation 8, 16 and 6.
TEST(SequenceCosts, AnOperationOfVectorsWaitsForThePipeThatItWasGiven) {
  const std::string load = " vmovups (%rdi), %ymm0\n";
  const double chain =
      cost_of(load + repeated("vpaddd %ymm1, %ymm0, %ymm0", 0, 32), "znver4").chained_cycles;
  EXPECT_NEAR(chain, 11.6, 0.15 * 11.6);
  const double wide =
      cost_of(" vmovups (%rdi), %zmm0\n" + repeated("vpaddd %zmm1, %zmm0, %zmm0", 0, 32), "znver4")
          .chained_cycles;
  EXPECT_NEAR(wide, 21.8, 0.2 * 21.8);
  // Shifts have two pipes of four: every other one.
  const double shifts =
      cost_of(load + repeated("vpsrld $1, %ymm0, %ymm0", 0, 32), "znver4").chained_cycles;
  EXPECT_NEAR(shifts, 16, kTolerance);
  const double independent = cost_of(repeated("vmulps %ymm14, %ymm15, %ymm#", 0, 4) +
                                         repeated("vpaddd %ymm14, %ymm15, %ymm#", 4, 8),
                                     "znver4")
                                 .chained_cycles;
  EXPECT_NEAR(independent, 3, kTolerance) << "fill all pipes";
}

TEST(SequenceCosts, IntegerChains) {
  EXPECT_NEAR(cost_of(" imulq %rax, %rax\n").chained_cycles, 3, kTolerance);
  EXPECT_NEAR(cost_of(repeated("addq $1, %rax", 0, 12)).chained_cycles, 12, kTolerance);
  // A pointer chase: a load from the first cache.
  const double chase = cost_of(" movq (%rax), %rax\n").chained_cycles;
  EXPECT_GE(chase, 4 - kTolerance);
  EXPECT_LE(chase, 5 + kTolerance);
}

TEST(SequenceCosts, LoadsAndStoresHaveTheirPorts) {
  const double loads = cost_of(repeated("vmovups 32*#(%rdi), %ymm#", 0, 12)).throughput_cycles;
  EXPECT_GE(loads, 4 - kTolerance);
  EXPECT_LE(loads, 6 + kTolerance);
  const double stores = cost_of(repeated("vmovups %ymm#, 32*#(%rdi)", 0, 12)).throughput_cycles;
  EXPECT_NEAR(stores, 12, kTolerance);
}

// What the table gets wrong of Zen 3, against loops of these instructions on such a processor.
TEST(SequenceCosts, VectorStoresAndMovesToRegistersLeaveTheLoadPortsAlone) {
  const std::string loads = repeated("vmovups 32*#(%rdi), %ymm#", 0, 8);
  EXPECT_NEAR(cost_of(loads + repeated("vmovups %ymm15, 512+32*#(%rdi)", 0, 4)).throughput_cycles,
              4, kTolerance);
  // And a quarter of one for the loop's counter, which finds no integer unit free.
  EXPECT_NEAR(cost_of(loads + repeated("vmovq %xmm15, %r1#", 0, 4)).throughput_cycles, 4.25,
              kTolerance);
  EXPECT_NEAR(cost_of(loads + repeated("vmovq %rax, %xmm#", 8, 2)).throughput_cycles, 4,
              kTolerance);
  EXPECT_NEAR(cost_of(repeated("vmovq %xmm15, %r1#", 0, 3) +
                      repeated("vmovups %ymm15, 512+32*#(%rdi)", 0, 3))
                  .throughput_cycles,
              6, kTolerance);
  EXPECT_NEAR(cost_of(repeated("vextracti128 $1, %ymm14, %xmm#", 0, 4) +
                      repeated("vinsertf128 $1, %xmm15, %ymm14, %ymm#", 4, 4))
                  .throughput_cycles,
              8, kTolerance);
}

// The copy's source is written before the copy is read: LLVM 15 loses the chain there when it
// eliminates the copy. As Intel's compiler writes a sum unrolled by two.
TEST(SequenceCosts, AChainThroughACopyWaits) {
  const SequenceCost cost = cost_of(
      " vmovaps %ymm0, %ymm2\n vbroadcastss (%rdi), %ymm0\n"
      " vfmadd231ps (%rdx), %ymm1, %ymm2\n vfmadd132ps 32(%rdx), %ymm2, %ymm0\n");
  EXPECT_NEAR(cost.chained_cycles, 8, kTolerance);
  EXPECT_NEAR(cost_of(" movq %rax, %rbx\n movq (%rdi), %rax\n imulq %rbx, %rax\n").chained_cycles,
              3, kTolerance);
}

// Timed on an EPYC 9004.
TEST(SequenceCosts, SimpleShufflesHaveThreePipes) {
  const std::string simple = repeated("vunpcklps %ymm14, %ymm15, %ymm#", 0, 6);
  const auto with = [&](const char* other) {
    return cost_of(simple + repeated(other, 6, 6), "znver4").throughput_cycles;
  };
  EXPECT_NEAR(with("vunpcklps %ymm14, %ymm15, %ymm#"), 4, kTolerance);
  EXPECT_NEAR(with("vpermps %ymm14, %ymm15, %ymm#"), 4, kTolerance);
  EXPECT_NEAR(with("vaddps %ymm14, %ymm15, %ymm#"), 4, kTolerance);
  EXPECT_NEAR(with("vmulps %ymm14, %ymm15, %ymm#"), 3, kTolerance);
}

TEST(SequenceCosts, OneElementForAllLanesIsOneLoad) {
  for (const char* body :
       {"vpaddd 4*#(%rdi){1to16}, %zmm15, %zmm#", "vpbroadcastd 4*#(%rdi), %zmm#"}) {
    EXPECT_NEAR(cost_of(repeated(body, 0, 12), "znver4").throughput_cycles, 6, kTolerance) << body;
  }
  EXPECT_NEAR(cost_of(repeated("vpbroadcastd %eax, %ymm#", 0, 12), "znver4").throughput_cycles, 12,
              kTolerance);
}

TEST(SequenceCosts, ExtremesAndRotationsTakeTwoCycles) {
  for (const char* body :
       {"vmaxss %xmm1, %xmm0, %xmm0", "vminss (%rdi), %xmm0, %xmm0", "vprold $7, %xmm0, %xmm0",
        "vpshufb %xmm1, %xmm0, %xmm0", "vcmpltps %xmm1, %xmm0, %xmm0"}) {
    EXPECT_NEAR(cost_of(repeated(body, 0, 4), "znver4").chained_cycles, 8, kTolerance) << body;
  }
}

TEST(SequenceCosts, AGatherHoldsUpWhatWaitsForIt) {
  const std::string gather =
      " vpcmpeqd %ymm14, %ymm14, %ymm14\n vgatherdps %ymm14, (%rdi,%ymm15,4), ";
  const double chained = cost_of(gather + "%ymm0\n vpand %ymm0, %ymm1, %ymm15\n").chained_cycles;
  EXPECT_NEAR(chained, 23, 1);
}

TEST(SequenceCosts, AWayBetweenTheRegisterFilesTakesThreeCycles) {
  EXPECT_NEAR(cost_of(" vmovq %xmm0, %rax\n vmovq %rax, %xmm0\n").chained_cycles, 6, kTolerance);
  EXPECT_NEAR(cost_of(" vmovd %xmm0, %eax\n vmovd %eax, %xmm0\n").chained_cycles, 6, kTolerance);
  EXPECT_NEAR(cost_of(" vmovq %xmm0, %rax\n vpinsrq $1, %rax, %xmm0, %xmm0\n").chained_cycles, 7,
              kTolerance);
  EXPECT_NEAR(cost_of(" vpextrq $1, %xmm0, %rax\n vpinsrq $1, %rax, %xmm0, %xmm0\n").chained_cycles,
              8, kTolerance);
}

TEST(SequenceCosts, GathersAndDivisionsTakeAsLongAsMeasured) {
  const std::string mask = " vpcmpeqd %ymm14, %ymm14, %ymm14\n";
  EXPECT_NEAR(cost_of(mask + " vgatherdps %ymm14, (%rdi,%ymm15,4), %ymm0\n").throughput_cycles, 9,
              kTolerance);
  EXPECT_NEAR(cost_of(mask + " vgatherqpd %ymm14, (%rdi,%ymm15,8), %ymm0\n").throughput_cycles, 5,
              kTolerance);
  EXPECT_NEAR(cost_of(" idivl %r8d\n").throughput_cycles, 9, kTolerance);
}

// Zen 4, whose table LLVM 15 lacks, as timed in loops on an EPYC 9004.
TEST(SequenceCosts, OperationsOf512BitsTakeTheirUnitsTwice) {
  struct Case {
    const char* body;  // # is one of eight registers
    double cycles;     // each
  };
  for (const Case& one :
       {Case{"vfmadd231ps %zmm14, %zmm15, %zmm#", 1.0},
        Case{"vfmadd231ps %ymm14, %ymm15, %ymm#", 0.5}, Case{"vpaddd %zmm14, %zmm15, %zmm#", 0.5},
        Case{"vfmadd231ps {rn-sae}, %zmm14, %zmm15, %zmm#", 1.0},
        Case{"vaddpd {rd-sae}, %zmm14, %zmm15, %zmm#", 1.0},
        Case{"vrndscaleps $8, {sae}, %zmm14, %zmm#", 1.0}, Case{"vmovups 64*#(%rdi), %zmm#", 1.0},
        Case{"vmovups %zmm#, 64*#(%rdi)", 2.0}, Case{"vmovups %ymm#, 32*#(%rdi){%k1}", 1.0},
        Case{"vdivps %zmm14, %zmm15, %zmm#", 6.0}, Case{"vpermt2d %zmm14, %zmm15, %zmm#", 1.0},
        Case{"vextractf64x4 $1, %zmm15, %ymm#", 1.0}, Case{"vpmovzxdq %ymm15, %zmm#", 1.0},
        Case{"vpcmpgtd %zmm14, %zmm15, %k1", 1.0},
        Case{"vgatherqps (%rdi,%zmm15), %ymm#{%k1}", 9.2},
        Case{"vscatterqps %ymm#, (%rdi,%zmm15){%k1}", 11.4}}) {
    EXPECT_NEAR(cost_of(repeated(one.body, 0, 8), "znver4").throughput_cycles, 8 * one.cycles,
                0.03 * 8 * one.cycles + 1 + kTolerance)
        << one.body;
  }
}

// Unrolled, so that nothing waits: what each unit has to do, whoever else may use it.
TEST(SequenceCosts, UnitsAreSharedAsTimed) {
  const auto each = [](const std::string& one, const std::string& other) {
    return cost_of(
               repeated(one + ", %zmm14, %zmm#", 0, 6) + repeated(other + ", %zmm14, %zmm#", 6, 6),
               "znver4")
               .throughput_cycles /
           6;
  };
  const double step = 0.05;
  EXPECT_NEAR(each("vfmadd231ps %zmm15", "vaddps %zmm15"), 1, step);
  EXPECT_NEAR(each("vfmadd231ps %zmm15", "vmulps %zmm15"), 2, step);
  EXPECT_NEAR(each("vfmadd231ps %zmm15", "vpmulld %zmm15"), 2, step);
  EXPECT_NEAR(each("vaddps %zmm15", "vpsllvd %zmm15"), 2, step);
  EXPECT_NEAR(each("vpmulld %zmm15", "vpsllvd %zmm15"), 1, step);
  EXPECT_NEAR(each("vaddps %zmm15", "vpermps %zmm15"), 4.0 / 3, step);
}

// Four of these and eight others, on an EPYC 9004.
TEST(SequenceCosts, WaysBetweenTheRegisterFilesShareUnitsAsTimed) {
  const auto beside = [](const char* move, const char* other) {
    return cost_of(repeated(move, 0, 4) + repeated(other, 4, 8), "znver4").throughput_cycles;
  };
  constexpr const char* kProduct = "vmulps %ymm13, %ymm14, %ymm#";
  constexpr const char* kSum = "vaddps %ymm13, %ymm14, %ymm#";
  constexpr const char* kPermutation = "vpermd %ymm13, %ymm14, %ymm#";
  const double step = 0.5;
  EXPECT_NEAR(beside("vucomiss %xmm14, %xmm15", kProduct), 4.0, step);
  EXPECT_NEAR(beside("vucomiss %xmm14, %xmm15", kSum), 6.0, step);
  EXPECT_NEAR(beside("vcvttss2si %xmm15, %eax", kSum), 6.0, step);
  EXPECT_NEAR(beside("vpmovmskb %xmm15, %eax", kSum), 4.3, step);
  EXPECT_NEAR(beside("vpmovmskb %xmm15, %eax", kPermutation), 4.5, step);
  EXPECT_NEAR(beside("vcvtsi2ss %eax, %xmm15, %xmm#", kSum), 8.0, step);
  EXPECT_NEAR(beside("kmovd %eax, %k2", kProduct), 6.0, step);
}

// Eight operations that read three vectors and four stores take 6 to 7 cycles on an EPYC 9004.
TEST(SequenceCosts, WhatReadsThreeVectorsHardlyDoesSoBesideStores) {
  const std::string stores = repeated("vmovups %ymm15, 64*#(%rdi)", 0, 4);
  const auto with = [](const std::string& others, const char* body) {
    return cost_of(others + repeated(body, 0, 8), "znver4").chained_cycles;
  };
  for (const char* body :
       {"vfmadd213ps %ymm13, %ymm14, %ymm#", "vblendvps %ymm12, %ymm13, %ymm14, %ymm#",
        "vpermt2d %ymm13, %ymm14, %ymm#"}) {
    EXPECT_LE(with("", body), 4.2) << body;
    EXPECT_NEAR(with(stores, body), 6.5, 0.7) << body;
  }
  EXPECT_NEAR(with(repeated("vmovd %xmm15, %eax", 0, 4), "vfmadd213ps %ymm13, %ymm14, %ymm#"), 6.5,
              0.7);
  EXPECT_NEAR(with(repeated("kmovd %k1, %eax", 0, 4), "vfmadd213ps %ymm13, %ymm14, %ymm#"), 4.2,
              0.4);
  EXPECT_NEAR(with(stores, "vmulps %ymm13, %ymm14, %ymm#"), 4.0, 0.2);
}

// Four moves from a general register take 4.0 cycles on an EPYC 9004, beside four shifts or sums,
// which could all go by the other pipe, 5.3, beside six 5.8, beside four products 4.0.
TEST(SequenceCosts, NobodySeesThatAMoveFromARegisterTakesAPipe) {
  const std::string moves = repeated("vmovd %eax, %xmm#", 0, 4);
  const auto with = [&](const char* body, int count) {
    return cost_of(moves + repeated(body, 4, count), "znver4").chained_cycles;
  };
  EXPECT_NEAR(with("vpsrld $16, %xmm15, %xmm#", 4), 5.3, 0.6);
  EXPECT_NEAR(with("vaddps %xmm14, %xmm15, %xmm#", 6), 5.8, 0.6);
  EXPECT_NEAR(with("vmulps %xmm14, %xmm15, %xmm#", 4), 4, kTolerance);
}

TEST(SequenceCosts, MasksAndWaysAcrossAVectorHaveLatenciesOfTheirOwn) {
  const auto chained = [](const char* body) { return cost_of(body, "znver4").chained_cycles; };
  EXPECT_NEAR(chained(" vpcmpgtd %ymm0, %ymm1, %k1\n vmovdqa32 %ymm2, %ymm1{%k1}\n"), 5,
              kTolerance);
  EXPECT_NEAR(chained(" kmovd %eax, %k1\n kmovd %k1, %eax\n"), 9, kTolerance);
  EXPECT_NEAR(chained(" vpermps %ymm2, %ymm0, %ymm2\n"), 4, kTolerance);
  EXPECT_NEAR(chained(" vfmadd231ps %zmm0, %zmm1, %zmm2\n"), 4, kTolerance);
}

// On an EPYC 9004: 61 cycles each alone or behind loads and stores, 70 behind a chain of 21.
TEST(SequenceCosts, AFenceOfZen4HoldsUpWhatComesAfter) {
  EXPECT_NEAR(cost_of(" mfence\n", "znver4").chained_cycles, 61, 5);
  EXPECT_NEAR(
      cost_of(" movq %rax, (%rdi)\n movq 64(%rdi), %rdx\n mfence\n", "znver4").chained_cycles, 61,
      6);
  EXPECT_NEAR(
      cost_of(" mfence\n vfmadd231ps %xmm1, %xmm2, %xmm3\n mfence\n", "znver4").chained_cycles, 123,
      10);
  EXPECT_NEAR(cost_of(" lfence\n", "znver4").chained_cycles, 21, 4);
}

// On Zen 3, which has no such instruction, the table stands as it is.
TEST(SequenceCosts, ALandingPadIsNoSystemCall) {
  const SequenceCost cost = cost_of(" endbr64\n");
  EXPECT_LE(cost.throughput_cycles, 1.1);
  EXPECT_LE(cost.micro_ops, 4);
}

TEST(SequenceCosts, AnInstructionThatNoTableKnowsIsNamed) {
  SequenceCosts costs = loop_of(" vaddps %zmm0, %zmm1, %zmm2\n", {"znver3"});
  EXPECT_GE(costs.of(std::array{1U}, true).throughput_cycles, 0);
  EXPECT_THAT(costs.unknown(), ::testing::Contains(::testing::Key("VADDPSZrr")));
}

TEST(SequenceCosts, CountsFusedOperationsWhoseAccumulatorsLieInMemory) {
  const std::string fused = " vmovups (%rdi), %ymm0\n vfmadd231ps %ymm1, %ymm2, %ymm0\n";
  EXPECT_EQ(loop_of(fused).fused_spills(1), 0);
  EXPECT_EQ(loop_of(fused + " vmovups %ymm0, (%rdi)\n").fused_spills(1), 1);
}

// Where locks were not timed: a term of the model says what they cost.
TEST(SequenceCosts, LockedInstructionsCostWhatTheyCostUnlocked) {
  EXPECT_EQ(cost_of(" lock addl %eax, (%rdi)\n", "haswell").throughput_cycles,
            cost_of(" addl %eax, (%rdi)\n", "haswell").throughput_cycles);
}

// Without the idiom each would wait for the multiplication before it.
TEST(SequenceCosts, ZeroingARegisterWaitsForNothing) {
  const std::string multiply = " vmulps %ymm0, %ymm0, %ymm0\n vmulps %ymm0, %ymm0, %ymm0\n";
  const double chained = cost_of(multiply).chained_cycles;
  EXPECT_GE(chained, 6 - kTolerance);
  for (const char* cpu : {"znver3", "skylake-avx512", "haswell"}) {
    SequenceCosts costs = loop_of(" vxorps %ymm0, %ymm0, %ymm0\n" + multiply, {cpu});
    EXPECT_LE(costs.of(std::array{1U}, true).chained_cycles, 3) << cpu;
  }
  // Nor where no register is left that the round does not write.
  const std::string others = repeated("vmovaps %ymm0, %ymm#", 1, 15);
  EXPECT_LE(cost_of(" vxorps %ymm0, %ymm0, %ymm0\n" + multiply + others).chained_cycles, 5);
}

// Timed on a Zen 4: 11.9 and 23.8 cycles.
TEST(SequenceCosts, AChainPassesThroughTheZeroingOfUpperHalves) {
  for (const int sums : {4, 8}) {
    EXPECT_NEAR(cost_of(repeated("vaddss %xmm1, %xmm0, %xmm0", 0, sums) + " vzeroupper\n", "znver4")
                    .chained_cycles,
                3 * sums, kTolerance);
  }
}

TEST(SequenceCosts, LongSequencesNeedNoMoreThanTheirThroughput) {
  // 300 independent additions: four scalar units.
  std::string body;
  for (int i = 0; i < 300; ++i) {
    body += " addq $1, %r" + std::to_string(8 + i % 8) + "\n";
  }
  const SequenceCost cost = cost_of(body);
  EXPECT_GE(cost.throughput_cycles, 50);
  EXPECT_NEAR(cost.chained_cycles / cost.throughput_cycles, 1, 0.1);
}

TEST(SequenceCosts, TheFastestTableCounts) {
  const std::string body = " vfmadd231ps %ymm1, %ymm2, %ymm0\n";
  const auto chained = [&](const std::vector<std::string>& cpus) {
    return loop_of(body, cpus).of(std::array{1U}, true).chained_cycles;
  };
  const double haswell = chained({"haswell"});  // latency 5
  EXPECT_NEAR(haswell, 5, kTolerance);
  EXPECT_NEAR(chained({"haswell", "znver3"}), 4, kTolerance);
  EXPECT_NEAR(chained({"znver3", "haswell"}), 4, kTolerance);
}

TEST(SequenceCosts, RefusesWhatHasNoTable) {
  EXPECT_THROW((void)loop_of(" nop\n", {"no-such-cpu"}), Error);
}

TEST(Scheduling, EveryChoiceHasATable) {
  for (const char* cpu : {"", "generic", "x86-64-v3", "skylake-avx512", "sapphirerapids",
                          "icelake-server", "cascadelake", "znver3", "znver4", "haswell"}) {
    const auto cpus = scheduling_cpus(cpu);
    ASSERT_FALSE(cpus.empty()) << cpu;
    EXPECT_NO_THROW((void)loop_of(" nop\n", cpus)) << cpu;
  }
  EXPECT_NO_THROW((void)loop_of(" nop\n", scheduling_cpus()));
}

// Timed on an EPYC 7003, in loops.
TEST(SequenceCosts, MovesToGeneralRegistersTakeAllIntegerUnitsOfAZen3) {
  const std::string moves = repeated("vmovq %xmm15, %r#", 8, 4);
  const std::string additions = " addq $1, %rax\n addq $1, %rbx\n addq $1, %rdx\n addq $1, %rsi\n";
  EXPECT_NEAR(cost_of(moves + additions + additions).throughput_cycles, 6.0, 0.5);
  EXPECT_NEAR(cost_of(moves + additions + additions + additions).throughput_cycles, 7.0, 0.5);
  EXPECT_NEAR(cost_of(moves + additions + additions + additions + additions).throughput_cycles, 8.0,
              0.5);
  EXPECT_NEAR(cost_of(repeated("vpextrq $1, %xmm15, %r#", 8, 4) + additions + additions + additions)
                  .throughput_cycles,
              6.9, 0.5);
}

// The rest as timed on an EPYC 9004, in loops.
TEST(SequenceCosts, MovesBetweenRegisterFilesTakeIntegerUnitsOfAZen4) {
  const std::string others = repeated(
      "andn %r8d, %r9d, %r10d\n andn %r8d, %r9d, %r11d\n andn %r8d, %r9d, %r12d\n"
      " andn %r8d, %r9d, %r13d",
      0, 4);
  struct Case {
    const char* move;
    double least;  // of four of them and sixteen independent operations: side by side, spread
    double most;
  };
  for (const Case& one :
       {Case{"vmovq %xmm15, %rdx", 7.5, 8.0}, Case{"kmovd %k2, %edx", 7.5, 7.9},
        Case{"vcvttss2si %xmm15, %edx", 7.9, 8.2}, Case{"vmovmskps %xmm15, %edx", 8.0, 8.2},
        Case{"vpextrd $1, %xmm15, %edx", 7.9, 8.2}, Case{"vucomiss %xmm14, %xmm15", 7.5, 7.7},
        Case{"vptest %ymm14, %ymm15", 7.5, 7.5}, Case{"vmovd %edx, %xmm15", 5.2, 7.0},
        Case{"vcvtsi2ss %edx, %xmm14, %xmm15", 5.2, 7.0}, Case{"kmovd %edx, %k2", 5.2, 7.0},
        Case{"vpinsrd $1, %edx, %xmm14, %xmm15", 5.2, 7.0},
        Case{"vmovups %xmm15, (%rdi)", 4.5, 4.5}}) {
    const double cycles = cost_of(repeated(one.move, 0, 4) + others, "znver4").throughput_cycles;
    EXPECT_GT(cycles, one.least - 0.3) << one.move;
    EXPECT_LT(cycles, one.most + 0.3) << one.move;
  }
}

TEST(SequenceCosts, WaysBetweenVectorsMasksFlagsAndRegistersOfAZen4) {
  struct Case {
    const char* round;
    double cycles;
  };
  for (const Case& one :
       {Case{" vptest %xmm5, %xmm5\n sete %dl\n vmovd %edx, %xmm5\n", 8.9},
        Case{" vptest %ymm5, %ymm5\n sete %dl\n vmovd %edx, %xmm5\n", 10.9},
        Case{" vucomiss %xmm7, %xmm5\n setp %dl\n vmovd %edx, %xmm5\n", 7.9},
        Case{" kortestw %k2, %k2\n setb %dl\n kmovd %edx, %k2\n", 10.9},
        Case{" vmovmskps %xmm5, %edx\n vmovd %edx, %xmm5\n", 6.0},
        Case{" vpmovmskb %ymm5, %edx\n vmovd %edx, %xmm5\n", 7.9},
        Case{" vcvttsd2si %xmm5, %rdx\n vmovq %rdx, %xmm5\n", 8.9},
        Case{" vpextrb $1, %xmm5, %edx\n vmovd %edx, %xmm5\n", 7.9},
        Case{" vmovd %xmm5, %edx\n vpinsrd $1, %edx, %xmm7, %xmm5\n", 7.0},
        Case{" vpinsrd $1, %edx, %xmm5, %xmm5\n vpinsrd $2, %edx, %xmm5, %xmm5\n", 2.0},
        Case{" vmovd %xmm5, %edx\n vcvtsi2ss %edx, %xmm7, %xmm5\n", 8.9},
        Case{" vcvtsi2ss %edx, %xmm5, %xmm5\n vcvtsi2ss %edx, %xmm5, %xmm5\n", 6.0},
        Case{" vcmpltps %xmm7, %xmm5, %k2\n kmovd %k2, %edx\n vmovd %edx, %xmm5\n", 8.9},
        Case{" vcmpltps %ymm7, %ymm5, %k2\n kmovd %k2, %edx\n vmovd %edx, %xmm5\n", 9.9},
        Case{" vcmpltps %zmm7, %zmm5, %k2\n kmovd %k2, %edx\n vmovd %edx, %xmm5\n", 10.9},
        Case{" vptestmd %zmm7, %zmm5, %k2\n kmovd %k2, %edx\n vmovd %edx, %xmm5\n", 10.9},
        Case{" kmovd %edx, %k2\n vpmovm2d %k2, %zmm5\n vmovd %xmm5, %edx\n", 9.9},
        Case{" kmovd %edx, %k2\n vmovups (%rdi), %zmm5{%k2}{z}\n vmovd %xmm5, %edx\n", 9.9},
        Case{" kmovd %edx, %k2\n vcompressps %zmm7, %zmm5{%k2}{z}\n vmovd %xmm5, %edx\n", 17.8},
        // A closest point, its distance kept where a number is none: PoCL's fmin and fmax.
        Case{" vmovaps %xmm5, %xmm7\n vmaxss %xmm6, %xmm7, %xmm5\n"
             " vmovss %xmm7, %xmm5, %xmm5{%k1}\n vucomiss %xmm5, %xmm5\n setp %dl\n"
             " vinsertps $0x10, %xmm5, %xmm6, %xmm5\n vcmpltps %xmm5, %xmm7, %k0\n"
             " kmovd %edx, %k2\n kshiftlb $1, %k2, %k2\n korw %k2, %k1, %k1\n"
             " korw %k0, %k1, %k1\n vmovaps %xmm7, %xmm5{%k1}\n",
             17.9}}) {
    EXPECT_NEAR(cost_of(one.round, "znver4").chained_cycles, one.cycles, 0.7) << one.round;
  }
}

// Timed: 2.0 and 1.3 cycles.
TEST(SequenceCosts, ConstantsForTheAccumulatorAreNoSlowerOnAZen4) {
  EXPECT_NEAR(cost_of(" addl $0x12345, %eax\n" + repeated("addq $1, %r#", 8, 6), "znver4")
                  .throughput_cycles,
              2, kTolerance);
  EXPECT_NEAR(
      cost_of(" andb $1, %al\n" + repeated("andb $1, %r#b", 8, 3), "znver4").throughput_cycles,
      1.25, kTolerance);
}

TEST(SequenceCosts, AnLeaOfAZen4IsAnAddition) {
  const auto cost = [](const std::string& body) { return cost_of(body, "znver4"); };
  EXPECT_NEAR(cost(repeated("lea (%r9,%r10,4), %r1#", 1, 4)).micro_ops, 5, kTolerance);
  EXPECT_NEAR(cost(" lea (%r9,%r10,4), %r10\n lea (%r10,%r9), %r10\n").chained_cycles, 2,
              kTolerance);
  EXPECT_NEAR(cost(" lea 8(%r10,%r9), %r10\n lea 8(%r10,%r9), %r10\n").chained_cycles, 4,
              kTolerance);
  EXPECT_NEAR(cost(repeated("lea 8(%r9,%r10,4), %r1#", 1, 4)).throughput_cycles, 2.25, kTolerance);
  // Loads have units of their own.
  EXPECT_NEAR(cost(repeated("lea (%r9,%r8,4), %r1#\n mov 8*#(%rdi), %rax", 0, 6)).throughput_cycles,
              13.0 / 6, 0.2);
}

TEST(SequenceCosts, AWriteOfAByteWaitsForTheRestOfItsRegister) {
  const auto chained = [](const std::string& body) {
    return cost_of(body, "znver4").chained_cycles;
  };
  EXPECT_NEAR(chained(" imul %r8d, %r8d\n setb %r8b\n"), 4, kTolerance);
  EXPECT_NEAR(chained(repeated("movb $#, %r8b", 0, 4)), 4, kTolerance);
  // A load comes first, and only then waits for the rest.
  EXPECT_NEAR(chained(" movb (%rdi), %r8b\n movb 64(%rdi), %r8b\n"), 2, kTolerance);
  // Of nothing where the register was made anew; nor do masks and vectors hang on their likes.
  EXPECT_NEAR(chained(" xor %r8d, %r8d\n setb %r8b\n imul %r8d, %r9d\n"), 3, kTolerance);
  EXPECT_NEAR(chained(" vpxor %xmm1, %xmm1, %xmm1\n vpcmpeqd %xmm1, %xmm2, %k1\n"
                      " vgatherqps (%rdi,%ymm15), %xmm1{%k1}\n"),
              6, 1.5);
}

// By the tables the stack pointer is as late as what the last of them loads: 11 cycles.
TEST(SequenceCosts, WhatPopsLeaveOfTheStackPointerIsThereAtOnce) {
  for (const char* cpu : {"znver3", "znver4", "sapphirerapids"}) {
    EXPECT_LE(cost_of(" pop %r8\n pop %r9\n lea -16(%rsp), %rsp\n", cpu).chained_cycles, 2) << cpu;
  }
}

// Both parts of AX that it leaves keep the rest of RAX: the second one beside the first, of the
// same instruction, which does not wait for itself.
TEST(SequenceCosts, ADivisionOfBytesEnds) {
  for (const char* cpu : {"znver3", "znver4", "sapphirerapids"}) {
    const SequenceCost cost =
        cost_of(" movzbl (%rdi), %eax\n divb (%rsi)\n movb %al, (%rdi)\n", cpu);
    EXPECT_GT(cost.throughput_cycles, 1) << cpu;
    EXPECT_LT(cost.chained_cycles, 50) << cpu;
  }
}

TEST(SequenceCosts, AComparisonAndItsJumpAreOneOperation) {
  const std::string copies = repeated("mov %r8, %r#", 9, 5);
  EXPECT_EQ(cost_of(copies, "znver4").micro_ops, 6);
  EXPECT_EQ(cost_of(copies + " cmp %r8, %r9\n jne 1b\n", "znver4").micro_ops, 6);
  EXPECT_EQ(cost_of(copies + " cmp (%rdi), %r9\n jne 1b\n", "znver4").micro_ops, 6);
  EXPECT_EQ(cost_of(copies + " cmpl $1, (%rdi)\n jne 1b\n", "znver4").micro_ops, 7);
  EXPECT_EQ(cost_of(copies + " shl $1, %r9\n jne 1b\n", "znver4").micro_ops, 7);
  EXPECT_EQ(cost_of(copies + " vucomiss %xmm1, %xmm2\n jne 1b\n", "znver4").micro_ops, 8);
}

TEST(SequenceCosts, StoresTakeTheirTurnAmongLoads) {
  const std::string loads = repeated("mov 8*#(%rdi), %r8", 0, 12);
  EXPECT_NEAR(cost_of(loads + repeated("mov %r9, 8*#(%rsi)", 0, 6), "znver4").throughput_cycles, 6,
              kTolerance);
  EXPECT_NEAR(cost_of(repeated("add %r9, 64*#(%rsi)", 0, 8), "znver4").throughput_cycles, 8,
              kTolerance);
  EXPECT_EQ(cost_of(" add %r9, (%rsi)\n", "znver4").micro_ops, 3);
}

double share_of(const SequenceCost& cost, InstructionClass one) {
  return cost.port_cycles[static_cast<std::size_t>(one)] / cost.throughput_cycles;
}

TEST(SequenceCosts, SayWhichClassOccupiesTheBusyUnits) {
  const SequenceCost shifts = cost_of(repeated("vpsrld $1, %ymm15, %ymm#", 0, 12));
  EXPECT_NEAR(share_of(shifts, InstructionClass::vector_shift), 1, 1e-12);
  // Loads share their ports, whatever is done with what they load.
  const SequenceCost loads = cost_of(repeated("vaddps 32*#(%rdi), %ymm15, %ymm#", 0, 4) +
                                     repeated("vmulps 32*#(%rdi), %ymm15, %ymm#", 4, 4) +
                                     repeated("vmovups 32*#(%rdi), %ymm#", 8, 4));
  EXPECT_NEAR(share_of(loads, InstructionClass::load), 1, 1e-12);
  // Two classes on the same units share them as they occupy them.
  const SequenceCost both = cost_of(repeated("vaddps %ymm14, %ymm15, %ymm#", 0, 4) +
                                    repeated("vcvtdq2ps %ymm15, %ymm#", 4, 8));
  EXPECT_NEAR(share_of(both, InstructionClass::add), 1.0 / 3, 1e-12);
  EXPECT_NEAR(share_of(both, InstructionClass::convert), 2.0 / 3, 1e-12);
  // Six operations a cycle are dispatched, whatever they are.
  const SequenceCost narrow = cost_of(repeated("vmovaps %ymm15, %ymm#", 0, 12));
  EXPECT_EQ(narrow.port_cycles, ByClass{}) << "ports are not what binds copies";
}

}  // namespace
}  // namespace clgauge::lens
