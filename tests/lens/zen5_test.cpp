// What a Zen 5's units and ways between its register files do with mixed instructions, as
// bench/lens/instruction_bench and loops like its own timed them on an EPYC 9005.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assembled.h"
#include "lens/code/machine_code.h"
#include "lens/code/zen.h"
#include "lens/throughput/fetched_lines.h"
#include "lens/throughput/sequence_cost.h"
#include "loop_costs.h"

namespace clgauge::lens {
namespace {

double cycles_on_zen5(const std::string& body) { return cost_of(body, "znver5").chained_cycles; }

// So many of each.
std::string times_in_turn(const std::vector<std::string>& lines, int times = 24) {
  std::string text;
  for (int i = 0; i < times; ++i) {
    for (const std::string& line : lines) {
      text += repeated(line, i % 12 + 2, 1);
    }
  }
  return text;
}

std::string links(const std::string& link, int times = 16) {
  std::string text;
  for (int i = 0; i < times; ++i) {
    text += ' ' + link + '\n';
  }
  return text;
}

TEST(SequenceCosts, OnZen5VectorsTakeTwoCyclesAndSumsHandOnToSumsInTwo) {
  EXPECT_NEAR(cycles_on_zen5(links("vpaddd %ymm1, %ymm0, %ymm0")), 32, 1);
  EXPECT_NEAR(cycles_on_zen5(links("vshufps $1, %ymm0, %ymm0, %ymm0")), 32, 1);
  EXPECT_NEAR(cycles_on_zen5(links("vaddps %ymm1, %ymm0, %ymm0")), 32, 1);
  EXPECT_NEAR(cycles_on_zen5(links("vaddps %ymm1, %ymm0, %ymm0\n vmulps %ymm1, %ymm0, %ymm0", 8)),
              48, 1);
  EXPECT_NEAR(cycles_on_zen5(links("vfmadd231ps %ymm1, %ymm2, %ymm0")), 64, 1);
  EXPECT_NEAR(cycles_on_zen5(links("korw %k1, %k0, %k0")), 16, 1);
}

TEST(SequenceCosts, OnZen5VectorsOf512BitsTakeWhatOthersTake) {
  for (const char* width : {"y", "z"}) {
    const std::string w = std::string("%") + width + "mm";
    const auto of_three = [&](const std::string& name) {
      return name + ' ' + w + "0, " + w + "1, " + w + '#';
    };
    EXPECT_NEAR(cycles_on_zen5(times_in_turn({of_three("vfmadd231ps")})), 12, 0.7) << width;
    EXPECT_NEAR(cycles_on_zen5(times_in_turn({of_three("vpaddd")})), 6, 1.1) << width;
    EXPECT_NEAR(cycles_on_zen5(times_in_turn({of_three("vdivps")}, 8)), 20, 0.5) << width;
    EXPECT_NEAR(cycles_on_zen5(times_in_turn({"vmovaps (%rdi), " + w + '#'})), 12, 0.7) << width;
  }
}

// Beside sums, shuffles and what takes nothing but its place among what is dispatched.
TEST(SequenceCosts, OnZen5MicrocodeIsDispatchedAlone) {
  const auto eight = [](const std::string& microcode, const std::string& beside, int times) {
    std::string text;
    for (int i = 0; i < 8; ++i) {
      text += repeated(microcode, i + 8, 1);
      for (int k = 0; k < times; ++k) {
        text += repeated(beside, (i + k) % 6 + 6, 1);
      }
    }
    return cycles_on_zen5(text);
  };
  EXPECT_NEAR(eight("vdpps $255, %ymm0, %ymm1, %ymm#", "vaddps %ymm0, %ymm1, %ymm#", 6), 32.7, 1.5);
  EXPECT_NEAR(eight("vdpps $255, %ymm0, %ymm1, %ymm#", "vpermilps $9, %ymm1, %ymm#", 8), 33.6, 1.5);
  EXPECT_NEAR(eight("vdpps $255, %ymm0, %ymm1, %ymm#", "nop", 24), 49.9, 1.5);
  EXPECT_NEAR(eight("vdppd $51, %xmm0, %xmm1, %xmm#", "vpermilpd $1, %xmm1, %xmm#", 6), 24.5, 1.5);
  EXPECT_NEAR(eight("vdppd $51, (%rdi), %xmm1, %xmm#", "nop", 0), 40.7, 1.5);
  EXPECT_NEAR(eight("shldl $7, %eax, %r#d", "nop", 0), 9.1, 1.5);
  EXPECT_NEAR(eight("shldl $7, %eax, %r#d", "nop", 1), 16.4, 1.5);
  EXPECT_NEAR(eight("shldl $7, %eax, %r#d", "nop", 6), 16.4, 1.5);
}

TEST(SequenceCosts, OnZen5SixUnitsComputeWithIntegersThreeOfThemShift) {
  EXPECT_NEAR(cycles_on_zen5(times_in_turn({"leal 1(%rax), %edx"}, 120)), 20.5, 1);
  EXPECT_NEAR(cycles_on_zen5(times_in_turn({"shlxl %eax, %eax, %edx"}, 60)), 20.5, 1);
  EXPECT_NEAR(cycles_on_zen5(times_in_turn({"imull $7, %eax, %edx"}, 60)), 20.5, 1);
}

// Natively 12.2, 24.3; 12.3 and of 512 bits 24.4.
TEST(SequenceCosts, OnZen5FourGeneralRegistersOrTwoVectorsAreLoadedACycle) {
  EXPECT_NEAR(cycles_on_zen5(times_in_turn({"movq (%rdi), %rdx"}, 48)), 12.2, 1);
  EXPECT_NEAR(cycles_on_zen5(times_in_turn({"vmovaps (%rdi), %ymm#"}, 48)), 24.3, 1);
  EXPECT_NEAR(cycles_on_zen5(times_in_turn({"vmovaps %ymm0, (%rdi)"})), 12.3, 1);
  EXPECT_NEAR(cycles_on_zen5(times_in_turn({"vmovaps %zmm0, (%rdi)"})), 24.4, 1);
}

TEST(SequenceCosts, OnZen5RegistersAreMadeVectorsOnceACycleAndVectorsRegistersTwice) {
  EXPECT_NEAR(cycles_on_zen5(times_in_turn({"vmovd %eax, %xmm#"})), 24.2, 1);
  EXPECT_NEAR(cycles_on_zen5(times_in_turn({"vmovd %eax, %xmm#", "vmulps %ymm0, %ymm1, %ymm#"})),
              24.3, 1.5);
  EXPECT_NEAR(cycles_on_zen5(times_in_turn({"vmovd %xmm1, %eax"})), 12.2, 1);
  EXPECT_NEAR(cycles_on_zen5(links("vmovd %eax, %xmm0\n vmovd %xmm0, %eax", 8)), 56, 1);
}

// Sixteen stores and two to each: 24.1, of 512 bits 31.5, simulated 20 and 24; products 16.2.
TEST(SequenceCosts, OnZen5OperationsOfThreeVectorsWaitForStores) {
  const auto beside_stores = [](const std::string& name, const std::string& width) {
    const std::string one = name + " %" + width + "mm0, %" + width + "mm1, %" + width + "mm#";
    return cycles_on_zen5(times_in_turn({one, one, "vmovaps %" + width + "mm1, (%rdi)"}, 16));
  };
  EXPECT_GE(beside_stores("vfmadd231ps", "y"), 19);
  EXPECT_GE(beside_stores("vfmadd231ps", "z"), 23);
  EXPECT_NEAR(beside_stores("vmulps", "y"), 16.2, 1);
}

// 120 fused operations take 61.2 cycles, with 24 stores beside them 73.3, of 64 bytes 86.3.
TEST(SequenceCosts, OnZen5ThirdVectorsAndStoresShareTwoReads) {
  const auto cycles = [](const std::string& width) {
    const std::string fused = "vfmadd231ps %" + width + "mm0, %" + width + "mm1, %" + width + "mm#";
    std::vector<std::string> lines(5, fused);
    lines.push_back("vmovaps %" + width + "mm1, (%rdi)");
    return cycles_on_zen5(times_in_turn(lines, 24));
  };
  EXPECT_NEAR(cycles("y"), 73.3, 4);
  EXPECT_NEAR(cycles("z"), 86.3, 4);
}

// What is locked waits for all before it, and what comes behind retires eight at a time: among 128
// and 512 NOPs 33, 81.
TEST(SequenceCosts, OnZen5LockedInstructionsAreDoneInOrder) {
  EXPECT_NEAR(cycles_on_zen5(" lock incl (%rdi)\n" + links("nop", 128)), 33, 2);
  EXPECT_NEAR(cycles_on_zen5(" lock incl (%rdi)\n" + links("nop", 512)), 81, 3);
}

// 49 sums and as many LEA: 34.1 cycles, with three summands 40.0.
TEST(SequenceCosts, OnZen5AnAddressOfThreeSummandsTakesTwoRegisters) {
  const auto entries = [](const std::string& lea) {
    return cycles_on_zen5(links("vaddss %xmm1, %xmm0, %xmm0\n " + lea + ", %esi", 49) +
                          " vxorps %xmm0, %xmm0, %xmm0\n");
  };
  EXPECT_GT(entries("leal 5(%rdx,%rbx)"), entries("leal (%rdx,%rbx)") + 3);
}

// A scalar whose upper part is known to be zero is made without the register that it goes to: in a
// chain 1.1 cycles each, four products through one 2.1, through one of packed products 15.
TEST(SequenceCosts, OnZen5ScalarsDoNotWaitForUpperHalvesOfZeros) {
  const std::string made = " vcvtsi2ssl %eax, %xmm0, %xmm0\n";
  EXPECT_LT(cycles_on_zen5(links("vcvtsi2ssl %eax, %xmm0, %xmm0")), 16 * 1.5);
  EXPECT_LT(cycles_on_zen5(made + links("vmulss %xmm1, %xmm0, %xmm0", 4)), 4);
  EXPECT_NEAR(cycles_on_zen5(made + links("vmulps %xmm1, %xmm0, %xmm0", 4)), 15, 1);
  EXPECT_NEAR(cycles_on_zen5(made + links("vfmadd231ss %xmm1, %xmm2, %xmm0", 4)), 19, 1)
      << "which leaves no zeros";
  EXPECT_NEAR(
      cycles_on_zen5(" vmovss (%rdi), %xmm0\n vsqrtss %xmm1, %xmm0, %xmm1\n" +
                     links("vmulss %xmm2, %xmm1, %xmm1", 3)),
      cycles_on_zen5(links("vmulss %xmm2, %xmm1, %xmm1", 3) + " vsqrtss %xmm1, %xmm1, %xmm1\n"), 1)
      << "its second source is waited for";
}

// VUCOMISS, SETB, VMOVD 10.0 cycles, KORTEST, CMOVB, KMOV 11.95.
TEST(SequenceCosts, OnZen5FlagsOfVectorsAndMasksComeAfterSixCycles) {
  EXPECT_NEAR(cycles_on_zen5(" vucomiss %xmm1, %xmm0\n setb %al\n vmovd %eax, %xmm0\n"), 10, 1);
  EXPECT_NEAR(cycles_on_zen5(" kortestw %k0, %k0\n cmovbl %edx, %eax\n kmovw %eax, %k0\n"), 12,
              1.5);
}

// A comparison of a vector with itself into a mask waits for it: eight of them and VPMOVM2D 62.5.
TEST(SequenceCosts, OnZen5EqualVectorsMakeMasksOfThem) {
  const auto chain = [](const std::string& compare) {
    return cycles_on_zen5(links(compare + " %zmm0, %zmm0, %k1\n vpmovm2d %k1, %zmm0", 8));
  };
  EXPECT_NEAR(chain("vpcmpeqd"), 62.5, 8);
  EXPECT_LT(chain("vpcmpgtd"), 12) << "an idiom";
}

// Half a vector is stored twice a cycle, whatever shuffles it: 8 take 4.4.
TEST(SequenceCosts, OnZen5PartsOfVectorsAreStoredTwiceACycle) {
  EXPECT_NEAR(cycles_on_zen5(times_in_turn({"vpmovdw %zmm#, (%rdi)"}, 16)), 8.5, 1.2);
  EXPECT_NEAR(cycles_on_zen5(times_in_turn({"vextractf32x4 $1, %zmm#, (%rdi)"}, 16)), 8.5, 1.2);
}

// Gathers that wait for each other's mask take 20 cycles each; what is locked 20, with 32 sums
// beside it 21, for these retire eight at a time behind it.
TEST(SequenceCosts, OnZen5ProgramsTakeTheirTime) {
  EXPECT_NEAR(cycles_on_zen5(times_in_turn({"vgatherdps (%rdi,%zmm1,4), %zmm#{%k1}"}, 8)), 8 * 20,
              8);
  EXPECT_NEAR(cycles_on_zen5(" lock incl (%rdi)\n"), 20, 0.6);
  EXPECT_NEAR(
      cycles_on_zen5(" lock incl (%rdi)\n" + times_in_turn({"vaddps %ymm0, %ymm1, %ymm#"}, 32)), 20,
      2);
}

// Rounds of 12 fetch at once; longer ones have a cycle more than they dispatch in.
TEST(SequenceCosts, OnZen5LongerRoundsHaveACycleMore) {
  const auto nops = [](int n) { return links("nop", n - 1); };
  EXPECT_NEAR(cycles_on_zen5(nops(8)), 1, 0.15);
  EXPECT_NEAR(cycles_on_zen5(nops(12)), 1.6, 0.2);
  EXPECT_NEAR(cycles_on_zen5(nops(16)), 3, 0.2);
  EXPECT_NEAR(cycles_on_zen5(nops(32)), 5, 0.2);
  EXPECT_NEAR(cycles_on_zen5(nops(64)), 9.1, 0.3);
}

// Rounds of two runs, of so many operations with their jumps.
double cycles_of_runs(int first, int second, std::vector<std::uint32_t> round = {0, 2}) {
  const std::string code = "  .text\n  .globl f\n  .type f, @function\n  .p2align 6\nf:\n" +
                           links("nop", first - 1) + "  jmp 1f\n  ret\n1:\n" +
                           links("nop", second - 1) +
                           "  dec %rcx\n  jne f\n  ret\n  .size f, .-f\n";
  SequenceCosts costs(decode(assemble(code), "f", std::string(kZen5)), {std::string(kZen5)});
  return costs.of(round, true).chained_cycles;
}

TEST(SequenceCosts, OnZen5AShortRunComesWithWhatIsLeftOfALongOne) {
  EXPECT_NEAR(cycles_of_runs(13, 5), 3, 0.2);
  EXPECT_NEAR(cycles_of_runs(20, 6), 4, 0.2);
  EXPECT_NEAR(cycles_of_runs(13, 13), 6, 0.2);
  EXPECT_NEAR(cycles_of_runs(13, 5, {2, 0}), 3, 0.2) << "wherever the round begins";
}

// A loop of one fused jump, in a line of code of its own or before another jump.
TEST(FetchesOf, OnZen5TheLastJumpOfALineBringsTheNextRunAlong) {
  const auto behind_the_jump = [](const std::string& between, std::string_view cpu) {
    const MachineCode code = decode(assemble(R"(
  .text
  .globl f
  .type f, @function
  .p2align 6
f:
1: dec %rdx
  jne 1b
)" + between + R"(
  dec %rcx
  jne f
  ret
  .size f, .-f
)"),
                                    "f", std::string(cpu));
    return fetches_of(std::array<std::uint32_t, 2>{0, 1}, code, cpu).front();
  };
  EXPECT_EQ(behind_the_jump("  .p2align 6\n", kZen5), Fetch::along);
  EXPECT_EQ(behind_the_jump("", kZen5), Fetch::elsewhere);
  EXPECT_EQ(behind_the_jump("  .p2align 6\n", kZen4), Fetch::elsewhere);
}

// gathers_behind_stores.h
TEST(SequenceCosts, OnZen5GathersWaitUntilItIsKnownWhereStoresBeforeThemGo) {
  const std::string gather =
      " kxnorw %k0, %k0, %k1\n vpxor %xmm4, %xmm4, %xmm4\n vpgatherqd (%rsi,%ymm5), %xmm4 {%k1}\n";
  const std::string compare = " vpcmpgtd %xmm6, %xmm4, %k1\n";
  const std::string scatter = " vpscatterqd %xmm1, (%rdi,%ymm5) {%k1}\n";
  const double decides = cycles_on_zen5(gather + compare + scatter);
  EXPECT_NEAR(decides, 24.3, 2.2);
  EXPECT_NEAR(cycles_on_zen5(gather + " vmovd %xmm4, %ecx\n and $15, %ecx\n add %rax, %rcx\n"
                                      " vmovdqu %xmm1, (%rdi,%rcx)\n"),
              22.9, 2);
  EXPECT_LT(cycles_on_zen5(gather + " kmovd %edx, %k1\n" + scatter), 13) << "a mask known early";
  EXPECT_LT(cycles_on_zen5(gather + " vpaddd %xmm4, %xmm4, %xmm1\n kmovd %edx, %k1\n" + scatter),
            13)
      << "nobody waits for what it stores";
  EXPECT_LT(cycles_on_zen5(gather + compare + " vmovdqu32 %xmm1, (%rdi) {%k1}\n"), 8)
      << "a masked store's place is known";
  EXPECT_LT(cycles_on_zen5(" vmovdqa (%rsi), %xmm4\n" + compare + scatter), 9) << "nor do loads";
  EXPECT_LT(cycles_on_zen5(" vpxor %xmm4, %xmm4, %xmm4\n vpcmpgtd (%rsi), %xmm7, %k1\n"
                           " vpgatherqd (%rsi,%ymm5), %xmm4 {%k1}\n" +
                           compare + scatter),
            decides - 5)
      << "a mask that may leave all lanes out";
  EXPECT_LT(cost_of(gather + compare + scatter, "znver4").chained_cycles, decides - 5);
}

TEST(Zen5, ResultsAreRenamedToRegistersOfTheirFile) {
  const auto results = [](const std::string& body) { return cost_of(body, "znver5").results; };
  const RegisterResults mixed = results(
      " vfmadd231ps %ymm1, %ymm2, %ymm0\n vmovups (%rsi), %zmm3\n"
      " addq %rax, %rdx\n movl (%rdi), %ecx\n vmovups %zmm3, (%rsi)\n vmovaps %ymm4, %ymm5\n"
      " movq %rax, %rbx\n cmpq %rax, %rdx\n");
  EXPECT_DOUBLE_EQ(mixed.vector, 2) << "moves between registers, and stores, need none";
  EXPECT_DOUBLE_EQ(mixed.integer, 3) << "and the loop's own counter";
  // Three or four gathers of sixteen lanes are in flight in 370 registers.
  const RegisterResults gather = results(" vgatherdps (%rsi,%zmm1,4), %zmm0 {%k1}\n");
  EXPECT_NEAR(370 / gather.vector, 3.7, 0.3);
}

}  // namespace
}  // namespace clgauge::lens
