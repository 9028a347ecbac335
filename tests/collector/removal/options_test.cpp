#include <gmock/gmock.h>

#include "base/error.h"
#include "collector/removal/strip.h"
#include "strip_text.h"

namespace clgauge::collector {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const char* const kTiled =
    "kernel void k(global const float *a, global const float *b, global float *c,\n"
    "              volatile global uint *n) {\n"
    "  local float t[64];\n"
    "  int l = get_local_id(0), g = get_global_id(0);\n"
    "  t[l] = a[g] + b[g];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  c[g] += t[63 - l] * 3.0f;\n"
    "  atomic_inc(&n[l]);\n}";

TEST(StripOptions, KeepsEveryGlobalArrayAndBarriersUnlessTold) {
  const StrippedKernel stripped = strip_text(kTiled);
  EXPECT_THAT(stripped.kept, ElementsAre("a", "b", "c", "n"));
  EXPECT_THAT(stripped.text, HasSubstr("barrier("));
  EXPECT_THAT(stripped.text, Not(HasSubstr("t[")));
  EXPECT_THAT(stripped.text, Not(HasSubstr("atomic")));
}

TEST(StripOptions, DropsOtherArraysAndBarriers) {
  StripOptions options;
  options.keep = {"a"};
  options.keep_barriers = false;
  const StrippedKernel stripped = strip_text(kTiled, options);
  EXPECT_THAT(stripped.text, HasSubstr("a[g]"));
  EXPECT_THAT(stripped.text, Not(HasSubstr("b[g]")));
  EXPECT_THAT(stripped.text, Not(HasSubstr("barrier")));
}

TEST(StripOptions, KeepsStoresAndAtomics) {
  StripOptions options;
  options.keep_stores = true;
  const StrippedKernel stripped = strip_text(kTiled, options);
  EXPECT_THAT(stripped.text, HasSubstr("wr_update_float(&c[g], &wr_sum_float);"));
  EXPECT_THAT(stripped.text, HasSubstr("atomic_xchg(&n[l], 1)"));
}

TEST(StripOptions, KeepsStoresThatNowStoreTheSame) {
  StripOptions options;
  options.keep_stores = true;
  const StrippedKernel stripped = strip_text(
      "kernel void k(global float *a) {\n  int i = get_global_id(0);\n"
      "  a[i] = 2.0f;\n  a[i] = a[i] > 1.0f ? 0.0f : a[i];\n}",
      options);
  EXPECT_THAT(stripped.text, HasSubstr("*(volatile __global float *)&a[i] = 1;"));
  EXPECT_EQ(stripped.notes.size(), 1U);
}

TEST(StripOptions, KeepsLocalMemory) {
  StripOptions options;
  options.keep_local_memory = true;
  options.keep_stores = true;
  const StrippedKernel stripped = strip_text(kTiled, options);
  EXPECT_THAT(stripped.text, HasSubstr("t[l] = 1;"));
  EXPECT_THAT(stripped.text, HasSubstr("+= t[63 - l];"));
  EXPECT_THAT(stripped.text, HasSubstr("__local float t[64];"));
}

TEST(StripOptions, KeepsArithmeticAlone) {
  StripOptions options;
  options.arithmetic_only = true;
  const StrippedKernel stripped = strip_text(kTiled, options);
  EXPECT_THAT(stripped.text, HasSubstr("t[l] = wr_one0 + wr_one1;"));
  EXPECT_THAT(stripped.text, HasSubstr("t[63 - l] * 3.F"));
  EXPECT_THAT(stripped.text, Not(HasSubstr("a[g]")));
  EXPECT_THAT(stripped.text, Not(HasSubstr("c[g]")));
}

TEST(StripOptions, KeepsArithmeticInPrivateArrays) {
  StripOptions options;
  options.arithmetic_only = true;
  const StrippedKernel stripped = strip_text(
      "__kernel void f(__global float *a) {\n  float q[2][3];\n  q[1][2] = a[0];\n"
      "  float (*p)[3] = q;\n  a[1] = p[1][2] * 3.0f;\n}\n",
      options);
  EXPECT_THAT(stripped.text, HasSubstr("float q[2][3];"));
  EXPECT_THAT(stripped.text, HasSubstr("q[1][2] = wr_one0;"));
  EXPECT_THAT(stripped.text, HasSubstr("(*p)[3]"));
}

TEST(StripOptions, RefusesContradictionsAndUnknownArrays) {
  StripOptions options;
  options.arithmetic_only = true;
  options.keep_stores = true;
  EXPECT_THROW((void)strip_text(kTiled, options), Error);
  StripOptions unknown;
  unknown.keep = {"nothing"};
  try {
    (void)strip_text(kTiled, unknown);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_THAT(error.what(), HasSubstr("a, b, c, n"));
  }
}

}  // namespace
}  // namespace clgauge::collector
