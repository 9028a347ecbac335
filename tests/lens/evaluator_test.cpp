#include "lens/evaluate/evaluator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <set>

#include "assembled.h"
#include "base/error.h"
#include "lens/evaluate/runtime_calls.h"
#include "lens/object/kernel_object.h"
#include "tests/fuzz/program_binary.h"

namespace clgauge::lens {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A work-group function by PoCL's convention: arguments in rdi, context in rsi, group in rdx, rcx,
// r8.
std::string pocl_text(const std::string& body) {
  return "  .globl _pocl_kernel_k_workgroup\n  .type _pocl_kernel_k_workgroup, @function\n"
         "_pocl_kernel_k_workgroup:\n" +
         body +
         "\n  .size _pocl_kernel_k_workgroup, .-_pocl_kernel_k_workgroup\n"
         "  .section .rodata\n  .align 64\n"
         "iota: .long 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n";
}

std::shared_ptr<const ObjectImage> pocl(const std::string& body) {
  return assemble(pocl_text(body));
}

EvaluatedArgument buffer(unsigned index) {
  EvaluatedArgument argument;
  argument.kind = EvaluatedArgument::Kind::buffer;
  argument.address = buffer_address(index);
  argument.size_bytes = 1 << 20;
  return argument;
}

EvaluatedArgument scalar(std::int32_t value) {
  EvaluatedArgument argument;
  argument.value.resize(4);
  std::memcpy(argument.value.data(), &value, 4);
  return argument;
}

EvaluatedLaunch launch_of(std::vector<EvaluatedArgument> arguments) {
  EvaluatedLaunch launch;
  launch.global = {64, 1, 1};
  launch.local = {16, 1, 1};
  launch.arguments = std::move(arguments);
  return launch;
}

class Recorded : public AccessSink {
 public:
  void consume(std::span<const MemoryAccess> some) override {
    accesses.insert(accesses.end(), some.begin(), some.end());
  }
  void cover(std::uint64_t address, unsigned bytes, bool is_store) override {
    covers.push_back((is_store ? "store " : "load ") + std::to_string(bytes) + " @" +
                     std::to_string(address - buffer_address(0)) + " before " +
                     std::to_string(of_buffers().size()));
  }
  // "load 4 @0x20", of buffers only, relative to the first buffer.
  [[nodiscard]] std::vector<std::string> of_buffers() const {
    std::vector<std::string> lines;
    for (const MemoryAccess& access : accesses) {
      if (access.region == MemoryRegion::buffer) {
        lines.push_back((access.is_store ? "store " : "load ") + std::to_string(access.bytes) +
                        " @" + std::to_string(access.address - buffer_address(0)));
      }
    }
    return lines;
  }
  std::vector<MemoryAccess> accesses;
  std::vector<std::string> covers;  // and before which of of_buffers()
};

std::string refusal_of(const std::string& body, RefusalKind why) {
  Evaluator evaluator(pocl(body), "k", launch_of({buffer(0), scalar(5)}),
                      {.most_instructions = 100'000});
  try {
    (void)evaluator.evaluate({0, 0, 0});
  } catch (const Refusal& refusal) {
    EXPECT_EQ(refusal.why(), why) << refusal.what();
    EXPECT_EQ(refusal.kind(), ErrorKind::unsupported);
    return refusal.what();
  }
  ADD_FAILURE() << "not refused";
  return {};
}

constexpr const char* kLoop = R"(
  movq (%rdi), %rax
  movq (%rax), %rax      # the buffer
  movq 8(%rdi), %r9
  movl (%r9), %r9d       # n
  shlq $4, %rdx          # first work-item of the group
  leaq (%rax,%rdx,4), %rax
  xorl %ecx, %ecx
again:
  vmovss (%rax,%rcx,4), %xmm0
  vaddss %xmm0, %xmm0, %xmm0
  vmovss %xmm0, (%rax,%rcx,4)
  incl %ecx
  cmpl %r9d, %ecx
  jl again
  ret
)";

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
  EXPECT_THAT(recorded.covers, ElementsAre("load 64 @0 before 0", "store 64 @64 before 1",
                                           "store 32 @128 before 9"));
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

// A kernel that prints what never happens.
TEST(Evaluator, CallsThatAreNotReachedAreNoReasonToRefuse) {
  Evaluator evaluator(pocl(R"(
  movq 8(%rdi), %r9
  cmpl $0, (%r9)
  jns 1f
  call __opencl_printf
1:
  ret
)"),
                      "k", launch_of({buffer(0), scalar(5)}));
  EXPECT_NO_THROW((void)evaluator.evaluate({0, 0, 0}));
}

TEST(Evaluator, RuntimeFunctionsAreCountedAndLeaveNothingKnown) {
  Evaluator evaluator(pocl(R"(
  pushq %rbx
  movl $3, %ebx
again:
  call expf
  decl %ebx                 # which the callee must keep
  jne again
  popq %rbx
  ret
)"),
                      "k", launch_of({}));
  const GroupTrace trace = evaluator.evaluate({0, 0, 0});
  EXPECT_THAT(trace.runtime_calls, ElementsAre(std::pair("expf", 3)));
  EXPECT_THAT(refusal_of("  movl $1, %ecx\n  call expf\n  testl %ecx, %ecx\n  je 1f\n1: ret\n",
                         RefusalKind::data_dependent_branch),
              HasSubstr("call"));
}

TEST(Evaluator, RuntimeFunctionsThatWriteThroughPointersLeaveTheReturnAddress) {
  Evaluator evaluator(pocl("  subq $24, %rsp\n  leaq 8(%rsp), %rdi\n  movq %rdi, %rsi\n"
                           "  call sincosf\n  addq $24, %rsp\n  ret\n"),
                      "k", launch_of({}));
  EXPECT_THAT(evaluator.evaluate({0, 0, 0}).runtime_calls, ElementsAre(std::pair("sincosf", 1)));
  EXPECT_THAT(refusal_of("  subq $24, %rsp\n  movl $1, 8(%rsp)\n"
                         "  leaq 8(%rsp), %rdi\n  call sincosf\n  movl 8(%rsp), %ecx\n"
                         "  addq $24, %rsp\n  testl %ecx, %ecx\n  je 1f\n1: ret\n",
                         RefusalKind::data_dependent_branch),
              HasSubstr("movl 0x8(%rsp)"));
}

TEST(Evaluator, IntelsMathematicsKeepsWhatItsConventionSays) {
  const std::string body = R"(
  movq (%rdi), %rax
  movq (%rax), %rsi
  vpxord %zmm16, %zmm16, %zmm16
  kxnorw %k4, %k4, %k4
  call __ocl_svml_z0_expf16
  vscatterdps %zmm0, (%rsi,%zmm16,4){%k4}
  ret
)";
  Recorded recorded;
  Evaluator evaluator(pocl(body), "k", launch_of({buffer(0)}));
  (void)evaluator.evaluate({0, 0, 0}, &recorded);
  EXPECT_EQ(recorded.of_buffers(), std::vector<std::string>(16, "store 4 @0"));
  std::string avx2 = body;
  avx2.replace(avx2.find("z0_expf16"), 9, "l9_expf8");
  EXPECT_THAT(refusal_of(avx2, RefusalKind::data_dependent_mask), HasSubstr("call"));
}

TEST(Evaluator, ResultsBehindPointersSpoilNoMoreThanTheirBytes) {
  for (const char* function : {"sincosf", "__ocl_svml_z0_sincosf1", "_Z8_cl_modffPf"}) {
    Evaluator evaluator(pocl(std::string(R"(
  subq $8, %rsp
  movq %rsp, %rdi       # right below the return address
  movq %rsp, %rsi
  call )") + function + R"(
  addq $8, %rsp
  ret
)"),
                        "k", launch_of({}));
    EXPECT_NO_THROW((void)evaluator.evaluate({0, 0, 0})) << function;
  }
  EXPECT_THAT(refusal_of(R"(
  subq $72, %rsp
  movl $1, 60(%rsp)
  movq %rsp, %rdi
  call __ocl_svml_z0_sincosf16
  movl 60(%rsp), %eax
  addq $72, %rsp
  testl %eax, %eax
  je 1f
1: ret
)",
                         RefusalKind::data_dependent_branch),
              HasSubstr("private memory"));
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

TEST(Evaluator, DividesVectorsAsIntelsMathematicsDoes) {
  Recorded recorded;
  Evaluator evaluator(pocl(R"(
  movq (%rdi), %rax
  movq (%rax), %rbx
  movabsq $iota, %rcx
  vmovdqu 32(%rcx), %ymm0             # 8 to 15
  vpbroadcastd 12(%rcx), %ymm1        # 3
  call __ocl_svml_l9_irem8
  vmovd %xmm0, %ecx                   # 8 % 3
  movb $0, (%rbx,%rcx)
  vpextrd $3, %xmm0, %ecx             # 11 % 3
  movb $0, (%rbx,%rcx)
  ret
)"),
                      "k", launch_of({buffer(0)}));
  (void)evaluator.evaluate({0, 0, 0}, &recorded);
  EXPECT_THAT(recorded.of_buffers(), ElementsAre("store 1 @2", "store 1 @2"));
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

// Bytes of the kernel's own code, a few at a time.
void survive_damage(const std::shared_ptr<const ObjectImage>& image, int rounds,
                    const EvaluatedLaunch& launch) {
  std::mt19937_64 random(11);
  for (int round = 0; round < rounds; ++round) {
    auto damaged = std::make_shared<ObjectImage>(*image);
    const auto& function = *damaged->function_named("_pocl_kernel_k_workgroup");
    for (int i = 0; i < 2; ++i) {
      damaged->bytes[function.address - damaged->base_address + random() % function.size_bytes] =
          static_cast<char>(random() & 0xFF);
    }
    try {
      Evaluator evaluator(damaged, "k", launch,
                          {.most_instructions = 10'000, .stack_bytes = 1 << 16});
      (void)evaluator.evaluate({1, 0, 0});
    } catch (const Error&) {
      continue;
    }
  }
}

TEST(Evaluator, SurvivesMutatedCode) {
  survive_damage(pocl(kLoop), 400, launch_of({buffer(0), scalar(3)}));
}

TEST(Evaluator, SurvivesMutatedObjects) {
  const std::string calls =
      "  movabsq $iota, %rax\n  call helper@PLT\n  call expf@PLT\n  ret\n"
      "helper:\n  movq 16(%rdi), %rdx\n  jmp memset@PLT\n";
  std::mt19937_64 random(13);
  for (const std::string& whole :
       {assembled_bytes(pocl_text(kLoop)), assembled_bytes(pocl_text(calls)),
        assembled_bytes(pocl_text(kLoop), true)}) {
    for (int round = 0; round < 300; ++round) {
      std::string damaged = whole;
      if (round % 10 == 0) {
        damaged.resize(random() % damaged.size());
      }
      for (int i = 0; i < 8 && !damaged.empty(); ++i) {
        damaged[random() % damaged.size()] = static_cast<char>(random() & 0xFF);
      }
      fuzz::program_binary(damaged);
    }
  }
}

// Loops that compilers vectorise in every way they have: with remainders, strides, gathers,
// scatters, masks from conditions on the index, wrapped and reversed indices, changes of type.
constexpr const char* kLoops = R"(
void _pocl_kernel_k_workgroup(void** arguments, void* context, unsigned long x) {
  float* restrict a = *(float**)arguments[0];
  double* restrict b = *(double**)arguments[1];
  const int n = *(int*)arguments[2];
  for (int i = 0; i < n; ++i) a[i] = a[i] * 2 + (float)i;
  for (int i = 0; i < n; ++i) b[i] += a[3 * i + 1];
  for (int i = 0; i < n; ++i) if (i % 3 == 1) a[i + n] = (float)b[i];
  for (int i = 0; i < n; ++i) b[5 * i] = a[n - i];
  for (int i = 0; i < n; ++i) a[(i * 7) & 63] += (float)b[i];
  for (int i = 0; i < n; ++i) if ((i ^ (int)x) & 4) b[i * 2] = b[i * 2 + 1];
  for (int i = 0; i < n; ++i) a[(int)(i * 0.75f) + 4096] = 1;
  for (int i = 0; i < n; ++i) a[8192 + (i * i >> 3)] = a[i / 3];
}
)";

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

TEST(Evaluator, SurvivesMutatedAvx512) {
  const std::string bytes =
      built_bytes(kLoops, "c", "-march=x86-64-v4 -mprefer-vector-width=512 -O3 -ffast-math -c");
  survive_damage(std::make_shared<const ObjectImage>(load_image(x86_64_elf(bytes))), 600,
                 launch_of({buffer(0), buffer(1), scalar(37)}));
  std::mt19937_64 random(17);
  for (int round = 0; round < 200; ++round) {
    std::string damaged = bytes;
    for (int i = 0; i < 16; ++i) {
      damaged[random() % damaged.size()] = static_cast<char>(random() & 0xFF);
    }
    fuzz::program_binary(damaged);
  }
}

TEST(Evaluator, RefusesBlocksOfMemoryWithoutEnd) {
  EXPECT_THAT(refusal_of("  movq (%rdi), %rdi\n  movq (%rdi), %rdi\n  movq $-1, %rdx\n"
                         "  call memset\n  ret\n",
                         RefusalKind::step_limit),
              HasSubstr("18446744073709551615 bytes"));
}

// A call of memset is one instruction, a group of few instructions may move much.
TEST(Evaluator, RefusesMoreAccessesThanItMayKeep) {
  const auto refused = [](const std::string& body, std::uint64_t most, AccessSink* sink) {
    Evaluator evaluator(pocl("  movq (%rdi), %rbx\n  movq (%rbx), %rbx\n" + body), "k",
                        launch_of({buffer(0)}), {.most_accesses = most});
    for (int time = 0; time < 2; ++time) {  // each group begins anew
      try {
        (void)evaluator.evaluate({0, 0, 0}, sink);
      } catch (const Refusal& refusal) {
        EXPECT_EQ(refusal.why(), RefusalKind::step_limit) << refusal.what();
        EXPECT_THAT(refusal.what(), HasSubstr("more than " + std::to_string(most) + " accesses"));
        return true;
      }
    }
    return false;
  };
  const std::string sets = R"(
  movl $1000, %ebp
1: movq %rbx, %rdi
  movl $3200, %edx          # 100 stores
  call memset
  decl %ebp
  jne 1b
  ret
)";
  const std::string stores =
      "  movl $100000, %ebp\n1: movl $1, (%rbx)\n  decl %ebp\n  jne 1b\n  ret\n";
  const std::string covers =
      "  vpxor %xmm0, %xmm0, %xmm0\n  kxorw %k1, %k1, %k1\n  movl $100000, %ebp\n"
      "1: vmovups %zmm0, (%rbx){%k1}\n  decl %ebp\n  jne 1b\n  ret\n";
  class Forgetful : public AccessSink {
    void consume(std::span<const MemoryAccess> /*accesses*/) override {}
  } sink;
  EXPECT_TRUE(refused(sets, 90'000, nullptr));
  EXPECT_FALSE(refused(sets, 110'000, nullptr));
  EXPECT_TRUE(refused(sets, 90'000, &sink));
  constexpr std::uint64_t kOthers = 3;  // loads: of the buffer's address, of the return address
  EXPECT_TRUE(refused(stores, 100'000 + kOthers - 1, &sink));
  EXPECT_FALSE(refused(stores, 100'000 + kOthers, &sink));
  EXPECT_TRUE(refused(covers, 100'000 + kOthers - 1, &sink));
  EXPECT_FALSE(refused(covers, 100'000 + kOthers, &sink));
}

TEST(RuntimeFunction, ItsNameSaysWhatItComputes) {
  for (const char* floats :
       {"sinf", "_Z7_cl_sinDv4_f", "_Z9_cl_atan2ff", "Sleef_powf_u10", "Sleef_sinf4_u10",
        "__ocl_svml_z0_sincosf16_native", "__ocl_svml_l9_erff8", "__ocl_svml_z0_lgamma_rf16",
        "_Z20__pocl_argReductionSPU9CLprivatefS0_f"}) {
    EXPECT_TRUE(computes_floats(floats)) << floats;
  }
  for (const char* doubles :
       {"sin", "erf", "modf", "_Z7_cl_sind", "_Z8_cl_powrDv2_dS_", "Sleef_sind4_u10",
        "Sleef_log_u10", "__ocl_svml_z0_sin8", "__ocl_svml_z0_erf8"}) {
    EXPECT_FALSE(computes_floats(doubles)) << doubles;
  }
  EXPECT_TRUE(writes_through_pointers("__ocl_svml_z0_sincosf16"));
  EXPECT_FALSE(writes_through_pointers("_Z7_cl_sinDv4_f"));
}

}  // namespace
}  // namespace clgauge::lens
