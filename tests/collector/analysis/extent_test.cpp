#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>

#include "model_of.h"

namespace clgauge::collector {
namespace {

// Bytes that the work-items of model_of_load() reach of `f`.
std::string extent_of(const std::string& index) {
  const KernelModel model =
      test::model_of_load(index,
                          "  const int e = x + 1 < n ? x + 1 : 0, w = x > 0 ? x - 1 : n - 1;\n"
                          "  const int s = y + 1 < n ? y + 1 : 0, t = y == 0 ? n - 1 : y - 1;\n");
  for (const ArrayUse& use : model.arrays) {
    if (use.array == "f") return use.extent_bytes.text();
  }
  ADD_FAILURE() << "f is not used: " << index;
  return {};
}

TEST(Extent, OfWhatWrapsIsFoundOnEitherSideOfItsBorders) {
  for (const char* index : {"y * n + e", "y * n + w", "s * n + x", "t * n + x", "s * n + e",
                            "t * n + w", "s * n + w", "t * n + e"}) {
    SCOPED_TRACE(index);
    EXPECT_EQ(extent_of(index), "4*n^2");
  }
  EXPECT_EQ(extent_of("8 * n * n + s * n + w"), "36*n^2");
}

TEST(Extent, EndsWhereTheLastItemIs) {
  EXPECT_EQ(extent_of("x"), "4*n");
  EXPECT_EQ(extent_of("n - 1 - x"), "4*n");
  EXPECT_EQ(extent_of("(x - 40) * (x - 40)"), "4*max(0, n^2 - 82*n + 81) + 6404");
}

// What a kernel declares bounds what it can touch, whatever the index.
TEST(Extent, OfADeclaredArrayIsAtMostItsSize) {
  const KernelModel model = test::model_of(
      "kernel void k(global uint* o, global const uint* data) {\n"
      "  local uint halves[256], looked_up[32];\n"
      "  uint own[16];\n"
      "  const int l = get_local_id(0);\n"
      "  halves[2 * l] = o[l]; halves[2 * l + 1] = 0;\n"
      "  for (int a = 128, step = 1; a > 0; a >>= 1, step <<= 1) {\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "    if (l < a) halves[step * (2 * l + 2) - 1] += halves[step * (2 * l + 1) - 1];\n"
      "  }\n"
      "  looked_up[data[l]] = 1;\n"
      "  for (uint i = 0; i < data[l]; i++) own[i] = i;\n"
      "  o[l] = halves[255] + looked_up[0] + own[data[l]];\n}\n",
      {{"1024"}, {"128"}, {}, {}});
  std::map<std::string, std::int64_t> declared = {
      {"halves", 1024}, {"looked_up", 128}, {"own", 64}};
  for (const ArrayUse& use : model.arrays) {
    if (declared.count(use.array) == 0) continue;
    EXPECT_EQ(use.extent_bytes.evaluate({}), declared.at(use.array)) << use.array;
    EXPECT_EQ(use.extent_flag, CountFlag::upper) << use.array;
    declared.erase(use.array);
  }
  EXPECT_TRUE(declared.empty());
}

}  // namespace
}  // namespace clgauge::collector
