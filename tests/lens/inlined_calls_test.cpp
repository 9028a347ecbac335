// Functions that a loop calls, as if they stood in it.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>

#include "lens/throughput/group_cost.h"
#include "loop_costs.h"

namespace clgauge::lens {
namespace {

// What a function's own chain takes a caller cannot hide but in the calls around it.
TEST(InlinedCalls, WhatALoopCallsStandsInItsRound) {
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
TEST(InlinedCalls, WhatACallStoresIsWaitedFor) {
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
TEST(InlinedCalls, CallsAreFetchedOneAfterTheOther) {
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

}  // namespace
}  // namespace clgauge::lens
