#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "features/matmul.h"
#include "terms/term_features.h"

namespace clgauge::model {
namespace {

using collector::Formula;
using collector::KernelModel;

// With more to do between two lines of which nothing says which is next, more is waited for.
TEST(TrafficTerm, JumpsToMemoryAreWaitedFor) {
  KernelModel model = naive_matmul();
  const DeviceTraits traits = sub_groups_of(kLanes);
  EXPECT_EQ(feature(model, "f_dram_waits", 256, traits), 0);
  model.accesses[1].affine = false;
  model.accesses[1].local_strides.clear();
  model.accesses[1].group_strides.clear();
  model.accesses[1].loop_strides.clear();
  for (auto& array : model.arrays) {
    array.extent_bytes = Formula(std::int64_t{1} << 40);
    array.footprint = Formula(std::int64_t{1} << 38);
  }
  const double few = feature(model, "f_dram_waits", 256, traits);
  EXPECT_GT(few, 0);
  model.ops.insert(model.ops.end(), 200, model.ops.front());
  EXPECT_GT(feature(model, "f_dram_waits", 256, traits), 10 * few);
  EXPECT_LT(feature(model, "f_dram_waits", 256, traits),
            feature(model, "f_lines_dram_irregular", 256, traits));
}

TEST(TrafficTerm, TilingSavesTrafficBeyondTheFirstCache) {
  const DeviceTraits traits = sub_groups_of(kLanes);
  const auto moved = [&](const KernelModel& model, const std::string& level) {
    return feature(model, "f_lines_" + level, 64, traits) +
           feature(model, "f_lines_" + level + "_irregular", 64, traits);
  };
  const KernelModel naive = naive_matmul();
  const KernelModel tiled = tiled_with_loops();
  // n = 1024: b's column block is 1024 lines of 64 bytes, more than the first cache of 512 lines.
  const double n = 1024;
  EXPECT_GT(moved(naive, "l2"), n * n * n / 16);
  // Tiles: a and b are read n / 16 times by groups, in lines of 16 elements.
  EXPECT_NEAR(moved(tiled, "l2"), 2 * n * n * n / 16 / 16, 0.3 * n * n * n / 16 / 16);
  EXPECT_LE(moved(naive, "l3"), moved(naive, "l2"));
  EXPECT_LE(moved(naive, "dram"), moved(naive, "l3"));
}

TEST(TrafficTerm, WhatFitsMovesNothing) {
  const DeviceTraits traits = sub_groups_of(kLanes);
  for (const std::string name : {"f_lines_l3", "f_lines_dram", "f_lines_dram_irregular"}) {
    EXPECT_EQ(feature(naive_matmul(), name, 4, traits), 0) << name;
  }
}

TEST(TrafficTerm, ADeviceWithTwoCachesHasNoThird) {
  DeviceTraits traits = sub_groups_of(kLanes);
  traits.caches.pop_back();
  EXPECT_EQ(feature(naive_matmul(), "f_lines_l3", 64, traits), 0);
  EXPECT_GT(feature(naive_matmul(), "f_lines_dram", 64, traits), 0);
}

TEST(TrafficTerm, WhatOneOfManyUnitsFetchesAloneTakesAsLongAsIfAllDid) {
  DeviceTraits traits = sub_groups_of(kLanes);
  const double l2 = feature(naive_matmul(), "f_lines_l2_irregular", 33, traits);  // 1089 groups
  const double dram = feature(naive_matmul(), "f_lines_dram", 33, traits);
  ASSERT_GT(l2, 0);
  traits.compute_units = 2;
  EXPECT_DOUBLE_EQ(feature(naive_matmul(), "f_lines_l2_irregular", 33, traits), l2 * 1090 / 1089);
  EXPECT_DOUBLE_EQ(feature(naive_matmul(), "f_lines_dram", 33, traits), dram);
}

}  // namespace
}  // namespace clgauge::model
