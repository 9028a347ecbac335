// Evaluations that skip rounds alike, beside those that walk them all.
#include "lens/evaluate/alike_rounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "assembled.h"
#include "lens/evaluate/comparison.h"
#include "lens/evaluate/machine_state.h"
#include "lens/evaluate/stored_granules.h"
#include "recorded_looks.h"
#include "walked_both_ways.h"

namespace clgauge::lens {
namespace {

std::shared_ptr<const ObjectImage> pocl_kernel(const std::string& body) {
  return assemble(
      "  .globl _pocl_kernel_k_workgroup\n"
      "  .type _pocl_kernel_k_workgroup, @function\n_pocl_kernel_k_workgroup:\n" +
      body + "\n  .size _pocl_kernel_k_workgroup, .-_pocl_kernel_k_workgroup\n");
}

EvaluatedLaunch launch_of_one_buffer() {
  EvaluatedLaunch launch;
  launch.global = {64, 1, 1};
  launch.local = {16, 1, 1};
  EvaluatedArgument buffer;
  buffer.kind = EvaluatedArgument::Kind::buffer;
  buffer.address = buffer_address(0);
  buffer.size_bytes = 1 << 24;
  launch.arguments = {buffer};
  return launch;
}

// 256 rounds, counted by %ecx, of 1024 loads each, `extra` in each round.
std::string rounds(const std::string& extra, const std::string& inner_trips = "movl $1024, %r9d") {
  return R"(
  movq (%rdi), %rax
  movq (%rax), %rax      # the buffer
  xorl %ecx, %ecx
round:
  )" + inner_trips +
         R"(
  movq %rax, %r10
item:
  vmovss (%r10), %xmm0
  addq $64, %r10
  decl %r9d
  jne item
  addq $4096, %rax
)" + extra +
         R"(
  incl %ecx
  cmpl $256, %ecx
  jb round
  ret
)";
}

// Of such a kernel over one buffer.
Pair evaluate_both(const std::string& assembly, unsigned longer = 1) {
  return evaluate_both(pocl_kernel(assembly), "k", launch_of_one_buffer(), longer);
}

TEST(AlikeRounds, AreSkippedAndCounted) {
  const Pair pair = evaluate_both(rounds(""));
  EXPECT_EQ(pair.told.repeats, 1U);
  EXPECT_LT(pair.told.accesses.size(), pair.walked.accesses / 4);
  EXPECT_FALSE(pair.told.was_restarted);
  // The last round is walked, and where it belongs.
  EXPECT_EQ(pair.told.last_stretches.back().second.size(), pair.told.stretch);
  EXPECT_EQ(pair.told.last_stretches.back().second.back().address,
            buffer_address(0) + 255ULL * 4096 + 1023ULL * 64);
}

TEST(AlikeRounds, StandTogetherWhereTheSinkWantsLongerStretches) {
  const Pair one = evaluate_both(rounds(""));
  const Pair four = evaluate_both(rounds(""), 4);
  EXPECT_EQ(four.told.stretch, 4 * one.told.stretch);
  EXPECT_EQ(four.told.repeats, 1U);
}

TEST(AlikeRounds, NumbersInMemoryGoOnByTheirSteps) {
  // The address lies on the stack, and a second number that counts down to where it is compared.
  const Pair pair = evaluate_both(R"(
  movq (%rdi), %rax
  movq (%rax), %rax
  movq %rax, -16(%rsp)
  movl $64, -8(%rsp)
  movl $7, -4(%rsp)
round:
  movq -16(%rsp), %r10
  movl $1024, %r9d
item:
  vmovss (%r10), %xmm0
  addq $64, %r10
  decl %r9d
  jne item
  addq $4096, -16(%rsp)
  addl $3, -4(%rsp)
  decl -8(%rsp)
  cmpl $0, -8(%rsp)
  jne round
  movq -16(%rsp), %r10
  movl -4(%rsp), %ecx
  vmovss (%r10,%rcx,4), %xmm0
  ret
)");
  EXPECT_EQ(pair.told.repeats, 1U);
  const auto last_of_buffer = std::find_if(
      pair.told.accesses.rbegin(), pair.told.accesses.rend(),
      [](const MemoryAccess& access) { return access.region == MemoryRegion::buffer; });
  EXPECT_EQ(last_of_buffer->address, buffer_address(0) + 64ULL * 4096 + 4ULL * (7 + 64 * 3));
}

