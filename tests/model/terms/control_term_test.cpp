#include <gtest/gtest.h>

#include <cstddef>

#include "features/matmul.h"
#include "terms/term_features.h"

namespace clgauge::model {
namespace {

using collector::Formula;
using collector::KernelModel;

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

}  // namespace
}  // namespace clgauge::model
