// What work-groups cost: their loops together, and what waits across them.
#include "lens/throughput/group_cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "base/error.h"
#include "lens/throughput/golden_cove.h"
#include "lens/throughput/ways_round.h"
#include "loop_costs.h"

namespace clgauge::lens {
namespace {

PassCounts counts_of_loop(const MachineCode& code, double entries, double trips) {
  PassCounts counts;
  counts.blocks = {entries, entries * trips, entries};
  counts.edges.assign(code.edge_count, 0);
  counts.edges[code.blocks[0].first_edge] = entries;
  counts.edges[code.blocks[1].first_edge] = entries * (trips - 1);
  counts.edges[code.blocks[1].first_edge + 1] = entries;
  return counts;
}

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

PassCounts counts_of_walk(const MachineCode& code, const std::vector<std::uint32_t>& blocks) {
  PassCounts counts;
  counts.blocks.assign(code.blocks.size(), 0);
  counts.edges.assign(code.edge_count, 0);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const BasicBlock& block = code.blocks.at(blocks[i]);
    counts.blocks.at(blocks[i]) += 1;
    for (std::uint32_t s = 0; i + 1 < blocks.size() && s < block.successors.size(); ++s) {
      counts.edges.at(block.first_edge + s) += block.successors[s] == blocks[i + 1] ? 1 : 0;
    }
  }
  return counts;
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

// A loop of so many trips in one of a thousand, which begins with `between` and ends with `after`.
GroupCost cost_of_nest(const std::string& between, const std::string& after = "", int trips = 4,
                       const std::string& body = " vfmadd231ps %ymm1, %ymm2, %ymm0\n",
                       const std::string& cpu = "znver3") {
  const std::string text = ".text\n.globl f\n.type f, @function\nf:\n movq %rsi, %rcx\n1:\n" +
                           between + " movq $" + std::to_string(trips) + ", %rdx\n2:" + body +
                           " subq $1, %rdx\n jnz 2b\n" + after +
                           " subq $1, %rcx\n jnz 1b\n ret\n .size f, .-f\n";
  SequenceCosts costs(decode(assemble(text), "f", cpu), {cpu});
  const MachineCode& code = costs.code();
  // entry, head, body, latch, return
  EXPECT_EQ(code.blocks.size(), 5U);
  PassCounts counts;
  counts.blocks = {1, 1000, 1000.0 * trips, 1000, 1};
  counts.edges.assign(code.edge_count, 0);
  counts.edges[code.blocks[0].first_edge] = 1;
  counts.edges[code.blocks[1].first_edge] = 1000;
  for (std::size_t s = 0; s < 2; ++s) {
    counts.edges[code.blocks[2].first_edge + s] =
        code.blocks[2].successors[s] == 2 ? 1000.0 * (trips - 1) : 1000;
    counts.edges[code.blocks[3].first_edge + s] = code.blocks[3].successors[s] == 1 ? 999 : 1;
  }
  return group_cost(costs, counts);
}

TEST(GroupCosts, ASumGoesOnThroughTheLoopsAround) {
  const GroupCost on = cost_of_nest(" addq $64, %rdi\n");
  EXPECT_NEAR(on.cycles, 4000 * 4, 0.1 * 4000 * 4) << "what is done meanwhile takes no time";
  const GroupCost anew = cost_of_nest(" vmovups (%rdi), %ymm0\n");
  EXPECT_LT(anew.cycles, 0.6 * 4000 * 4);
}

// What an entry begins with is worked out before its first round: an Emerald Rapids takes 287, 97,
// 31 cycles for 20, 10, 5 trips of eight fused operations each, and 325, 117, 47 where twelve more
// come before.
TEST(GroupCosts, EntriesWaitForWhatTheyBeginWith) {
  const std::string trip = repeated("vfmadd213ps %ymm1, %ymm2, %ymm0", 0, 8);
  const std::string anew = " vmovups (%rsi), %ymm0\n";
  const std::string first = anew + repeated("vfmadd213ps %ymm1, %ymm2, %ymm0", 0, 12);
  struct Timed {
    int trips = 0;
    double without = 0;
    double with = 0;
  };
  for (const Timed& one : {Timed{20, 287, 325}, Timed{10, 97, 117}, Timed{5, 31, 47}}) {
    const auto cycles = [&](const std::string& before) {
      return cost_of_nest(before, "", one.trips, trip, std::string(kGoldenCove)).cycles / 1000;
    };
    EXPECT_NEAR(cycles(first), one.with, 0.1 * one.with) << one.trips;
    EXPECT_GE(cycles(first), cycles(anew) + 12) << one.trips;
  }
}

// Loads before the inner loop, products behind it: four cycles each, by other units.
TEST(GroupCosts, BlocksAroundALoopOverlap) {
  const std::string loads = repeated("vmovups (%rdi), %ymm#", 4, 8);
  const std::string products = repeated("vmulps %ymm3, %ymm3, %ymm#", 4, 8);
  const double without = cost_of_nest("").throughput_cycles;
  EXPECT_GE(cost_of_nest(loads).throughput_cycles, without + 1000 * 3.0);
  EXPECT_GE(cost_of_nest("", products).throughput_cycles, without + 1000 * 3.0);
  EXPECT_LE(cost_of_nest(loads, products).throughput_cycles, without + 1000 * 5.0);
}

// They hide behind the sum that goes on, and overlap besides: no cycle is saved twice.
TEST(GroupCosts, WhatAChainHidesIsSavedOnce) {
  const int trips = 300;
  const GroupCost cost = cost_of_nest(repeated("vmovups (%rdi), %ymm#", 4, 8),
                                      repeated("vmulps %ymm3, %ymm3, %ymm#", 4, 8), trips);
  EXPECT_GE(cost.cycles, 0.999 * 1000.0 * trips * 4);
  EXPECT_LE(cost.cycles, 1000.0 * (trips * 4 + 3));
}

// Horner's scheme at a point that the scheme before gave.
TEST(GroupCosts, AnEntryThatNeedsTheResultOfTheOneBeforeWaitsForIt) {
  const std::string anew = " vmovaps %ymm3, %ymm0\n";
  const GroupCost waiting = cost_of_nest(anew, " vmulps %ymm4, %ymm0, %ymm2\n");
  const double chained = 1000 * (4 * 4 + 3);  // four fused operations and the product
  EXPECT_NEAR(waiting.cycles, chained, 0.05 * chained);
  const GroupCost free = cost_of_nest(anew, " vmulps %ymm4, %ymm0, %ymm5\n");
  EXPECT_LT(free.cycles, 0.6 * 4000 * 4);
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

// Eight additions in a chain that goes on from round to round of the outer loop, beside an inner
// one that has nothing to do with it.
TEST(GroupCosts, ChainsGoOnAroundLoopsThatTheyDoNotGoThrough) {
  const std::string chain = repeated("vaddps %ymm9, %ymm8, %ymm8", 0, 8);
  const double chained = 1000 * 8 * 3;
  for (const int trips : {1, 2, 4}) {
    const GroupCost cost = cost_of_nest(" vmovaps %ymm3, %ymm0\n", chain, trips);
    EXPECT_NEAR(cost.cycles, chained, 0.1 * chained) << trips;
    EXPECT_LT(cost.throughput_cycles, 0.6 * chained) << trips;
  }
  const GroupCost many = cost_of_nest(" vmovaps %ymm3, %ymm0\n", chain, 100);
  EXPECT_GE(many.cycles, 1000 * 100) << "the inner loop takes longer";
  EXPECT_LE(many.cycles, 1000 * (100 * 4 + 8 * 3));
}

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

TEST(GroupCosts, NothingOverlapsWithAnEndThatWaitsForTheChainAndIsNotForeseen) {
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

PassCounts with_unforeseen_end(const MachineCode& code, PassCounts counts, std::uint32_t block,
                               double unforeseen) {
  const std::uint32_t jump =
      code.blocks[block].first_instruction + code.blocks[block].instruction_count - 1;
  counts.unforeseen.assign(jump + 1, 0);
  counts.unforeseen[jump] = unforeseen;
  return counts;
}

// A hash table with linear probing: which way the jump at the head of the loop goes the load before
// the loop decides, or that of the round before.
TEST(GroupCosts, NamesLoadsOfTheRoundBeforeThatDecideAJump) {
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
TEST(GroupCosts, NamesLoadsOfALoopWhoseSumDecidesAJump) {
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

// What a function's own chain takes a caller cannot hide but in the calls around it.
TEST(GroupCosts, WhatALoopCallsStandsInItsRound) {
  const std::string caller = " vmovups (%rdi), %ymm0\n call g\n vmovups %ymm0, (%rdi)\n";
  const std::string text =
      ".text\n.globl f\n.type f, @function\nf:\n movq %rsi, %rcx\n1:\n" + caller +
      " subq $1, %rcx\n jnz 1b\n ret\n .size f, .-f\n"
      ".globl g\n.type g, @function\ng:\n" +
      repeated("vfmadd231ps %ymm1, %ymm0, %ymm0", 0, 40) + " ret\n .size g, .-g\n";
  const auto image = assemble(text);
  SequenceCosts costs(decode(image, "f", "znver4"), {"znver4"});
  const MachineCode callee = decode(image, "g", "znver4");
  const std::array body = {1U, 2U};  // to the call, and from there on
  const double without = SequenceCosts(costs.code(), {"znver4"}).of(body, true).chained_cycles;
  EXPECT_LE(without, 4);
  constexpr std::uint32_t kCall = 2;
  costs.inline_call(kCall, "g", callee, std::array{0U});
  // Each call is a chain of 160 cycles in 45 operations: the window holds three and a half of them.
  const double within = costs.of(body, true).chained_cycles;
  EXPECT_GE(within, 160 / 4.5);
  EXPECT_LE(within, 160 / 2.5);
  EXPECT_NEAR(costs.of(body, false).micro_ops, 45, 3);
}

// A function that hands its result on in memory: who loads it waits for it.
TEST(GroupCosts, WhatACallStoresIsWaitedFor) {
  const std::string text =
      ".text\n.globl f\n.type f, @function\nf:\n movq %rsi, %rcx\n1:\n"
      " call g\n vmovss (%rdi), %xmm0\n subq $1, %rcx\n jnz 1b\n ret\n .size f, .-f\n"
      ".globl g\n.type g, @function\ng:\n" +
      repeated("vfmadd231ss %xmm1, %xmm0, %xmm0", 0, 10) +
      " vmovss %xmm2, -8(%rsp)\n vmovss %xmm0, (%rdi)\n ret\n .size g, .-g\n";
  const auto image = assemble(text);
  SequenceCosts costs(decode(image, "f", "znver4"), {"znver4"});
  const std::array body = {1U, 2U};
  constexpr std::uint32_t kCall = 1;
  constexpr std::uint32_t kLoad = 2;
  costs.inline_call(kCall, "g", decode(image, "g", "znver4"), std::array{0U});
  EXPECT_NEAR(costs.wait_through_memory(body, std::array{Forwarding{kCall, kLoad, 0, 4}}).cycles,
              40 + 9, 1);
}

// However little a function does, its call and return are fetched one after the other.
TEST(GroupCosts, CallsAreFetchedOneAfterTheOther) {
  const std::string text =
      ".text\n.globl f\n.type f, @function\nf:\n movq %rsi, %rcx\n1:\n"
      " call g\n call g\n subq $1, %rcx\n jnz 1b\n ret\n .size f, .-f\n"
      ".globl g\n.type g, @function\ng:\n vmovd %xmm0, %eax\n ret\n .size g, .-g\n";
  const auto image = assemble(text);
  const auto cycles = [&](const std::string& cpu) {
    SequenceCosts costs(decode(image, "f", cpu), {cpu});
    for (const std::uint32_t call : {1U, 2U}) {
      costs.inline_call(call, "g", decode(image, "g", cpu), std::array{0U});
    }
    const MachineCode& code = costs.code();
    // entry, up to the first call, to the second, the rest of the round, return; and g
    PassCounts counts;
    counts.blocks = {1, 1000, 1000, 1000, 1, 0};
    counts.edges.assign(code.edge_count, 1000);
    for (const std::uint32_t b : {0U, 3U}) {
      const auto& successors = code.blocks[b].successors;
      for (std::size_t s = 0; s < successors.size(); ++s) {
        counts.edges[code.blocks[b].first_edge + s] = b == 3 && successors[s] == 1 ? 999 : 1;
      }
    }
    return group_cost(costs, counts).cycles / 1000;
  };
  EXPECT_NEAR(cycles("znver4"), 9, 0.3);  // 9.1 to 9.4 natively
  EXPECT_NEAR(cycles("sapphirerapids"), 5, 0.3);
}

// Two ways round, one taken nine times in ten: the chain is that of the frequent one.
TEST(GroupCosts, ALoopWithABranchFollowsItsFrequentPath) {
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

TEST(GroupCosts, EveryWayRoundALoopWaitsForItsResults) {
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

TEST(GroupCosts, WhatWasNotForeseenTakesUntilItsJumpIsDecided) {
  // A load, two multiplications and a test that nothing of the next round waits for.
  SequenceCosts costs = two_ways(
      "movq (%rdi), %rdx\n imulq %rdx, %rdx\n imulq %rdx, %rdx\n imulq %rdx, %rdx\n"
      " testq %rdx, %rdx\n");
  const double foreseen = group_cost(costs, counts_of_two_ways(costs.code(), 0)).cycles;
  const double half = group_cost(costs, counts_of_two_ways(costs.code(), 0.5)).cycles;
  // 4, 3 x 3 and 1 cycles, of which 6 to 9 are counted as a round's anyway.
  EXPECT_NEAR(half - foreseen, 500 * (14 - 9), 500 * 3);
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
