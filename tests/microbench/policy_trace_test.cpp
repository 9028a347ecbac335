#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <cmath>
#include <optional>
#include <random>
#include <thread>
#include <vector>

#include "microbench/policy/clock.h"
#include "microbench/policy/core_distance.h"
#include "microbench/policy/drift.h"
#include "microbench/policy/outliers.h"
#include "microbench/policy/trace_shape.h"

namespace clgauge::microbench {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<double> noisy(std::size_t n, double mean, double sigma, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> noise(mean, sigma);
  std::vector<double> out(n);
  for (double& s : out) s = noise(engine);
  return out;
}

TEST(TraceShape, SteadyTracesHaveNoNotes) {
  int noted = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    noted += shape_notes(noisy(50, 1e-3, 3e-5, seed)).empty() ? 0 : 1;
  }
  EXPECT_LE(noted, 2);
}

TEST(TraceShape, DriftIsNoted) {
  std::vector<double> trace = noisy(60, 1e-3, 1e-5, 1);
  for (std::size_t i = 0; i < trace.size(); ++i) trace[i] *= 1 + 0.003 * static_cast<double>(i);
  EXPECT_GT(trend_score(trace), 4);
  EXPECT_THAT(shape_notes(trace), Contains(HasSubstr("drift by +")));
  for (double& s : trace) s = 2e-3 - s;
  EXPECT_LT(trend_score(trace), -4);
}

TEST(TraceShape, TwoLevelsAreNotedWithTheirShares) {
  std::vector<double> trace = noisy(40, 1e-3, 1e-5, 2);
  for (std::size_t i = 0; i < trace.size(); i += 4) trace[i] += 6e-4;
  const auto levels = two_levels(trace);
  ASSERT_TRUE(levels.has_value());
  EXPECT_NEAR(levels->low_seconds, 1e-3, 2e-5);
  EXPECT_NEAR(levels->high_seconds, 1.6e-3, 2e-5);
  EXPECT_DOUBLE_EQ(levels->high_share, 0.25);
}

TEST(TraceShape, AHeavyTailIsNotTwoLevels) {
  std::mt19937_64 engine(5);
  std::lognormal_distribution<double> tail(std::log(1e-3), 0.5);
  int noted = 0;
  for (int repeat = 0; repeat < 200; ++repeat) {
    std::vector<double> trace(40);
    for (double& s : trace) s = tail(engine);
    noted += two_levels(trace) ? 1 : 0;
  }
  EXPECT_LE(noted, 4);
}

TEST(Outliers, SpikesAreFlaggedWhateverTheirSize) {
  std::vector<double> trace = noisy(30, 1e-3, 1e-5, 9);
  trace[3] = 2e-3;
  trace[17] = 1e-6;
  trace[20] = NAN;
  const std::vector<bool> flags = flag_outliers(trace, 0);
  EXPECT_TRUE(flags[3]);
  EXPECT_TRUE(flags[17]);
  EXPECT_TRUE(flags[20]);
  EXPECT_EQ(std::count(flags.begin(), flags.end(), true), 3);
}

TEST(Outliers, NeighbouringTicksOfAQuantisedClockAreNot) {
  std::vector<double> trace(30, 10e-6);
  trace[4] = 11e-6;
  EXPECT_THAT(flag_outliers(trace, 1e-6), testing::Not(Contains(true)));
  EXPECT_TRUE(flag_outliers(trace, 0)[4]);
}

TEST(Clock, TickIsTheSmallestStepOfRepeatedReadings) {
  std::vector<double> quantised;
  for (int i = 0; i < 40; ++i) quantised.push_back((100 + i % 4) * 83.3e-9);
  EXPECT_NEAR(observed_tick(quantised, 1e-9), 83.3e-9, 1e-12);
  EXPECT_DOUBLE_EQ(observed_tick(noisy(40, 1e-3, 1e-5, 3), 1e-9), 1e-9);
  EXPECT_DOUBLE_EQ(observed_tick({}, 1e-9), 1e-9);
}

Measurement reference(double median, double half_width) {
  Measurement m;
  m.median_seconds = median;
  m.low_seconds = median - half_width;
  m.high_seconds = median + half_width;
  return m;
}

