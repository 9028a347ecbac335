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

TEST(StripText, AvoidsNamesOfTheSource) {
  const StrippedKernel stripped = strip_text(
      "kernel void k(global const float *wr_sum_float, global float *wr_sink) {\n"
      "  wr_sink[0] = wr_sum_float[0];\n}");
  EXPECT_EQ(stripped.sink, "wr1_sink");
}

}  // namespace
}  // namespace clgauge::collector