TEST(AlikeRounds, AJumpThatGoesAnotherWayLaterIsWalkedAfterAll) {
  // The second half of the rounds loads once more: what is walked after the skipped ones shows it.
  const Pair pair = evaluate_both(rounds(R"(
  movl $128, %r8d
  vmovd %r8d, %xmm2
  vmovd %ecx, %xmm3
  vptest %xmm2, %xmm3    # whatever decides by vectors is not understood
  je few
  vmovss (%rax), %xmm1
few:
)"));
  EXPECT_TRUE(pair.told.was_restarted);
  EXPECT_EQ(pair.told.skipped, 0U);
}

TEST(AlikeRounds, AreSkippedUntilAComparisonInThemGoesAnotherWay) {
  const Pair pair = evaluate_both(rounds(R"(
  cmpl $128, %ecx
  jb few
  vmovss (%rax), %xmm1
few:
)"));
  EXPECT_FALSE(pair.told.was_restarted);
  EXPECT_EQ(pair.told.repeats, 2U) << "before and after";
}

TEST(AlikeRounds, WhatLeavesTheFlagsStandsBetweenComparisonAndJump) {
  for (const char* between :
       {"setb -8(%rsp)", "setb %r8b", "movl $7, %r8d\n  notl %r8d", "cqo", "movl %ecx, -16(%rsp)",
        "prefetcht0 (%rsp)", "cmovbl %ecx, %r8d", "movl $7, %r8d\n  xchgl %r8d, %r11d",
        "pushq %rcx\n  popq %r8", "vmovss (%rax), %xmm2"}) {
    SCOPED_TRACE(between);
    const Pair pair = evaluate_both(rounds("  cmpl $128, %ecx\n  " + std::string(between) +
                                           "\n  jb few\n  vmovss (%rax), %xmm1\nfew:\n"));
    EXPECT_FALSE(pair.told.was_restarted);
    EXPECT_EQ(pair.told.repeats, 2U) << "before and after";
  }
}

// Jumps that go another way in the midst of rounds that could be skipped, and back again.
constexpr const char* kInTheMidst[] = {
    "testl $64, %ecx",
    "testb $1, %ch",
    "testl $15, %ecx",
    "cmpl $131, %ecx",
    "leal -100(%rcx), %r8d\n  cmpl $20, %r8d\n  setb %r8b\n  testb %r8b, %r8b",
    "movl %ecx, %r8d\n  andl $96, %r8d",
    "imull $0xCCCCCCCD, %ecx, %r8d\n  cmpl $0x33333333, %r8d\n  setb %r8b\n  testb %r8b, %r8b",
    ("imull $0xCCCCCCCD, %ecx, %r8d\n  rorl $1, %r8d\n  cmpl $0x19999999, %r8d\n  seta %r8b\n"
     "  testb %r8b, %r8b"),
    "movl %ecx, %r8d\n  shrl $5, %r8d\n  cmpl $4, %r8d",
    "btl $6, %ecx\n  setc %r8b\n  testb %r8b, %r8b",
    "movl %ecx, %r8d\n  subl $140, %r8d",
    "cmpl $131, %ecx\n  sete -24(%rsp)",
    "movl %ecx, %r8d\n  cmpl $131, %r8d\n  sete %r8b",
    "movl %ecx, %r8d\n  movl $131, %r11d\n  cmpl %r11d, %r8d\n  xchgl %r8d, %r11d",
    // Of vectors: %xmm2 holds the number of the round.
    "vpcmpeqd %xmm3, %xmm2, %xmm4\n  vmovmskps %xmm4, %r8d\n  testl %r8d, %r8d",
    "vpcmpeqd %xmm3, %xmm2, %xmm4\n  vptest %xmm4, %xmm4",
    "vpcmpgtd %xmm3, %xmm2, %xmm4\n  vpcmpgtd %xmm2, %xmm5, %xmm6\n  vptest %xmm4, %xmm6",
    ("vpmaxud %xmm3, %xmm2, %xmm4\n  vpcmpeqd %xmm4, %xmm2, %xmm4\n  vpcmpgtd %xmm2, %xmm5, %xmm6\n"
     "  vptest %xmm4, %xmm6"),
    ("vcvtdq2ps %xmm3, %xmm8\n  vcvtsi2ss %ecx, %xmm7, %xmm7\n  vucomiss %xmm8, %xmm7\n"
     "  vxorps %xmm7, %xmm7, %xmm7"),
    ("vcvtdq2ps %xmm2, %xmm7\n  vcvtdq2ps %xmm3, %xmm8\n  vcmpeqps %xmm7, %xmm8, %xmm8\n"
     "  vxorps %xmm7, %xmm7, %xmm7\n  vptest %xmm8, %xmm8"),
    "vpcmpd $0, %xmm3, %xmm2, %k1\n  kmovw %k1, %r8d\n  testl %r8d, %r8d",
    ("vpcmpud $6, %xmm3, %xmm2, %k1\n  vpcmpud $1, %xmm5, %xmm2, %k2\n  kandw %k1, %k2, %k1\n"
     "  kortestw %k1, %k1"),
};
// What those compare with.
constexpr const char* kVectors = R"(
  movl $131, %r8d
  vmovd %r8d, %xmm3
  vpbroadcastd %xmm3, %xmm3
  movl $141, %r8d
  vmovd %r8d, %xmm5
  vpbroadcastd %xmm5, %xmm5
  vmovd %ecx, %xmm2
  vpbroadcastd %xmm2, %xmm2
)";

std::string loads_where(const std::string& decides) {
  return kVectors + ("  " + decides) + "\n  je few\n  vmovss 4(%rax), %xmm1\nfew:\n";
}

TEST(AlikeRounds, JumpsThatGoAnotherWayInTheMidstAreSeen) {
  for (const char* decides : kInTheMidst) {
    SCOPED_TRACE(decides);
    (void)evaluate_both(rounds(loads_where(decides)));
  }
}

TEST(AlikeRounds, LanesThatLoadInTheMidstAreSeen) {
  const std::string loads = kVectors + std::string(R"(
  vpcmpgtd %xmm3, %xmm2, %xmm4
  vpcmpgtd %xmm2, %xmm5, %xmm6
  vpand %xmm4, %xmm6, %xmm4
  vpmaskmovd (%rax), %xmm4, %xmm1
)");
  const Pair pair = evaluate_both(rounds(loads));
  EXPECT_FALSE(pair.told.was_restarted);
  EXPECT_GE(pair.told.repeats, 2U) << "before and after";
  (void)evaluate_both(rounds(loads + "  vpmaskmovd %xmm1, %xmm4, 64(%rax)\n"));
}

TEST(AlikeRounds, RoundsThatGrowAreWalked) {
  const Pair pair = evaluate_both(rounds("", "leal 512(%rcx), %r9d"));
  EXPECT_EQ(pair.told.skipped, 0U);
}

TEST(AlikeRounds, NumbersThatGoOnByNoStepsAreWalked) {
  // The address doubles its distance from the buffer every round.
  const Pair pair =
      evaluate_both(rounds("  imulq $3, %rdx, %rdx\n  incq %rdx\n"
                           "  movq %rdx, %r11\n  andl $0xff0, %r11d\n"
                           "  vmovss (%rax,%r11), %xmm1\n"));
  EXPECT_EQ(pair.told.skipped, 0U);
}

// Three entries, counted by %edx, of a loop of 256 rounds that load 64 bytes apart, count on the
// stack and write down where they are; `extra` in each round, which %ecx counts. `first` before
// all.
std::string entries(const std::string& extra, const std::string& first = "") {
  return R"(
  movq (%rdi), %rax
  movq (%rax), %rax      # the buffer
  xorl %edx, %edx
)" + first +
         R"(
  movl $512, %r9d
before:                  # enough accesses to be watched
  vmovss (%rax), %xmm0
  vmovss 4(%rax), %xmm0
  vmovss 8(%rax), %xmm0
  vmovss 12(%rax), %xmm0
  vmovss 16(%rax), %xmm0
  vmovss 20(%rax), %xmm0
  vmovss 24(%rax), %xmm0
  vmovss 28(%rax), %xmm0
  decl %r9d
  jne before
entry:
  xorl %ecx, %ecx
  movq $0, -8(%rsp)
  movq %rax, %r10
round:
  vmovss (%r10), %xmm0
  vmovss %xmm0, -16384(%rsp,%rcx,4)
  movq %r10, -8192(%rsp,%rcx,8)
  addq $3, -8(%rsp)
  movq -8(%rsp), %r11
  vmovss (%rax,%r11,4), %xmm1
)" + extra +
         R"(
  addq $64, %r10
  incl %ecx
  cmpl $256, %ecx
  jb round
  movq -7168(%rsp,%rdx,8), %r11   # what was written down in round 128 and those behind it
  vmovss (%r11), %xmm1
  addq $8192, %rax
  incl %edx
  cmpl $3, %edx
  jb entry
  ret
)";
}

