// The way that a group took, from the jumps and accesses of its trace.
#include "lens/launch/follow_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "assembled.h"
#include "lens/launch/sample_launch.h"

namespace clgauge::lens {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::uint64_t kAll = 1000000;

MachineCode code_of(const std::string& body) {
  return decode(
      assemble(" .globl work\n .type work, @function\nwork:\n" + body + " .size work, .-work\n"),
      "work", "znver4");
}

Access traced_access(std::uint32_t instruction, std::uint64_t address, bool is_store) {
  Access access;
  access.instruction = instruction;
  access.address = address;
  access.is_store = is_store;
  return access;
}

class Paths : public ::testing::Test {
 protected:
  std::optional<TracedPath> follow(const MachineCode& code, std::uint64_t most = kAll) const {
    return follow_path(code, instruction_kinds(code), trace, accesses, most);
  }

  GroupTrace trace;
  AccessTrace accesses;
};

constexpr const char* kLoop = R"(
  xorl %ecx, %ecx
round:
  movl (%rdi,%rcx,4), %eax
  movl %eax, 4(%rdi,%rcx,4)
  testl %eax, %eax
  je next
  addl $3, %edx
next:
  incl %ecx
  cmpl %esi, %ecx
  jne round
  ret
)";

TEST_F(Paths, GoAsTheJumpsWent) {
  const MachineCode code = code_of(kLoop);
  ASSERT_EQ(code.blocks.size(), 5U);
  // Round 1 takes the first jump, round 2 does not; each finds what the one before stored.
  trace.branches = {{4, true}, {8, true}, {4, false}, {8, false}};
  for (std::uint64_t round = 0; round < 2; ++round) {
    accesses.push_back(traced_access(1, 4096 + 4 * round, false));
    accesses.push_back(traced_access(2, 4100 + 4 * round, true));
  }
  const std::optional<TracedPath> path = follow(code);
  ASSERT_TRUE(path);
  EXPECT_THAT(path->blocks, ElementsAre(0, 1, 3, 1, 2, 3, 4));
  EXPECT_THAT(path->forwarded, ElementsAre(TracedForwarding{1, 2, 3, 1, 4}));
  EXPECT_THAT(follow(code, 5)->blocks, ElementsAre(0, 1));
}

TEST_F(Paths, AreNotToldByATraceOfOtherCode) {
  const MachineCode code = code_of(kLoop);
  trace.branches = {{8, true}};
  EXPECT_FALSE(follow(code));
  trace.branches = {{4, true}};  // and then nothing
  EXPECT_FALSE(follow(code));
}

TEST_F(Paths, GoThroughTablesOfJumps) {
  const MachineCode code = code_of(R"(
  leaq table(%rip), %rdx
  movslq (%rdx,%rdi,4), %rcx
  addq %rdx, %rcx
  jmp *%rcx
a:
  ret
b:
  incl %eax
c:
  ret
  .section .rodata
table:
  .long a-table, b-table, c-table
  .text
)");
  ASSERT_EQ(code.blocks.size(), 4U);
  trace.branches = {BranchOutcome::through_table(3, 1)};
  EXPECT_THAT(follow(code)->blocks, ElementsAre(0, 2, 3));
  trace.branches = {BranchOutcome::through_table(3, 2)};
  EXPECT_THAT(follow(code)->blocks, ElementsAre(0, 3));
}

TEST_F(Paths, AreNotToldBehindAJumpToAnywhere) {
  EXPECT_FALSE(follow(code_of(" jmp *%rax\n ret\n")));
}

TEST_F(Paths, GoThroughWhatIsCalled) {
  const MachineCode code = decode(assemble(R"(
  .type work, @function
work:
  call other
  incl %eax
  ret
  .size work, .-work
  .type other, @function
other:
  decl %eax
  ret
  .size other, .-other
)"),
                                  "work", "znver4");
  const std::optional<TracedPath> path = follow(code);
  ASSERT_TRUE(path);
  EXPECT_EQ(path->blocks.front(), 0U);
  EXPECT_EQ(path->blocks.size(), 3U);
  EXPECT_EQ(path->blocks.back(), 1U);
  // Counted, not walked.
  trace.call_sites = {{0, "other"}};
  EXPECT_THAT(follow(code)->blocks, ElementsAre(0, 1));
}

TEST_F(Paths, AreNotToldBehindACallThatDoesNotComeBack) {
  const MachineCode code = decode(assemble(R"(
  .type other, @function
other:
  ret
  .size other, .-other
  .globl work
  .type work, @function
work:
  call other
  .size work, .-work
)"),
                                  "work", "znver4");
  EXPECT_FALSE(follow(code));
}

TEST_F(Paths, LeaveLockedUpdatesAlone) {
  const MachineCode code = code_of(" lock incl (%rdi)\n movl (%rdi), %eax\n ret\n");
  const std::vector<InstructionKind> kinds = instruction_kinds(code);
  for (std::uint32_t i = 0; i < code.instructions.size(); ++i) {
    if (kinds[i] == InstructionKind::locked) {
      accesses.push_back(traced_access(i, 4096, false));
      accesses.push_back(traced_access(i, 4096, true));
      accesses.push_back(traced_access(i + 1, 4096, false));
      break;
    }
  }
  ASSERT_EQ(accesses.size(), 3U);
  EXPECT_THAT(follow(code)->forwarded, IsEmpty());
}

// Of twelve groups one goes a long way: what the launch does shows there, not in the first group.
TEST(TypicalPath, IsOfAGroupThatShowsWhatOthersDo) {
  std::string body = " testl %edi, %edi\n je seldom\n ret\nseldom:\n";
  for (int i = 0; i < 100; ++i) {
    body += " addl $3, %edx\n";
  }
  const MachineCode code = code_of(body + " ret\n");
  ASSERT_EQ(code.blocks.size(), 3U);
  for (const std::uint64_t seldom : {9U, 99U}) {
    const auto evaluate = [&](const GroupId& group, AccessSink& /*sink*/) {
      const bool is_long = group[0] == seldom;
      GroupTrace walked;
      walked.block_counts = {1, is_long ? 0U : 1U, is_long ? 1U : 0U};
      walked.edge_counts.resize(code.edge_count);
      walked.instructions = is_long ? 103 : 3;
      walked.branches = {{1, is_long}};
      return walked;
    };
    const LaunchSample sample = sample_launch({instruction_kinds(code), false, {}, {}, &code},
                                              GroupOrder({12, 1, 1}), evaluate);
    ASSERT_TRUE(sample.path);
    EXPECT_THAT(sample.path->blocks, ElementsAre(0, seldom == 9 ? 2 : 1)) << seldom;
  }
}

}  // namespace
}  // namespace clgauge::lens
