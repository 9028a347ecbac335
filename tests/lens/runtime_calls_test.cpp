// Functions that kernels call of their runtime.
#include "lens/evaluate/runtime_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <string>

#include "lens/evaluate/argument_reduction.h"
#include "lens/evaluate/conversion_calls.h"
#include "small_kernels.h"

namespace clgauge::lens {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

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

// The upper lanes of a scalar come from a register that a callee has spoilt, as compilers choose
// any.
TEST(Evaluator, WhatACalleeSpoilsLendsLanesThatDecideNothing) {
  const auto branch_on_lowest_of = [](const std::string& reg) {
    return "  call hypotf\n  movl $5, %ecx\n  vcvtsi2ss %ecx, %" + reg + ", %xmm5\n" +
           "  vxorps %xmm6, %xmm6, %xmm6\n  vcmpltps %xmm5, %xmm6, %k1\n  kmovd %k1, %eax\n" +
           "  testb $1, %al\n  je 1f\n1: ret\n";
  };
  Evaluator evaluator(pocl(branch_on_lowest_of("xmm11")), "k", launch_of({}));
  EXPECT_NO_THROW((void)evaluator.evaluate({0, 0, 0}));
  // What it may return of an argument that is not known is not known.
  EXPECT_THAT(refusal_of("  call expf\n  vmovd %ecx, %xmm0\n" + branch_on_lowest_of("xmm0"),
                         RefusalKind::data_dependent_branch),
              HasSubstr("call"));
}

// Masks of whole registers have bits of lanes above a result, beside the one that counts.
TEST(Evaluator, LanesAboveAKnownResultDecideNothing) {
  for (const std::string call : {"vcvtss2sd %xmm0, %xmm0, %xmm0\n  call exp\n", "call expf\n"}) {
    const std::string compare = call.ends_with("expf\n") ? "vcmpltps" : "vcmpltpd";
    Evaluator evaluator(pocl("  movl $0x3f800000, %eax\n  vmovd %eax, %xmm0\n  " + call +
                             "  vxorps %xmm6, %xmm6, %xmm6\n  " + compare +
                             " %xmm0, %xmm6, %k1\n  kmovd %k1, %eax\n  testb $1, %al\n"
                             "  jne 1f\n  ud2\n1: ret\n"),
                        "k", launch_of({}));
    EXPECT_NO_THROW((void)evaluator.evaluate({0, 0, 0})) << call;
  }
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

// What a sine makes of its angle decides branches: so what PoCL's ask a function for is known.
// The results, 4 bytes each, leave what lies beside them.
std::string text_of_reduction(const std::string& angle, const std::string& decides) {
  return R"(
  subq $24, %rsp
  movl $7, (%rsp)
  movl $7, 12(%rsp)
  movl $)" +
         angle + R"(, %eax
  vmovd %eax, %xmm0
  leaq 4(%rsp), %rdi
  leaq 8(%rsp), %rsi
  call _Z20__pocl_argReductionSPU9CLprivatefS0_f
)" + decides +
         R"(
  je 1f
  jmp 2f
1: movl (%rsp), %eax
  addl 12(%rsp), %eax
  addq $24, %rsp
  cmpl $14, %eax
  je 3f
2: ud2
3: ret
)";
}

TEST(Evaluator, AnglesThatPoclReducesAreKnown) {
  constexpr const char* kTwo = "0x40000000";  // 2.0 is 2.0 - pi / 2 in the first quadrant
  for (const char* decides : {"  cmpl $1, %eax", "  cmpl $0x3edbc095, 4(%rsp)"}) {
    Evaluator evaluator(pocl(text_of_reduction(kTwo, decides)), "k", launch_of({}));
    EXPECT_NO_THROW((void)evaluator.evaluate({0, 0, 0})) << decides;
  }
  // Infinity has no quadrant.
  EXPECT_THAT(refusal_of(text_of_reduction("0x7f800000", "  cmpl $1, %eax"),
                         RefusalKind::data_dependent_branch),
              HasSubstr("call"));
}

