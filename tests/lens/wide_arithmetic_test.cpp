// What turns an Intel core's clock down.
#include "lens/throughput/wide_arithmetic.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assembled.h"
#include "lens/code/machine_code.h"

namespace clgauge::lens {
namespace {

MachineCode code_of(const std::string& instruction) {
  return decode(assemble(loop_text(" " + instruction + "\n subq $1, %rcx\n")), "f",
                "sapphirerapids");
}

WideWork work_of(const std::string& instruction, double passes) {
  const MachineCode code = code_of(instruction);
  WideWork all;
  for (const WideWork& of_block :
       wide_work(code, std::vector<double>(code.blocks.size(), passes))) {
    all.add(of_block, 1);
  }
  return all;
}

double executed(const std::string& instruction) { return work_of(instruction, 3).arithmetic; }

double operations(const std::string& instruction) { return work_of(instruction, 1).operations; }

TEST(WideArithmetic, IsOf512BitsAndComputesWithNumbers) {
  for (const char* instruction : {"vaddps %zmm1, %zmm2, %zmm3", "vmulpd (%rdi), %zmm2, %zmm3",
                                  "vfmadd231ps %zmm1, %zmm2, %zmm3", "vpmulld %zmm1, %zmm2, %zmm3",
                                  "vdivps %zmm1, %zmm2, %zmm3", "vcvtdq2ps %zmm1, %zmm2",
                                  "vminps %zmm1, %zmm2, %zmm3", "vscalefps %zmm1, %zmm2, %zmm3"}) {
    EXPECT_EQ(executed(instruction), 3) << instruction;
  }
  for (const char* instruction :
       {"vpaddd %zmm1, %zmm2, %zmm3", "vpermd %zmm1, %zmm2, %zmm3", "vcmpps $1, %zmm1, %zmm2, %k1",
        "vmovups (%rdi), %zmm1", "vpxord %zmm1, %zmm2, %zmm3", "vfmadd231ps %ymm1, %ymm2, %ymm3",
        "vaddss %xmm1, %xmm2, %xmm3", "imul %rax, %rbx"}) {
    EXPECT_EQ(executed(instruction), 0) << instruction;
  }
}

TEST(WideOperations, AreProductsAndPartsOfOne) {
  EXPECT_DOUBLE_EQ(operations("vfmadd231pd %zmm1, %zmm2, %zmm3"), 1);
  EXPECT_DOUBLE_EQ(operations("vfmadd231pd (%rdi), %zmm2, %zmm3"), 2);
  EXPECT_DOUBLE_EQ(operations("vfmadd231pd (%rdi){1to8}, %zmm2, %zmm3"), 1.4);
  EXPECT_DOUBLE_EQ(operations("vpaddd %zmm1, %zmm2, %zmm3"), 0.3);
  EXPECT_DOUBLE_EQ(operations("vmovupd (%rdi), %zmm1"), 1);
  EXPECT_DOUBLE_EQ(operations("vbroadcastsd (%rdi), %zmm1"), 0.4);
  EXPECT_DOUBLE_EQ(operations("vmovupd %zmm1, (%rdi)"), 0.5);
  EXPECT_DOUBLE_EQ(operations("vmovapd %zmm1, %zmm2"), 0);
  EXPECT_DOUBLE_EQ(operations("vfmadd231pd %ymm1, %ymm2, %ymm3"), 0);
}

TEST(WideParts, AreInnermostLoopsAndTheRest) {
  const MachineCode code = code_of("vfmadd231ps %zmm1, %zmm2, %zmm3");
  ASSERT_EQ(code.loops.size(), 1U);
  std::vector<WideWork> work(code.blocks.size(), {.arithmetic = 1, .operations = 2});
  const std::vector<double> cycles(code.blocks.size(), 10);
  const std::vector<WidePart> parts = wide_parts(code, work, cycles);
  ASSERT_EQ(parts.size(), 2U);
  const auto of_loop = static_cast<double>(code.loops[0].blocks.size());
  EXPECT_DOUBLE_EQ(parts[0].work.operations, 2 * of_loop);
  EXPECT_DOUBLE_EQ(parts[0].cycles, 10 * of_loop);
  const double rest = static_cast<double>(code.blocks.size()) - of_loop;
  EXPECT_GT(rest, 0);
  EXPECT_DOUBLE_EQ(parts[1].work.operations, 2 * rest);
  EXPECT_DOUBLE_EQ(parts[1].cycles, 10 * rest);
}

}  // namespace
}  // namespace clgauge::lens
