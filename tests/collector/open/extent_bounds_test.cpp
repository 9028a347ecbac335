// Bounds of extents against the oracle: no work-item reaches beyond them, over the corpus.
#include "collector/extent_bounds.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "collector/collect.h"
#include "collector/walk.h"
#include "tests/collector/removal/corpus.h"

namespace clgauge::collector {
namespace {

TEST(ExtentBounds, HoldEveryByteThatIsTouchedOverTheCorpus) {
  std::size_t bounded = 0;
  std::size_t tight = 0;
  std::size_t arrays = 0;
  for (const CorpusLaunch& entry : corpus(37, {4, {}})) {
    SCOPED_TRACE(entry.name());
    const KernelModel model = collect(entry.source, entry.kernel, entry.launch);
    PreparedKernel prepared(compile(entry.source), entry.kernel);
    const auto walked = walk(prepared, model, entry.concrete);
    if (!walked) continue;  // control flow depends on data
    const ExtentBounds bounds = extent_bounds(prepared, model, entry.concrete);
    ASSERT_EQ(bounds.bytes.size(), model.arrays.size());
    for (std::size_t i = 0; i < model.arrays.size(); ++i) {
      const auto& reached = walked->arrays[i].extent_bytes;
      if (!reached) continue;
      ++arrays;
      if (!bounds.bytes[i]) continue;
      ++bounded;
      EXPECT_GE(*bounds.bytes[i], *reached) << model.arrays[i].array;
      tight += *bounds.bytes[i] <= 2 * *reached ? 1 : 0;
    }
  }
  // A bound that is seldom there, or far off, would be of no use.
  EXPECT_GT(bounded, arrays * 9 / 10);
  EXPECT_GT(tight, bounded * 3 / 4);
}

KernelModel heat(std::int64_t n) {
  const std::string text =
      "kernel void heat(global const float *t, global float *out, int n) {\n"
      "  const int x = get_global_id(0), y = get_global_id(1), e = min(x + 1, n - 1);\n"
      "  float s = 0;\n"
      "  if (get_local_id(0) == 31) s = t[y * n + e];\n"
      "  out[y * n + x] = s;\n"
      "}\n";
  LaunchDescription launch;
  launch.global = {"n", "n"};
  launch.local = {"32", "8"};
  launch.args = {{"n", std::to_string(n)}};
  return collect({text, "<heat>", {}, {}}, "heat", launch);
}

// Once a launch is too long to walk through, the bound stands in for the extent.
TEST(ExtentBounds, StandInWhereALaunchIsTooLongToBeWalked) {
  const KernelModel walked = heat(64);
  ASSERT_TRUE(walked.walked);
  EXPECT_FALSE(walked.extent_bounds);
  const KernelModel bounded = heat(16384);
  EXPECT_FALSE(bounded.walked);
  ASSERT_TRUE(bounded.extent_bounds);
  EXPECT_TRUE(lacks_extents(bounded));
  const KernelModel at_sizes = at_walked_sizes(bounded);
  EXPECT_FALSE(lacks_extents(at_sizes));
  const std::int64_t bytes = 4LL * 16384 * 16384;
  const auto extent = at_sizes.arrays.at(0).extent_bytes.evaluate({{"n", 16384}});
  ASSERT_TRUE(extent);
  EXPECT_GE(*extent, bytes);
  EXPECT_LE(*extent, bytes + 64);
  EXPECT_EQ(at_sizes.arrays.at(1).extent_bytes.text(), "4*n^2");

  const nlohmann::json report = count_report(bounded, {{"n", 16384}});
  EXPECT_EQ(report["arrays"][0]["extent_bytes"]["value"], *extent);
  EXPECT_EQ(report["arrays"][0]["extent_bytes"]["flag"], "upper");
  EXPECT_EQ(report["arrays"][1]["extent_bytes"]["flag"], "exact");
  const KernelModel read = kernel_model_from_json(to_json(bounded));
  EXPECT_EQ(read.extent_bounds->bytes, bounded.extent_bounds->bytes);
}

// A byte array at a number that was loaded: the range of the number is no size.
TEST(ExtentBounds, AreNoneWhereTheIndexMayBeAnyNumber) {
  for (const char* index : {"int", "uint"}) {
    Source source;
    source.text = std::string("kernel void k(global const uchar* f, global const ") + index +
                  "* x, global float* u) {\n"
                  "  const int n = get_global_id(0);\n"
                  "  if (f[x[n]] == 1) u[n] = 0;\n}\n";
    const KernelModel model = at_walked_sizes(collect(source, "k", {{"1024"}, {"64"}, {}, {}}));
    for (const ArrayUse& array : model.arrays) {
      EXPECT_EQ(array.extent_flag == CountFlag::indirect, array.array == "f") << array.array;
    }
  }
}

}  // namespace
}  // namespace clgauge::collector