TEST(Drift, SeesThrottlingButNotNoise) {
  DriftMonitor monitor;
  monitor.add(reference(1.00e-3, 2e-5));
  monitor.add(reference(1.03e-3, 2e-5));  // small
  EXPECT_THAT(monitor.summary(), HasSubstr("steady"));
  monitor.add(reference(1.10e-3, 2e-4));  // intervals overlap
  EXPECT_THAT(monitor.summary(), HasSubstr("noisy"));
  monitor.add(reference(1.30e-3, 2e-5));
  EXPECT_THAT(monitor.summary(), HasSubstr("drift: 1 of 4"));
  EXPECT_THAT(monitor.summary(), HasSubstr("by up to 30.0%"));
}

// The first reference may itself have been disturbed: slow is what is slower than the fastest.
TEST(Drift, WhatStandsBetweenSlowReferencesWasDisturbed) {
  DriftMonitor monitor;
  EXPECT_EQ(monitor.disturbed_share(), 0);
  for (const double seconds : {1.30e-3, 1.00e-3, 1.02e-3, 1.20e-3}) {
    monitor.add(reference(seconds, 2e-5));
  }
  EXPECT_FALSE(monitor.is_calm_after(0));
  EXPECT_TRUE(monitor.is_calm_after(1));
  EXPECT_FALSE(monitor.is_calm_after(2));
  EXPECT_FALSE(monitor.is_calm_after(3));
  EXPECT_EQ(monitor.disturbed_share(), 0.5);
  monitor.add(reference(1.01e-3, 2e-5));
  EXPECT_TRUE(monitor.is_calm_after(4));  // nothing came after it
}

// Cores that are as far from each other as ever are not apart, however far that is.
TEST(Drift, WhatStandsBetweenCoresThatAreApartWasDisturbed) {
  DriftMonitor monitor;
  EXPECT_EQ(monitor.summary_of_cores(), "");
  monitor.add(reference(1e-3, 2e-5), 178e-9);
  EXPECT_TRUE(monitor.is_calm_after(0));
  EXPECT_EQ(monitor.summary_of_cores(), "cores: 178 ns from each other");
  monitor.add(reference(1e-3, 2e-5), 39e-9);
  monitor.add(reference(1e-3, 2e-5), 41e-9);
  monitor.add(reference(1e-3, 2e-5));  // not known: taken for calm
  EXPECT_FALSE(monitor.is_calm_after(0));
  EXPECT_TRUE(monitor.is_calm_after(1));
  EXPECT_TRUE(monitor.is_calm_after(3));
  EXPECT_EQ(monitor.disturbed_share(), 0.25);
  EXPECT_THAT(monitor.summary_of_cores(),
              HasSubstr("cores: 39 ns from each other, at 1 of 4 looks up to 178 ns"));
}

TEST(CoreDistance, IsThatOfTwoCpusOfThisMachine) {
  cpu_set_t before;
  ASSERT_EQ(::sched_getaffinity(0, sizeof before, &before), 0);
  const auto seconds = core_distance_seconds();
  if (seconds) {
    EXPECT_GT(CPU_COUNT(&before), 1);
    EXPECT_GT(*seconds, 1e-9);  // a core's own first cache is as near
    EXPECT_LT(*seconds, 1e-3);
  }
  cpu_set_t after;
  ASSERT_EQ(::sched_getaffinity(0, sizeof after, &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST(CoreDistance, OneCpuHasNone) {
  cpu_set_t before;
  ASSERT_EQ(::sched_getaffinity(0, sizeof before, &before), 0);
  std::optional<double> seconds;
  std::thread([&] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(::sched_getcpu()), &one);
    ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
    seconds = core_distance_seconds();
  }).join();
  EXPECT_FALSE(seconds);
}

TEST(Drift, IgnoresFailedReferences) {
  DriftMonitor monitor;
  Measurement failed;
  failed.status = Status::timeout;
  monitor.add(failed);
  EXPECT_THAT(monitor.points(), IsEmpty());
}

}  // namespace
}  // namespace clgauge::microbench
