#include <gtest/gtest.h>

#include <map>
#include <string>

#include "model_of.h"

namespace clgauge::collector {
namespace {

using test::model_of;

LaunchDescription line(const std::string& global) {
  LaunchDescription launch;
  launch.global = {global};
  launch.local = {"16"};
  return launch;
}

TEST(LoopCounts, NamesLoopsWithParentsBarriersAndIterations) {
  const KernelModel model = model_of(
      "kernel void k(global float* a, local float* t, int n) {\n"
      "  int g = get_global_id(0), l = get_local_id(0);\n"
      "  float s = 0;\n"
      "  for (int i = 0; i < n / 16; i++) {\n"
      "    t[l] = a[i * 16 + l];\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "    for (int j = 0; j < 16; j++) s += t[j];\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  }\n"
      "  a[g] = s;\n"
      "}\n",
      line("n"));
  ASSERT_EQ(model.loops.size(), 2U);
  EXPECT_EQ(model.loops[0].name, "L4");
  EXPECT_EQ(model.loops[0].parent, "");
  EXPECT_TRUE(model.loops[0].has_barrier);
  EXPECT_EQ(model.loops[1].name, "L7");
  EXPECT_EQ(model.loops[1].parent, "L4");
  EXPECT_FALSE(model.loops[1].has_barrier);
  const Bindings bindings = {{"n", 64}};
  EXPECT_EQ(model.loops[0].iterations.total.evaluate(bindings), 64 * 4);
  EXPECT_EQ(model.loops[1].iterations.total.evaluate(bindings), 64 * 4 * 16);
  EXPECT_EQ(model.loops[1].iterations.per_item.evaluate(bindings), 4 * 16);
  EXPECT_EQ(model.accesses[0].loop_strides.count("L4"), 1U);
}

TEST(OpCounts, DivisionsByNumbersOfTheSourceAreNone) {
  const auto counted = [](const std::string& expression) {
    const KernelModel model = model_of(
        "kernel void k(global uint* a, uint n) {\n"
        "  uint g = get_global_id(0), x = a[g];\n"
        "  a[g] = " +
            expression + ";\n}\n",
        line("n"));
    std::string names;
    for (const OpCount& op : model.ops) names += op.op + " ";
    return names;
  };
  EXPECT_EQ(counted("x / n"), "div ");
  EXPECT_EQ(counted("x % n"), "rem ");
  EXPECT_EQ(counted("x / 10"), "mul ");
  EXPECT_EQ(counted("x % 8"), "bit ");
}

TEST(LoopCounts, ConstantTripsAreThoseThatNoSizeDecides) {
  const KernelModel model = model_of(
      "kernel void k(global float* a, int n) {\n"
      "  int g = get_global_id(0);\n"
      "  float s = 0;\n"
      "  for (int i = 0; i < n; i++) {\n"
      "    for (int j = 0; j < 8; j++) s += a[g + i + j];\n"
      "    for (int j = 0; j < g % 4; j++) s += a[j];\n"
      "  }\n"
      "  a[g] = s;\n"
      "}\n",
      line("n"));
  ASSERT_EQ(model.loops.size(), 3U);
  EXPECT_EQ(model.loops[0].constant_trips, 0);
  EXPECT_EQ(model.loops[1].constant_trips, 8);
  EXPECT_EQ(model.loops[2].constant_trips, 0);
}

TEST(LoopCounts, LoopsThatTheSourceWantsUnrolledSaySo) {
  const KernelModel model = model_of(
      "kernel void k(global float* a) {\n"
      "  int g = get_global_id(0);\n"
      "  float s = 0;\n"
      "  #pragma unroll\n"
      "  for (int i = 0; i < 8; i++) {\n"
      "    for (int j = 0; j < 8; j++) s += a[g + i * j];\n"
      "  }\n"
      "  __attribute__((opencl_unroll_hint))\n"
      "  for (int i = 0; i < 8; i++) s *= a[g - i];\n"
      "  a[g] = s;\n"
      "}\n",
      line("n"));
  ASSERT_EQ(model.loops.size(), 3U);
  std::map<std::string, bool> asks;
  for (const LoopCount& loop : model.loops) {
    asks[loop.name] = loop.asks_unrolling;
  }
  EXPECT_EQ(asks, (std::map<std::string, bool>{{"L5", true}, {"L6", false}, {"L9", true}}));
}

TEST(LoopCounts, LoopsThatMemoryEndsSaySo) {
  const KernelModel model = model_of(
      "kernel void k(global int* a, global float* b, int n) {\n"
      "  int g = get_global_id(0), many = a[g], i = 0;\n"
      "  float own[8], s = 0;\n"
      "  for (int j = 0; j < 8; j++) own[j] = b[g + j];\n"
      "  for (int j = 1; j + 1 < many; j++) s += own[j + 1];\n"
      "  for (int j = 0; j < many; j++) s += b[j];\n"
      "  while (i < n && b[i] > s) i++;\n"
      "  b[g] = s + i;\n"
      "}\n",
      line("n"));
  ASSERT_EQ(model.loops.size(), 4U);
  EXPECT_FALSE(model.loops[0].left_on_data);
  EXPECT_TRUE(model.loops[1].left_on_data);
  EXPECT_EQ(model.loops[1].most_trips, 6);
  EXPECT_EQ(model.loops[1].iterations.total.symbols().count(unknown_trips("L5")), 1U);
  EXPECT_TRUE(model.loops[2].left_on_data);
  EXPECT_EQ(model.loops[2].most_trips, 0);
  EXPECT_TRUE(model.loops[3].left_on_data);
  EXPECT_TRUE(model.loops[3].iterations.total.is_determined());
}

// A compare-and-exchange succeeds nearly always.
TEST(LoopCounts, ALoopThatTriesToExchangeRunsOnceOrTwice) {
  const KernelModel model = model_of(
      "kernel void k(volatile global uint* a, int n) {\n"
      "  int g = get_global_id(0);\n"
      "  uint old;\n"
      "  do old = a[g]; while (atomic_cmpxchg(&a[g], old, old * 3u + n) != old);\n"
      "}\n",
      line("n"));
  ASSERT_EQ(model.loops.size(), 1U);
  EXPECT_TRUE(model.loops[0].left_on_data);
  EXPECT_EQ(model.loops[0].most_trips, 2);
}

TEST(LoopCounts, RingsAndClampsHaveNoEndToRunInto) {
  for (const char* index : {"j % 16", "j & 15", "min(j, 15)"}) {
    const KernelModel model = model_of(
        "kernel void k(global int* a, global float* b) {\n"
        "  int g = get_global_id(0), many = a[g];\n"
        "  float own[16], s = 0;\n"
        "  for (int j = 0; j < 16; j++) own[j] = b[g + j];\n"
        "  for (int j = 0; j < many; j++) s += own[" +
            std::string(index) +
            "];\n"
            "  b[g] = s;\n"
            "}\n",
        line("n"));
    ASSERT_EQ(model.loops.size(), 2U) << index;
    EXPECT_TRUE(model.loops[1].left_on_data) << index;
    EXPECT_EQ(model.loops[1].most_trips, 0) << index;
  }
}

TEST(LoopCounts, CarriedValuesAreTheFloatingPointVariablesOfTheLoop) {
  const KernelModel model = model_of(
      "kernel void k(global float* a, global float4* b, int n) {\n"
      "  int g = get_global_id(0), last = 0;\n"
      "  float s = 0, t = 1;\n"
      "  float4 v = 0;\n"
      "  for (int i = 0; i < n; i++) {\n"
      "    float each = a[g + i];\n"
      "    s += each;\n"
      "    t *= s;\n"
      "    v += b[i];\n"
      "    last += i * g;\n"
      "  }\n"
      "  a[g] = s + t + v.x + v.y + last;\n"
      "}\n",
      line("n"));
  ASSERT_EQ(model.loops.size(), 1U);
  EXPECT_EQ(model.loops[0].carried_values, 3);
  EXPECT_EQ(model.loops[0].carried_bytes, 4 + 4 + 16);
}

TEST(LoopCounts, TriangularLoopsCountWhatRuns) {
  const KernelModel model = model_of(
      "kernel void k(global float* a, int n) {\n"
      "  int g = get_global_id(0);\n"
      "  float s = 0;\n"
      "  for (int i = 0; i < g; i++) s += a[i];\n"
      "  a[g] = s;\n"
      "}\n",
      line("n"));
  ASSERT_EQ(model.loops.size(), 1U);
  EXPECT_EQ(model.loops[0].iterations.total.evaluate({{"n", 64}}), 64 * 63 / 2);
}

TEST(LoopCounts, AKernelWithoutLoopsHasNone) {
  EXPECT_TRUE(model_of("kernel void k(global float* a) { a[get_global_id(0)] = 1; }", line("64"))
                  .loops.empty());
}

}  // namespace
}  // namespace clgauge::collector
