// Chains with memory in them: what computes with an operand from memory waits for its address, not
// for the load, where its other operands come later. Cycles of a Zen 4 as chains of them take on an
// EPYC 9004; a Golden Cove's are what Intel's tables make of the same rule.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "lens/throughput/sequence_cost.h"
#include "loop_costs.h"

namespace clgauge::lens {
namespace {

struct Chain {
  std::string body;
  double zen4_cycles = 0;
  double golden_cove_cycles = 0;
};

std::ostream& operator<<(std::ostream& out, const Chain& chain) { return out << chain.body; }

class ChainThroughMemory : public ::testing::TestWithParam<Chain> {};

TEST_P(ChainThroughMemory, TakesWhatItsOperationsDo) {
  const auto& [body, zen4_cycles, golden_cove_cycles] = GetParam();
  EXPECT_NEAR(cost_of(body, "znver4").chained_cycles, zen4_cycles, kTolerance);
  EXPECT_NEAR(cost_of(body, "sapphirerapids").chained_cycles, golden_cove_cycles, kTolerance);
}

// Rolling hashes, dynamic programs, carries.
INSTANTIATE_TEST_SUITE_P(
    ByTheOtherOperand, ChainThroughMemory,
    ::testing::Values(Chain{" addl %edx, %edx\n addl (%rsi), %edx\n", 2, 2},
                      Chain{" imull %edx, %edx\n addl (%rsi), %edx\n", 4, 4},
                      Chain{" shrl $1, %edx\n imull (%rsi), %edx\n", 4, 4},
                      Chain{" cmpl (%rsi), %edx\n cmovll %ebx, %edx\n", 2, 2},
                      Chain{" cmpl %edx, %eax\n cmovll (%rsi), %edx\n addl $1, %edx\n", 3, 3},
                      Chain{" addl %ebx, %edx\n adcl (%rsi), %ebx\n", 2, 2}));

// A long address takes a Zen 4 a cycle more, a signed element another one.
INSTANTIATE_TEST_SUITE_P(
    ByTheAddress, ChainThroughMemory,
    ::testing::Values(
        Chain{" movzbl (%rsi,%rax), %eax\n", 4, 5}, Chain{" movl (%rsi,%rax,4), %eax\n", 5, 5},
        Chain{" movl 4(%rsi,%rax), %eax\n", 5, 5}, Chain{" movslq (%rsi,%rax,4), %rax\n", 6, 5},
        Chain{" addl (%rsi,%rax), %eax\n", 5, 6}, Chain{" addl (%rsi,%rax,4), %eax\n", 6, 6},
        Chain{" movzbl %dl, %eax\n shrl $8, %edx\n xorl (%rsi,%rax,4), %edx\n", 7, 7},
        Chain{" vmovss (%rsi,%rax), %xmm0\n vmovd %xmm0, %eax\n", 9, 7},
        Chain{" vpaddd (%rsi,%rax), %xmm1, %xmm0\n vmovd %xmm0, %eax\n", 10, 9}));

TEST(SequenceCosts, OnZen4AnLeaOfThreeWaitsLongestForItsBase) {
  EXPECT_NEAR(cost_of(" leaq 8(%rax,%rdx,4), %rax\n", "znver4").chained_cycles, 2, kTolerance);
  EXPECT_NEAR(cost_of(" leaq 8(%rdx,%rax,4), %rax\n", "znver4").chained_cycles, 1, kTolerance);
}

}  // namespace
}  // namespace clgauge::lens
