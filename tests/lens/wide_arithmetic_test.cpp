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

double executed(const std::string& instruction) {
  const MachineCode code = code_of(instruction);
  return wide_work(code, std::vector<double>(code.blocks.size(), 3)).arithmetic;
}

double operations(const std::string& instruction) {
  const MachineCode code = code_of(instruction);
  return wide_work(code, std::vector<double>(code.blocks.size(), 1)).operations;
}

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
  EXPECT_DOUBLE_EQ(operations("vfmadd231pd (%rdi), %zmm2, %zmm3"), 1.5);
  EXPECT_DOUBLE_EQ(operations("vpaddd %zmm1, %zmm2, %zmm3"), 0.7);
  EXPECT_DOUBLE_EQ(operations("vmovupd (%rdi), %zmm1"), 0.5);
  EXPECT_DOUBLE_EQ(operations("vbroadcastsd (%rdi), %zmm1"), 0);
  EXPECT_DOUBLE_EQ(operations("vmovupd %zmm1, (%rdi)"), 0.5);
  EXPECT_DOUBLE_EQ(operations("vmovapd %zmm1, %zmm2"), 0);
  EXPECT_DOUBLE_EQ(operations("vfmadd231pd %ymm1, %ymm2, %ymm3"), 0);
}

}  // namespace
}  // namespace clgauge::lens
