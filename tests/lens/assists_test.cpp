// Assists that denormal numbers take: one an instruction, of lanes that are active and known.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "lens/evaluate/evaluator.h"
#include "lens/launch/denormal_work.h"
#include "small_kernels.h"

namespace clgauge::lens {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

constexpr float kDenormal = 1e-40F;
constexpr float kSmall = 1e-25F;

EvaluatedArgument floats(const std::vector<float>& values) {
  EvaluatedArgument argument = buffer(0);
  argument.content.resize(values.size() * sizeof(float));
  std::memcpy(argument.content.data(), values.data(), argument.content.size());
  return argument;
}

// What an instruction of `body` does: zmm0 holds the buffer's first sixteen floats, zmm1
// the next ones, zmm2 ones, zmm3 zeros, k1 all lanes but the first.
DenormalCounts counts_of(const std::string& body, const std::vector<float>& first,
                         const std::vector<float>& second = std::vector<float>(16, 1.0F),
                         bool flushes = false) {
  std::vector<float> all = first;
  all.resize(16, 1.0F);
  all.insert(all.end(), second.begin(), second.end());
  all.resize(32, 1.0F);
  EvaluatedLaunch launch = launch_of({floats(all)});
  launch.flushes_denormals = flushes;
  Evaluator evaluator(pocl("  movq (%rdi), %rax\n  movq (%rax), %rax\n  vmovups (%rax), %zmm0\n"
                           "  vmovups 64(%rax), %zmm1\n  movl $0x3f800000, %ecx\n"
                           "  vpbroadcastd %ecx, %zmm2\n  vpxord %zmm3, %zmm3, %zmm3\n"
                           "  movl $0xfffe, %ecx\n  kmovw %ecx, %k1\n" +
                           body + "\n  ret\n"),
                      "k", launch);
  return evaluator.evaluate({0, 0, 0}).denormals;
}

// Of each instruction that takes any, in order.
std::vector<double> values_of(const std::map<std::uint32_t, double>& counts) {
  std::vector<double> values;
  for (const auto& [instruction, count] : counts) {
    values.push_back(count);
  }
  return values;
}
std::vector<double> assists_of(const std::string& body, const std::vector<float>& first,
                               const std::vector<float>& second = std::vector<float>(16, 1.0F),
                               bool flushes = false) {
  return values_of(counts_of(body, first, second, flushes).assists);
}
std::vector<double> stalls_of(const std::string& body, const std::vector<float>& first,
                              const std::vector<float>& second = std::vector<float>(16, 1.0F),
                              bool flushes = false) {
  return values_of(counts_of(body, first, second, flushes).stalls);
}

TEST(Assists, ProductsTakeOneForDenormalOperandsAndResults) {
  EXPECT_THAT(assists_of("vmulps %zmm0, %zmm2, %zmm4", {1, kDenormal}), ElementsAre(1));
  EXPECT_THAT(assists_of("vmulps %zmm0, %zmm2, %zmm4", std::vector<float>(16, kDenormal)),
              ElementsAre(1));
  EXPECT_THAT(assists_of("vmulps %ymm0, %ymm1, %ymm4", {kSmall}, {1e-15F}), ElementsAre(1));
  EXPECT_THAT(assists_of("vmulps %ymm0, %ymm1, %ymm4", {kSmall}, {kSmall}), IsEmpty());  // zero
  EXPECT_THAT(assists_of("vmulps %zmm0, %zmm3, %zmm4", {kDenormal}), IsEmpty());
  EXPECT_THAT(assists_of("vmulss %xmm0, %xmm2, %xmm4", {1, kDenormal}), IsEmpty());
  EXPECT_THAT(assists_of("vmulss %xmm0, %xmm2, %xmm4", {kDenormal}), ElementsAre(1));
  EXPECT_THAT(assists_of("vmulps %zmm0, %zmm2, %zmm4 {%k1}", {kDenormal}), IsEmpty());
  EXPECT_THAT(assists_of("vmulps %zmm0, %zmm2, %zmm4 {%k1}", {1, kDenormal}), ElementsAre(1));
  EXPECT_THAT(assists_of("vmulps %zmm0, %zmm2, %zmm4", {kDenormal}, {1}, true), IsEmpty());
}

// Rounded to zero: 2^-159 took one natively, 2^-160 none; of fused products where nothing is added.
TEST(Assists, WhatUnderflowsToZeroTakesOneNearTheDenormalNumbers) {
  constexpr float kLeast = 0x1p-126F;
  for (const float digits : {1.0F, 1.9F}) {
    EXPECT_THAT(assists_of("vmulps %zmm0, %zmm1, %zmm4", {kLeast}, {digits * 0x1p-33F}),
                ElementsAre(1));
    EXPECT_THAT(assists_of("vmulps %zmm0, %zmm1, %zmm4", {kLeast}, {digits * 0x1p-34F}), IsEmpty());
    EXPECT_THAT(assists_of("vdivps %zmm1, %zmm0, %zmm4", {kLeast}, {0x1p33F / digits}),
                ElementsAre(1));
    EXPECT_THAT(assists_of("vdivps %zmm1, %zmm0, %zmm4", {kLeast}, {0x1p34F / digits}), IsEmpty());
    EXPECT_THAT(assists_of("vfmadd231ps %zmm0, %zmm1, %zmm3", {kLeast}, {digits * 0x1p-33F, 0}),
                ElementsAre(1));
  }
  EXPECT_THAT(assists_of("vfmadd231ps %zmm0, %zmm1, %zmm2", {kLeast}, {0x1p-30F}), IsEmpty());
}

TEST(Assists, SumsComparisonsAndConversionsTakeNone) {
  const std::vector<float> denormals(16, kDenormal);
  for (const char* const operation :
       {"vaddps %zmm0, %zmm2, %zmm4", "vsubps %zmm0, %zmm2, %zmm4", "vmaxps %zmm0, %zmm2, %zmm4",
        "vcmpltps %zmm0, %zmm2, %k2", "vcvttps2dq %zmm0, %zmm4", "vcvtps2pd %ymm0, %zmm4",
        "vrndscaleps $0, %zmm0, %zmm4", "vucomiss %xmm0, %xmm2"}) {
    EXPECT_THAT(assists_of(operation, denormals), IsEmpty()) << operation;
  }
}

TEST(Assists, DivisionsRootsAndFusedOnesTakeOne) {
  EXPECT_THAT(assists_of("vdivps %zmm0, %zmm2, %zmm4", {kDenormal}), ElementsAre(1));
  EXPECT_THAT(assists_of("vdivps %zmm1, %zmm0, %zmm4", {kSmall}, {1e15F}), ElementsAre(1));
  EXPECT_THAT(assists_of("vsqrtps %zmm0, %zmm4", {1, 1, kDenormal}), ElementsAre(1));
  // zmm3 += zmm0 * zmm1
  const std::string fused = "vfmadd231ps %zmm0, %zmm1, %zmm3";
  EXPECT_THAT(assists_of(fused, {kDenormal}), ElementsAre(1));
  EXPECT_THAT(assists_of(fused, {kSmall}, {1e-15F}), ElementsAre(1));
  EXPECT_THAT(assists_of("vmovaps %zmm2, %zmm3\n  " + fused, {kSmall}, {1e-15F}), IsEmpty());
  EXPECT_THAT(assists_of("vmovaps %zmm0, %zmm4\n  vfmadd231ps %zmm2, %zmm3, %zmm4", {kDenormal}),
              IsEmpty());  // nothing is added to it
}

TEST(Assists, ScalingTakesALongOneUnlessBeyondAllExponents) {
  const auto of_scaling = [](float by, bool flushes = false) {
    return assists_of("vscalefps %zmm0, %zmm2, %zmm4", std::vector<float>(16, by), {1}, flushes);
  };
  EXPECT_THAT(of_scaling(-126), IsEmpty());
  EXPECT_THAT(of_scaling(-140), ElementsAre(1.8));
  EXPECT_THAT(of_scaling(-200), ElementsAre(1.8));  // zero
  EXPECT_THAT(of_scaling(-577), IsEmpty());
  EXPECT_THAT(of_scaling(-140, true), IsEmpty());
}

// Timed on a Zen 4: a hundred products, each of the one before, take 298 cycles, 380 to 400 behind
// one of these.
TEST(Stalls, AreThoseOfProductsQuotientsAndRoots) {
  constexpr float kInfinite = std::numeric_limits<float>::infinity();
  for (const float other : {1.0F, 0.0F, kInfinite, kDenormal}) {
    EXPECT_THAT(stalls_of("vmulps %zmm0, %zmm1, %zmm4", {kDenormal}, {other}), ElementsAre(1));
  }
  EXPECT_THAT(stalls_of("vmulps %zmm0, %zmm1, %zmm4", {kSmall}, {1e-15F}), ElementsAre(1));
  EXPECT_THAT(stalls_of("vmulps %zmm0, %zmm1, %zmm4", {kSmall}, {kSmall}), ElementsAre(1));
  EXPECT_THAT(stalls_of("vdivps %zmm0, %zmm2, %zmm4", {kDenormal}), ElementsAre(1));
  EXPECT_THAT(stalls_of("vsqrtps %zmm0, %zmm4", {kDenormal}), ElementsAre(1));
  EXPECT_THAT(stalls_of("vmulps %zmm3, %zmm2, %zmm4", {1}), IsEmpty());  // by zero
  EXPECT_THAT(stalls_of("vmulss %xmm0, %xmm2, %xmm4", {1, kDenormal}), IsEmpty());
  EXPECT_THAT(stalls_of("vmulps %zmm0, %zmm2, %zmm4 {%k1}", {kDenormal}), IsEmpty());
  EXPECT_THAT(stalls_of("vmulps %zmm0, %zmm2, %zmm4", {kDenormal}, {1}, true), IsEmpty());
  for (const char* const operation :
       {"vfmadd231ps %zmm0, %zmm2, %zmm3", "vaddps %zmm0, %zmm2, %zmm4",
        "vmaxps %zmm0, %zmm2, %zmm4", "vcmpltps %zmm0, %zmm2, %k2", "vcvttps2dq %zmm0, %zmm4",
        "vrsqrt14ps %zmm0, %zmm4"}) {
    EXPECT_THAT(stalls_of(operation, {kDenormal}), IsEmpty()) << operation;
  }
}

TEST(Stalls, OfInstructionsNearEachOtherAreOne) {
  DenormalWork work;
  work.counts.stalls = {{10, 4}, {12, 5}, {50, 3}, {200, 2}};
  EXPECT_THAT(work.stalls(), ElementsAre(Pair(10, 5), Pair(200, 2)));
  work.raise_to({.assists = {{3, 1}}, .stalls = {{200, 6}, {12, 1}}});
  EXPECT_THAT(work.stalls(), ElementsAre(Pair(10, 5), Pair(200, 6)));
  EXPECT_DOUBLE_EQ(work.counts.assists.at(3), 1);
  EXPECT_THAT(DenormalWork().stalls(), IsEmpty());
}

TEST(Assists, OfWhatIsNotKnownNoneIsCounted) {
  Evaluator evaluator(pocl("  movq (%rdi), %rax\n  movq (%rax), %rax\n  vmovups (%rax), %ymm0\n"
                           "  vmulps %ymm0, %ymm0, %ymm1\n  ret\n"),
                      "k", launch_of({buffer(0)}));
  EXPECT_THAT(evaluator.evaluate({0, 0, 0}).denormals.assists, IsEmpty());
}

constexpr const char* kManyExponentials = R"(
  movq (%rdi), %rax
  movq (%rax), %rbx
  xorl %ebp, %ebp
1:
  vmovss (%rbx,%rbp,4), %xmm0
  call expf
  incl %ebp
  cmpl $64, %ebp
  jl 1b
  ret
)";

