#include "model/terms/nest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "features/matmul.h"
#include "terms/term_features.h"

namespace clgauge::model {
namespace {

using collector::Formula;
using collector::KernelModel;
using ::testing::ElementsAre;

std::vector<Stream> streams_of(const KernelModel& model, const collector::Bindings& bindings) {
  FormulaTable table;
  const LaunchSlots launch(model, table);
  const Nest nest(model, table);
  table.compile();
  FormulaTable::Workspace workspace;
  const auto& values = table.evaluate(bindings, workspace);
  std::vector<Stream> streams;
  nest.bind(values, launch.shape(values, kLanes), streams);
  return streams;
}

std::vector<double> trips(const Stream& stream) {
  std::vector<double> result;
  for (const NestLevel& level : stream.levels) {
    result.push_back(level.trips);
  }
  return result;
}

std::vector<double> strides(const Stream& stream) {
  std::vector<double> result;
  for (const NestLevel& level : stream.levels) {
    result.push_back(level.stride_bytes);
  }
  return result;
}

TEST(Nest, PutsLoopsInsideTheGroupUnlessTheyMeetBarriers) {
  // Lanes, the loop, the rest of the group's first dimension, the other two, the groups; n = 48.
  const auto naive = streams_of(naive_matmul(), {{"t", 3}});
  ASSERT_EQ(naive.size(), 3U);
  EXPECT_THAT(trips(naive[0]), ElementsAre(8, 48, 2, 16, 1, 3, 3, 1));
  EXPECT_THAT(strides(naive[0]), ElementsAre(0, 4, 0, 192, 0, 0, 3072, 0));
  EXPECT_THAT(strides(naive[1]), ElementsAre(4, 192, 32, 0, 0, 64, 0, 0));
  // A store outside the loop has no trips of it.
  EXPECT_THAT(trips(naive[2]), ElementsAre(8, 1, 2, 16, 1, 3, 3, 1));

  // The loop over tiles runs for the whole group in step.
  const auto tiled = streams_of(tiled_with_loops(), {{"t", 3}});
  EXPECT_THAT(trips(tiled[0]), ElementsAre(8, 1, 2, 16, 1, 3, 3, 3, 1));
  EXPECT_THAT(strides(tiled[0]), ElementsAre(4, 0, 32, 192, 0, 64, 0, 3072, 0));
}

TEST(Nest, PointsOfAStencilAreOneStream) {
  KernelModel model = naive_matmul();
  model.accesses.push_back(model.accesses[1]);
  model.accesses.push_back(model.accesses[1]);
  const auto streams = streams_of(model, {{"t", 3}});
  ASSERT_EQ(streams.size(), 3U);
  EXPECT_EQ(streams[1].members, 3);
  EXPECT_EQ(streams[1].accesses, 3.0 * 48 * 48 * 48);
}

// Rows that wrap at the border of the array lie side by side all the same.
TEST(Nest, RowsThatWrapAreStreamsAndOtherJumpsAreNot) {
  KernelModel model = naive_matmul();
  model.accesses[1].affine = false;
  for (collector::ArrayUse& array : model.arrays) {
    array.extent_bytes = Formula(32768);
  }
  EXPECT_FALSE(streams_of(model, {{"t", 4}})[1].affine);
  model.accesses[1].affine_in_rows = true;
  EXPECT_TRUE(streams_of(model, {{"t", 4}})[1].affine);
}

// Strides that hold but at borders say where work-items are if they lead through most of the array.
TEST(Nest, StridesThatExplainTheArrayAreBelieved) {
  KernelModel model = naive_matmul();
  model.accesses[1].affine = false;
  for (collector::ArrayUse& array : model.arrays) {
    array.extent_bytes = Formula(16384);
  }
  EXPECT_TRUE(streams_of(model, {{"t", 4}})[1].affine);
  for (collector::ArrayUse& array : model.arrays) {
    array.extent_bytes = Formula(32768);
  }
  const Stream astray = streams_of(model, {{"t", 4}})[1];
  EXPECT_FALSE(astray.affine);
  // They hold within a group all the same: the groups jump.
  ASSERT_GT(astray.levels.size(), 3U);
  EXPECT_TRUE(astray.levels.front().walks);
  EXPECT_EQ(astray.levels.front().stride_bytes, 4);
  EXPECT_FALSE(astray.levels.back().walks);
  EXPECT_FALSE(astray.jumps);
  // Of an array of any length nobody knows better.
  model.arrays.clear();
  EXPECT_TRUE(streams_of(model, {{"t", 4}})[1].affine);
}

// An index that memory decides names no loops: its count says how often they repeat it.
TEST(Nest, JumpsAreAsManyAsTheirCountSays) {
  KernelModel model = naive_matmul();
  collector::Access& jumping = model.accesses[1];
  jumping.affine = false;
  jumping.local_strides.clear();
  jumping.group_strides.clear();
  jumping.loop_strides.clear();
  EXPECT_THAT(trips(streams_of(model, {{"t", 3}})[1]), ElementsAre(8, 48, 2, 16, 1, 3, 3, 1));
  // From one place on it goes through its loop by a stride.
  jumping.loop_strides["L5"] = Formula(1);
  const auto walking = streams_of(model, {{"t", 3}});
  EXPECT_FALSE(walking[1].affine);
  EXPECT_TRUE(walking[1].levels[1].walks);
  EXPECT_FALSE(walking[1].levels[0].walks);
}

}  // namespace
}  // namespace clgauge::model
