// Loops that go round in several ways.
#include "lens/throughput/ways_round.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lens/throughput/group_cost.h"
#include "loop_costs.h"

namespace clgauge::lens {
namespace {

// Two ways round, one taken nine times in ten: the chain is that of the frequent one.
TEST(WaysRound, ALoopWithABranchFollowsItsFrequentPath) {
  const std::string text =
      ".text\n.globl f\n.type f, @function\nf:\n movq %rsi, %rcx\n"
      "1: testq $7, %rcx\n jz 2f\n vmulss %xmm0, %xmm0, %xmm0\n vmulss %xmm0, %xmm0, %xmm0\n"
      " jmp 3f\n2: addq $1, %rax\n3: subq $1, %rcx\n jnz 1b\n ret\n .size f, .-f\n";
  SequenceCosts costs(decode(assemble(text), "f", "znver3"), {"znver3"});
  const MachineCode& code = costs.code();
  // entry, head, frequent, rare, latch, return
  ASSERT_EQ(code.blocks.size(), 6U);
  PassCounts counts;
  counts.blocks = {1, 1000, 900, 100, 1000, 1};
  counts.edges.assign(code.edge_count, 0);
  counts.edges[code.blocks[0].first_edge] = 1;
  for (std::size_t s = 0; s < 2; ++s) {
    const bool is_rare = code.blocks[1].successors[s] == 3;
    counts.edges[code.blocks[1].first_edge + s] = is_rare ? 100 : 900;
    const bool is_back = code.blocks[4].successors[s] == 1;
    counts.edges[code.blocks[4].first_edge + s] = is_back ? 999 : 1;
  }
  counts.edges[code.blocks[2].first_edge] = 900;
  counts.edges[code.blocks[3].first_edge] = 100;
  const GroupCost cost = group_cost(costs, counts);
  ASSERT_EQ(cost.loops.size(), 1U);
  EXPECT_THAT(cost.loops[0].path, ::testing::ElementsAre(1, 2, 4));
  // Two multiplications of three cycles each.
  EXPECT_NEAR(cost.loops[0].cycles_per_iteration, 6, 1);
  EXPECT_NEAR(cost.cycles, 900 * 6, 0.2 * 900 * 6);
}

// Two ways round, as often either: one multiplies, the other adds in a chain of its own.
PassCounts counts_of_two_ways(const MachineCode& code, double unforeseen) {
  PassCounts counts;
  counts.blocks = {1, 1000, 500, 500, 1000, 1};
  counts.edges.assign(code.edge_count, 0);
  counts.edges[code.blocks[0].first_edge] = 1;
  for (std::size_t s = 0; s < 2; ++s) {
    counts.edges[code.blocks[1].first_edge + s] = 500;
    const bool is_back = code.blocks[4].successors[s] == 1;
    counts.edges[code.blocks[4].first_edge + s] = is_back ? 999 : 1;
  }
  counts.edges[code.blocks[2].first_edge] = 500;
  counts.edges[code.blocks[3].first_edge] = 500;
  counts.unforeseen.assign(code.blocks[5].first_instruction + 1, 0);
  counts.unforeseen[code.blocks[1].first_instruction + code.blocks[1].instruction_count - 1] =
      unforeseen;
  return counts;
}

SequenceCosts two_ways(const std::string& condition) {
  const std::string text =
      ".text\n.globl f\n.type f, @function\nf:\n movq %rsi, %rcx\n1: " + condition +
      " jz 2f\n vmulss %xmm0, %xmm0, %xmm0\n vmulss %xmm0, %xmm0, %xmm0\n"
      " jmp 3f\n2: imulq %rax, %rax\n imulq %rax, %rax\n imulq %rax, %rax\n"
      "3: subq $1, %rcx\n jnz 1b\n ret\n .size f, .-f\n";
  return {decode(assemble(text), "f", "znver3"), {"znver3"}};
}

TEST(WaysRound, EveryWayRoundALoopWaitsForItsResults) {
  SequenceCosts costs = two_ways("testq $7, %rcx\n");
  ASSERT_EQ(costs.code().blocks.size(), 6U);
  const GroupCost cost = group_cost(costs, counts_of_two_ways(costs.code(), 0));
  // Two multiplications of three cycles each; three of three cycles.
  EXPECT_NEAR(cost.cycles, 500 * 6 + 500 * 9, 0.2 * 7500);
}

// Four rounds an entry, of which one goes the other way: one that leaves at the latch is one, too.
TEST(WaysRound, GoAsOftenAsTheirRoundsThoseThatEndALoopIncluded) {
  const SequenceCosts costs = two_ways("testq $7, %rcx\n");
  const MachineCode& code = costs.code();
  ASSERT_EQ(code.loops.size(), 1U);
  std::vector<double> edges(code.edge_count);
  for (std::size_t s = 0; s < 2; ++s) {
    edges[code.blocks[1].first_edge + s] = code.blocks[1].successors[s] == 3 ? 250 : 750;
    edges[code.blocks[4].first_edge + s] = code.blocks[4].successors[s] == 1 ? 750 : 250;
  }
  edges[code.blocks[2].first_edge] = 750;
  edges[code.blocks[3].first_edge] = 250;
  const std::vector<WayRound> ways = ways_round(code, code.loops.front(), edges, 8, 0);
  ASSERT_EQ(ways.size(), 2U);
  EXPECT_EQ(ways[0].path, (std::vector<std::uint32_t>{1, 2, 4}));
  EXPECT_EQ(ways[0].passes, 750);
  EXPECT_EQ(ways[1].path, (std::vector<std::uint32_t>{1, 3, 4}));
  EXPECT_EQ(ways[1].passes, 250);
}

TEST(WaysRound, WhatWasNotForeseenTakesUntilItsJumpIsDecided) {
  // A load, two multiplications and a test that nothing of the next round waits for.
  SequenceCosts costs = two_ways(
      "movq (%rdi), %rdx\n imulq %rdx, %rdx\n imulq %rdx, %rdx\n imulq %rdx, %rdx\n"
      " testq %rdx, %rdx\n");
  const double foreseen = group_cost(costs, counts_of_two_ways(costs.code(), 0)).cycles;
  const double half = group_cost(costs, counts_of_two_ways(costs.code(), 0.5)).cycles;
  // 4, 3 x 3 and 1 cycles, of which 6 to 9 are counted as a round's anyway.
  EXPECT_NEAR(half - foreseen, 500 * (14 - 9), 500 * 3);
}

}  // namespace
}  // namespace clgauge::lens
