// Which unit, which pipe and which part of a scheduler an operation gets.
#include "lens/throughput/scheduler_entries.h"

#include <gtest/gtest.h>

#include <vector>

#include "lens/throughput/execution_units.h"

namespace clgauge::lens {
namespace {

TEST(ExecutionUnits, TheOneThatHadLeastToDoIsTakenAndGivenBack) {
  ExecutionUnits units(0);
  units.begin_cycle(0);
  units.take_one_of(0b11, 1);
  EXPECT_FALSE(units.is_any_free(0b01));
  units.begin_cycle(1);
  units.take_one_of(0b11, 3);
  EXPECT_TRUE(units.is_any_free(0b01));
  EXPECT_FALSE(units.is_any_free(0b10));
  units.begin_cycle(3);
  EXPECT_FALSE(units.is_any_free(0b10));
  units.begin_cycle(4);
  EXPECT_TRUE(units.is_any_free(0b10));
}

TEST(ExecutionUnits, WhatTakesTurnsIsLeftToThoseThatHaveToWaitForIt) {
  ExecutionUnits units(0b01);
  units.begin_cycle(0);
  units.take_one_of(0b10, 1);
  units.begin_cycle(1);
  units.take_one_of(0b11, 1);  // the busier one, for the other takes turns
  EXPECT_TRUE(units.is_any_free(0b01));
  units.take_one_of(0b11, 1);
  EXPECT_FALSE(units.is_any_free(0b11));
}

// A scheduler of two entries for pipes 0 and 1, and one in two parts of two entries each.
CoreShape small_core() {
  CoreShape core;
  core.pipes = 0b11;
  core.scheduler_entries = {1000, 2, 2, 2};
  core.next_part = {0, 1, 3, 2};
  core.scheduler_of_pipe = {1, 1};
  return core;
}

TEST(SchedulerEntries, APipeIsChosenByWhatWaitsForItAsLongAsThereIsRoom) {
  const CoreShape core = small_core();
  SchedulerEntries entries(core);
  SimulatedOperation either;
  either.pipes = 0b11;
  either.pipe_cycles = 1;
  const auto first = entries.enter(either);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->scheduler, 1U);
  const auto second = entries.enter(either);
  ASSERT_TRUE(second);
  EXPECT_NE(second->pipe, first->pipe);
  EXPECT_FALSE(entries.enter(either)) << "it is full";
  entries.leave(either, *second);
  const auto third = entries.enter(either);
  ASSERT_TRUE(third);
  EXPECT_EQ(third->pipe, second->pipe) << "the first one waits still";
}

TEST(SchedulerEntries, PartsAreFilledAlike) {
  const CoreShape core = small_core();
  SchedulerEntries entries(core);
  SimulatedOperation one;
  one.scheduler = 2;
  EXPECT_EQ(entries.enter(one)->scheduler, 2U);
  EXPECT_EQ(entries.enter(one)->scheduler, 3U);
  SimulatedOperation wide = one;
  wide.entries = 2;  // one of each
  const auto held = entries.enter(wide);
  ASSERT_TRUE(held);
  EXPECT_FALSE(entries.enter(one));
  entries.leave(wide, *held);
  EXPECT_TRUE(entries.enter(one));
}

}  // namespace
}  // namespace clgauge::lens
