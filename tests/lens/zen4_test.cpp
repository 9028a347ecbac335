// What a Zen 4's units and ways between its register files do with mixed instructions, as
// bench/lens/instruction_bench and loops like its own timed them on an EPYC 9004.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lens/throughput/sequence_cost.h"
#include "loop_costs.h"

namespace clgauge::lens {
namespace {

// Twelve of each.
std::string by_turns(const std::vector<std::string>& lines) {
  std::string text;
  for (int i = 0; i < 12; ++i) {
    for (const std::string& line : lines) {
      text += repeated(line, i % 6 + 2, 1);
    }
  }
  return text;
}

TEST(SequenceCosts, OnZen4RegistersOfAvx512AreMovedToAndFromAsOthersAre) {
  for (const char* number : {"1", "17"}) {
    const std::string into = std::string(" vmovd %eax, %xmm") + number + '\n';
    const std::string out_of = std::string(" vmovd %xmm") + number + ", %eax\n";
    EXPECT_NEAR(cost_of(by_turns({into, "vmovd %ecx, %xmm#"}), "znver4").chained_cycles, 24, 0.5);
    // Beside stores of vectors: natively 12 to 15.5.
    EXPECT_NEAR(cost_of(by_turns({out_of, "vmovaps %xmm#, (%rdi)"}), "znver4").chained_cycles, 12,
                1.0);
    // Flags go another way: 12 to 15, where two to registers take 24.
    EXPECT_LT(cost_of(by_turns({out_of, "vucomiss %xmm#, %xmm0"}), "znver4").chained_cycles, 19);
  }
}

TEST(SequenceCosts, OnZen4TwoMasksAreWrittenACycle) {
  EXPECT_NEAR(cost_of(by_turns({"vpcmpeqd %xmm0, %xmm1, %k#"}), "znver4").chained_cycles, 6, 0.3);
  EXPECT_NEAR(cost_of(by_turns({"vpcmpeqd %xmm0, %xmm1, %k#", "korw %k0, %k1, %k#"}), "znver4")
                  .chained_cycles,
              11, 1.2);
  EXPECT_NEAR(cost_of(by_turns({"kandq %k0, %k1, %k#"}), "znver4").chained_cycles, 12, 0.3);
}

// 44 and 48 cycles; beside 24 sums 24.
TEST(SequenceCosts, OnZen4OperationsOfThreeVectorsWaitForStoresOf512Bits) {
  const std::string fused = "vfmadd231ps %zmm0, %zmm1, %zmm#";
  const std::string store = "vmovups %zmm1, (%rdi)";
  EXPECT_GE(cost_of(by_turns({fused, fused, store}), "znver4").chained_cycles, 35);
  EXPECT_NEAR(cost_of(by_turns({fused, fused, fused, store}), "znver4").chained_cycles, 48, 3);
  const std::string sum = "vaddps %zmm0, %zmm1, %zmm#";
  EXPECT_NEAR(cost_of(by_turns({sum, sum, store}), "znver4").chained_cycles, 24, 0.5);
}

// Natively 8 cycles each, 16 two; beside 24 sums of vectors 12.
TEST(SequenceCosts, OnZen3And4LockedInstructionsFollowEachOtherBesideAllElse) {
  const std::string locked = " lock incl (%rdi)\n";
  const std::string sum = "vaddps %ymm0, %ymm1, %ymm#";
  for (const char* cpu : {"znver3", "znver4"}) {
    SCOPED_TRACE(cpu);
    EXPECT_NEAR(cost_of(locked, cpu).chained_cycles, 8, 0.1);
    EXPECT_NEAR(cost_of(" xchgl %eax, (%rdi)\n", cpu).chained_cycles, 8, 0.1);
    EXPECT_NEAR(cost_of(locked + " lock incl 64(%rdi)\n", cpu).chained_cycles, 16, 0.1);
    EXPECT_NEAR(cost_of(locked + by_turns({sum, sum}), cpu).chained_cycles, 12, 0.3);
  }
}

// With the jump so many operations; the loop begins three bytes into a line.
TEST(SequenceCosts, OnZen4RoundsAreFetchedByLinesAndByNineOperations) {
  const auto moves = [](int count, const char* from) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      text += std::string(" movl ") + from + ", %" + (i % 2 == 0 ? "ebx" : "edx") + '\n';
    }
    return cost_of(text, "znver4").chained_cycles;
  };
  EXPECT_NEAR(moves(7, "%eax"), 8 / 6.0, 0.05);
  EXPECT_NEAR(moves(9, "%eax"), 2, 0.05);
  EXPECT_NEAR(moves(10, "%eax"), 2, 0.05);
  EXPECT_NEAR(moves(12, "%eax"), 13 / 6.0, 0.05);
  // Constants, of five bytes each: the jump ends in the second line.
  EXPECT_NEAR(moves(3, "$1"), 1, 0.05);
  EXPECT_NEAR(moves(11, "$1"), 3, 0.05);
}

