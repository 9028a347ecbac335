#include <gtest/gtest.h>

#include <string>

#include "model_of.h"

namespace clgauge::collector {
namespace {

// Whether the load of "f[..]" is by an index that might wrap.
bool is_narrow(const std::string& index, const std::string& declarations = {}) {
  const KernelModel model = test::model_of_load(index, declarations);
  for (const Access& access : model.accesses) {
    if (access.array == "f") return access.narrow_index;
  }
  ADD_FAILURE() << "no load: " << index;
  return false;
}

// The same where the load stands in a loop; `before` stands before that.
bool is_narrow_in_loop(const std::string& index, const std::string& trips,
                       const std::string& before = {}) {
  const KernelModel model = test::model_of_load(
      "0", before + "  float s = 0;\n  for (int k = 0; k < " + trips + "; k++) s += f[" + index +
               "];\n  out[n * n + y * n + x] = s;\n");
  for (const Access& access : model.accesses) {
    if (access.array == "f" && !access.loop_strides.empty()) return access.narrow_index;
  }
  ADD_FAILURE() << "no load: " << index;
  return false;
}

TEST(NarrowIndex, WorkItemsOf64BitsDoNotWrap) {
  EXPECT_FALSE(is_narrow("get_global_id(0)"));
  EXPECT_FALSE(is_narrow("i + n", "  size_t i = get_global_id(0);\n"));
  EXPECT_FALSE(is_narrow("y * n"));
}

TEST(NarrowIndex, ThoseThatAreCutMight) {
  EXPECT_TRUE(is_narrow("x"));
  EXPECT_TRUE(is_narrow("x + 1"));
  EXPECT_TRUE(is_narrow("x + y")) << "both cut off";
  EXPECT_TRUE(is_narrow("(size_t)y * n + x"));
  EXPECT_TRUE(is_narrow("(uint)x + (uint)(y * n)")) << "unsigned sums may wrap";
  EXPECT_TRUE(is_narrow("x", "  f += y * n;\n"));
  EXPECT_TRUE(is_narrow("i + n", "  int i = get_group_id(0) * 32 + get_local_id(0);\n"));
}

TEST(NarrowIndex, SignedSumsWithAnythingElseMustNot) {
  EXPECT_FALSE(is_narrow("y * n + x"));
  EXPECT_FALSE(is_narrow("(y + 1) * n + x - 1"));
  EXPECT_FALSE(is_narrow("x + r"));
  EXPECT_FALSE(is_narrow("g * 32 + l", "  int g = get_group_id(0), l = get_local_id(0);\n"));
  EXPECT_FALSE(is_narrow("i", "  int i = get_global_id(0) + 1;\n"));
}

// There are 3^60 ways through this expression.
TEST(NarrowIndex, SharedPartsAreLookedAtOnce) {
  std::string hash;
  for (int round = 0; round < 60; ++round) hash += "  h = h * 5 + (h >> 3) - (h << 7);\n";
  EXPECT_TRUE(is_narrow("h", "  uint h = x;\n" + hash));
  EXPECT_FALSE(is_narrow("(int)(h & 7) * n + r", "  int h = x;\n" + hash));
  EXPECT_FALSE(is_narrow("(int)(get_global_id(0) + h)", "  size_t h = n;\n" + hash));
}

TEST(NarrowIndex, LoopsExtendWhatDoesNotChangeInThem) {
  EXPECT_TRUE(is_narrow_in_loop("k * n + x", "n"));
  EXPECT_TRUE(is_narrow_in_loop("(k * n + y) * n + x", "n"));
  EXPECT_FALSE(is_narrow_in_loop("k * n * n + y * n + x", "n"));
  EXPECT_FALSE(is_narrow_in_loop("q + k * n", "n", "  const int q = y * n + x;\n"));
  EXPECT_FALSE(is_narrow_in_loop("k * n + x", "8")) << "unrolled before";
  EXPECT_FALSE(is_narrow_in_loop("k * n + x] * f[k * r + x", "n")) << "one of two";
  EXPECT_FALSE(is_narrow_in_loop("k * (int)get_global_size(0) + x", "n"));
}

}  // namespace
}  // namespace clgauge::collector
