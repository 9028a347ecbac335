#include "lens/throughput/instruction_class.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "assembled.h"
#include "lens/code/machine_code.h"
#include "lens/code/mc.h"

namespace clgauge::lens {
namespace {

using enum InstructionClass;

TEST(InstructionClass, IsThatOfATableOfInstructions) {
  const std::vector<std::pair<std::string, InstructionClass>> table = {
      {"vaddps %ymm1, %ymm2, %ymm3", add},
      {"vaddps (%rdi), %ymm2, %ymm3", add},
      {"vsubsd %xmm1, %xmm2, %xmm3", add},
      {"vmaxps %ymm1, %ymm2, %ymm3", add},
      {"vcmpltps %ymm1, %ymm2, %ymm3", add},
      {"vmulpd %ymm1, %ymm2, %ymm3", multiply},
      {"vfmadd231ps %ymm1, %ymm2, %ymm3", multiply},
      {"vfnmadd213sd %xmm1, %xmm2, %xmm3", multiply},
      {"vrcpps %ymm1, %ymm2", multiply},
      {"vdivps %ymm1, %ymm2, %ymm3", divide},
      {"vsqrtpd %ymm1, %ymm2", divide},
      {"idivl %ecx", divide},
      {"vpaddd %ymm1, %ymm2, %ymm3", vector_integer},
      {"vpxor %ymm1, %ymm2, %ymm3", vector_integer},
      {"vpcmpgtd %ymm1, %ymm2, %ymm3", vector_integer},
      {"vpmaxsd %ymm1, %ymm2, %ymm3", vector_integer},
      {"vpmulld %ymm1, %ymm2, %ymm3", vector_multiply},
      {"vpmuludq %ymm1, %ymm2, %ymm3", vector_multiply},
      {"vpslld $3, %ymm2, %ymm3", vector_shift},
      {"vpsrlvd %ymm1, %ymm2, %ymm3", vector_shift},
      {"vpsrldq $4, %xmm2, %xmm3", shuffle},
      {"vpshufd $1, %ymm2, %ymm3", shuffle},
      {"vpermps %ymm1, %ymm2, %ymm3", shuffle},
      {"vunpcklps %ymm1, %ymm2, %ymm3", shuffle},
      {"vinsertf128 $1, %xmm1, %ymm2, %ymm3", shuffle},
      {"vextractf128 $1, %ymm2, %xmm3", shuffle},
      {"vbroadcastss %xmm2, %ymm3", shuffle},
      {"vpbroadcastd %xmm2, %ymm3", shuffle},
      {"vgatherdps %ymm1, (%rdi,%ymm2,4), %ymm3", shuffle},
      {"vcvtdq2ps %ymm2, %ymm3", convert},
      {"vcvtps2pd %xmm2, %ymm3", convert},
      {"vpmovsxdq %xmm2, %ymm3", convert},
      {"vroundps $1, %ymm2, %ymm3", convert},
      {"vblendvps %ymm1, %ymm2, %ymm3, %ymm4", blend},
      {"vpblendd $5, %ymm2, %ymm3, %ymm4", blend},
      {"vandps %ymm1, %ymm2, %ymm3", blend},
      {"vmovaps %ymm2, %ymm3", blend},
      {"vmovq %xmm2, %rax", crossing},
      {"vmovd %eax, %xmm2", crossing},
      {"vpextrq $1, %xmm2, %rax", crossing},
      {"vpinsrd $1, %eax, %xmm2, %xmm3", crossing},
      {"vmovmskps %ymm2, %eax", crossing},
      {"vcvttss2si %xmm2, %eax", crossing},
      {"vcvtsi2ss %eax, %xmm2, %xmm3", crossing},
      {"vucomiss %xmm2, %xmm3", crossing},
      {"addq %rax, %rcx", integer},
      {"addq (%rdi), %rcx", integer},
      {"leaq 8(%rdi,%rax,4), %rcx", integer},
      {"shlq $3, %rcx", integer},
      {"movq %rax, %rcx", integer},
      {"imulq %rax, %rcx", integer_multiply},
      {"movq (%rdi), %rax", load},
      {"movslq (%rdi), %rax", load},
      {"vmovups (%rdi), %ymm2", load},
      {"vmovss (%rdi), %xmm2", load},
      {"movl %eax, (%rdi)", store},
      {"vmovups %ymm2, (%rdi)", store},
  };
  std::string text = ".text\n.globl f\n.type f, @function\nf:\n";
  for (const auto& [line, expected] : table) {
    text += " " + line + "\n";
  }
  const MachineCode code = decode(assemble(text + " ret\n .size f, .-f\n"), "f", "znver3");
  ASSERT_EQ(code.instructions.size(), table.size() + 1);
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    const InstructionClass found = class_of(code.mc->opcode_name(i), code.mc->description(i));
    EXPECT_EQ(kInstructionClassNames.at(static_cast<std::size_t>(found)),
              kInstructionClassNames.at(static_cast<std::size_t>(table[i].second)))
        << table[i].first << " is " << code.mc->opcode_name(i);
  }
}

}  // namespace
}  // namespace clgauge::lens
