// Chains through memory: which loads a walk finds forwarded, and what a round of them takes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "assembled.h"
#include "lens/launch/forwarded_loads.h"
#include "lens/throughput/golden_cove.h"
#include "lens/throughput/sequence_cost.h"

namespace clgauge::lens {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double kTolerance = 0.01;  // cycles

MemoryAccess access_of(std::uint32_t instruction, std::uint64_t address, bool is_store,
                       std::uint16_t bytes = 4) {
  return {address, instruction, bytes, MemoryRegion::buffer, is_store};
}

TEST(ForwardedLoads, FindsTheStoreAndTheRoundsBetween) {
  ForwardedLoads watch(4);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    watch.see(access_of(0, 4096, false));          // an accumulator
    watch.see(access_of(1, 8192 + 4 * i, false));  // a stream
    watch.see(access_of(2, 4096, true));
    watch.see(access_of(3, 65536 + 4 * i, true));
    watch.see(access_of(3, 65536 + 4 * i, false));  // reads back what it stored
  }
  EXPECT_THAT(watch.regular(), ElementsAre(Forwarding{2, 0, 1, 4}, Forwarding{3, 3, 0, 4}));
}

TEST(ForwardedLoads, CountsRoundsOfARecurrence) {
  ForwardedLoads watch(2);
  for (std::uint64_t i = 3; i < 1000; ++i) {
    watch.see(access_of(0, 4096 + 4 * (i - 3), false));
    watch.see(access_of(1, 4096 + 4 * i, true));
  }
  EXPECT_THAT(watch.regular(), ElementsAre(Forwarding{1, 0, 3, 4}));
}

// Sixteen items store before a barrier; behind it each loads its own and stores for the next one.
TEST(ForwardedLoads, CountsRoundsOfAStoreThatIsAhead) {
  ForwardedLoads watch(2);
  const auto at = [](std::uint64_t item) { return 1024 + 192 * (item % 16); };
  for (std::uint64_t item = 0; item < 16; ++item) {
    watch.see(access_of(1, at(item), true));
  }
  for (std::uint64_t round = 0; round < 64; ++round) {
    watch.see(access_of(0, at(round), false));
    watch.see(access_of(1, at(round), true));
  }
  EXPECT_THAT(watch.regular(), ElementsAre(Forwarding{1, 0, 15, 4}));
}

TEST(ForwardedLoads, FindsThoseThatComeLongAfterTheOthers) {
  ForwardedLoads watch(4);
  for (std::uint64_t i = 0; i < 20000; ++i) {  // no load of these is watched any more
    watch.see(access_of(0, 4096 + 64 * i, false));
    watch.see(access_of(1, 4096 + 64 * i, true));
  }
  for (std::uint64_t i = 0; i < 100; ++i) {
    watch.see(access_of(2, 8192, true));
    watch.see(access_of(3, 8192, false));
  }
  EXPECT_THAT(watch.regular(), ElementsAre(Forwarding{2, 3, 0, 4}));
}

TEST(ForwardedLoads, IsNotTakenInByWhatIsRareOrPartialOrLongAgo) {
  ForwardedLoads rare(2);
  ForwardedLoads partial(2);
  ForwardedLoads long_ago(3);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    rare.see(access_of(0, i % 2 == 0 ? 4096 : 8192, false));
    rare.see(access_of(1, 4096, true));
    partial.see(access_of(0, 4096, false, 8));
    partial.see(access_of(1, 4096, true, 4));
    long_ago.see(access_of(0, 4096, false));
    long_ago.see(access_of(1, 4096, true));
    for (std::uint64_t other = 0; other < 300; ++other) {
      long_ago.see(access_of(2, 65536 + 4 * other, false));
    }
  }
  EXPECT_THAT(rare.regular(), IsEmpty());
  EXPECT_THAT(partial.regular(), IsEmpty());
  EXPECT_THAT(long_ago.regular(), IsEmpty());
}

// Cycles of a round of this body, in which instruction `store` leaves `bytes` for `load`. The first
// instruction of the body is number 1: a move stands before the loop.
double round_of(const std::string& body, std::uint32_t store, std::uint32_t load,
                std::uint32_t bytes, std::uint32_t rounds = 1, const std::string& cpu = "znver4") {
  SequenceCosts costs(decode(assemble(loop_text(body + " subq $1, %rcx\n")), "f", cpu), {cpu});
  return costs
      .wait_through_memory(std::array{1U}, std::array{Forwarding{store, load, rounds, bytes}})
      .cycles;
}

// As timed on an EPYC 9004 (forwarding.h).
TEST(CyclesThroughMemory, AreThoseOfTheForwardingAndOfWhatStandsBetween) {
  const std::string kLoad = " vmovss (%rdi), %xmm0\n";
  const std::string kStore = " vmovss %xmm0, (%rdi)\n";
  EXPECT_NEAR(round_of(kLoad + kStore, 2, 1, 4), 8.9, 0.5);
  EXPECT_NEAR(round_of(kLoad + " vaddss %xmm1, %xmm0, %xmm0\n" + kStore, 3, 1, 4), 11.9, 0.5);
  EXPECT_NEAR(round_of(" vaddss (%rdi), %xmm1, %xmm0\n" + kStore, 2, 1, 4), 11.9, 0.5);
  EXPECT_NEAR(round_of(kLoad + " vfmadd231ss %xmm1, %xmm2, %xmm0\n" + kStore, 3, 1, 4), 12.9, 0.5);
  EXPECT_NEAR(round_of(" vaddps (%rdi), %ymm1, %ymm0\n vmovups %ymm0, (%rdi)\n", 2, 1, 32), 12.9,
              0.5);
  EXPECT_NEAR(round_of(" vaddps (%rdi), %zmm1, %zmm0\n vmovups %zmm0, (%rdi)\n", 2, 1, 64), 15.0,
              0.5);
  EXPECT_NEAR(round_of(" vaddss (%rdi), %xmm1, %xmm0\n" + kStore, 2, 1, 4, 3), 11.9 / 3, 0.2);
}

