#include "lens/evaluate/evaluator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "lens/object/kernel_object.h"
#include "small_kernels.h"

namespace clgauge::lens {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Evaluator, CountsALoopAndNamesItsAccesses) {
  Evaluator evaluator(pocl(kLoop), "k", launch_of({buffer(0), scalar(3)}));
  EXPECT_STREQ(evaluator.runtime(), "PoCL");
  Recorded recorded;
  const GroupTrace trace = evaluator.evaluate({2, 0, 0}, &recorded);
  EXPECT_THAT(trace.block_counts, ElementsAre(1, 3, 1));
  EXPECT_THAT(trace.edge_counts, ElementsAre(1, 2, 1));
  EXPECT_EQ(trace.instructions, 7U + 3 * 6 + 1);
  EXPECT_THAT(recorded.of_buffers(), ElementsAre("load 4 @128", "store 4 @128", "load 4 @132",
                                                 "store 4 @132", "load 4 @136", "store 4 @136"));
  EXPECT_EQ(trace.accesses, recorded.accesses.size());
  // The same group again, and another one after it.
  EXPECT_EQ(evaluator.evaluate({2, 0, 0}).block_counts, trace.block_counts);
  Recorded first;
  (void)evaluator.evaluate({0, 0, 0}, &first);
  EXPECT_EQ(first.of_buffers().front(), "load 4 @0");
}

// Its edge leads to where it comes back: else nobody could go round a loop that holds it.
TEST(Evaluator, CountsTheEdgesOfCalls) {
  const auto image = assemble(R"(
  .globl _pocl_kernel_k_workgroup
  .type _pocl_kernel_k_workgroup, @function
_pocl_kernel_k_workgroup:
  movl $3, %ecx
1:
  call helper
  subl $1, %ecx
  jnz 1b
  ret
  .size _pocl_kernel_k_workgroup, .-_pocl_kernel_k_workgroup
  .type helper, @function
helper:
  incl %eax
  ret
  .size helper, .-helper
)");
  Evaluator evaluator(image, "k", launch_of({}));
  const GroupTrace trace = evaluator.evaluate({0, 0, 0});
  // The entry, the call, what comes behind it, the end; what is called.
  EXPECT_THAT(trace.block_counts, ElementsAre(1, 3, 3, 1, 3));
  EXPECT_THAT(trace.edge_counts, ElementsAre(1, 3, 2, 1));
}

TEST(Evaluator, MasksAndGathersTouchOnlyTheirActiveLanes) {
  Recorded recorded;
  Evaluator evaluator(pocl(R"(
  movq (%rdi), %rax
  movq (%rax), %rax
  movabsq $iota, %rcx
  vmovdqu (%rcx), %ymm1
  vpbroadcastd 20(%rcx), %ymm2
  vpcmpgtd %ymm1, %ymm2, %ymm3   # lanes 0 to 4
  vmaskmovps (%rax), %ymm3, %ymm0
  vpslld $1, %ymm1, %ymm4
  vmovd %edx, %xmm5
  vpblendd $0x06, %ymm2, %ymm3, %ymm3   # lanes 1 and 2 off
  vpgatherdd %ymm3, 64(%rax,%ymm4,4), %ymm6
  ret
)"),
                      "k", launch_of({buffer(0)}));
  (void)evaluator.evaluate({0, 0, 0}, &recorded);
  EXPECT_THAT(recorded.of_buffers(),
              ElementsAre("load 20 @0", "load 4 @64", "load 4 @88", "load 4 @96"));
}

