#include "lens/launch/mathematics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "assembled.h"
#include "lens/evaluate/evaluator.h"

namespace clgauge::lens {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A function that calls another and jumps over what large arguments need; its blocks are the way
// to the call, from there to the jump, what is jumped over, and the end.
constexpr const char* kText = R"(
  .text
  .globl f
  .type f, @function
f:
  movl $5, %eax
  call g
  testl %eax, %eax
  jnz 1f
  imull %eax, %eax
1: ret
  .size f, .-f
  .type g, @function
g:
  addl $1, %eax
  ret
  .size g, .-g
)";

MachineCode some_code(const char* text) { return decode(assemble(text), "f", "znver3"); }

GroupTrace trace_of(const MachineCode& code, const std::vector<std::uint64_t>& blocks,
                    const std::vector<std::pair<std::uint32_t, std::uint32_t>>& steps) {
  GroupTrace trace;
  trace.block_counts = blocks;
  trace.edge_counts.assign(code.edge_count, 0);
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    trace.instructions += blocks[b] * code.blocks[b].instruction_count;
  }
  for (const auto& [from, to] : steps) {
    const BasicBlock& block = code.blocks[from];
    for (std::uint32_t s = 0; s < block.successors.size(); ++s) {
      trace.edge_counts[block.first_edge + s] += block.successors[s] == to ? 1 : 0;
    }
  }
  return trace;
}

TEST(StraightPath, GoesThroughWhatIsCalled) {
  const MachineCode code = some_code(kText);
  ASSERT_EQ(code.blocks.size(), 5U);
  EXPECT_THAT(straight_path(code, trace_of(code, {1, 1, 0, 1, 1}, {{0, 1}, {1, 3}})),
              ElementsAre(0, 4, 1, 3));
  EXPECT_THAT(straight_path(code, trace_of(code, {1, 1, 1, 1, 1}, {{0, 1}, {1, 2}, {2, 3}})),
              ElementsAre(0, 4, 1, 2, 3));
}

TEST(StraightPath, IsNoneWhereABlockRanTwice) {
  const MachineCode code = some_code(
      ".text\n.globl f\n.type f, @function\nf:\n movl $3, %ecx\n1: subl $1, %ecx\n jnz 1b\n"
      " ret\n .size f, .-f\n");
  ASSERT_EQ(code.blocks.size(), 3U);
  EXPECT_THAT(straight_path(code, trace_of(code, {1, 3, 1}, {{0, 1}, {1, 1}, {1, 2}})), IsEmpty());
}

TEST(StraightPath, IsNoneWhereInstructionsRanElsewhere) {
  const MachineCode code = some_code(kText);
  GroupTrace trace = trace_of(code, {1, 1, 0, 1, 1}, {{0, 1}, {1, 3}});
  ++trace.instructions;
  EXPECT_THAT(straight_path(code, trace), IsEmpty());
}

// Makes its argument denormal where it is below -80, and takes a loop of ten rounds where it is
// below -1000.
constexpr const char* kExponential = R"(
  .text
  .globl expf
  .type expf, @function
expf:
  movl $0xc47a0000, %eax     # -1000
  vmovd %eax, %xmm2
  vucomiss %xmm2, %xmm0
  ja 2f
  movl $10, %ecx
1: decl %ecx
  jnz 1b
2:
  movl $0xc2a00000, %eax     # -80
  vmovd %eax, %xmm2
  movl $0x00800000, %eax     # the least ordinary number
  vmovd %eax, %xmm3
  vucomiss %xmm2, %xmm0
  ja 3f
  movl $0x3f000000, %eax     # 0.5
  vmovd %eax, %xmm4
  vmulss %xmm4, %xmm3, %xmm3
3: vmovaps %xmm3, %xmm0
  ret
  .size expf, .-expf
)";

KeptCalls::Registers registers_of(float value) {
  KeptCalls::Registers registers{};
  std::memcpy(registers.front().data(), &value, sizeof value);
  return registers;
}

TEST(Mathematics, RareCallsAreWalkedWithTheirArguments) {
  const auto image = assemble(kExponential);
  Mathematics mathematics({"znver3"});
  const auto cost_of = [&](const std::vector<float>& arguments, bool flushes = false) {
    std::vector<KeptCalls::Registers> calls;
    for (const float argument : arguments) {
      calls.push_back(registers_of(argument));
    }
    return mathematics.cost_of_calls(image, "hash", "expf", calls, flushes);
  };
  EXPECT_EQ(cost_of({-2}).assists, 0);
  EXPECT_EQ(cost_of({-2}).cycles, 0);
  EXPECT_EQ(cost_of({-90}).assists, 1);
  EXPECT_EQ(cost_of({-90, -2}).assists, 0.5);
  EXPECT_EQ(cost_of({-90, -2}, true).assists, 0);
  EXPECT_GE(cost_of({-2000}).cycles, 8);
  EXPECT_EQ(cost_of({}).assists, 0);
  EXPECT_EQ(mathematics.cost_of_calls(image, "hash", "logf", {registers_of(1)}, false).assists, 0);
}

// Sixteen doubles lie in two registers; the integers behind them say how many rounds a power takes.
constexpr const char* kPower = R"(
  .text
  .globl __ocl_svml_z0_pown16
  .type __ocl_svml_z0_pown16, @function
__ocl_svml_z0_pown16:
  movabsq $0x3ff0000000000000, %rax     # 1
  vmovq %rax, %xmm3
  vmovd %xmm2, %ecx
  vucomisd %xmm3, %xmm1
  jb 1f
  movl $50000, %ecx                     # the way of arguments of 1 and above
1: decl %ecx
  jnz 1b
  ret
  .size __ocl_svml_z0_pown16, .-__ocl_svml_z0_pown16
)";

TEST(Mathematics, AnArgumentOfSixteenDoublesLiesInTwoRegisters) {
  Mathematics mathematics({"znver3"});
  const auto& walked = mathematics.walked(assemble(kPower), "hash", "__ocl_svml_z0_pown16");
  ASSERT_TRUE(walked.has_value());
  EXPECT_LT(walked->cost.cycles, 100);  // three rounds
}

// What a function does with 512 bits counts, of straight code and of loops as often as they go
// round.
TEST(Mathematics, CallsDoWideOperations) {
  const auto function = [](const std::string& round) {
    return assemble(
        " .text\n .globl __svml_cbrtf16\n .type __svml_cbrtf16, @function\n" +
        std::string("__svml_cbrtf16:\n movl $3, %ecx\n1: vmulps %zmm0, %zmm0, %zmm0\n") + round +
        " ret\n .size __svml_cbrtf16, .-__svml_cbrtf16\n");
  };
  Mathematics mathematics({"znver4"});
  const auto& straight = mathematics.walked(function(""), "straight", "__svml_cbrtf16");
  const auto& loop =
      mathematics.walked(function(" decl %ecx\n jnz 1b\n"), "loop", "__svml_cbrtf16");
  ASSERT_TRUE(straight.has_value());
  ASSERT_TRUE(loop.has_value());
  EXPECT_EQ(straight->wide.arithmetic, 1);
  EXPECT_EQ(straight->wide.operations, 1);
  EXPECT_EQ(loop->wide.arithmetic, 3);
  EXPECT_EQ(loop->wide.operations, 3);
}

}  // namespace
}  // namespace clgauge::lens
