// How far a core sees past a loop that waits, against a Zen 4.
#include "lens/throughput/lookahead.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "assembled.h"
#include "lens/throughput/sequence_cost.h"

namespace clgauge::lens {
namespace {

// A chain of `rounds` fused operations an entry, with `others` beside each: what an entry takes,
// timed, over what the chain alone would.
struct Timed {
  int rounds;
  std::string others;
  double share;
};

Lookahead lookahead_of(const std::string& body, const std::vector<std::uint32_t>& round = {1U},
                       const std::string& cpu = "znver4") {
  SequenceCosts costs(decode(assemble(loop_text(body)), "f", cpu), {cpu});
  const SequenceCost& cost = costs.of(round, true);
  EXPECT_GT(cost.carried_cycles, 0);
  return cost.lookahead;
}

TEST(Lookahead, SaysHowMuchOfAChainIsLeftAsTimed) {
  const std::string alone;
  const std::string load = " movq (%rsi), %r8\n";
  const std::string add = " leaq 8(%rax), %r9\n";
  const std::string vector_after = " vaddps %ymm13, %ymm0, %ymm1\n";
  for (const Timed& timed : {Timed{16, alone, 0.17},
                             {32, alone, 0.25},
                             {64, alone, 0.39},
                             {128, alone, 0.56},
                             {256, alone, 0.78},
                             {512, alone, 0.89},
                             {64, load, 0.45},
                             {256, load, 0.78},
                             {64, add + add, 0.45},
                             {32, vector_after, 0.41},
                             {64, vector_after, 0.58},
                             {128, vector_after, 0.79},
                             {512, vector_after, 0.94}}) {
    constexpr int kUnrolled = 8;
    std::string body;
    for (int i = 0; i < kUnrolled; ++i) {
      body += " vfmadd213ps %ymm13, %ymm14, %ymm0\n" + timed.others;
    }
    const Lookahead ahead = lookahead_of(body);
    EXPECT_NEAR(ahead.share_of_wait(static_cast<double>(timed.rounds) / kUnrolled) / timed.share, 1,
                0.3)
        << timed.rounds << timed.others;
  }
}

// Where each operation has a jump of its own: timed alone and beside a neighbour.
TEST(Lookahead, SeesNoFartherThanRunsOfCodeAreUnderWay) {
  struct Between {
    double rounds;
    double alone;
    double beside_neighbour;
  };
  const std::string operation = " vfmadd213ps %ymm13, %ymm14, %ymm0\n";
  for (const Between& timed : {Between{16, 0.28, 0.45},
                               {32, 0.38, 0.58},
                               {128, 0.57, 0.80},
                               {200, 0.70, 0.87},
                               {256, 0.78, 0.90}}) {
    const double share = lookahead_of(operation).share_of_wait(timed.rounds);
    EXPECT_GT(share, timed.alone) << timed.rounds;
    EXPECT_LT(share, timed.beside_neighbour) << timed.rounds;
  }
  // A second jump comes with the first (0.60 of 128 rounds, 0.57 without it), four do not (0.82).
  const std::string jump = " testl %ecx, %ecx\n js 2f\n2:\n";
  const Lookahead one = lookahead_of(operation);
  EXPECT_EQ(lookahead_of(jump + operation, {1U, 2U}).in_order, one.in_order);
  EXPECT_EQ(lookahead_of(jump + jump + jump + operation, {1U, 2U, 3U, 4U}).in_order,
            one.in_order / 2);
}

// An Emerald Rapids, whose core keeps no such account, without a neighbour: as far as its buffers
// go. Entries of 64 and 128 rounds of one operation wait longer than that (0.39, 0.54).
TEST(Lookahead, OfAGoldenCoveIsWhatItsBuffersHold) {
  const std::string operation = " vfmadd231ss %xmm13, %xmm14, %xmm0\n";
  const std::string with_load = " vmovss (%rsi), %xmm1\n vfmadd231ss (%rdi), %xmm1, %xmm0\n";
  for (const Timed& timed : {Timed{256, operation, 0.65},
                             {512, operation, 0.83},
                             {64, with_load, 0.41},
                             {128, with_load, 0.56},
                             {256, with_load, 0.72},
                             {512, with_load, 0.84}}) {
    const Lookahead ahead = lookahead_of(timed.others, {1U}, "sapphirerapids");
    EXPECT_NEAR(ahead.share_of_wait(timed.rounds) / timed.share, 1, 0.2)
        << timed.rounds << timed.others;
  }
}

TEST(Lookahead, OfOneRoundIsNothingToWaitForAndOfManyAll) {
  const Lookahead ahead{50, 20};
  EXPECT_LE(ahead.share_of_wait(1), 0.05);
  EXPECT_GE(ahead.share_of_wait(1e6), 0.999);
  for (double rounds = 1; rounds < 1000; ++rounds) {
    EXPECT_LE(ahead.share_of_wait(rounds), ahead.share_of_wait(rounds + 1) + 1e-12) << rounds;
  }
  EXPECT_EQ(Lookahead{}.share_of_wait(8), 0) << "nothing is held up";
}

// A sum over lanes of a division, and nothing carried from round to round but the sum
// (HandsOnOpenCL's pi_vec8 on PoCL): 19 of 23 operations are the vector units', and wait in their
// scheduler. A Zen 4 takes 11.0 cycles a round; by the reorder buffer alone it would be less
// than 8.
TEST(Lookahead, VectorOperationsThatWaitWithinARoundFillTheirScheduler) {
  const std::string lanes = [] {
    std::string text;
    for (int i = 0; i < 7; ++i) {
      text += " vpermilps $57, %ymm5, %ymm7\n vaddss %xmm6, %xmm7, %xmm6\n";
    }
    return text;
  }();
  const std::string body =
      " vcvtsi2ss %edi, %xmm8, %xmm5\n vbroadcastss %xmm5, %ymm5\n vaddps %ymm1, %ymm5, %ymm5\n"
      " vmulps %ymm5, %ymm0, %ymm5\n vfmadd213ps %ymm2, %ymm5, %ymm5\n"
      " vdivps %ymm5, %ymm3, %ymm5\n vmovaps %ymm5, %ymm6\n" +
      lanes + " vaddss %xmm6, %xmm4, %xmm4\n addl $8, %edi\n";
  SequenceCosts costs(decode(assemble(loop_text(body)), "f", "znver4"), {"znver4"});
  EXPECT_NEAR(costs.of(std::array{1U}, true).chained_cycles, 11, 2.5);
}

}  // namespace
}  // namespace clgauge::lens
