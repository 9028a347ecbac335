#include "lens/evaluate/vector_arguments.h"

#include <gtest/gtest.h>

#include <string>

#include "assembled.h"

namespace clgauge::lens {
namespace {

unsigned read_by(const std::string& body) {
  const MachineCode code =
      decode(assemble(".text\n.globl f\n.type f, @function\nf:\n" + body + " ret\n .size f, .-f\n"),
             "f", "znver4");
  return vector_arguments_read(code, *code.image->function_named("f"));
}

TEST(VectorArguments, AreThoseThatAreReadBeforeTheyAreWritten) {
  EXPECT_EQ(read_by(" vmovaps %xmm1, %xmm2\n vmovd %xmm0, %eax\n"), 0b11U);
  EXPECT_EQ(read_by(" vaddss %xmm1, %xmm0, %xmm0\n vmovaps %xmm0, %xmm3\n"), 0b11U);
  EXPECT_EQ(read_by(" vfmadd213ss %xmm2, %xmm1, %xmm0\n"), 0b111U);
  EXPECT_EQ(read_by(" vmovaps %ymm0, %ymm1\n vaddps %ymm1, %ymm1, %ymm0\n"), 1U);
  EXPECT_EQ(read_by(" vmovaps %xmm1, %xmm2\n"), 0b10U);  // the first is lost
}

TEST(VectorArguments, AreNotWhatIsReadByFormAlone) {
  EXPECT_EQ(read_by(" vmulss %xmm0, %xmm0, %xmm2\n vxorps %xmm1, %xmm1, %xmm1\n"), 1U);
  EXPECT_EQ(read_by(" vmulss %xmm0, %xmm0, %xmm2\n vcvtsi2ss %edi, %xmm1, %xmm1\n"), 1U);
  EXPECT_EQ(read_by(" vmulsd %xmm0, %xmm0, %xmm2\n vcvtsi2sd %rdi, %xmm1, %xmm1\n"), 1U);
}

TEST(VectorArguments, AreLookedForToTheFirstJump) {
  EXPECT_EQ(read_by(" vmovd %xmm0, %eax\n testl %eax, %eax\n je 1f\n1: vmovd %xmm1, %eax\n"), 1U);
}

}  // namespace
}  // namespace clgauge::lens
