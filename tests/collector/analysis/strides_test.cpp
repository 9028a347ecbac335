#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "model_of.h"

namespace clgauge::collector {
namespace {

// Strides of the load of model_of_load().
struct Strides {
  std::string local;
  std::string group;
  bool affine = true;
};

Strides strides_of(const std::string& index) {
  const KernelModel model = test::model_of_load(index);
  for (const Access& access : model.accesses) {
    if (access.array != "f") continue;
    return {access.local_strides[0].text() + "," + access.local_strides[1].text(),
            access.group_strides[0].text() + "," + access.group_strides[1].text(), access.affine};
  }
  ADD_FAILURE() << "no load: " << index;
  return {};
}

TEST(Strides, BordersLeaveTheStrideOfTheMiddle) {
  for (const char* index : {
           "y * n + (x + 1 < n ? x + 1 : 0)",
           "y * n + (x > 0 ? x - 1 : n - 1)",
           "(y == 0 ? n - 1 : y - 1) * n + x",
           "(y == n - 1 ? 0 : y + 1) * n + (x + 1 < n ? x + 1 : 0)",
           "y * n + (x + 1) % n",
           "y * n + min(x + 1, n - 1)",
           "max(y - r, 0) * n + clamp(x + r, 0, n - 1)",
           "y * n + x + (x >= n / 2 ? 5 : 0)",
           "y * n + x + (x == n - 1 ? 5 : 0)",
           "y * n + (x < 3 ? 7 : x)",
       }) {
    SCOPED_TRACE(index);
    const Strides strides = strides_of(index);
    EXPECT_EQ(strides.local, "1,n");
    EXPECT_EQ(strides.group, "32,4*n");
    EXPECT_FALSE(strides.affine);
  }
}

// What wraps from the last row to the first is as near to its neighbours in a row as all else.
TEST(Strides, RowsStayWholeWhereTheirNumberWraps) {
  const auto in_rows = [](const std::string& index) {
    const KernelModel model = test::model_of_load(index);
    const auto load = std::find_if(model.accesses.begin(), model.accesses.end(),
                                   [](const Access& access) { return access.array == "f"; });
    return load != model.accesses.end() && load->affine_in_rows;
  };
  EXPECT_TRUE(in_rows("(y == 0 ? n - 1 : y - 1) * n + x"));
  EXPECT_TRUE(in_rows("max(y - r, 0) * n + x"));
  EXPECT_FALSE(in_rows("y * n + (x + 1 < n ? x + 1 : 0)"));
  EXPECT_FALSE(in_rows("(y + 1) * n + (x ^ 1)"));
  EXPECT_FALSE(in_rows("y * n + x"));  // affine
}

TEST(Strides, MirrorsWalkBackwards) {
  const Strides strides = strides_of("y * n + max(n - 1 - x, 0)");
  EXPECT_EQ(strides.local, "-1,n");
  EXPECT_EQ(strides.group, "-32,4*n");
}

TEST(Strides, WithoutBordersTheyAreExact) {
  const Strides strides = strides_of("y * n + 2 * x");
  EXPECT_EQ(strides.local, "2,n");
  EXPECT_TRUE(strides.affine);
}

Access load_of_f(const KernelModel& model);

// Divisions by what may be zero, for all that is known, hold the strides of a period; bits that
// make room for others hold those of a row of bits.
TEST(Strides, WithinPeriodsAndRowsOfBitsNeighboursLieSideBySide) {
  for (const char* index : {
           "y * n + x / r * 2 * r + x % r",
           "y * n + (uint)(x + r) % (uint)r",
           "y * n + ((x >> r) << (r + 1)) + (x & ((1 << r) - 1))",
           "((x >> r) << (r + 1)) | (x & ((1 << r) - 1))",
       }) {
    SCOPED_TRACE(index);
    const Access load = load_of_f(test::model_of_load(index));
    EXPECT_FALSE(load.affine);
    EXPECT_FALSE(load.affine_in_rows);
    ASSERT_EQ(load.local_strides.size(), 2U);
    EXPECT_EQ(load.local_strides[0].text(), "1");
    EXPECT_EQ(load.group_strides[0].text(), "32");
  }
  // What memory or a hash divides is anywhere.
  for (const char* index : {"(int)out[x] % r", "(int)(((uint)x * 2654435761u ^ (uint)y) % (uint)r)",
                            "x % ((int)out[x] + 1)"}) {
    SCOPED_TRACE(index);
    EXPECT_TRUE(load_of_f(test::model_of_load(index)).local_strides.empty());
  }
}

Access load_of_f(const KernelModel& model) {
  const auto load = std::find_if(model.accesses.begin(), model.accesses.end(),
                                 [](const Access& access) { return access.array == "f"; });
  return load == model.accesses.end() ? Access() : *load;
}

// Neighbours find the same number in memory: the row may be any, but they lie side by side in it.
TEST(Strides, RowsThatMemoryChoosesAreRows) {
  const Access row = load_of_f(test::model_of_load("(int)out[y] * n + x"));
  EXPECT_FALSE(row.affine);
  EXPECT_TRUE(row.affine_in_rows);
  ASSERT_EQ(row.local_strides.size(), 2U);
  EXPECT_EQ(row.local_strides[0].text(), "1");
  EXPECT_EQ(row.group_strides[0].text(), "32");
  EXPECT_NE(row.local_strides[1].text(), "0");  // another row
  const Access place = load_of_f(test::model_of_load("(int)out[x] * n + x"));
  EXPECT_FALSE(place.affine_in_rows);
  EXPECT_TRUE(place.local_strides.empty());
  EXPECT_TRUE(place.loop_strides.empty());
}

// Rows of a sparse matrix.
TEST(Strides, WalksThatBeginWhereMemorySaysHaveTheirLoopsStride) {
  const std::string sum =
      "  float s = 0; const int b = (int)out[x];\n"
      "  for (int i = 0; i < r; ++i) s += f[b + 2 * i];\n  out[x] = s;\n";
  const Access walk = load_of_f(test::model_of_load("0", sum));
  EXPECT_FALSE(walk.affine);
  EXPECT_TRUE(walk.local_strides.empty());
  ASSERT_EQ(walk.loop_strides.size(), 1U);
  EXPECT_EQ(walk.loop_strides.begin()->second.text(), "2");
}

}  // namespace
}  // namespace clgauge::collector