TEST(CyclesThroughMemory, AreNoneWithoutACircle) {
  // What is loaded does not reach the store.
  EXPECT_LE(round_of(" vmovss (%rdi), %xmm0\n vmovss %xmm1, (%rdi)\n", 2, 1, 4), 1 + kTolerance);
  // General registers: the processor renames memory.
  EXPECT_EQ(round_of(" movl (%rdi), %eax\n addl $1, %eax\n movl %eax, (%rdi)\n", 3, 1, 4), 0);
  // Instructions of another loop.
  EXPECT_EQ(round_of(" vmovss (%rdi), %xmm0\n vmovss %xmm0, (%rdi)\n", 90, 91, 4), 0);
}

// As timed on an Emerald Rapids: 7.0, 7.1, 7.2, 6.4 and, without an index, 1.0.
TEST(CyclesThroughMemory, AreThoseOfGeneralRegistersByAnIndex) {
  const std::string cpu(kGoldenCove);
  const std::string change = " addl $1, %eax\n";
  const std::string by_index = " movl (%rdi,%rsi,4), %eax\n" + change;
  EXPECT_NEAR(round_of(" incl (%rdi,%rsi,4)\n", 1, 1, 4, 1, cpu), 7.0, 0.2);
  EXPECT_NEAR(round_of(by_index + " movl %eax, (%rdi,%rsi,4)\n", 3, 1, 4, 1, cpu), 7.0, 0.2);
  EXPECT_NEAR(round_of(" movzbl (%rdi,%rsi), %eax\n" + change + " movb %al, (%rdi,%rsi)\n", 3, 1, 1,
                       1, cpu),
              7.0, 0.3);
  EXPECT_NEAR(round_of(by_index + " movl %eax, 4(%rdi,%rsi,4)\n", 3, 1, 4, 1, cpu), 6.7, 0.4);
  EXPECT_EQ(round_of(" movl (%rdi), %eax\n" + change + " movl %eax, (%rdi)\n", 3, 1, 4, 1, cpu), 0);
  EXPECT_EQ(round_of(" incl (%rdi)\n", 1, 1, 4, 1, cpu), 0);
}

// As timed on an EPYC 9004: what is moved is renamed, what is computed with only by an index.
TEST(CyclesThroughMemory, AreThoseOfGeneralRegistersThatAZen4ComputesWith) {
  const std::string again = " leal 1(%rdx), %eax\n";
  const std::string store = " movl %eax, -64(%rsp)\n";
  EXPECT_NEAR(round_of(again + " addl -64(%rsp), %eax\n" + store, 3, 2, 4), 7.4, 0.2);
  EXPECT_NEAR(
      round_of(" cmpl -64(%rsp), %edx\n cmovll %eax, %edx\n movl %edx, -64(%rsp)\n", 3, 1, 4), 8.6,
      0.3);
  EXPECT_NEAR(round_of(" movslq -64(%rsp), %rax\n addl $1, %eax\n" + store, 3, 1, 4), 8.2, 0.9);
  EXPECT_NEAR(
      round_of(" movzbl (%rdi,%rsi), %eax\n addl $1, %eax\n movb %al, (%rdi,%rsi)\n", 3, 1, 1), 7.4,
      0.2);
  EXPECT_EQ(round_of(again + " addl (%rdi,%rsi), %eax\n movl %eax, (%rdi,%rsi)\n", 3, 2, 4), 0);
  EXPECT_EQ(round_of(" addl %edx, -64(%rsp)\n", 1, 1, 4), 0);
}

// Cycles of a simulated round of this loop.
double simulated_round(const std::string& body, std::span<const Forwarding> forwarded) {
  SequenceCosts costs(decode(assemble(loop_text(body + " subq $1, %rcx\n")), "f", "znver4"),
                      {"znver4"});
  return costs.of(std::array{1U}, true, forwarded).chained_cycles;
}

// Timed on an EPYC 9004: 12.0, 15.0, 12.0 cycles.
TEST(CyclesThroughMemory, AreWaitedForInSimulatedRounds) {
  const std::string sum = " vaddss (%rdi), %xmm1, %xmm0\n vmovss %xmm0, (%rdi)\n";
  EXPECT_NEAR(simulated_round(sum, std::array{Forwarding{2, 1, 1, 4}}), 12.0, 0.5);
  const std::string product =
      " vaddss %xmm1, %xmm0, %xmm0\n vmovss %xmm0, (%rdi)\n vmulss (%rdi), %xmm2, %xmm0\n";
  EXPECT_NEAR(simulated_round(product, std::array{Forwarding{2, 3, 0, 4}}), 15.0, 0.5);
  const std::string move =
      " vmovss %xmm0, (%rdi)\n vmovss (%rdi), %xmm0\n vaddss %xmm1, %xmm0, %xmm0\n";
  EXPECT_NEAR(simulated_round(move, std::array{Forwarding{1, 2, 0, 4}}), 12.0, 0.5);
}

TEST(CyclesThroughMemory, AreSharedByTheRoundsBetweenInSimulatedRounds) {
  const std::string sum = " vaddss (%rdi), %xmm1, %xmm0\n vmovss %xmm0, (%rdi)\n";
  EXPECT_NEAR(simulated_round(sum, std::array{Forwarding{2, 1, 3, 4}}), 12.0 / 3, 0.5);
  EXPECT_LE(simulated_round(sum, {}), 1 + kTolerance);
}

}  // namespace
}  // namespace clgauge::lens