TEST(ReducedAngle, IsTheAngleLessItsQuarters) {
  std::mt19937 random(31);  // NOLINT(cert-msc51-cpp): the same angles in every run
  std::uniform_real_distribution<float> angles(-8e6F, 8e6F);
  for (int i = 0; i < 1000; ++i) {
    const float angle = i < 500 ? angles(random) : angles(random) * 1e-6F;
    const auto is = reduced(angle);
    ASSERT_TRUE(is);
    ASSERT_LT(is->quadrant, 4U);
    ASSERT_LE(std::abs(is->rest), 0.7854F);
    const double rest = static_cast<double>(is->rest) + static_cast<double>(is->rest_below);
    const double quarters = is->quadrant * (std::numbers::pi / 2);
    EXPECT_NEAR(std::sin(quarters + rest), std::sin(static_cast<double>(angle)), 1e-8) << angle;
    EXPECT_NEAR(std::cos(quarters + rest), std::cos(static_cast<double>(angle)), 1e-8) << angle;
  }
  EXPECT_FALSE(reduced(std::numeric_limits<float>::quiet_NaN()));
  EXPECT_FALSE(reduced(std::numeric_limits<float>::infinity()));
  EXPECT_FALSE(reduced(1e7F));
}

// What comes of `call`, whose arguments are 4 bytes each, from 2.0 and 3 on in every lane.
std::string text_of_call(const std::string& symbol, const std::string& decides) {
  return R"(
  subq $136, %rsp
  movl $0x40000000, %eax
  vpbroadcastd %eax, %zmm0
  movl $3, %eax
  vpbroadcastd %eax, %zmm1
  leaq (%rsp), %rdi
  call )" +
         symbol + "\n" + decides + R"(
  je 1f
  ud2
1: addq $136, %rsp
  ret
)";
}

