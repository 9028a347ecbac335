#include "microbench/calibrate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <stdexcept>

#include "base/error.h"
#include "microbench/generators/filter.h"
#include "worker_fixture.h"

namespace clgauge::microbench {
namespace {

using testing::HasSubstr;

device::Identity plain_gpu() {
  device::Identity identity;
  identity.id = "0123456789abcdef";
  identity.compute_units = 100;
  identity.max_group_size = 256;
  identity.local_bytes = 32768;
  identity.global_bytes = std::uint64_t{8} << 30;
  identity.max_allocation_bytes = std::uint64_t{2} << 30;
  identity.has_float64 = true;
  return identity;
}

TEST(Plan, EffortsGrowAndNameEachKernelOnce) {
  std::size_t before = 0;
  for (const Effort effort : {Effort::quick, Effort::standard, Effort::full}) {
    const Plan plan = make_plan(effort, plain_gpu());
    std::set<std::string> names;
    for (const PlanGroup& group : plan.groups) {
      for (const MicroKernel& kernel : group.kernels) {
        EXPECT_TRUE(names.insert(kernel.name).second) << kernel.name;
        EXPECT_EQ(kernel.job.device_id, plain_gpu().id);
        EXPECT_FALSE(kernel.job.expectations.empty());
      }
    }
    EXPECT_EQ(names.size(), plan.size());
    EXPECT_GE(plan.size(), before);
    before = plan.size();
    EXPECT_EQ(effort_from(name_of(effort)), effort);
  }
  EXPECT_THROW((void)effort_from("lazy"), Error);
}

TEST(Plan, SizesFollowTheComputeUnits) {
  device::Identity small = plain_gpu();
  small.compute_units = 2;
  EXPECT_GT(make_plan(Effort::quick, plain_gpu()).reference.work,
            10 * make_plan(Effort::quick, small).reference.work);
}

TEST(Plan, LeavesOutWhatTheDeviceLacks) {
  device::Identity poor = plain_gpu();
  poor.has_float64 = false;
  poor.max_group_size = 64;
  poor.local_bytes = 4096;
  for (const PlanGroup& group : make_plan(Effort::full, poor).groups) {
    for (const MicroKernel& kernel : group.kernels) {
      EXPECT_EQ(kernel.tags.count("dtype:float64"), 0U) << kernel.name;
      EXPECT_LE(kernel.job.local[0], 64U) << kernel.name;
      EXPECT_LE(kernel.local_bytes, 4096) << kernel.name;
    }
  }
}

TEST(Plan, AFilterThatChoosesNothingSaysWhy) {
  device::Identity poor = plain_gpu();
  poor.has_float64 = false;
  try {
    (void)make_plan("arithmetic dtype:float64", Effort::quick, poor);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("no float64"));
  }
}

class Calibration : public testing::TestWithParam<std::size_t> {
 protected:
  [[nodiscard]] const device::Identity& identity() const { return devices_here()[GetParam()]; }
  [[nodiscard]] Plan plan() const {
    Plan plan = make_plan("empty_launch group_size:16 groups:1,2,4,8", Effort::quick, identity());
    Plan more = make_plan(
        "global_store dtype:float32 lanes:1 lstride:1 arrays:1 group_size:16 "
        "items:32,64,128",
        Effort::quick, identity());
    plan.groups.push_back(std::move(more.groups.front()));
    for (PlanGroup& group : plan.groups) {
      for (MicroKernel& kernel : group.kernels) kernel.job.policy.budget_seconds = 0.001;
    }
    plan.reference = plan.groups[0].kernels[0];
    return plan;
  }
  WorkerClient worker{worker_of_this_build()};
  std::atomic<bool> stop{false};
};

TEST_P(Calibration, MeasuresEachKernelOnceInOrderWithReferencesBetween) {
  std::vector<std::string> log;
  std::vector<double> remaining;
  CalibrationHooks hooks;
  hooks.sink = [&](const MicroKernel& kernel, const Measurement& m) {
    EXPECT_EQ(m.status, Status::ok) << m.reason;
    log.push_back(kernel.name);
  };
  hooks.reference = [&](const MicroKernel&, const Measurement&) { log.emplace_back("reference"); };
  hooks.progress = [&](const Progress& p) { remaining.push_back(p.remaining_seconds.value()); };
  const Plan what = plan();
  const CalibrationOutcome outcome = run_plan(what, worker, hooks, stop);
  EXPECT_EQ(outcome.measured, 7U);
  EXPECT_EQ(outcome.failed, 0U);
  EXPECT_EQ(outcome.drift.points().size(), 2U);
  ASSERT_EQ(log.size(), 9U);
  EXPECT_EQ(log[0], "reference");
  EXPECT_EQ(log[5], "reference");
  EXPECT_EQ(log[8], what.groups[1].kernels[2].name);
  ASSERT_EQ(remaining.size(), 8U);
  EXPECT_GT(remaining.front(), 0);
  EXPECT_EQ(remaining.back(), 0);
}

// What is left is bounded from the start: later passes end with the plan's time.
TEST_P(Calibration, TimeLeftIsNoMoreThanThePlansTime) {
  Plan what = plan();
  what.passes = 50;
  what.budget_seconds = 0.01;
  std::vector<double> remaining;
  CalibrationHooks hooks;
  hooks.progress = [&](const Progress& p) { remaining.push_back(p.remaining_seconds.value()); };
  EXPECT_TRUE(run_plan(what, worker, hooks, stop).out_of_time);
  ASSERT_FALSE(remaining.empty());
  EXPECT_GT(remaining.front(), 0.01);
  EXPECT_LT(remaining.front(), 4);  // seven kernels at 0.3 s and their budgets
}

TEST_P(Calibration, ResumesWhereItStopped) {
  std::set<std::string> stored;
  CalibrationHooks hooks;
  hooks.passes_done = [&](const MicroKernel& kernel) { return stored.count(kernel.name); };
  hooks.sink = [&](const MicroKernel& kernel, const Measurement&) {
    EXPECT_TRUE(stored.insert(kernel.name).second) << "measured twice: " << kernel.name;
    if (stored.size() == 3) stop = true;  // as a signal handler would
  };
  const CalibrationOutcome first = run_plan(plan(), worker, hooks, stop);
  EXPECT_TRUE(first.stopped);
  EXPECT_EQ(first.measured, 3U);

  stop = false;
  const CalibrationOutcome second = run_plan(plan(), worker, hooks, stop);
  EXPECT_FALSE(second.stopped);
  EXPECT_EQ(second.resumed, 3U);
  EXPECT_EQ(second.measured, 4U);
  EXPECT_EQ(stored.size(), 7U);
}

TEST_P(Calibration, AFailingKernelIsASampleAndTheRestGoesOn) {
  Plan what = plan();
  what.groups[0].kernels[1].job.source = "this is no OpenCL C";
  std::vector<Status> statuses;
  CalibrationHooks hooks;
  hooks.sink = [&](const MicroKernel&, const Measurement& m) { statuses.push_back(m.status); };
  const CalibrationOutcome outcome = run_plan(what, worker, hooks, stop);
  EXPECT_EQ(outcome.measured, 7U);
  EXPECT_EQ(outcome.failed, 1U);
  ASSERT_EQ(statuses.size(), 7U);
  EXPECT_EQ(statuses[1], Status::compile);
}

TEST_P(Calibration, MeasuresInPassesAndLeavesOutWhatFailed) {
  Plan what = plan();
  what.passes = 3;
  what.groups[0].kernels[1].job.source = "this is no OpenCL C";
  std::map<std::string, std::size_t> stored;
  std::vector<std::string> log;
  CalibrationHooks hooks;
  hooks.passes_done = [&](const MicroKernel& kernel) { return stored[kernel.name]; };
  hooks.sink = [&](const MicroKernel& kernel, const Measurement&) {
    ++stored[kernel.name];
    log.push_back(kernel.name);
    if (log.size() == 10) stop = true;
  };
  static_cast<void>(run_plan(what, worker, hooks, stop));
  EXPECT_EQ(log[0], log[7]);  // six of seven in the second pass
  EXPECT_EQ(log[2], log[8]);

  stop = false;
  stored[what.groups[0].kernels[1].name] = kNoMorePasses;
  const CalibrationOutcome outcome = run_plan(what, worker, hooks, stop);
  EXPECT_EQ(outcome.measured, 9U);
  for (const auto& group : what.groups) {
    for (const auto& kernel : group.kernels) EXPECT_GE(stored[kernel.name], 3U) << kernel.name;
  }
  EXPECT_EQ(log.size(), 19U);
}

TEST_P(Calibration, EachPassHasAWorkerOfItsOwn) {
  Plan what = plan();
  what.passes = 2;
  std::vector<int> workers;
  CalibrationHooks hooks;
  hooks.sink = [&](const MicroKernel&, const Measurement&) {
    workers.push_back(worker.worker_pid().value());
  };
  static_cast<void>(run_plan(what, worker, hooks, stop));
  ASSERT_EQ(workers.size(), 14U);
  const std::set<int> first(workers.begin(), workers.begin() + 7);
  const std::set<int> second(workers.begin() + 7, workers.end());
  EXPECT_EQ(first.size(), 1U);
  EXPECT_EQ(second.size(), 1U);
  EXPECT_NE(first, second);
}

TEST_P(Calibration, MeasuresEverythingOnceWhenTimeIsUp) {
  Plan what = plan();
  what.passes = 3;
  what.budget_seconds = 0;
  const CalibrationOutcome outcome = run_plan(what, worker, {}, stop);
  EXPECT_TRUE(outcome.out_of_time);
  EXPECT_FALSE(outcome.stopped);
  EXPECT_EQ(outcome.measured, 7U);
}

TEST_P(Calibration, AFullDiskInTheSinkEndsTheRun) {
  CalibrationHooks hooks;
  hooks.sink = [](const MicroKernel&, const Measurement&) {
    throw Error(ErrorKind::store, "disk full");
  };
  EXPECT_THROW((void)run_plan(plan(), worker, hooks, stop), Error);
}

INSTANTIATE_TEST_SUITE_P(Devices, Calibration,
                         testing::Range<std::size_t>(0, devices_here().size()), device_test_name);

}  // namespace
}  // namespace clgauge::microbench
