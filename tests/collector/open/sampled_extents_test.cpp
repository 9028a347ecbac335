// How far chosen work-groups reach, against how far all of them do.
#include "collector/sampled_extents.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "collector/collect.h"
#include "collector/kernel/launch_parser.h"
#include "collector/walk.h"
#include "tests/collector/removal/corpus.h"

namespace clgauge::collector {
namespace {

TEST(SampledExtents, AreThoseOfTheWholeLaunchOverTheCorpus) {
  std::size_t arrays = 0;
  std::size_t same = 0;
  for (const CorpusLaunch& entry : corpus(41, {4, {}})) {
    const KernelModel model = collect(entry.source, entry.kernel, entry.launch);
    const PreparedKernel prepared(compile(entry.source), entry.kernel);
    const auto walked = walk(prepared, model, entry.concrete);
    if (!walked) continue;  // control flow depends on data
    const auto sampled = sampled_extents(prepared, model, entry.concrete);
    for (std::size_t i = 0; i < model.arrays.size(); ++i) {
      const auto& reached = walked->arrays[i].extent_bytes;
      if (!reached || *reached == 0 || !sampled[i]) continue;
      ++arrays;
      same += *sampled[i] == *reached ? 1 : 0;
      EXPECT_GE(*sampled[i] * 5, *reached * 4) << entry.name() << ' ' << model.arrays[i].array;
    }
  }
  EXPECT_GT(arrays, 200U);
  EXPECT_GT(same, arrays * 98 / 100);
}

std::int64_t extent_of(const std::string& body, const LaunchDescription& launch) {
  const KernelModel model = at_walked_sizes(collect(
      {"kernel void k(global const float* a, global float* b, int n, int m) {\n" + body + "}\n",
       "<text>",
       {},
       {}},
      "k", launch));
  EXPECT_FALSE(model.walked);  // too long for that
  for (const ArrayUse& use : model.arrays) {
    if (use.array == "a") return use.extent_bytes.evaluate(argument_values(launch)).value_or(-1);
  }
  return -1;
}

// Every count of this one is exact; the extents alone have no formula.
TEST(ExtentBounds, HoldTheLastItemOfAStrideOverTheWholeGrid) {
  LaunchDescription launch{{"61440"}, {"128"}, {{"n", "8000000"}, {"m", "0"}}, {}};
  const std::int64_t extent = extent_of(
      "  for (int i = get_global_id(0); i < n; i += get_global_size(0)) b[i] = a[i];\n", launch);
  EXPECT_GE(extent, 4 * 8'000'000);
  EXPECT_LE(extent, 4 * (8'000'000 + 2 * 61440));
}

TEST(SampledExtents, KnowTheNeighboursThatATableLists) {
  LaunchDescription launch{{"2048", "1024"}, {"16", "8"}, {{"n", "2050"}, {"m", "0"}}, {}};
  EXPECT_EQ(extent_of("  const int x = get_global_id(0), y = get_global_id(1);\n"
                      "  int near[4] = {-n, -1, 1, n};\n"
                      "  float s = 0;\n"
                      "  for (int i = 0; i < 4; ++i) s += a[(y + 1) * n + x + 1 + near[i]];\n"
                      "  b[y * n + x] = s;\n",
                      launch),
            4 * (1025 * 2050 + 2049));
}

// The corners of a launch that is larger than its work have nothing to do.
TEST(SampledExtents, FollowGuardsToTheLastGroupsThatTheyLetThrough) {
  LaunchDescription launch{{"4096", "4096"}, {"32", "8"}, {{"n", "2100"}, {"m", "1500"}}, {}};
  EXPECT_EQ(extent_of("  const int x = get_global_id(0), y = get_global_id(1);\n"
                      "  int near[2] = {0, 5};\n"
                      "  if (x >= n || y >= m) return;\n"
                      "  float s = 0;\n"
                      "  for (int i = 0; i < 2; ++i) s += a[y * n + x + near[i]];\n"
                      "  b[y * n + x] = s;\n",
                      launch),
            4 * (2100 * 1500 + 5));
}

}  // namespace
}  // namespace clgauge::collector
