// Jumps that go otherwise than foreseen: what waits for them, and the loads that they wait for.
#include "lens/throughput/unforeseen_jumps.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "loop_costs.h"
#include "pass_counts.h"

namespace clgauge::lens {
namespace {

// Of entries of four rounds, with the end of each unforeseen; `body` sets what the jump asks.
double cycles_of_unforeseen_ends(const std::string& body, double unforeseen) {
  SequenceCosts costs(
      decode(assemble(".text\n.globl f\n.type f, @function\nf:\n xorl %eax, %eax\n1:\n" + body +
                      " jnz 1b\n ret\n .size f, .-f\n"),
             "f", "znver3"),
      {"znver3"});
  PassCounts counts = counts_of_loop(costs.code(), 1e6, 4);
  const BasicBlock& round = costs.code().blocks[1];
  const std::size_t jump = round.first_instruction + round.instruction_count - 1;
  counts.unforeseen.assign(jump + 1, 0);
  counts.unforeseen[jump] = unforeseen;
  return group_cost(costs, counts).cycles;
}

TEST(UnforeseenJumps, NothingOverlapsWithAnEndThatWaitsForTheChainAndIsNotForeseen) {
  constexpr double kLastOfFour = 0.25;
  const std::string chain = " vfmadd231ps %xmm1, %xmm2, %xmm0\n";
  const std::string by_sum = chain + " vucomiss %xmm0, %xmm3\n";
  EXPECT_LT(cycles_of_unforeseen_ends(by_sum, 0), 0.5 * 4 * 4e6);
  // And a comparison and its jump.
  EXPECT_NEAR(cycles_of_unforeseen_ends(by_sum, kLastOfFour), (4 * 4 + 5) * 1e6, 1e6);
  // A counter is there long before the sum.
  const std::string by_counter = chain + " subq $1, %rcx\n";
  EXPECT_LT(cycles_of_unforeseen_ends(by_counter, kLastOfFour), 0.5 * 4 * 4e6);
}

// A hash table with linear probing: which way the jump at the head of the loop goes the load before
// the loop decides, or that of the round before.
TEST(UnforeseenJumps, NamesLoadsOfTheRoundBeforeThatDecideAJump) {
  SequenceCosts costs(decode(assemble(R"(
  .globl probes
  .type probes, @function
probes:
  xorl %ecx, %ecx
item:
  movl (%rdi,%rcx,4), %eax
slot:
  cmpl $-1, %eax
  je done
  movl (%rsi,%rdx,4), %eax
  addq $1, %rdx
  jmp slot
done:
  addq $1, %rcx
  cmpq %r8, %rcx
  jb item
  ret
  .size probes, .-probes
)"),
                             "probes", "znver4"),
                      {"znver4"});
  const MachineCode& code = costs.code();
  std::vector<std::uint32_t> walk{0};
  for (int item = 0; item < 1000; ++item) {
    walk.insert(walk.end(), {1, 2, 3, 2, 3, 2, 3, 2, 4});
  }
  walk.push_back(5);
  const PassCounts counts = with_unforeseen_end(code, counts_of_walk(code, walk), 2, 0.2);
  const auto loads = group_cost(costs, counts).chained_loads;
  ASSERT_TRUE(loads.contains(code.blocks[1].first_instruction));
  EXPECT_NEAR(loads.at(code.blocks[1].first_instruction).share, 0.2 / 4, 1e-9);
  ASSERT_TRUE(loads.contains(code.blocks[3].first_instruction));
  EXPECT_NEAR(loads.at(code.blocks[3].first_instruction).share, 0.2 * 3 / 4, 1e-9);
}

// A distance of twelve numbers: its loads wait together.
TEST(UnforeseenJumps, NamesLoadsOfALoopWhoseSumDecidesAJump) {
  SequenceCosts costs(decode(assemble(R"(
  .globl nearest
  .type nearest, @function
nearest:
  xorl %ecx, %ecx
item:
  xorl %edx, %edx
term:
  vaddss (%rsi,%rdx,4), %xmm0, %xmm0
  addq $1, %rdx
  cmpq $12, %rdx
  jne term
  vucomiss %xmm0, %xmm1
  ja far
  addq $1, %rax
far:
  addq $1, %rcx
  cmpq %r8, %rcx
  jb item
  ret
  .size nearest, .-nearest
)"),
                             "nearest", "znver4"),
                      {"znver4"});
  const MachineCode& code = costs.code();
  std::vector<std::uint32_t> walk{0};
  for (int item = 0; item < 1000; ++item) {
    walk.push_back(1);
    walk.insert(walk.end(), 12, 2);
    walk.insert(walk.end(), {3, 4, 5});
  }
  walk.push_back(6);
  const PassCounts counts = with_unforeseen_end(code, counts_of_walk(code, walk), 3, 0.4);
  const auto loads = group_cost(costs, counts).chained_loads;
  ASSERT_EQ(loads.size(), 1U);
  EXPECT_EQ(loads.begin()->first, code.blocks[2].first_instruction);
  EXPECT_NEAR(loads.begin()->second.share, 0.4, 1e-9);
  EXPECT_NEAR(loads.begin()->second.rounds, 12, 1e-9);
}

}  // namespace
}  // namespace clgauge::lens
