// What stays and what goes, in small kernels.
#include <gmock/gmock.h>

#include "collector/removal/strip.h"
#include "strip_text.h"

namespace clgauge::collector {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(StripText, KeepsLoopsAndGuardsAndDropsArithmetic) {
  const StrippedKernel stripped = strip_text(
      "kernel void k(global const float *a, global float *b, int n) {\n"
      "  int i = get_global_id(0);\n"
      "  if (i >= n) return;\n"
      "  float s = 0;\n"
      "  for (int j = 0; j < n; ++j) s += sin(a[i * n + j]) * 2.0f;\n"
      "  b[i] = s;\n}");
  EXPECT_EQ(stripped.kernel, "k_stripped");
  EXPECT_EQ(stripped.sink_index, 3U);
  EXPECT_EQ(stripped.sink_dtype, "float32");
  EXPECT_THAT(stripped.text, HasSubstr("for (int j = 0; j < n; ++j) {"));
  EXPECT_THAT(stripped.text, HasSubstr("wr_sum_float += a[i * n + j];"));
  EXPECT_THAT(stripped.text, HasSubstr("if (i >= n) {"));
  EXPECT_THAT(stripped.text, Not(HasSubstr("sin(")));
  EXPECT_THAT(stripped.text, Not(HasSubstr("b[i]")));
}

TEST(StripText, KeepsSideEffectsInSubscriptsOnce) {
  const StrippedKernel stripped = strip_text(
      "kernel void k(global const float *a, global float *b, int n) {\n"
      "  int i = get_global_id(0);\n"
      "  float s = 0;\n"
      "  while (i < n) s += a[i++] * a[i += 3];\n"
      "  b[0] = s;\n}");
  EXPECT_THAT(stripped.text, HasSubstr("a[i++]"));
  EXPECT_THAT(stripped.text, HasSubstr("a[i += 3]"));
  EXPECT_EQ(stripped.text.find("i++"), stripped.text.rfind("i++"));
}

TEST(StripText, LoadsOnceWhatTheCollectorLoadsOnce) {
  const StrippedKernel stripped = strip_text(
      "kernel void k(global const float *a, global float *b) {\n"
      "  int i = get_global_id(0);\n  b[i] = a[i] * a[i] + a[i + 1];\n}");
  EXPECT_EQ(stripped.text.find("+= a[i];"), stripped.text.rfind("+= a[i];"));
}

TEST(StripText, KeepsALoadThatOnlyADroppedStoreMadeNecessary) {
  const StrippedKernel stripped = strip_text(
      "kernel void k(global float *a, global float *b) {\n"
      "  int i = get_global_id(0);\n  b[i] = a[i]; b[i + 1] = a[i];\n}");
  EXPECT_THAT(stripped.text, HasSubstr("volatile"));
  EXPECT_EQ(stripped.notes.size(), 1U);
}

TEST(StripText, KeepsControlByDataThatIsOnlyRead) {
  const StrippedKernel stripped = strip_text(
      "kernel void k(global const int *rows, global const float *v, global float *y) {\n"
      "  int i = get_global_id(0);\n  float s = 0;\n"
      "  for (int k = rows[i]; k < rows[i + 1]; ++k) s += v[k];\n  y[i] = s;\n}");
  EXPECT_THAT(stripped.text, HasSubstr("wr_count_int(rows[i], &wr_sum_int)"));
  EXPECT_THAT(stripped.text, HasSubstr("wr_sum_float += v[k];"));
}

TEST(StripText, PassesSumsThroughHelpers) {
  const StrippedKernel stripped = strip_text(
      "static float part(global const float *p, int n, float unused) {\n"
      "  float s = 0; if (n == 0) return 1.0f;\n"
      "  for (int i = 0; i < n; ++i) s += p[i] * unused; return s; }\n"
      "kernel void k(global const float4 *v, global const float *a, global float *b, int n) {\n"
      "  b[get_global_id(0)] = part(a + n, n, v[0].x) + part(a, 2 * n, 1.0f);\n}");
  EXPECT_THAT(stripped.text, HasSubstr("wr_part_1(a + n, n, &wr_sum_float)"));
  EXPECT_THAT(stripped.text, HasSubstr("wr_part_2(a, 2 * n, &wr_sum_float)"));
  EXPECT_THAT(stripped.text, HasSubstr("wr_sum_float4 += v[0];"));
}

TEST(StripText, WorksWithoutTheOptionsAndMacrosOfTheSource) {
  Source source;
  source.options = "-DTS=4 -DREAL=float";
  source.text =
      "#define AT(y, x) ((y) * TS + (x))\n"
      "typedef struct { REAL re, im; } Complex;\n"
      "__constant int shift[2] = {TS, 1};\n"
      "kernel void k(global const Complex *a, global Complex *b) {\n"
      "  int i = get_global_id(0);\n  b[i] = a[AT(i, shift[1])];\n}";
  const StrippedKernel stripped = strip(source, "k", {});
  EXPECT_THAT(stripped.text, HasSubstr("typedef struct"));
  EXPECT_THAT(stripped.text, HasSubstr("shift[2] = {4, 1}"));
  EXPECT_THAT(stripped.text, Not(HasSubstr("TS")));
}

TEST(StripText, KeepsMembersOfStructures) {
  const StrippedKernel stripped = strip_text(
      "typedef struct { float lat, lng; } Place;\n"
      "kernel void k(global const Place *places, global float *b) {\n"
      "  int i = get_global_id(0);\n  global const Place *p = places + i;\n"
      "  b[i] = p->lat * p->lat + places[i].lng;\n}");
  EXPECT_THAT(stripped.text, HasSubstr("+= p->lat;"));
  EXPECT_EQ(stripped.text.find("+= p->lat;"), stripped.text.rfind("+= p->lat;"));
  EXPECT_THAT(stripped.text, HasSubstr("+= places[i].lng;"));
}

TEST(StripText, LoadsNothingForAnUpdateOfWhatWasJustStored) {
  const StrippedKernel stripped = strip_text(
      "kernel void k(global float *a, global const float *b) {\n"
      "  int i = get_global_id(0);\n  a[i] -= b[i];\n  a[i] /= 3.0f;\n}");
  EXPECT_EQ(stripped.text.find("+= a[i];"), stripped.text.rfind("+= a[i];"));
}

TEST(StripText, SharesAsynchronousCopies) {
  const char* const text =
      "kernel void k(global const float4 *a, global float4 *b, local float4 *t, uint n) {\n"
      "  event_t e = async_work_group_copy(t, a + get_group_id(0) * n, n, 0);\n"
      "  wait_group_events(1, &e);\n"
      "  e = async_work_group_strided_copy(b + get_group_id(0), t, n, 7, 0);\n"
      "  wait_group_events(1, &e);\n}";
  const std::string loads_alone = strip_text(text).text;
  EXPECT_THAT(loads_alone, HasSubstr("wr_share_loads_float4(a + get_group_id(0) * n, n, 1, "
                                     "&wr_sum_float4);"));
  EXPECT_THAT(loads_alone, HasSubstr("barrier(CLK_LOCAL_MEM_FENCE);"));
  EXPECT_THAT(loads_alone, Not(HasSubstr("share_stores")));
  StripOptions options;
  options.keep_stores = true;
  options.keep_local_memory = true;
  const std::string all = strip_text(text, options).text;
  EXPECT_THAT(all, HasSubstr("wr_share_stores_local_float4(t, n, 1, (float4)(1));"));
  EXPECT_THAT(all, HasSubstr("wr_share_loads_local_float4(t, n, 1, &wr_sum_float4);"));
  EXPECT_THAT(all, HasSubstr("wr_share_stores_float4(b + get_group_id(0), n, 7, (float4)(1));"));
  StripOptions arithmetic;
  arithmetic.arithmetic_only = true;
  const std::string ones = strip_text(text, arithmetic).text;
  EXPECT_THAT(ones, HasSubstr("wr_share_stores_local_float4(t, n, 1, wr_one0);"));
  EXPECT_THAT(ones, HasSubstr("wr_share_loads_local_float4(t, n, 1, &wr_sum_float4);"));
}

TEST(StripText, GivesSecondResultsAVariable) {
  const char* const text =
      "kernel void k(global float *a, global float *b, global int *e) {\n"
      "  int i = get_global_id(0);\n"
      "  if (fract(a[i], &b[i]) > 0.5f) b[i + 1] = frexp(a[i + 1], &e[i]);\n}";
  StripOptions options;
  options.keep = {"a"};
  EXPECT_THAT(strip_text(text, options).text,
              HasSubstr("if (fract(wr_count_float(a[i], &wr_sum_float), &wr_second0) > 0.5F)"));
  options.keep = {};
  options.keep_stores = true;
  const std::string stored = strip_text(text, options).text;
  EXPECT_THAT(stored, HasSubstr("*(&b[i]) = 1, fract("));
  EXPECT_THAT(stored, HasSubstr("*(&e[i]) = 1;"));
  StripOptions arithmetic;
  arithmetic.arithmetic_only = true;
  EXPECT_THAT(
      strip_text("kernel void k(global float *a) { fract(a[0] * 3, a + 1); }", arithmetic).text,
      HasSubstr("(fract(wr_one0 * 3, &wr_second0), wr_second0)"));
}

// As a whole a vector of three is loaded as four lanes.
TEST(StripText, LoadsThreeLanesWhereSomeOfThreeAreTaken) {
  StripOptions options;
  options.keep_stores = true;
  const std::string text = strip_text(
                               "kernel void k(global float3 *a, global float *b) {\n"
                               "  int i = get_global_id(0);\n"
                               "  b[i] = a[i].y + a[i + 1].z;\n  a[i + 2].xz = b[i + 9];\n}",
                               options)
                               .text;
  EXPECT_THAT(text, HasSubstr("wr_sum_float3 += (a[i]).xyz;"));
  EXPECT_THAT(text, HasSubstr("(*at).xyz = (float3)"));
}

TEST(StripText, KeepsVectorsOfHalf) {
  StripOptions options;
  options.keep_stores = true;
  const std::string text = strip_text(
                               "kernel void k(global half *h, int n) {\n"
                               "  vstorea_half3_rtz(vloada_half3(n, h), n + 1, h); }",
                               options)
                               .text;
  EXPECT_THAT(text, HasSubstr("wr_sum_float3 += vloada_half3(n, h);"));
  EXPECT_THAT(text, HasSubstr("vstorea_half3_rtz((float3)(1), n + 1, h);"));
}

TEST(StripText, AvoidsNamesOfTheSource) {
  const StrippedKernel stripped = strip_text(
      "kernel void k(global const float *wr_sum_float, global float *wr_sink) {\n"
      "  wr_sink[0] = wr_sum_float[0];\n}");
  EXPECT_EQ(stripped.sink, "wr1_sink");
}

}  // namespace
}  // namespace clgauge::collector
