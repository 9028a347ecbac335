// What work-groups cost: their innermost loops and their straight code.
#include "lens/throughput/group_cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "base/error.h"
#include "loop_costs.h"
#include "pass_counts.h"

namespace clgauge::lens {
namespace {

TEST(GroupCosts, ALongLoopWaitsForItsChainAndAShortOneDoesNot) {
  SequenceCosts costs = loop_of(" vfmadd231ps %ymm1, %ymm2, %ymm0\n");
  const GroupCost lengthy = group_cost(costs, counts_of_loop(costs.code(), 10, 1e6));
  EXPECT_NEAR(lengthy.cycles, 4e7, 0.02 * 4e7);
  EXPECT_NEAR(lengthy.throughput_cycles, 1e7, 0.55e7);
  ASSERT_EQ(lengthy.loops.size(), 1U);
  EXPECT_EQ(lengthy.loops[0].header, 1U);
  EXPECT_TRUE(lengthy.loops[0].waits_for_results);
  EXPECT_NEAR(lengthy.loops[0].entries, 10, 1e-9);
  EXPECT_NEAR(lengthy.long_loop_exits, 10, 1e-9);

  const GroupCost brief = group_cost(costs, counts_of_loop(costs.code(), 1e6, 4));
  EXPECT_LT(brief.cycles, 0.4 * 4 * 4e6);
  EXPECT_EQ(brief.long_loop_exits, 0);
}

TEST(GroupCosts, OfJumpsOneACycleIsTaken) {
  SequenceCosts costs(decode(assemble(R"(
  .globl work
  .type work, @function
work:
  xorl %ecx, %ecx
first:
  addq $1, %rax
  jmp second
third:
  subq $1, %rdi
  jne first
  ret
second:
  addq $1, %rdx
  jmp third
  .size work, .-work
)"),
                             "work", "znver4"),
                      {"znver4"});
  std::vector<std::uint32_t> walk{0};
  for (int round = 0; round < 1000; ++round) {
    walk.insert(walk.end(), {1, 4, 2});
  }
  walk.push_back(3);
  EXPECT_NEAR(group_cost(costs, counts_of_walk(costs.code(), walk)).cycles, 3000, 10);
}

// Work-items by turns, from barrier to barrier, each of which begins in the midst of the loop that
// the others went round before, and leaves it: a way out is no loop.
TEST(GroupCosts, RoundsBetweenBarriersAreThoseOfTheLoopThatTheyGoRound) {
  SequenceCosts costs(decode(assemble(R"(
  .globl items
  .type items, @function
items:
  xorl %ecx, %ecx
begin:
  testl %edx, %edx
  jle out
store:
  addq $1, %rcx
  cmpq %rsi, %rcx
  jb begin
round:
  vmovups (%rdi), %ymm0
)" + repeated("vfmadd231ps %ymm1, %ymm0, %ymm0", 0, 48) +
                                      R"(
  subq $1, %rdi
  jne store
out:
  cmpq %rsi, %rcx
  je done
  testl $1, %ecx
  je begin
  jmp round
done:
  ret
  .size items, .-items
)"),
                             "items", "znver4"),
                      {"znver4"});
  std::vector<std::uint32_t> walk{0, 1, 2, 1, 2, 1, 2, 1, 2};
  for (int round = 0; round < 4 * 20; ++round) {
    walk.insert(walk.end(), {3, 2});
  }
  walk.insert(walk.end(), {3, 4, 5, 6, 3, 4, 5, 6, 3, 4, 5, 6, 3, 4, 7});
  const GroupCost cost = group_cost(costs, counts_of_walk(costs.code(), walk));
  ASSERT_EQ(cost.loops.size(), 1U);
  EXPECT_EQ(cost.loops[0].header, 2U);
  EXPECT_TRUE(cost.loops[0].waits_for_results);
  EXPECT_GT(cost.loops[0].cycles_per_iteration, 36);
}

// Two rounds of long chains that nothing carries on: the buffers hold one and a half of them at a
// time, whether the next one is of this entry or of the one after.
TEST(GroupCosts, RoundsThatWaitWithinThemselvesDoSoHoweverFewTheyAre) {
  SequenceCosts costs =
      loop_of(" vmovups (%rdi), %ymm0\n" + repeated("vfmadd231ps %ymm1, %ymm0, %ymm0", 0, 48));
  const GroupCost brief = group_cost(costs, counts_of_loop(costs.code(), 1000, 2));
  const GroupCost lengthy = group_cost(costs, counts_of_loop(costs.code(), 1, 2000));
  EXPECT_GE(lengthy.cycles, 2 * lengthy.throughput_cycles);
  EXPECT_NEAR(brief.cycles / lengthy.cycles, 1, 0.1);
}

// A Zen 3 takes longer for them than its ports would; other code of a round hides that.
TEST(GroupCosts, SumsInMemoryTakeTheirTime) {
  const std::string sums = repeated(
      " vmovups (%rdi), %ymm0\n vfmadd231ps %ymm1, %ymm2, %ymm0\n vmovups %ymm0, (%rdi)", 0, 8);
  SequenceCosts alone = loop_of(sums);
  const GroupCost cost = group_cost(alone, counts_of_loop(alone.code(), 1, 1000));
  EXPECT_NEAR(cost.cycles, 1000 * 8 * 1.9, 0.02 * 1000 * 8 * 1.9);
  EXPECT_EQ(cost.fused_spills, 8 * 1000);
  SequenceCosts with_chain = loop_of(sums + repeated("vaddps %ymm9, %ymm8, %ymm8", 0, 10));
  EXPECT_NEAR(group_cost(with_chain, counts_of_loop(with_chain.code(), 1, 1000)).cycles, 1000 * 30,
              0.05 * 1000 * 30);
}

TEST(GroupCosts, NamesLoadsThatSayWhereTheNextOneGoes) {
  SequenceCosts chase = loop_of(" movslq %eax, %rax\n movl (%rdi,%rax,4), %eax\n");
  const std::uint32_t first = chase.code().blocks[1].first_instruction;
  const auto loads = group_cost(chase, counts_of_loop(chase.code(), 10, 1e5)).chained_loads;
  ASSERT_EQ(loads.size(), 1U);
  EXPECT_EQ(loads.begin()->first, first + 1);
  EXPECT_GT(loads.begin()->second.share, 0.95);
  // A sum of what is loaded waits for the sum, and no load for it.
  SequenceCosts sum = loop_of(" vaddss (%rdi,%rcx,4), %xmm0, %xmm0\n");
  EXPECT_THAT(group_cost(sum, counts_of_loop(sum.code(), 10, 1e5)).chained_loads,
              ::testing::IsEmpty());
}

TEST(GroupCosts, CodeWithoutLoopsCostsItsThroughput) {
  SequenceCosts costs = loop_of(" imulq %rax, %rax\n");
  PassCounts counts = counts_of_loop(costs.code(), 5, 1);
  counts.edges[costs.code().blocks[1].first_edge] = 0;
  const GroupCost cost = group_cost(costs, counts);
  EXPECT_EQ(cost.cycles, cost.throughput_cycles);
  EXPECT_TRUE(cost.loops.empty());
  EXPECT_GT(cost.micro_ops, 0);
}

TEST(GroupCosts, LongStraightCodeWaitsForItsResults) {
  SequenceCosts costs = loop_of(repeated("vfmadd231ps %ymm1, %ymm2, %ymm0", 0, 80));
  PassCounts counts = counts_of_loop(costs.code(), 5, 1);
  counts.edges[costs.code().blocks[1].first_edge] = 0;
  const GroupCost cost = group_cost(costs, counts);
  EXPECT_NEAR(cost.throughput_cycles, 5 * 40, 0.05 * 5 * 40);
  EXPECT_NEAR(cost.cycles, 5 * 320, 0.05 * 5 * 320);
}

TEST(GroupCosts, RefusesCountsOfAnotherKernel) {
  SequenceCosts costs = loop_of(" nop\n");
  EXPECT_THROW((void)group_cost(costs, PassCounts{{1, 2}, {1}, {}, {}}), Error);
}

double sum_of(const ByClass& cycles) { return std::accumulate(cycles.begin(), cycles.end(), 0.0); }

// A hundred rounds of a loop.
GroupCost cost_of_rounds(const std::string& body) {
  SequenceCosts costs = loop_of(body);
  const MachineCode& code = costs.code();
  PassCounts counts;
  counts.blocks = {1, 100, 1};
  counts.edges.assign(code.edge_count, 1);
  for (std::uint32_t s = 0; s < code.blocks[1].successors.size(); ++s) {
    counts.edges[code.blocks[1].first_edge + s] = code.blocks[1].successors[s] == 1 ? 99 : 1;
  }
  return group_cost(costs, counts);
}

TEST(GroupCosts, PortsBindALoopAsFarAsItDoesNotWait) {
  const GroupCost busy = cost_of_rounds(repeated("vpsrld $1, %ymm15, %ymm#", 0, 12));
  EXPECT_GT(busy.port_cycles[static_cast<std::size_t>(InstructionClass::vector_shift)],
            0.98 * busy.cycles);
  EXPECT_LE(sum_of(busy.port_cycles), busy.cycles * (1 + 1e-12));
  // A chain of twelve shifts takes as long as their ports take for twenty-four: half of half.
  const GroupCost waits = cost_of_rounds(repeated("vpsrld $1, %ymm0, %ymm0", 0, 12));
  EXPECT_NEAR(sum_of(waits.port_cycles), 0.25 * waits.cycles, 0.05 * waits.cycles);
}

}  // namespace
}  // namespace clgauge::lens