TEST(Evaluator, KnowsAvx512) {
  Recorded recorded;
  Evaluator evaluator(pocl(R"(
  movq (%rdi), %rax
  movq (%rax), %rax
  movabsq $iota, %rcx
  vmovdqu32 (%rcx), %zmm1
  movl $13, %edx
  vpbroadcastd %edx, %zmm2
  vpcmpltd %zmm2, %zmm1, %k1
  kmovw %k1, %edx
  vmovups (%rax), %zmm3{%k1}{z}
  vmovups %zmm3, 64(%rax){%k1}
  vpaddd %zmm1, %zmm1, %zmm4
  vpcmpgtd 20(%rcx){1to16}, %zmm1, %k2{%k1}
  vpscatterdd %zmm3, (%rax,%zmm4,8){%k2}
  kortestw %k2, %k2
  je done
  vmovss %xmm3, 4(%rax)
done:
  vmovups %ymm3, 128(%rax){%k2}
  movslq %edx, %rdx
  movb $1, (%rax,%rdx)
  ret
)"),
                      "k", launch_of({buffer(0)}));
  (void)evaluator.evaluate({0, 0, 0}, &recorded);
  // Lanes 6 to 12 are below 13 and above 5; the scatter has cleared its mask.
  EXPECT_THAT(
      recorded.of_buffers(),
      ElementsAre("load 52 @0", "store 52 @64", "store 4 @96", "store 4 @112", "store 4 @128",
                  "store 4 @144", "store 4 @160", "store 4 @176", "store 4 @192", "store 1 @8191"));
  EXPECT_THAT(recorded.covers,
              ElementsAre("load 64 @0 before 0", "store 64 @64 before 1",
                          ::testing::StartsWith("load 4 @") /* the constant to all lanes */,
                          "store 32 @128 before 9"));
}

TEST(Evaluator, TellsWhereJumpsThroughTablesWent) {
  Evaluator evaluator(pocl(R"(
  leaq table(%rip), %rdx
  movl $2, %edi
next:
  movslq (%rdx,%rdi,4), %rcx
  addq %rdx, %rcx
  jmp *%rcx
a:
  ret
b:
  xorl %edi, %edi
  jmp next
c:
  movl $1, %edi
  jmp next
  .section .rodata
table:
  .long a-table, b-table, c-table
  .text
)"),
                      "k", launch_of({}));
  std::vector<std::uint32_t> successors;
  for (const BranchOutcome& outcome : evaluator.evaluate({0, 0, 0}).branches) {
    EXPECT_TRUE(outcome.is_through_table());
    EXPECT_EQ(outcome.instruction(), 4U);
    successors.push_back(outcome.successor());
  }
  EXPECT_THAT(successors, ElementsAre(2, 1, 0));
}

TEST(Evaluator, FloatArithmeticOfKnownValuesIsExact) {
  Recorded recorded;
  Evaluator evaluator(pocl(R"(
  movq (%rdi), %rax
  movq (%rax), %rax
  movq 8(%rdi), %r9
  vcvtsi2ssl (%r9), %xmm0, %xmm0
  vsqrtss %xmm0, %xmm0, %xmm0
  vfmadd213ss %xmm0, %xmm0, %xmm0   # x*x + x
  vcvttss2si %xmm0, %ecx
  movl $0, (%rax,%rcx,4)
  ret
)"),
                      "k", launch_of({buffer(0), scalar(49)}));
  (void)evaluator.evaluate({0, 0, 0}, &recorded);
  EXPECT_THAT(recorded.of_buffers(), ElementsAre("store 4 @224"));
}

// Compilers write parts of registers that nothing has set, and ask for no more than those.
TEST(Evaluator, WhatLowBytesBecomeDoesNotDependOnHigherOnes) {
  Recorded recorded;
  Evaluator evaluator(pocl(R"(
  movq (%rdi), %rax
  movq (%rax), %rax
  movw $1, %r13w
1:
  movswl %r13w, %ecx
  movl $0, (%rax,%rcx,4)
  incl %r13d
  cmpl $3, %ecx
  jl 1b
  leal 1(%r13,%r13), %r12d
  imull %r13d, %r12d
  subl %r13d, %r12d
  negl %r12d
  addl %r13d, %r12d
  movzwl %r12w, %ecx
  xorl $0xffff, %ecx
  movl $0, (%rax,%rcx,4)   # ~(4 - (9 * 4 - 4)): 27
  cmpl $4, %ecx
  sbbl %r12d, %r12d
  movl $0, 64(%rax,%r12,4)
  movl $1, %edx
  cmpl $4, %edx
  sbbq %r14, %r14
  movl $0, 64(%rax,%r14,4)
  ret
)"),
                      "k", launch_of({buffer(0)}));
  (void)evaluator.evaluate({0, 0, 0}, &recorded);
  EXPECT_THAT(recorded.of_buffers(), ElementsAre("store 4 @4", "store 4 @8", "store 4 @12",
                                                 "store 4 @108", "store 4 @64", "store 4 @60"));
}

