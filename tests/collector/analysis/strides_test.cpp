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

}  // namespace
}  // namespace clgauge::collector
