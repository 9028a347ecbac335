#include <gtest/gtest.h>

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

}  // namespace
}  // namespace clgauge::collector
