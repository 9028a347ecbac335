#include "lens/code/machine_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "assembled.h"
#include "base/error.h"
#include "base/paths.h"

namespace clgauge::lens {
namespace {

constexpr const char* kNest = R"(
  .text
  .globl nest
  .type nest, @function
nest:
  xorl %ecx, %ecx
outer:
  xorl %edx, %edx
inner:
  addq $1, %rdx
  cmpq %rsi, %rdx
  jb inner
  addq $1, %rcx
  cmpq %rdi, %rcx
  jb outer
  ret
  .size nest, .-nest
)";

TEST(MachineCode, FindsBlocksEdgesAndLoopsOfANest) {
  const MachineCode code = decode(assemble(kNest), "nest");
  ASSERT_EQ(code.functions.size(), 1U);
  EXPECT_EQ(code.instructions.size(), 9U);
  // entry, outer, inner, outer's latch, return
  ASSERT_EQ(code.blocks.size(), 5U);
  EXPECT_THAT(code.blocks[0].successors, ::testing::ElementsAre(1));
  EXPECT_THAT(code.blocks[2].successors, ::testing::ElementsAre(2, 3));
  EXPECT_THAT(code.blocks[3].successors, ::testing::ElementsAre(1, 4));
  EXPECT_THAT(code.blocks[4].successors, ::testing::IsEmpty());
  EXPECT_EQ(code.edge_count, 6U);
  ASSERT_EQ(code.loops.size(), 2U);
  EXPECT_EQ(code.loops[0].header, 2U);
  EXPECT_THAT(code.loops[0].blocks, ::testing::ElementsAre(2));
  EXPECT_EQ(code.loops[0].depth, 2U);
  EXPECT_EQ(code.loops[0].parent, 1U);
  EXPECT_THAT(code.loops[1].blocks, ::testing::ElementsAre(1, 2, 3));
  EXPECT_EQ(code.loops[1].depth, 1U);
  EXPECT_EQ(code.text_of(2), "addq $0x1, %rdx");
  EXPECT_THAT(code.place_of(0), ::testing::StartsWith("nest+0x0 ("));
}

// A loop over work-items with a barrier in it, as Intel's compiler writes it: from behind the
// barrier, an item goes on in the midst of the loop that the next one begins at its start.
TEST(MachineCode, FindsLoopsWithTwoWaysIn) {
  const MachineCode code = decode(assemble(R"(
  .globl rounds
  .type rounds, @function
rounds:
  xorl %ecx, %ecx
begin:
  testl %edx, %edx
  je after
body:
  addl $1, %eax
again:
  subq $1, %rdi
  jne body
after:
  addq $1, %rcx
  cmpq %rsi, %rcx
  je done
  testl $1, %ecx
  je begin
  jmp again
done:
  ret
  .size rounds, .-rounds
)"),
                                  "rounds");
  // entry, begin, body, again, after, behind its comparison, the jump, return
  ASSERT_EQ(code.blocks.size(), 8U);
  ASSERT_EQ(code.loops.size(), 3U);
  EXPECT_EQ(code.loops[0].header, 3U);
  EXPECT_THAT(code.loops[0].blocks, ::testing::ElementsAre(3, 4, 5, 6));
  EXPECT_EQ(code.loops[0].parent, 1U);
  EXPECT_EQ(code.loops[1].header, 2U);  // entered at 4, too
  EXPECT_THAT(code.loops[1].blocks, ::testing::ElementsAre(2, 3, 4, 5, 6));
  EXPECT_EQ(code.loops[1].parent, 2U);
  EXPECT_EQ(code.loops[2].header, 1U);
  EXPECT_THAT(code.loops[2].blocks, ::testing::ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(MachineCode, FollowsCallsToLocalFunctionsAndNamesTheRuntimes) {
  const auto image = assemble(R"(
  .globl entry, helper
  .type entry, @function
entry:
  call helper
  movabsq $far, %rax
  call *%rax
  call sinf
  ret
  .size entry, .-entry
  .type helper, @function
helper:
  ret
  .size helper, .-helper
  .type far, @function
far:
  ret
  .size far, .-far
  .type unrelated, @function
unrelated:
  ret
  .size unrelated, .-unrelated
)");
  const MachineCode code = decode(image, "entry");
  std::vector<std::string> symbols;
  for (const auto& function : code.functions) {
    symbols.push_back(function.symbol);
  }
  EXPECT_THAT(symbols, ::testing::UnorderedElementsAre("entry", "helper", "far"));
  ASSERT_TRUE(code.blocks[0].callee.has_value());
  EXPECT_EQ(code.functions[*code.blocks[0].callee].symbol, "helper");
  EXPECT_EQ(code.blocks[2].runtime_callee, "sinf");
  EXPECT_THAT(code.blocks[2].successors, ::testing::ElementsAre(3));
}

TEST(MachineCode, SharedObjectsCallThemselvesThroughStubs) {
  const MachineCode code = decode(assemble(R"(
  .globl entry, helper
  .type entry, @function
entry:
  call helper@PLT
  ret
  .size entry, .-entry
  .type helper, @function
helper:
  ret
  .size helper, .-helper
)",
                                           true),
                                  "entry");
  ASSERT_EQ(code.functions.size(), 2U);
  EXPECT_EQ(code.functions[1].symbol, "helper");
}

TEST(MachineCode, AJumpTableLeadsToEveryCase) {
  const char* cases = R"(
a:
  ret
b:
  addl $1, %eax
c:
  addl $2, %eax
  ret
  .size pick, .-pick
)";
  const MachineCode relative = decode(assemble(std::string(R"(
  .globl pick
  .type pick, @function
pick:
  leaq table(%rip), %rdx
  movslq (%rdx,%rdi,4), %rcx
  addq %rdx, %rcx
  jmp *%rcx
)") + cases + R"(
  .section .rodata
table:
  .long a-table, b-table, c-table
)",
                                               true),
                                      "pick");
  ASSERT_EQ(relative.blocks.size(), 4U);
  EXPECT_THAT(relative.blocks[0].successors, ::testing::ElementsAre(1, 2, 3));
  const MachineCode absolute = decode(assemble(std::string(R"(
  .globl pick
  .type pick, @function
pick:
  movabsq $table, %rdx
  jmp *(%rdx,%rdi,8)
)") + cases + R"(
  .section .rodata
table:
  .quad a, b, c
)"),
                                      "pick");
  ASSERT_EQ(absolute.blocks.size(), 4U);
  EXPECT_THAT(absolute.blocks[0].successors, ::testing::ElementsAre(1, 2, 3));
}

TEST(MachineCode, NamesWhatItDoesNotHave) {
  const auto image = assemble(kNest);
  EXPECT_THROW((void)decode(image, "nets"), Error);
  EXPECT_THROW((void)decode(image, "nest", "no-such-cpu"), Error);
  EXPECT_NO_THROW((void)decode(image, "nest", "skylake-avx512"));
  const auto rubbish = assemble(R"(
  .type broken, @function
broken:
  .byte 0x06
  .size broken, .-broken
)");
  EXPECT_THROW((void)decode(rubbish, "broken"), Error);
}

TEST(MachineCode, SurvivesMutatedCode) {
  const auto image = assemble(kNest);
  std::mt19937_64 random(7);
  for (int round = 0; round < 300; ++round) {
    auto damaged = std::make_shared<ObjectImage>(*image);
    const auto& function = *damaged->function_named("nest");
    for (int i = 0; i < 3; ++i) {
      damaged->bytes[function.address - damaged->base_address + random() % function.size_bytes] =
          static_cast<char>(random() & 0xFF);
    }
    try {
      const MachineCode code = decode(damaged, "nest");
      for (const auto& block : code.blocks) {
        ASSERT_LE(block.first_instruction + block.instruction_count, code.instructions.size());
        for (const auto successor : block.successors) {
          ASSERT_LT(successor, code.blocks.size());
        }
      }
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
    }
  }
}

}  // namespace
}  // namespace clgauge::lens