// Timed: of two that follow each other to one line.
TEST(SequenceCosts, OnZen4StoresOfGeneralRegistersToOneLineGoTwoByTwo) {
  const auto cycles = [](const std::string& body) {
    return cost_of(body, "znver4").chained_cycles;
  };
  EXPECT_NEAR(cycles(" movb %al, (%rsi)\n movb %al, 1(%rsi)\n movb %al, 2(%rsi)\n"
                     " movb %al, 3(%rsi)\n"),
              2, kTolerance);
  EXPECT_NEAR(cycles(" movl %eax, (%rsi)\n movl %ebx, 8(%rsi)\n movl %edi, 64(%rsi)\n"
                     " movl %edx, 72(%rsi)\n"),
              2, kTolerance);
  EXPECT_NEAR(cycles(" movl %eax, (%rsi)\n movl %ebx, 64(%rsi)\n movl %edi, 4(%rsi)\n"
                     " movl %edx, 68(%rsi)\n"),
              4, kTolerance);
  EXPECT_NEAR(cycles(" vmovss %xmm0, (%rsi)\n vmovss %xmm1, 4(%rsi)\n"), 2, kTolerance);
  // Elsewhere by then.
  EXPECT_NEAR(cycles(" movq %rax, (%rsi)\n addq %rdi, %rsi\n movq %rax, 8(%rsi)\n"), 2, kTolerance);
}

// Timed, loops of one division and so many additions: 6, 7.0, 10.1.
TEST(SequenceCosts, OnZen4IntegersAreAddedBesideADivision) {
  const auto cycles = [](int additions) {
    std::string body = " movl $77, %eax\n cltd\n idivl %r15d\n";
    for (int i = 0; i < additions; ++i) {
      body += " addl $3, %r" + std::to_string(8 + i % 6) + "d\n";
    }
    return cost_of(body, "znver4").chained_cycles;
  };
  EXPECT_NEAR(cycles(8), 6, kTolerance);
  EXPECT_NEAR(cycles(16), 7, 1);
  EXPECT_LT(cycles(32), 10.2);  // with each other's units it would be 12
}

// Random, timed: 9.0 cycles. Where any free unit may take what is ready it is 7.0.
TEST(SequenceCosts, AnOperationOnIntegersWaitsForTheUnitThatItWasGiven) {
  const std::string body =
      " add 72(%rsi),%rax\n add %r10,%rbx\n add 48(%rsi),%r13\n imul %r8,%rbx\n"
      " add 88(%rsi),%r12\n shr $3,%rdi\n add %r10,%r8\n add %rdx,%rbx\n"
      " add 72(%rsi),%r8\n shr $3,%r11\n shr $3,%r9\n shr $3,%rax\n"
      " add 96(%rsi),%rax\n shr $3,%rdi\n add %r10,%r10\n add 72(%rsi),%rbx\n"
      " mov %r10,176(%rsi)\n add %rax,%rax\n mov %r13,184(%rsi)\n shr $3,%r13\n"
      " shr $3,%r9\n add 32(%rsi),%r10\n shr $3,%r8\n mov %r12,216(%rsi)\n"
      " mov %rax,200(%rsi)\n add 80(%rsi),%r10\n mov 64(%rsi),%rdx\n shr $3,%rdx\n"
      " add %rbx,%rdx\n add 112(%rsi),%r9\n imul %r8,%r12\n add %r12,%r10\n";
  EXPECT_NEAR(cost_of(body, "znver4").chained_cycles, 9.0, 0.6);
}

// A copy of a general register to all lanes takes 4 cycles from there, 1 from the vector that it
// goes into under a mask.
TEST(SequenceCosts, OnZen4CopiesUnderAMaskWaitForTheirVectorShortly) {
  EXPECT_NEAR(cost_of(" vpbroadcastd %eax, %zmm16{%k5}\n", "znver4").chained_cycles, 1, 0.1);
  EXPECT_NEAR(cost_of(" vpbroadcastq %rax, %ymm16{%k5}\n", "znver4").chained_cycles, 1, 0.1);
  EXPECT_NEAR(
      cost_of(" vpbroadcastd %eax, %zmm16{%k5}\n vmovd %xmm16, %eax\n", "znver4").chained_cycles, 7,
      0.3);
}

// What borrows were makes of a carry waits for no register.
TEST(SequenceCosts, OnZensSubtractionOfARegisterFromItselfAsksForTheFlags) {
  const std::string body = by_turns({"cmpl %edx, %ebx", "sbbl %eax, %eax"});
  EXPECT_LE(cost_of(body, "znver4").chained_cycles, 7);
  EXPECT_GE(cost_of(body, "sapphirerapids").chained_cycles, 11);
}

}  // namespace
}  // namespace clgauge::lens
