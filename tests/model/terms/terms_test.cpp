#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "features/matmul.h"
#include "model/features.h"
#include "model/features/binder.h"
#include "model/terms/nest.h"
#include "model/terms/special_term.h"
#include "model/terms/term.h"

namespace clgauge::model {
namespace {

using collector::Formula;
using collector::KernelModel;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr unsigned kLanes = 8;

KernelModel tiled_with_loops() {
  KernelModel model = tiled_matmul();
  model.accesses[0].loop_strides = {{"L4", Formula(16)}};
  model.accesses[1].loop_strides = {{"L4", Formula::parse("256*t")}};
  model.loops = {{"L4", "", true, true, count_of("t", "256*t*t*t")},
                 {"L7", "L4", false, true, count_of("16*t", "4096*t*t*t")}};
  return model;
}

collector::ArrayUse private_array(int bytes) {
  collector::ArrayUse use;
  use.array = "mine";
  use.space = "private";
  use.extent_bytes = Formula(bytes);
  return use;
}

// A block of `registers` vectors of eight float32 that a loop updates.
KernelModel blocked(int registers) {
  KernelModel model = naive_matmul();
  model.accesses[1].lanes = 8;
  model.accesses[1].bytes = 32;
  model.accesses[1].loop_strides["L5"] = Formula(1);
  model.loops[0].carried_values = registers;
  model.loops[0].carried_bytes = 32 * registers;
  return model;
}

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

double feature(const KernelModel& model, const std::string& name, int t,
               const DeviceTraits& traits) {
  return bind_features(model, {{"t", t}}, traits, std::vector{name}).values.at(name);
}

// Rows that wrap at the border of the array lie side by side all the same.
TEST(Nest, RowsThatWrapAreStreamsAndOtherJumpsAreNot) {
  KernelModel model = naive_matmul();
  model.accesses[1].affine = false;
  for (collector::ArrayUse& array : model.arrays) {
    array.extent_bytes = Formula(64 * 64 * 8);
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
    array.extent_bytes = Formula(64 * 64 * 4);
  }
  EXPECT_TRUE(streams_of(model, {{"t", 4}})[1].affine);
  for (collector::ArrayUse& array : model.arrays) {
    array.extent_bytes = Formula(64 * 64 * 8);
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

TEST(ControlTerm, SortsWorkByKindOfControlFlow) {
  const DeviceTraits traits = sub_groups_of(kLanes);
  const double n = 48;
  EXPECT_EQ(feature(naive_matmul(), "f_loop_float32", 3, traits), n * n * n);
  EXPECT_EQ(feature(naive_matmul(), "f_loop_far", 3, traits), n * n * n);
  EXPECT_EQ(feature(naive_matmul(), "f_loop_unit", 3, traits), 0);
  EXPECT_EQ(feature(naive_matmul(), "f_loop_uniform", 3, traits), n * n * n);
  EXPECT_EQ(feature(naive_matmul(), "f_loop_store", 3, traits), n * n);
  EXPECT_EQ(feature(naive_matmul(), "f_loop_iterations", 3, traits), n * n * n);
  EXPECT_EQ(feature(naive_matmul(), "f_straight_float32", 3, traits), 0);
  EXPECT_EQ(feature(tiled_with_loops(), "f_barrier_items", 3, traits), n * n);
  EXPECT_EQ(feature(tiled_with_loops(), "f_loop_float32", 3, traits), n * n * n)
      << "arithmetic of the loop between barriers";
  KernelModel steps = tiled_with_loops();
  steps.loops.pop_back();
  EXPECT_EQ(feature(steps, "f_straight_float32", 3, traits), n * n * n);
  EXPECT_EQ(feature(steps, "f_barrier_items", 3, traits), n * n);
  KernelModel straight = naive_matmul();
  straight.loops.clear();
  straight.accesses[0].local_strides[0] = Formula(7);
  EXPECT_EQ(feature(straight, "f_straight_gather", 3, traits), n * n * n);
  EXPECT_EQ(feature(straight, "f_straight_int", 3, traits), 0);
  KernelModel idle = straight;
  idle.ops.clear();
  idle.accesses.clear();
  EXPECT_EQ(feature(idle, "f_empty_items", 3, traits), n * n);
  EXPECT_EQ(feature(idle, "f_straight_items", 3, traits), 0);
}

TEST(ControlTerm, NeighboursThatANarrowIndexReachesCountTwice) {
  const DeviceTraits traits = sub_groups_of(kLanes);
  KernelModel model = naive_matmul();
  for (collector::Access& access : model.accesses) access.narrow_index = true;
  model.accesses[0].local_strides[0] = Formula(7);
  EXPECT_EQ(feature(model, "f_loop_far", 3, traits), 48 * 48 * 48);
  EXPECT_EQ(feature(model, "f_loop_narrow", 3, traits), 48 * 48 * 48) << "not the gather";
  EXPECT_EQ(feature(model, "f_loop_narrow_store", 3, traits), 48 * 48);
}

TEST(ControlTerm, AWalkAlongTheLanesStaysNear) {
  KernelModel model = naive_matmul();
  model.accesses[1].loop_strides["L5"] = Formula(1);
  EXPECT_EQ(feature(model, "f_loop_unit", 3, sub_groups_of(kLanes)), 48 * 48 * 48);
  EXPECT_EQ(feature(model, "f_loop_far", 3, sub_groups_of(kLanes)), 0);
}

TEST(ControlTerm, LoadsOfAnArrayThatMoveTogetherAreBesideTheFirst) {
  KernelModel model = naive_matmul();
  const double loads = 48 * 48 * 48;
  model.accesses.push_back(model.accesses[1]);
  EXPECT_EQ(feature(model, "f_loop_far", 3, sub_groups_of(kLanes)), loads);
  EXPECT_EQ(feature(model, "f_loop_beside", 3, sub_groups_of(kLanes)), loads);
  model.accesses.back().array = "c";
  EXPECT_EQ(feature(model, "f_loop_far", 3, sub_groups_of(kLanes)), 2 * loads);
  model.accesses.back() = model.accesses[1];
  model.accesses.back().loop_strides["L5"] = Formula::parse("32*t");
  EXPECT_EQ(feature(model, "f_loop_far", 3, sub_groups_of(kLanes)), 2 * loads) << "another walk";
}

TEST(ControlTerm, ALoopThatHandsOnManyVariablesIsPacked) {
  const DeviceTraits traits = sub_groups_of(kLanes);
  const double n = 48;
  KernelModel model = naive_matmul();
  model.loops[0].carried_values = 3;
  EXPECT_EQ(feature(model, "f_loop_float32", 3, traits), n * n * n);
  model.loops[0].carried_values = 4;
  EXPECT_EQ(feature(model, "f_loop_packed_float32", 3, traits), n * n * n);
  EXPECT_EQ(feature(model, "f_loop_float32", 3, traits), 0);
}

// Unrolled or not, a loop may keep work-items from being the lanes of vectors.
TEST(ControlTerm, ALoopOfAFewConstantTripsHasNoIterations) {
  KernelModel model = naive_matmul();
  model.loops[0].constant_trips = 16;
  EXPECT_EQ(feature(model, "f_loop_unit", 3, sub_groups_of(kLanes)), 48 * 48 * 48);
  EXPECT_EQ(feature(model, "f_loop_iterations", 3, sub_groups_of(kLanes)), 0);
  model.loops[0].constant_trips = 1000;
  EXPECT_EQ(feature(model, "f_loop_iterations", 3, sub_groups_of(kLanes)), 48 * 48 * 48);
  EXPECT_EQ(feature(model, "f_loop_unit", 3, sub_groups_of(kLanes)), 48 * 48 * 48);
}

// Where the source asks for that, compilers see straight code.
TEST(ControlTerm, ALoopThatTheSourceUnrollsIsNone) {
  KernelModel model = naive_matmul();
  model.loops[0].constant_trips = 16;
  model.loops[0].asks_unrolling = true;
  EXPECT_EQ(feature(model, "f_loop_unit", 3, sub_groups_of(kLanes)), 0);
  EXPECT_EQ(feature(model, "f_straight_unit", 3, sub_groups_of(kLanes)), 48 * 48 * 48);
  model.loops[0].constant_trips = 1000;
  EXPECT_EQ(feature(model, "f_straight_unit", 3, sub_groups_of(kLanes)), 0);
  // Nobody lays work-items side by side that gather.
  model.loops[0].constant_trips = 16;
  model.accesses[0].local_strides[0] = Formula(2);
  EXPECT_EQ(feature(model, "f_straight_unit", 3, sub_groups_of(kLanes)), 0);
}

TEST(ControlTerm, LoopsWithBarriersCarryTheirValuesThroughMemory) {
  const DeviceTraits traits = sub_groups_of(kLanes);
  const double steps = 3 * 48 * 48;
  KernelModel model = tiled_with_loops();
  EXPECT_EQ(feature(model, "f_barrier_steps", 3, traits), steps);
  EXPECT_EQ(feature(model, "f_barrier_iterations", 3, traits), 48 * 48 * 48);
  EXPECT_EQ(feature(model, "f_barrier_carried", 3, traits), 0);
  model.loops[0].carried_values = 2;
  model.loops[0].carried_bytes = 16;
  EXPECT_EQ(feature(model, "f_barrier_carried", 3, traits), 4 * steps);
  model.arrays.push_back(private_array(40));
  EXPECT_EQ(feature(model, "f_barrier_carried", 3, traits), 14 * steps);
}

TEST(ControlTerm, PrivateArraysThatLoopsMoveOnStayInMemory) {
  const DeviceTraits traits;
  KernelModel model = tiled_with_loops();
  for (const char* direction : {"load", "store"}) {
    auto access = access_of("queue", "private", direction, {"0", "0"}, {"0", "0"},
                            count_of("16*t", "4096*t*t*t"));
    access.line = 7;
    access.loop_strides = {{"L7", Formula(1)}};
    model.accesses.push_back(access);
  }
  EXPECT_EQ(feature(model, "f_barrier_private", 3, traits), 0);  // q[r] = 2 * q[r]
  model.accesses[model.accesses.size() - 2].first_byte = Formula(4);
  EXPECT_EQ(feature(model, "f_barrier_private", 3, traits), 2 * 4096 * 27);  // q[r] = q[r + 1]
  for (std::size_t i = model.accesses.size() - 2; i < model.accesses.size(); ++i) {
    model.accesses[i].loop_strides = {{"L7", Formula(0)}};  // a macro's q[0] = q[1] in a loop
  }
  EXPECT_EQ(feature(model, "f_barrier_private", 3, traits), 0);
}

TEST(ControlTerm, LoadsInLoopsBetweenBarriersAreInner) {
  const DeviceTraits traits = sub_groups_of(kLanes);
  KernelModel model = tiled_with_loops();
  EXPECT_EQ(feature(model, "f_barrier_inner", 3, traits), 0);
  const double loads = feature(model, "f_barrier_unit", 3, traits);
  EXPECT_GT(loads, 0);
  for (auto& access : model.accesses) {
    access.loop_strides["L7"] = Formula(48);
  }
  EXPECT_EQ(feature(model, "f_barrier_inner", 3, traits), loads);
  EXPECT_EQ(feature(model, "f_barrier_unit", 3, traits), 0);
}

TEST(ControlTerm, VectorsOfTheSourceSpillWhenThereAreMoreThanRegisters) {
  const DeviceTraits traits = sub_groups_of(kLanes);
  const double operations = 48 * 48 * 48 / 8.0;
  EXPECT_EQ(feature(blocked(12), "f_vector_registers", 3, traits), operations);
  EXPECT_EQ(feature(blocked(12), "f_vector_spilled", 3, traits), 0);
  EXPECT_EQ(feature(blocked(12), "f_vector_unit", 3, traits), 0);  // an instruction each
  EXPECT_EQ(feature(blocked(12), "f_vector_lone", 3, traits), 2 * 48 * 48 * 48 + 48 * 48);
  EXPECT_EQ(feature(blocked(12), "f_loop_float32", 3, traits), 0);
  EXPECT_EQ(feature(blocked(16), "f_vector_spilled", 3, traits), 0);
  EXPECT_EQ(feature(blocked(32), "f_vector_spilled", 3, traits), operations / 2);
  // The same block as a private array.
  KernelModel model = blocked(0);
  model.arrays.push_back(private_array(32 * 32));
  EXPECT_EQ(feature(model, "f_vector_spilled", 3, traits), operations / 2);
  // Half as wide, an instruction does half as much, and the block takes as many registers.
  KernelModel narrow = blocked(32);
  narrow.accesses[1].bytes = 16;
  narrow.loops[0].carried_bytes = 16 * 32;
  EXPECT_EQ(feature(narrow, "f_vector_registers", 3, traits), 2 * operations);
  EXPECT_EQ(feature(narrow, "f_vector_spilled", 3, traits), operations);
}

TEST(ControlTerm, VectorsThatAreLoadedAndTakenApartAreNone) {
  const DeviceTraits traits = sub_groups_of(kLanes);
  KernelModel model = blocked(1);
  model.loops[0].carried_bytes = 4;
  EXPECT_EQ(feature(model, "f_vector_registers", 3, traits), 0);
  EXPECT_EQ(feature(model, "f_loop_float32", 3, traits), 48 * 48 * 48);
}

TEST(ControlTerm, WiderRegistersHoldMoreButTakeTheirTime) {
  DeviceTraits traits = sub_groups_of(kLanes);
  traits.vector_registers = 32;
  traits.vector_register_bytes = 64;
  EXPECT_EQ(feature(blocked(32), "f_vector_spilled", 3, traits), 0);
  KernelModel wide = blocked(16);
  wide.accesses[1].bytes = 64;
  wide.loops[0].carried_bytes = 64 * 16;
  EXPECT_EQ(feature(wide, "f_vector_registers", 3, traits), 48 * 48 * 48 / 8.0);
  EXPECT_EQ(feature(wide, "f_vector_spilled", 3, traits), 0);
}

// Groups of 16 x 16 where a vector takes 32 work-items.
TEST(ControlTerm, RowsThatFillNoVectorRunOneWorkItemAfterAnother) {
  DeviceTraits traits = sub_groups_of(kLanes);
  const double operations = feature(naive_matmul(), "f_loop_float32", 3, traits);
  EXPECT_GT(operations, 0);
  EXPECT_EQ(feature(naive_matmul(), "f_loop_lone", 3, traits), 0);
  traits.vector_register_bytes = 128;
  EXPECT_EQ(feature(naive_matmul(), "f_loop_float32", 3, traits), 0);
  const double lone = feature(naive_matmul(), "f_loop_lone", 3, traits);
  EXPECT_GE(lone, operations);
  // A function of the library is many instructions.
  KernelModel special = naive_matmul();
  special.ops.push_back({"exp", "float32", false, count_of("1", "256*t*t")});
  EXPECT_GE(feature(special, "f_loop_lone", 3, traits), lone + 10 * 48 * 48);
  traits.is_gpu = true;
  EXPECT_EQ(feature(naive_matmul(), "f_loop_float32", 3, traits), operations);
  EXPECT_EQ(feature(naive_matmul(), "f_loop_lone", 3, traits), 0);
}

// A kernel with barriers has no vectors for a part of a row, and comes to each work-item anew
// behind each of them.
TEST(ControlTerm, RowsThatFillNoVectorLeaveNoneBesideBarriers) {
  DeviceTraits traits = sub_groups_of(kLanes);
  traits.vector_register_bytes = 12 * 4;  // rows of 16 are one vector and a third
  const double beside_none = feature(naive_matmul(), "f_loop_float32", 3, traits);
  EXPECT_GT(beside_none, 0);
  const KernelModel tiled = tiled_with_loops();
  EXPECT_EQ(feature(tiled, "f_loop_float32", 3, traits), 0);
  const double lone = feature(tiled, "f_barrier_lone", 3, traits);
  KernelModel more = tiled;
  more.sync.push_back(more.sync.front());
  const double barriers = feature(tiled, "f_sync_barrier_local", 3, traits);
  EXPECT_GT(barriers, 0);
  EXPECT_EQ(feature(more, "f_barrier_lone", 3, traits), lone + 6 * barriers);
}

TEST(ControlTerm, IntegersOf64BitsAreTwoWordsInVectorsAndCountApartInLoops) {
  const DeviceTraits traits = sub_groups_of(kLanes);
  KernelModel model = naive_matmul();
  model.ops.push_back({"add", "int64", false, count_of("1", "256*t*t")});
  EXPECT_EQ(feature(model, "f_loop_int64", 3, traits), 48 * 48);
  EXPECT_EQ(feature(model, "f_loop_int", 3, traits), 0);
  model.loops.clear();
  EXPECT_EQ(feature(model, "f_straight_int", 3, traits), 2 * 48 * 48);
  EXPECT_EQ(feature(model, "f_straight_int64", 3, traits), 0);
}

TEST(ControlTerm, WhatIsTheSameForAGroupIsDoneBeforeItsWorkItems) {
  DeviceTraits traits = sub_groups_of(kLanes);
  KernelModel model = naive_matmul();
  model.ops = {{"add", "float32", false, count_of("4", "1024*t*t")}};
  model.ops.push_back({"exp", "float32", false, count_of("1", "256*t*t")});
  model.ops[0].uniform = 0.25;
  model.ops[1].uniform = 1;
  EXPECT_EQ(feature(model, "f_loop_float32", 3, traits), 4 * 48 * 48);
  model.loops.clear();
  EXPECT_EQ(feature(model, "f_straight_float32", 3, traits), 3 * 48 * 48);
  EXPECT_EQ(feature(model, "f_exp_float32", 3, traits), 0);
  traits.is_gpu = true;
  EXPECT_EQ(feature(model, "f_straight_float32", 3, traits), 4 * 48 * 48);
}

TEST(ControlTerm, InstructionsOfVectorsKeepWorkItemsApart) {
  DeviceTraits traits = sub_groups_of(kLanes);
  const double operations = feature(naive_matmul(), "f_loop_float32", 3, traits);
  KernelModel model = naive_matmul();
  for (collector::OpCount& op : model.ops) {
    op.in_vectors = 1;
    op.instructions_each = 0.25;
  }
  EXPECT_EQ(feature(model, "f_loop_float32", 3, traits), 0);
  EXPECT_GE(feature(model, "f_loop_lone", 3, traits), operations / 4);
  // A few among many do not.
  for (collector::OpCount& op : model.ops) {
    op.in_vectors = 0.1;
    op.instructions_each = 0.925;
  }
  EXPECT_EQ(feature(model, "f_loop_float32", 3, traits), operations);
}

TEST(ControlTerm, AnUnevenLastWaveOfGroupsCostsTime) {
  DeviceTraits traits = sub_groups_of(kLanes);
  const double even = feature(naive_matmul(), "f_loop_float32", 3, traits);  // 9 groups
  traits.compute_units = 2;
  EXPECT_DOUBLE_EQ(feature(naive_matmul(), "f_loop_float32", 3, traits), even * 10 / 9);
  traits.compute_units = 9;
  EXPECT_DOUBLE_EQ(feature(naive_matmul(), "f_loop_float32", 3, traits), even);
  traits.compute_units = 64;
  EXPECT_DOUBLE_EQ(feature(naive_matmul(), "f_loop_float32", 3, traits), even * 64 / 9);
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

TEST(ChainTerm, RecurrencesOfLoopsCountByIterationAndTheRestByWorkItem) {
  const DeviceTraits traits = sub_groups_of(kLanes);
  const double iterations = 160.0 * 160 * 160;  // enough work in each item to fill a window
  KernelModel model = naive_matmul();
  EXPECT_EQ(feature(model, "f_loop_chain", 10, traits), 0);
  model.loops[0].chain.arithmetic = 1;
  model.loops[0].chain.bytes = 4;
  EXPECT_EQ(feature(model, "f_loop_chain", 10, traits), 4 * iterations);
  EXPECT_EQ(feature(model, "f_chain", 10, traits), 0);
  model.loops[0].chain.divisions = 0.5;
  EXPECT_EQ(feature(model, "f_loop_chain", 10, traits), 11 * iterations);
  // Whoever waits alone waits as long for wide values, up to a register of 32 bytes.
  model.loops[0].chain.bytes = 8;
  EXPECT_EQ(feature(model, "f_loop_chain", 10, traits), 11 * iterations);
  model.loops[0].chain.bytes = 64;
  EXPECT_EQ(feature(model, "f_loop_chain", 10, traits), 2 * 11 * iterations);
}

TEST(ChainTerm, WorkItemsOfStraightCodeShareRegisters) {
  const DeviceTraits traits = sub_groups_of(kLanes);
  const double items = 160 * 160;
  KernelModel model = naive_matmul();
  model.loops.clear();
  model.straight_chain.loads = 2;
  model.straight_chain.bytes = 1;
  EXPECT_EQ(feature(model, "f_chain", 10, traits), 10 * items);
  EXPECT_EQ(feature(model, "f_loop_chain", 10, traits), 0);
  // A register holds half as many, and never less than one.
  model.straight_chain.bytes = 8;
  EXPECT_EQ(feature(model, "f_chain", 10, traits), 2 * 10 * items);
  model.straight_chain.bytes = 64;
  EXPECT_EQ(feature(model, "f_chain", 10, traits), 8 * 10 * items);
}

TEST(ChainTerm, ShortWorkItemsRunSideBySide) {
  const DeviceTraits traits = sub_groups_of(kLanes);
  KernelModel model = naive_matmul();
  model.loops[0].chain.arithmetic = 1;
  // 16 iterations with two loads and a madd, and a store: 49 of the window's 128 operations.
  EXPECT_DOUBLE_EQ(feature(model, "f_loop_chain", 1, traits), 4 * 16 * 16 * 16 * 49 / 128.0);
}

TEST(ChainTerm, ALoopWithABarrierChangesToOtherWorkItems) {
  const DeviceTraits traits = sub_groups_of(kLanes);
  KernelModel model = tiled_with_loops();
  model.loops[0].chain.arithmetic = 1;
  EXPECT_EQ(feature(model, "f_loop_chain", 10, traits), 0);
  // Between barriers an item has 16 madds, 34 accesses of tiles and two of memory, a store at last.
  model.loops[1].chain.arithmetic = 1;
  const double t = 10;
  EXPECT_DOUBLE_EQ(feature(model, "f_loop_chain", 10, traits),
                   4 * 4096 * t * t * t * (52 * t + 1) / (t + 1) / 128);
}

TEST(AliasTerm, WalksDownColumnsOfAStoredArrayMeetTheirStores) {
  const DeviceTraits traits = sub_groups_of(kLanes);
  // n = 1024: rows of 4096 bytes.
  KernelModel model = naive_matmul();
  const double loads = 1024.0 * 1024 * 1024;
  EXPECT_EQ(feature(model, "f_alias", 64, traits), 0) << "nothing is stored to b";
  collector::Access store = model.accesses[1];
  store.direction = "store";
  model.accesses.push_back(store);
  EXPECT_EQ(feature(model, "f_alias", 64, traits), loads);
  EXPECT_EQ(feature(model, "f_alias", 32, traits), loads / 8 / 2) << "every second row";
  EXPECT_EQ(feature(model, "f_alias", 16, traits), loads / 64 / 4);
  EXPECT_EQ(feature(model, "f_alias", 8, traits), 0) << "the store is done long before";
  EXPECT_EQ(feature(model, "f_alias", 65, traits), 0);
  model.accesses.back().loop_strides["L5"] = Formula(1);
  EXPECT_EQ(feature(model, "f_alias", 64, traits), 0) << "the store walks elsewhere";
  model.accesses.back() = store;
  model.loops[0].has_barrier = true;
  EXPECT_EQ(feature(model, "f_alias", 64, traits), 0);
}

TEST(StartTerm, OneGroupOrOneUnitWakesNobody) {
  DeviceTraits traits = sub_groups_of(kLanes);
  EXPECT_EQ(feature(naive_matmul(), "f_forks", 3, traits), 0);
  traits.compute_units = 2;
  EXPECT_EQ(feature(naive_matmul(), "f_forks", 3, traits), 1);
  EXPECT_EQ(feature(naive_matmul(), "f_forks", 1, traits), 0);
}

TEST(SpecialTerm, ClassesCostlyOperations) {
  for (const auto& [op, expected] :
       std::vector<std::pair<std::string, std::string>>{{"div", "div"},
                                                        {"native_exp2", "exp"},
                                                        {"rsqrt", "sqrt"},
                                                        {"sincos", "trig"},
                                                        {"half_log10", "log"},
                                                        {"pown", "pow"},
                                                        {"tanh", "exp"},
                                                        {"remainder", "div"}}) {
    EXPECT_EQ(special_class(op), expected) << op;
  }
  for (const std::string op : {"add", "madd", "minmax", "floor", "select", "cvt"}) {
    EXPECT_FALSE(special_class(op).has_value()) << op;
  }
  const DeviceTraits traits = sub_groups_of(kLanes);
  KernelModel model = naive_matmul();
  model.ops.push_back({"exp", "float64", false, count_of("1", "256*t*t")});
  model.ops.push_back({"div", "int32", false, count_of("1", "256*t*t")});
  model.ops.push_back({"atomic", "int32", false, count_of("2", "512*t*t")});
  EXPECT_EQ(feature(model, "f_loop_exp_float64", 3, traits), 48 * 48);
  EXPECT_EQ(feature(model, "f_exp_float64", 3, traits), 0);
  EXPECT_EQ(feature(model, "f_loop_exp_float32", 3, traits), 0);
  EXPECT_EQ(feature(model, "f_loop_div_float32", 3, traits), 0);
  EXPECT_EQ(feature(model, "f_div_int", 3, traits), 48 * 48);
  EXPECT_EQ(feature(model, "f_loop_int", 3, traits), 48 * 48);
  EXPECT_EQ(feature(model, "f_atomics", 3, traits), 2 * 48 * 48);
  model.ops.back().in_local = true;
  EXPECT_EQ(feature(model, "f_atomics", 3, traits), 0);
  EXPECT_EQ(feature(model, "f_local_atomics", 3, traits), 2 * 48 * 48);
  // Vectors of them where many variables lie side by side, or nothing keeps work-items apart.
  model.loops[0].carried_values = 8;
  EXPECT_EQ(feature(model, "f_exp_float64", 3, traits), 48 * 48);
  model.loops.clear();
  EXPECT_EQ(feature(model, "f_exp_float64", 3, traits), 48 * 48);
  EXPECT_EQ(feature(model, "f_loop_exp_float64", 3, traits), 0);
}

TEST(Terms, WhatATermCountsIsNotUncoveredAndWhatDependsOnDataIsNamed) {
  KernelModel model = naive_matmul();
  model.ops.push_back({"floor", "float64", false, count_of("1", "256*t*t")});
  const std::vector<std::string> wanted = {"f_loop_float32", "f_op_float32_div"};
  EXPECT_THAT(bind_features(model, {{"t", 3}}, sub_groups_of(kLanes), wanted).uncovered, IsEmpty());
  model.ops.push_back({"pow", "float64", false, count_of("1", "256*t*t")});
  EXPECT_THAT(bind_features(model, {{"t", 3}}, sub_groups_of(kLanes), wanted).uncovered,
              ElementsAre("float64 pow"));
  model.accesses[0].count.flag = collector::CountFlag::data_dependent;
  EXPECT_THAT(bind_features(model, {{"t", 3}}, sub_groups_of(kLanes), wanted).unknown,
              ElementsAre("f_loop_float32"));
}

TEST(DeviceTraits, JsonRoundTripsAndRefusesNonsense) {
  const DeviceTraits host = host_traits(16);
  EXPECT_EQ(host.sub_group_size, 16U);
  EXPECT_FALSE(host.caches.empty());
  const auto json = to_json(host);
  EXPECT_EQ(to_json(device_traits_from_json(json)), json);
  auto wrong = json;
  wrong.erase("caches");
  EXPECT_THROW(static_cast<void>(device_traits_from_json(wrong)), Error);
  wrong = json;
  wrong["caches"][0].erase("ways");
  EXPECT_THROW(static_cast<void>(device_traits_from_json(wrong)), Error);
}

// Counting divides by them, as integers.
TEST(DeviceTraits, WhatNoDeviceHasIsRefusedByName) {
  const auto good = to_json(DeviceTraits{});
  const auto refused = [](const nlohmann::json& json) -> std::string {
    try {
      static_cast<void>(device_traits_from_json(json));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      return error.what();
    }
    return "no error";
  };
  const std::vector<nlohmann::json> never = {0, -1, 0.5, 1.5, 1e300, "64", nullptr};
  for (const char* name : {"sub_group_size", "compute_units", "page_bytes", "first_tlb_pages",
                           "tlb_pages", "vector_registers", "vector_register_bytes"}) {
    for (const auto& value : never) {
      auto wrong = good;
      wrong[name] = value;
      EXPECT_THAT(refused(wrong), HasSubstr("device traits")) << name << ' ' << value;
    }
  }
  for (const char* name : {"capacity_bytes", "line_bytes", "ways"}) {
    for (const auto& value : never) {
      auto wrong = good;
      wrong["caches"][1][name] = value;
      EXPECT_THAT(refused(wrong), HasSubstr("device traits")) << name << ' ' << value;
    }
  }
  auto wrong = good;
  wrong["page_bytes"] = 0.5;
  EXPECT_THAT(refused(wrong), HasSubstr("page_bytes is 0.5, and must be a whole number from 512"));
  wrong = good;
  wrong["caches"][0]["capacity_bytes"] = 32;
  EXPECT_THAT(refused(wrong), HasSubstr("capacity_bytes is 32, and must be a whole number from 64"))
      << "less than a line";
  // What a GPU of many units with pages of 1 GiB might say.
  auto large = good;
  large["page_bytes"] = 1073741824;
  large["sub_group_size"] = 4096;
  large["compute_units"] = 16896;
  large["caches"][0]["line_bytes"] = 256;
  EXPECT_EQ(to_json(device_traits_from_json(large)).at("compute_units"), 16896);
}

}  // namespace
}  // namespace clgauge::model