// A vector of private memory of which a lane was stored: a mask of what it holds goes to memory and
// back, all its lanes in one byte.
TEST(Evaluator, LanesOfPrivateMemoryThatNothingHasSetDecideNothing) {
  EvaluatedArgument buffer_with_content = buffer(0);
  buffer_with_content.content = std::string(16, '\1');
  Recorded recorded;
  Evaluator evaluator(pocl(R"(
  movq (%rdi), %rax
  movq (%rax), %rax
  movl $5, -64(%rsp)
  movl $1, %ecx
  kmovw %ecx, %k2
  vmovdqu32 -64(%rsp), %zmm0
  vptestmd %zmm0, %zmm0, %k1
  kmovw %k1, -72(%rsp)
  kmovw -72(%rsp), %k1
  kandw %k2, %k1, %k1
  kortestw %k1, %k1
  je 1f
  movl $0, 8(%rax)
1:
  ret
)"),
                      "k", launch_of({buffer_with_content}));
  for (int again = 0; again < 2; ++again) {
    recorded = {};
    (void)evaluator.evaluate({0, 0, 0}, &recorded);
    EXPECT_THAT(recorded.of_buffers(), ElementsAre("store 4 @8"));
  }
}

// A comparison of whole vectors of which the lowest lane is wanted: the others never had a value.
TEST(Evaluator, LanesThatNothingHasSetDecideNothing) {
  Recorded recorded;
  Evaluator evaluator(pocl(R"(
  movq (%rdi), %rax
  movq (%rax), %rax
  movq 8(%rdi), %r9
  vcvtsi2ssl (%r9), %xmm16, %xmm2   # lanes 1 to 3 of xmm16
  vcmpltps %xmm2, %xmm5, %k0
  kmovd %k0, %ecx
  andl $1, %ecx
  movl $0, (%rax,%rcx,4)
  ret
)"),
                      "k", launch_of({buffer(0), scalar(49)}));
  (void)evaluator.evaluate({0, 0, 0}, &recorded);
  EXPECT_THAT(recorded.of_buffers(), ElementsAre("store 4 @4"));
}

// Loops over the bits of a scalar argument, and the test for a power of two.
TEST(Evaluator, BitsOfScalarArgumentsDecideBranches) {
  Recorded recorded;
  Evaluator evaluator(pocl(R"(
  movq (%rdi), %rax
  movq (%rax), %rax
  movq 8(%rdi), %r9
  movl (%r9), %r8d         # 0x90
1:
  bsfl %r8d, %ecx          # 4, then 7
  movl $0, (%rax,%rcx,4)
  blsrl %r8d, %r8d
  jne 1b
  movl (%rax), %edx        # not known
  pdepl (%r9), %edx, %ecx  # bits 4 and 7 at most
  movzbl %ch, %ecx
  movl $0, (%rax,%rcx,4)
  ret
)"),
                      "k", launch_of({buffer(0), scalar(0x90)}));
  (void)evaluator.evaluate({0, 0, 0}, &recorded);
  EXPECT_THAT(recorded.of_buffers(),
              ElementsAre("store 4 @16", "store 4 @28", "load 4 @0", "store 4 @0"));
}

// Bits that the other mask leaves out say nothing, nor do others where one that is set decides.
TEST(Evaluator, TestsOfMasksAreKnownWhereWhatIsNotDecidesNothing) {
  const std::string of_data = R"(
  movq (%rdi), %rax
  movq (%rax), %rax
  kmovw (%rax), %k1  # not known
  movl $0xf0, %ecx
  kmovw %ecx, %k2
  kandw %k2, %k1, %k1
  movl $0x10f, %ecx
  kmovw %ecx, %k3
)";
  const auto decided_by = [&](const std::string& test) {
    Evaluator evaluator(pocl(of_data + test + "\n ud2\n1: ret\n"), "k", launch_of({buffer(0)}));
    (void)evaluator.evaluate({0, 0, 0});
  };
  EXPECT_NO_THROW(decided_by("ktestw %k1, %k3\n je 1f"));     // none in common
  EXPECT_NO_THROW(decided_by("kortestw %k1, %k3\n jne 1f"));  // some of the second
  EXPECT_NO_THROW(decided_by("kortestw %k1, %k3\n jae 1f"));  // not all
  EXPECT_NO_THROW(decided_by("ktestw %k3, %k1\n jae 1f"));    // not within the other
  for (const char* test : {"ktestw %k1, %k2", "kortestw %k1, %k1"}) {
    EXPECT_THAT(
        refusal_of(of_data + test + "\n je 1f\n nop\n1: ret\n", RefusalKind::data_dependent_branch),
        HasSubstr("loads from the buffer of kernel argument 0"));
  }
}