TEST(Evaluator, WhatMathematicsMakesOfKnownArgumentsIsKnown) {
  constexpr const char* kFirst = "  vmovd %xmm0, %eax\n  cmpl $";
  const auto first_is = [&](const std::string& bits) { return kFirst + bits + ", %eax"; };
  const std::pair<const char*, std::string> kResults[] = {
      {"__ocl_svml_z0_exp2f16", first_is("0x40800000")},
      {"exp2f", first_is("0x40800000")},
      {"__ocl_svml_z0_pownf16", first_is("0x41000000")},
      // The whole part is stored.
      {"__ocl_svml_z0_modff16", "  cmpl $0x40000000, 60(%rsp)"},
      {"__ocl_svml_z0_cvtfptoi32rtznosatf16", first_is("2")},
      // Exponents and quotients are integers of four bytes, whatever they lie beside.
      {"__ocl_svml_z0_frexpf16", first_is("0x3f000000")},
      {"__ocl_svml_z0_frexpf16", "  cmpl $2, 60(%rsp)"},
      {"__ocl_svml_z0_frexp8", "  cmpl $2, 28(%rsp)"},
      {"__ocl_svml_z0_lgammarf8", "  cmpl $1, 28(%rsp)"},
      {"__ocl_svml_z0_ilogbf16", first_is("1")},
      {"__ocl_svml_z0_ilogbf1", "  cmpl $1, %eax"},
      // By a denormal number.
      {"__ocl_svml_z0_nextafterf8", first_is("0x3fffffff")},
      {"__ocl_svml_z0_remquof8", "  cmpl $0, (%rsp)"},
      // A single integer is in a general register.
      {"__ocl_svml_z0_cvtfptoi32rtznosatf1", "  cmpl $2, %eax"},
      // Eight integers of 64 bits, a bit more than 2^62.
      {"__ocl_svml_z0_cvtu64tofprtef8", first_is("0x5e800000")},
  };
  for (const auto& [symbol, decides] : kResults) {
    Evaluator evaluator(pocl(text_of_call(symbol, decides)), "k", launch_of({}));
    EXPECT_NO_THROW((void)evaluator.evaluate({0, 0, 0})) << symbol;
  }
  // One integer comes in a general register: (float)get_num_groups(0).
  Evaluator of_one(pocl(R"(
  subq $8, %rsp
  movl $3, %edi
  call __ocl_svml_z0_cvtu64tofprtef1
  vmovd %xmm0, %eax
  cmpl $0x40400000, %eax
  je 1f
  ud2
1: addq $8, %rsp
  ret
)"),
                   "k", launch_of({}));
  EXPECT_NO_THROW((void)of_one.evaluate({0, 0, 0}));
  // Beyond its lanes a vector is unknown.
  EXPECT_THAT(refusal_of(text_of_call("__ocl_svml_z0_exp2f4",
                                      "  vextracti32x4 $1, %zmm0, %xmm0\n  vmovd %xmm0, %eax\n"
                                      "  testl %eax, %eax"),
                         RefusalKind::data_dependent_branch),
              HasSubstr("call"));
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
  movq (%rdi), %rax
  movq (%rax), %rax
  vmovups (%rax), %zmm0
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

// What lies in a register that is no argument is the caller's.
TEST(Evaluator, ResultsBehindPointersSpoilNothingThatOtherRegistersLeadTo) {
  for (const char* function : {"__ocl_svml_z0_sincosf16", "modff"}) {
    Evaluator evaluator(pocl(std::string(R"(
  subq $136, %rsp
  movl $1, 64(%rsp)
  movq (%rdi), %rax
  movq (%rax), %rax
  vmovups (%rax), %zmm0
  movq %rsp, %rdi
  leaq 64(%rsp), %rsi
  movq %rsi, %rcx
  call )") + function + R"(
  movl 64(%rsp), %eax
  addq $136, %rsp
  testl %eax, %eax
  jne 1f
  ud2
1: ret
)"),
                        "k", launch_of({buffer(0)}));
    EXPECT_NO_THROW((void)evaluator.evaluate({0, 0, 0})) << function;
  }
}

// Sixteen doubles take two registers, and what lies behind the pointer two registers' bytes.
TEST(Evaluator, ResultsBehindPointersAreKnownBeyondOneRegister) {
  Evaluator evaluator(pocl(R"(
  subq $136, %rsp
  vpxor %xmm0, %xmm0, %xmm0
  vmovapd %zmm0, %zmm1
  movq %rsp, %rdi
  call __ocl_svml_z0_sincos16
  vcvttsd2si 120(%rsp), %eax          # the last cosine
  addq $136, %rsp
  cmpl $1, %eax
  je 1f
  ud2
1: ret
)"),
                      "k", launch_of({}));
  EXPECT_NO_THROW((void)evaluator.evaluate({0, 0, 0}));
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

// Lanes that nobody uses go on behind a copy: their comparison is a mask that is known.
TEST(Evaluator, VectorsBehindCopiesOfMemoryAreKnown) {
  Evaluator evaluator(pocl(R"(
  subq $72, %rsp
  vpxord %zmm15, %zmm15, %zmm15
  leaq 32(%rsp), %rdi
  movq %rsp, %rsi
  movl $32, %edx
  call memcpy
  vptestmd %zmm15, %zmm15, %k1
  kortestw %k1, %k1
  je 1f
  ud2
1: addq $72, %rsp
  ret
)"),
                      "k", launch_of({}));
  EXPECT_NO_THROW((void)evaluator.evaluate({0, 0, 0}));
}

// An index below 0 into the first buffer.
TEST(Evaluator, WhatLiesBeforeTheFirstBufferCountsAsItsOwn) {
  Recorded recorded;
  Evaluator evaluator(
      pocl("  movq (%rdi), %rax\n  movq (%rax), %rax\n  movl -64(%rax), %ecx\n  ret\n"), "k",
      launch_of({buffer(0)}));
  EXPECT_NO_THROW((void)evaluator.evaluate({0, 0, 0}, &recorded));
  EXPECT_EQ(recorded.of_buffers().size(), 1U);
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
