// Costs of AVX512-FP16 by the tables of Ice Lake and Skylake as half_operations.cpp mends them:
// what loops take on an Emerald Rapids.
#include <gtest/gtest.h>

#include <string>

#include "loop_costs.h"

namespace clgauge::lens {
namespace {

struct Row {
  const char* instruction;  // # stands for the number of the destination
  double apart;             // cycles where the results are not its sources,
  double chained;           // and where they are: # is then 0, as all sources are
};

class HalfOperations : public testing::TestWithParam<Row> {};

TEST_P(HalfOperations, TakeWhatTheyTakeOnAnEmeraldRapids) {
  for (const char* cpu : {"icelake-server", "skylake-avx512"}) {
    const std::string instruction = GetParam().instruction;
    EXPECT_NEAR(cost_of(repeated(instruction, 1, 8), cpu).throughput_cycles / 8, GetParam().apart,
                0.2 * GetParam().apart)
        << instruction << cpu;
    if (GetParam().chained > 0) {
      EXPECT_NEAR(cost_of(repeated(instruction, 0, 1), cpu).chained_cycles, GetParam().chained,
                  0.1 * GetParam().chained)
          << instruction << cpu;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Timed, HalfOperations,
    testing::Values(
        Row{"vaddph %ymm0, %ymm0, %ymm#", 0.52, 4.1},
        Row{"vfmadd213ph %xmm0, %xmm0, %xmm#", 0.55, 4.1},
        Row{"vmulph (%rdi), %ymm0, %ymm#", 0.52, 4.1},
        Row{"vdivph %xmm0, %xmm0, %xmm#", 8.02, 31.5}, Row{"vdivph %ymm0, %ymm0, %ymm#", 16, 31.5},
        Row{"vdivph %zmm0, %zmm0, %zmm#", 32, 41}, Row{"vdivsh %xmm0, %xmm0, %xmm#", 4.02, 14},
        Row{"vsqrtph %ymm0, %ymm#", 19.2, 33.5}, Row{"vcvtph2psx %xmm0, %ymm#", 1.1, 0},
        Row{"vcvtph2psx (%rdi), %ymm#", 1.1, 0}, Row{"vcvtps2phx %ymm0, %xmm#", 1.04, 8},
        Row{"vcvtpd2ph %ymm0, %xmm#", 2.02, 14}, Row{"vcvtw2ph %ymm0, %ymm#", 0.53, 4.1},
        Row{"vcmpltph %ymm0, %ymm#, %k1", 1.03, 0}, Row{"vreduceph $1, %ymm0, %ymm#", 1.53, 12.1},
        Row{"vscalefph %ymm0, %ymm0, %ymm#", 1.03, 8.1}));

// A load that is converted is no part of any chain, and takes its time before it.
TEST(HalfOperationsOfMemory, LoadBeforeTheyCompute) {
  const std::string convert = " vcvtph2psx (%rdi), %ymm0\n";
  const double with_load =
      cost_of(convert + " vmovq %xmm0, %rax\n add %rax, %rdi\n", "icelake-server").chained_cycles;
  EXPECT_GT(with_load, 7 + 7);
}

}  // namespace
}  // namespace clgauge::lens
