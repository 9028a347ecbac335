// What loops cost that hold others: what goes on from entry to entry, and what overlaps.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "lens/throughput/golden_cove.h"
#include "lens/throughput/group_cost.h"
#include "loop_costs.h"

namespace clgauge::lens {
namespace {

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

TEST(LoopNest, ASumGoesOnThroughTheLoopsAround) {
  const GroupCost on = cost_of_nest(" addq $64, %rdi\n");
  EXPECT_NEAR(on.cycles, 4000 * 4, 0.1 * 4000 * 4) << "what is done meanwhile takes no time";
  const GroupCost anew = cost_of_nest(" vmovups (%rdi), %ymm0\n");
  EXPECT_LT(anew.cycles, 0.6 * 4000 * 4);
}

// What an entry begins with is worked out before its first round: an Emerald Rapids takes 287, 97,
// 31 cycles for 20, 10, 5 trips of eight fused operations each, and 325, 117, 47 where twelve more
// come before.
TEST(LoopNest, EntriesWaitForWhatTheyBeginWith) {
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
TEST(LoopNest, BlocksAroundALoopOverlap) {
  const std::string loads = repeated("vmovups (%rdi), %ymm#", 4, 8);
  const std::string products = repeated("vmulps %ymm3, %ymm3, %ymm#", 4, 8);
  const double without = cost_of_nest("").throughput_cycles;
  EXPECT_GE(cost_of_nest(loads).throughput_cycles, without + 1000 * 3.0);
  EXPECT_GE(cost_of_nest("", products).throughput_cycles, without + 1000 * 3.0);
  EXPECT_LE(cost_of_nest(loads, products).throughput_cycles, without + 1000 * 5.0);
}

// They hide behind the sum that goes on, and overlap besides: no cycle is saved twice.
TEST(LoopNest, WhatAChainHidesIsSavedOnce) {
  const int trips = 300;
  const GroupCost cost = cost_of_nest(repeated("vmovups (%rdi), %ymm#", 4, 8),
                                      repeated("vmulps %ymm3, %ymm3, %ymm#", 4, 8), trips);
  EXPECT_GE(cost.cycles, 0.999 * 1000.0 * trips * 4);
  EXPECT_LE(cost.cycles, 1000.0 * (trips * 4 + 3));
}

// Horner's scheme at a point that the scheme before gave.
TEST(LoopNest, AnEntryThatNeedsTheResultOfTheOneBeforeWaitsForIt) {
  const std::string anew = " vmovaps %ymm3, %ymm0\n";
  const GroupCost waiting = cost_of_nest(anew, " vmulps %ymm4, %ymm0, %ymm2\n");
  const double chained = 1000 * (4 * 4 + 3);  // four fused operations and the product
  EXPECT_NEAR(waiting.cycles, chained, 0.05 * chained);
  const GroupCost free = cost_of_nest(anew, " vmulps %ymm4, %ymm0, %ymm5\n");
  EXPECT_LT(free.cycles, 0.6 * 4000 * 4);
}

// Eight additions in a chain that goes on from round to round of the outer loop, beside an inner
// one that has nothing to do with it.
TEST(LoopNest, ChainsGoOnAroundLoopsThatTheyDoNotGoThrough) {
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

}  // namespace
}  // namespace clgauge::lens