TEST(Evaluator, RefusesByName) {
  const std::string load = "  movq (%rdi), %rax\n  movq (%rax), %rax\n  movslq 8(%rax), %rcx\n";
  EXPECT_THAT(refusal_of(load + "  testl %ecx, %ecx\n  je 1f\n  nop\n1: ret\n",
                         RefusalKind::data_dependent_branch),
              HasSubstr("loads from the buffer of kernel argument 0"));
  EXPECT_THAT(
      refusal_of(load + "  movl (%rax,%rcx,4), %ecx\n  ret\n", RefusalKind::data_dependent_address),
      HasSubstr("(movl (%rax,%rcx,4), %ecx)"));
  EXPECT_THAT(refusal_of(load + "  shlq $56, %rcx\n  shlq $8, %rcx\n  jc 1f\n  nop\n1: ret\n",
                         RefusalKind::data_dependent_branch),
              HasSubstr("jb"));
  EXPECT_THAT(refusal_of(load + "  vmovd %ecx, %xmm0\n  vmaskmovps (%rax), %xmm0, %xmm1\n  ret\n",
                         RefusalKind::data_dependent_mask),
              HasSubstr("vmaskmovps"));
  EXPECT_THAT(refusal_of("  call puts\n  ret\n", RefusalKind::unknown_call), HasSubstr("'puts'"));
  EXPECT_THAT(refusal_of("1: jmp 1b\n", RefusalKind::step_limit), HasSubstr("100000"));
  EXPECT_THAT(refusal_of("  movl 0x7fffff00, %eax\n  ret\n", RefusalKind::outside_memory),
              HasSubstr("0x7fffff00"));
  EXPECT_THAT(refusal_of("  fldl (%rdi)\n  ret\n", RefusalKind::unknown_instruction),
              AllOf(HasSubstr("fldl"), HasSubstr("LLVM's LD_F64m")));
  // What an unknown instruction writes is unknown, and only that.
  EXPECT_THAT(
      refusal_of("  xorl %eax, %eax\n  crc32q %rdx, %rax\n  movl (%rdi,%rax), %eax\n  ret\n",
                 RefusalKind::data_dependent_address),
      AllOf(HasSubstr("crc32q"), HasSubstr("LLVM's CRC32r64r64")));
}

TEST(Evaluator, WhatABufferIsSaidToHoldIsKnown) {
  EvaluatedArgument known = buffer(0);
  known.content = std::string("\5\0\0\0\7\0\0\0", 8);  // 5, 7, 5, 7, ..
  const auto rounds_of = [&](const std::string& offset) {
    Evaluator evaluator(pocl("  movq (%rdi), %rax\n  movq (%rax), %rax\n  movl " + offset +
                             "(%rax), %ecx\n1: decl %ecx\n  jnz 1b\n  ret\n"),
                        "k", launch_of({known, scalar(5)}));
    return evaluator.evaluate({0, 0, 0}).block_counts.at(1);
  };
  EXPECT_EQ(rounds_of("8"), 5U);
  EXPECT_EQ(rounds_of("12"), 7U);
  EXPECT_EQ(rounds_of("10"), 0x70000U);          // across the end of what repeats
  EXPECT_THROW((void)rounds_of("-8"), Refusal);  // outside of it nothing is known
}

TEST(Evaluator, ReadsAgainWhatTheGroupStoredIntoABuffer) {
  EvaluatedArgument known = buffer(0);
  known.content = std::string("\5\0\0\0\7\0\0\0", 8);
  const std::string buffers = "  movq (%rdi), %rcx\n  movq (%rcx), %rax\n";
  const std::string count = "1: decl %ecx\n  jnz 1b\n  ret\n";
  const auto rounds_of = [&](const std::string& body) {
    Evaluator evaluator(pocl(buffers + body + count), "k", launch_of({known, scalar(5)}));
    (void)evaluator.evaluate({0, 0, 0});  // of which the next group sees nothing
    return evaluator.evaluate({1, 0, 0}).block_counts.at(1);
  };
  EXPECT_EQ(rounds_of("  movl 8(%rax), %ecx\n  movl $3, 8(%rax)\n"), 5U);
  EXPECT_EQ(rounds_of("  movl $3, 8(%rax)\n  movl 8(%rax), %ecx\n"), 3U);
  EXPECT_EQ(rounds_of("  movb $1, 9(%rax)\n  movl 8(%rax), %ecx\n"), 0x105U);  // in a part
  EXPECT_EQ(rounds_of("  movl $2, %edx\n  vmovd %edx, %xmm1\n  vmovups %zmm1, 4(%rax)\n"
                      "  movl 4(%rax), %ecx\n"),
            2U);
  // What is stored without being known is not known afterwards.
  EXPECT_THROW((void)rounds_of("  movl -8(%rax), %edx\n  movl %edx, 8(%rax)\n"
                               "  movl 8(%rax), %ecx\n"),
               Refusal);
}