TEST(KeptCalls, AreThoseWithoutOrdinaryResults) {
  Evaluator evaluator(pocl(kManyExponentials), "k", launch_of({floats({-90, -1, -2, -1000})}));
  const GroupTrace trace = evaluator.evaluate({0, 0, 0});
  EXPECT_EQ(trace.runtime_calls.at("expf"), 64U);
  const KeptCalls& rare = trace.mathematics_calls.rare.at("expf");
  EXPECT_EQ(rare.count, 32U);
  EXPECT_GE(rare.arguments.size(), KeptCalls::kMostKept / 2);
  EXPECT_LE(rare.arguments.size(), KeptCalls::kMostKept);
  float argument = 0;
  std::memcpy(&argument, rare.arguments.front().front().data(), sizeof argument);
  EXPECT_EQ(argument, -90);
  const KeptCalls& ordinary = trace.mathematics_calls.ordinary.at("expf");
  EXPECT_EQ(ordinary.count, 32U);
  std::memcpy(&argument, ordinary.arguments.front().front().data(), sizeof argument);
  EXPECT_EQ(argument, -1);
}

TEST(KeptCalls, TheBeginningOfAGroupIsWalkedThatCannotBeWalkedWhole) {
  Evaluator evaluator(pocl(kManyExponentials), "k", launch_of({floats({-90, -1, -2, -1000})}),
                      {.most_instructions = 100});
  EXPECT_THROW((void)evaluator.evaluate({0, 0, 0}), Refusal);
  const GroupTrace trace = evaluator.evaluate_beginning({0, 0, 0});
  EXPECT_GT(trace.mathematics_calls.rare.at("expf").count, 4U);
  EXPECT_LT(trace.runtime_calls.at("expf"), 64U);
}

}  // namespace
}  // namespace clgauge::lens
