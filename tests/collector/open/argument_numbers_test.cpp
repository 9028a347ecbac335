// What a launch says of vectors and structures by value counts as if each number were an argument.
#include <gmock/gmock.h>

#include "collector/kernel/launch_parser.h"
#include "tests/collector/analysis/model_of.h"

namespace clgauge::collector {
namespace {

using test::model_of;

LaunchDescription launch_with(std::map<std::string, std::string> args) {
  return {{"64"}, {"16"}, std::move(args), {}};
}

std::map<std::string, std::optional<std::int64_t>> totals_of(const KernelModel& model,
                                                             const Bindings& bindings) {
  std::map<std::string, std::optional<std::int64_t>> totals;
  for (const auto& op : model.ops) {
    totals[op.op + " " + op.dtype] = op.count.total.evaluate(bindings);
  }
  for (const auto& array : model.arrays) {
    totals[array.array] = array.accesses.evaluate(bindings);
  }
  return totals;
}

TEST(ArgumentNumbers, CountLikeScalars) {
  const char* body =
      " for (int i = get_local_id(0); i < BOUND; i += 16) a[i * STRIDE] = 1;\n"
      " if (get_global_id(0) < LIMIT) a[get_global_id(0)] += 2; }";
  const std::string scalars = "kernel void k(global float* a, int bound, int stride, int limit) {";
  const LaunchDescription values =
      launch_with({{"bound", "137"}, {"stride", "3"}, {"limit", "41"}});
  const auto expected = totals_of(
      model_of("#define BOUND bound\n#define STRIDE stride\n#define LIMIT limit\n" + scalars + body,
               values),
      argument_values(values));

  const LaunchDescription lanes = launch_with({{"c.s0", "137"}, {"c.s1", "3"}, {"c.s3", "41"}});
  for (const char* text : {
           "#define BOUND c.x\n#define STRIDE c.y\n#define LIMIT c.w\n"
           "kernel void k(global float* a, int4 c) {",
           "#define BOUND c.wzyx.w\n#define STRIDE c.xy.y\n#define LIMIT c.odd.s1\n"
           "kernel void k(global float* a, int4 c) {",
       }) {
    const KernelModel model = model_of(std::string(text) + body, lanes);
    EXPECT_TRUE(is_exact(model)) << text;
    EXPECT_EQ(totals_of(model, {}), expected) << text;
    // 137 by threes, 41 side by side, 14 of them both.
    EXPECT_EQ(model.arrays.at(0).footprint.evaluate({}), 137 + 41 - 14) << text;
  }
}

TEST(ArgumentNumbers, AreThoseOfInnerStructuresToo) {
  const std::string types =
      "typedef struct { short pad; int rows; } Shape;\n"
      "typedef struct { float f; Shape s[2]; int2 v; } Launch;\n";
  const std::string kernel =
      "kernel void k(global float* a, Launch l) {\n"
      "  for (int i = 0; i < l.s[1].rows; i++) a[get_global_id(0) * l.v.y + i] = l.f; }";
  // f, pad, rows, pad, rows, v.x, v.y
  const KernelModel model = model_of(types + kernel, launch_with({{"l.s4", "5"}, {"l.s6", "7"}}));
  EXPECT_TRUE(is_exact(model));
  for (const auto& access : model.accesses) {
    if (access.array != "a") continue;
    EXPECT_EQ(access.count.total.evaluate({}), 64 * 5);
    EXPECT_EQ(access.local_strides.at(0).evaluate({}), 7);
  }
}

TEST(ArgumentNumbers, StayUnknownWithoutAValueOrWhereTheyAreWritten) {
  const std::string types = "typedef struct { int n; int m; } S;\n";
  const std::string loop = "for (int i = 0; i < s.m; i++) a[i] = 1; }";
  const std::string read = types + "kernel void k(global float* a, S s) { " + loop;
  EXPECT_TRUE(is_exact(model_of(read, launch_with({{"s", "9"}}))));
  EXPECT_FALSE(is_exact(model_of(read, launch_with({{"s.s0", "9"}}))));
  EXPECT_FALSE(is_exact(model_of(read, launch_with({{"s.s1", "1099511627776"}}))));
  const std::string written =
      types + "kernel void k(global float* a, S s) { if (a[0] > 0) s.m = a[1]; " + loop;
  EXPECT_FALSE(is_exact(model_of(written, launch_with({{"s", "9"}}))));
}

}  // namespace
}  // namespace clgauge::collector