TEST(Evaluator, MasksOfConstantsMayDependOnData) {
  const std::string compare = R"(
  movq (%rdi), %rax
  movq (%rax), %rax
  vmovups (%rax), %zmm1
  vpxord %zmm0, %zmm0, %zmm0
  vcmpltps %zmm0, %zmm1, %k1
)";
  Recorded recorded;
  Evaluator evaluator(pocl(compare + "  vmovups iota(%rip), %zmm1{%k1}\n  ret\n"), "k",
                      launch_of({buffer(0)}));
  (void)evaluator.evaluate({0, 0, 0}, &recorded);
  EXPECT_EQ(std::count_if(recorded.accesses.begin(), recorded.accesses.end(),
                          [](const MemoryAccess& access) {
                            return access.region == MemoryRegion::image && access.bytes == 64;
                          }),
            1);
  EXPECT_THAT(refusal_of(compare + "  vmovups 64(%rax), %zmm1{%k1}\n  ret\n",
                         RefusalKind::data_dependent_mask),
              HasSubstr("loads from the buffer"));
}

TEST(Evaluator, ForgetsOneGroupBeforeTheNext) {
  // Reads the stack below what it wrote in the group before: unknown each time.
  Evaluator evaluator(pocl(R"(
  movl -64(%rsp), %eax
  movl $1, -64(%rsp)
  testl %eax, %eax
  je 1f
1: ret
)"),
                      "k", launch_of({}));
  EXPECT_THROW((void)evaluator.evaluate({0, 0, 0}), Refusal);
  EXPECT_THROW((void)evaluator.evaluate({0, 0, 0}), Refusal);
}

TEST(Evaluator, NamesWhatItCannotStart) {
  EXPECT_THROW(Evaluator(pocl("  ret\n"), "other", launch_of({})), Error);
  EvaluatedLaunch launch = launch_of({});
  launch.local[0] = 15;
  EXPECT_THROW(Evaluator(pocl("  ret\n"), "k", launch), Error);
  EvaluatedArgument low = buffer(0);
  low.address = 4096;
  EXPECT_THROW(Evaluator(pocl("  ret\n"), "k", launch_of({low})), Error);
}

// Loads differ: vectors may take in what lies between strided elements.
std::set<std::uint64_t> bytes_stored(const std::string& options) {
  const auto image = std::make_shared<const ObjectImage>(
      load_image(x86_64_elf(built_bytes(kLoops, "c", options + " -O3 -ffast-math -c"))));
  Evaluator evaluator(image, "k", launch_of({buffer(0), buffer(1), scalar(203)}));
  Recorded recorded;
  (void)evaluator.evaluate({2, 0, 0}, &recorded);
  std::set<std::uint64_t> stored;
  for (const MemoryAccess& access : recorded.accesses) {
    for (unsigned i = 0; access.is_store && i < access.bytes; ++i) {
      if (access.region == MemoryRegion::buffer) {
        stored.insert(access.address + i);
      }
    }
  }
  return stored;
}

TEST(Evaluator, OneSourceStoresTheSameBytesOnEveryProcessor) {
  const auto plain = bytes_stored("-march=x86-64 -fno-tree-vectorize");
  EXPECT_GT(plain.size(), 5000U);
  for (const char* processor : {"x86-64", "x86-64-v3", "x86-64-v4 -mprefer-vector-width=512",
                                "x86-64-v4 -mprefer-vector-width=256", "znver3"}) {
    EXPECT_EQ(bytes_stored(std::string("-march=") + processor), plain) << processor;
  }
}

}  // namespace
}  // namespace clgauge::lens
