// Functions of mathematics that the object holds, walked with each call's arguments.
#include "lens/evaluate/walked_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "small_kernels.h"

namespace clgauge::lens {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A kernel, and a function of mathematics that it calls.
std::shared_ptr<const ObjectImage> with_function(const std::string& body, const std::string& symbol,
                                                 const std::string& code) {
  return assemble(pocl_text(body) + "  .text\n  .globl " + symbol + "\n  .type " + symbol +
                  ", @function\n" + symbol + ":\n" + code + "\n  .size " + symbol + ", .-" +
                  symbol + "\n");
}

GroupTrace trace_of(const std::string& body, const std::string& symbol, const std::string& code,
                    AccessSink* sink = nullptr) {
  Evaluator evaluator(with_function(body, symbol, code), "k", launch_of({buffer(0), scalar(5)}));
  return evaluator.evaluate({0, 0, 0}, sink);
}

std::string refusal_with(const std::string& body, const std::string& symbol,
                         const std::string& code) {
  try {
    (void)trace_of(body, symbol, code);
  } catch (const Refusal& refusal) {
    return refusal.what();
  }
  return "not refused";
}

constexpr const char* kModulo = "_Z8_cl_fmoddd";

// The rest by 2, whichever way a compiler found that the second argument always is; it keeps what
// it works with on its stack, and takes a number too large apart in rounds.
constexpr const char* kModuloOfTwo = R"(
  pushq %rbx
  subq $48, %rsp
  movabsq $0x4000000000000000, %rax
  vmovq %rax, %xmm1
  movl $3, %ebx
1: vmovsd %xmm0, 16(%rsp)
  decl %ebx
  jne 1b
  vmovsd 16(%rsp), %xmm0
2: vucomisd %xmm1, %xmm0
  jb 3f
  vsubsd %xmm1, %xmm0, %xmm0
  jmp 2b
3: addq $48, %rsp
  popq %rbx
  ret
)";

// Calls it with 7.5, and stops unless `decides` sets the flag of zero.
std::string call_with(const std::string& symbol, const std::string& decides) {
  return R"(
  pushq %rbx
  movl $77, %ebx
  movabsq $0x401e000000000000, %rax
  vmovq %rax, %xmm0
  movl $9, %ecx
  call )" +
         symbol + "\n" + decides + R"(
  je 1f
  ud2
1: cmpl $77, %ebx
  je 2f
  ud2
2: popq %rbx
  ret
)";
}

TEST(WalkedCall, ComputesWhatTheArgumentsThatAreLeftSay) {
  Recorded recorded;
  const GroupTrace trace = trace_of(call_with(kModulo, "  vcvttsd2si %xmm0, %eax\n  cmpl $1, %eax"),
                                    kModulo, kModuloOfTwo, &recorded);
  EXPECT_THAT(trace.runtime_calls, ElementsAre(std::pair(kModulo, 1)));
  // Of what the function did nothing is seen: two jumps, and no stores but the kernel's own.
  EXPECT_EQ(trace.branches.size(), 2U);
  EXPECT_EQ(trace.instructions, 13U);
  std::uint64_t blocks = 0;
  for (const std::uint64_t count : trace.block_counts) {
    blocks += count;
  }
  EXPECT_EQ(blocks, 4U);
  EXPECT_EQ(recorded.accesses.size(), 3U);  // a push, a pop, the return
  EXPECT_EQ(trace.accesses, 3U);
}

TEST(WalkedCall, LeavesNothingElseKnown) {
  EXPECT_THAT(refusal_with(call_with(kModulo, "  testl %ecx, %ecx"), kModulo, kModuloOfTwo),
              HasSubstr("call"));
  EXPECT_THAT(refusal_with(call_with(kModulo, "  cmpl $0, -40(%rsp)"), kModulo, kModuloOfTwo),
              HasSubstr("private memory"));
}

TEST(WalkedCall, IsGivenUpWhereTheFunctionGoesOnByWhatIsNotKnown) {
  const std::string by_a_buffer = R"(
  movq (%rdi), %rax
  movq (%rax), %rax
  cmpl $0, (%rax)
  je 1f
  ret
1: ret
)";
  const std::string for_ever = "1: jmp 1b\n";
  for (const std::string& code : {by_a_buffer, for_ever, std::string("  ud2\n")}) {
    EXPECT_NO_THROW((void)trace_of(call_with(kModulo, "  xorl %eax, %eax"), kModulo, code));
    EXPECT_THAT(refusal_with(call_with(kModulo, "  vcvttsd2si %xmm0, %eax\n  cmpl $1, %eax"),
                             kModulo, code),
                HasSubstr("call"));
  }
}

// Each lane is left as it is; all of them together decide which way.
constexpr const char* kOfLanes = "_Z8_cl_fmodDv4_fS_";
constexpr const char* kLanes = R"(
  vptest %xmm0, %xmm0
  je 1f
  vpaddd %xmm0, %xmm0, %xmm0
1: ret
)";

TEST(WalkedCall, LanesThatAreNotKnownStayOut) {
  const auto of_lane = [](unsigned lane) {
    return R"(
  subq $24, %rsp
  movq (%rdi), %rax
  movq (%rax), %rax
  movl $21, (%rsp)
  movl $21, 4(%rsp)
  movl $21, 12(%rsp)
  movl (%rax), %eax
  movl %eax, 8(%rsp)         # of which nobody knows
  vmovups (%rsp), %xmm0
  call )" + std::string(kOfLanes) +
           "\n  vpextrd $" + std::to_string(lane) + R"(, %xmm0, %eax
  addq $24, %rsp
  cmpl $42, %eax
  je 1f
  ud2
1: ret
)";
  };
  EXPECT_NO_THROW((void)trace_of(of_lane(0), kOfLanes, kLanes));
  EXPECT_NO_THROW((void)trace_of(of_lane(3), kOfLanes, kLanes));
  EXPECT_THAT(refusal_with(of_lane(2), kOfLanes, kLanes), HasSubstr("call"));
}

// The exponent that PoCL's frexp leaves behind a pointer of the kernel's, and an integer's result.
TEST(WalkedCall, LeavesWhatTheFunctionStores) {
  const std::string symbol = "_Z11_cl_whateverdPU9CLprivatei";
  EXPECT_NO_THROW((void)trace_of(R"(
  subq $24, %rsp
  movl $0, 8(%rsp)
  vpxor %xmm0, %xmm0, %xmm0
  leaq 8(%rsp), %rdi
  call )" + symbol + R"(
  cmpl $42, 8(%rsp)
  je 1f
  ud2
1: addq $24, %rsp
  ret
)",
                                 symbol, "  movl $42, (%rdi)\n  ret\n"));
  EXPECT_NO_THROW((void)trace_of(call_with("_Z9_cl_ilogbd", "  cmpl $2, %eax"), "_Z9_cl_ilogbd",
                                 "  movl $2, %eax\n  ret\n"));
}

}  // namespace
}  // namespace clgauge::lens
