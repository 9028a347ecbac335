#include <gtest/gtest.h>

#include <string>

#include "collector/collect.h"

namespace clgauge::collector {
namespace {

// Bytes that n x n work-items reach of `f` in "f[INDEX]".
std::string extent_of(const std::string& index) {
  Source source;
  source.text =
      "kernel void k(global const float* f, global float* out, int n) {\n"
      "  const int x = get_global_id(0), y = get_global_id(1);\n"
      "  const int e = x + 1 < n ? x + 1 : 0, w = x > 0 ? x - 1 : n - 1;\n"
      "  const int s = y + 1 < n ? y + 1 : 0, t = y == 0 ? n - 1 : y - 1;\n"
      "  out[y * n + x] = f[" +
      index + "];\n}\n";
  LaunchDescription launch;
  launch.global = {"n", "n"};
  launch.local = {"32", "4"};
  const KernelModel model = collect(source, "k", launch);
  for (const ArrayUse& use : model.arrays) {
    if (use.array == "f") return use.extent_bytes.text();
  }
  ADD_FAILURE() << "f is not used in " << source.text;
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

}  // namespace
}  // namespace clgauge::collector