// Two jumps that ask the same flags: only the second one goes another way in the midst.
TEST(AlikeRounds, JumpsThatAskTheFlagsOfABlockBeforeAreSeen) {
  constexpr const char* kAsks = R"(
  movl %ecx, %r8d
  cmpl $131, %r8d
  jo never
  movl $7, %r8d
  je few
  vmovss 4(%rax), %xmm1
never:
few:
)";
  (void)evaluate_both(rounds(kAsks));
  (void)evaluate_both(entries(kAsks));
}

TEST(ForeseenRounds, ComeOutAsIfTheyHadBeenWalked) {
  const Pair pair = evaluate_both(entries(""));
  EXPECT_EQ(pair.told.repeats, 0U);
  EXPECT_FALSE(pair.told.was_restarted);
  EXPECT_GT(pair.skipped.foreseen, 3U * 256 * 10 / 2);
}

TEST(ForeseenRounds, LaterRoundsThatAreDifferentAreWalkedAfterAll) {
  const Pair pair = evaluate_both(entries(R"(
  movl $128, %r8d
  vmovd %r8d, %xmm2
  vmovd %ecx, %xmm3
  vptest %xmm2, %xmm3
  je few
  vmovss 4(%rax), %xmm1
few:
)"));
  EXPECT_TRUE(pair.told.was_restarted);
  EXPECT_EQ(pair.skipped.foreseen, 0U);
}

TEST(ForeseenRounds, JumpsThatGoAnotherWayInTheMidstAreSeen) {
  for (const char* decides : kInTheMidst) {
    SCOPED_TRACE(decides);
    const Pair pair = evaluate_both(entries(loads_where(decides)));
    EXPECT_EQ(pair.told.repeats, 0U);
  }
}

TEST(ForeseenRounds, EndWhereAComparisonInThemGoesAnotherWay) {
  const Pair pair = evaluate_both(entries(R"(
  cmpl $200, %ecx
  jb few
  vmovss 4(%rax), %xmm1
few:
)"));
  EXPECT_EQ(pair.told.repeats, 0U);
}

TEST(ForeseenRounds, EndWithTheirLoopBeforeAComparisonInThemGoesAnotherWay) {
  // The loop leaves by equality: past its end it would never leave.
  std::string loop = entries(R"(
  cmpl $300, %ecx
  jb few
  vmovss 4(%rax), %xmm1
few:
)");
  loop.replace(loop.find("jb round"), 8, "jne round");
  const Pair pair = evaluate_both(loop);
  EXPECT_FALSE(pair.told.was_restarted);
  EXPECT_GT(pair.skipped.foreseen, 3U * 256 * 10 / 2);
}

TEST(ForeseenRounds, ThatWouldNeverEndAreWalkedAfterAll) {
  // What leaves the loop is not seen to be a comparison of numbers that go on by steps.
  std::string loop = entries(R"(
  cmpl $300, %ecx
  jb few
  vmovss 4(%rax), %xmm1
few:
)");
  const std::string end = "cmpl $256, %ecx\n  jb round";
  loop.replace(loop.find(end), end.size(),
               "movl %ecx, %r8d\n  xorl $256, %r8d\n  vmovd %r8d, %xmm2\n"
               "  vptest %xmm2, %xmm2\n  jne round");
  const Pair pair = evaluate_both(loop);
  EXPECT_TRUE(pair.told.was_restarted);
}

TEST(ForeseenRounds, NumbersFromATableThatGoOnByNoStepsAreWalked) {
  const Pair pair = evaluate_both(entries(R"(
  movq -4096(%rsp,%rcx,8), %r8
  vmovss (%rax,%r8,4), %xmm1
)",
                                          R"(
  xorl %ecx, %ecx
square:
  movq %rcx, %r11
  imulq %rcx, %r11
  movq %r11, -4096(%rsp,%rcx,8)
  incl %ecx
  cmpl $256, %ecx
  jb square
)"));
  EXPECT_FALSE(pair.told.was_restarted);
  EXPECT_EQ(pair.skipped.foreseen, 0U);
}

TEST(ForeseenRounds, RoundsThatTakeTurnsComeOutAsIfWalked) {
  const Pair pair = evaluate_both(entries(R"(
  testl $1, %ecx
  je even
  vmovss 4(%rax), %xmm1
even:
)"));
  EXPECT_EQ(pair.told.repeats, 0U);
}

TEST(StoredGranules, KeepTheOrderOfFirstStores) {
  StoredGranules stored(0x10000, 0x20000);
  stored.add(0x14000, 4);
  stored.add(0x103fe, 4);  // of two
  stored.add(0x14010, 0);
  EXPECT_EQ(stored.starts(), (std::vector<std::uint64_t>{0x14000, 0x10000, 0x10400}));
  stored.clear();
  EXPECT_TRUE(stored.starts().empty());
  stored.add(0x1ffff, 1);
  EXPECT_EQ(stored.starts(), std::vector<std::uint64_t>{0x1fc00});
}

class RecordedGroups : public testing::TestWithParam<RecordedLooks> {};

TEST_P(RecordedGroups, CountsAreThoseOfAllRounds) {
  for (const LensRequest& request : GetParam().requests) {
    const auto image = std::make_shared<const ObjectImage>(load_image(x86_64_elf(request.object)));
    try {
      (void)evaluate_both(image, request.kernel, request.launch);
    } catch (const Refusal& refusal) {
      EXPECT_EQ(refusal.why(), RefusalKind::data_dependent_address) << refusal.what();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, RecordedGroups, testing::ValuesIn(recorded_looks_at_machine_code()),
                         [](const auto& tested) {
                           std::string name = tested.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// x86's condition codes, and what each says of a difference.
struct Condition {
  unsigned code = 0;
  bool (*holds)(Difference difference) = nullptr;
};

TEST(Comparison, KnowsTheRunThatGoesTheOtherWay) {
  const std::vector<Condition> conditions = {
      {0x2, [](Difference d) { return d < 0; }},  {0x3, [](Difference d) { return d >= 0; }},
      {0x4, [](Difference d) { return d == 0; }}, {0x5, [](Difference d) { return d != 0; }},
      {0x6, [](Difference d) { return d <= 0; }}, {0x7, [](Difference d) { return d > 0; }},
      {0xC, [](Difference d) { return d < 0; }},  {0xD, [](Difference d) { return d >= 0; }},
      {0xE, [](Difference d) { return d <= 0; }}, {0xF, [](Difference d) { return d > 0; }},
  };
  std::mt19937_64 random(1);
  for (const Condition& condition : conditions) {
    for (int i = 0; i < 1000; ++i) {
      const auto now = static_cast<std::int64_t>(random() % 101) - 50;
      const auto step = static_cast<std::int64_t>(random() % 9) - 4;
      std::optional<std::uint64_t> expected;
      for (std::uint64_t run = 1; run < 200 && !expected; ++run) {
        const Difference then = now + static_cast<Difference>(run) * step;
        if (condition.holds(then) != condition.holds(now)) {
          expected = run;
        }
      }
      EXPECT_EQ(runs_until_other_way(condition.code, now, step), expected)
          << condition.code << ' ' << now << ' ' << step;
    }
  }
}

TEST(MachineState, NumbersOfFourAndEightBytesGoOn) {
  const auto of = [](std::uint64_t value, std::uint8_t known = 0xFF) {
    MachineState state;
    state.values = {value};
    state.known = {known};
    return state;
  };
  const auto further = [&](std::uint64_t first, std::uint64_t last, std::uint64_t rounds) {
    return state_further_on(of(first), of(last), rounds)->values.front();
  };
  EXPECT_EQ(further(1000, 1064, 10), 1704U);
  EXPECT_EQ(further(0xFFFFFF00, 0xFFFFFF80, 3), 0x100000100U) << "an address may carry";
  EXPECT_EQ(further(0x0000000500000009, 0x0000000700000008, 4), 0x0000000F00000004U)
      << "two numbers";
  EXPECT_EQ(further(7, 7, 100), 7U);
  EXPECT_FALSE(state_further_on(of(1, 0x0F), of(2, 0xFF), 1)) << "other bytes are known";
  EXPECT_EQ(of(0x1234, 0x01), of(0x5634, 0x01)) << "what is unknown does not count";
  EXPECT_FALSE(of(0x1234, 0x02) == of(0x5634, 0x02));
}

}  // namespace
}  // namespace clgauge::lens
