#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>

#include "microbench/policy/measure.h"

namespace clgauge::microbench {
namespace {

using testing::Contains;
using testing::HasSubstr;

// A device whose event clock reads the given trace; the wall clock adds a wake-up of 20 us.
std::function<RunSeconds()> clocks(std::function<double()> event) {
  return [event = std::move(event)] {
    const double seconds = event();
    return RunSeconds{seconds, seconds + 20e-6};
  };
}

Measurement measure(const MeasurePolicy& policy, const ClockTraits& clock, double least_seconds,
                    const std::function<RunSeconds()>& run) {
  return Measurer(policy).measure(clock, least_seconds, run);
}

// The share of repeated measurements whose interval holds the true median.
double coverage(const MeasurePolicy& policy, double true_median,
                const std::function<double(std::mt19937_64&)>& draw, int repeats = 3000) {
  const Measurer measurer(policy);
  std::mt19937_64 engine(7);
  int held = 0;
  for (int i = 0; i < repeats; ++i) {
    const Measurement m = measurer.measure({0, 0}, 0, clocks([&] { return draw(engine); }));
    held += m.low_seconds <= true_median && true_median <= m.high_seconds ? 1 : 0;
  }
  return held / static_cast<double>(repeats);
}

MeasurePolicy patient(double relative_half_width) {
  MeasurePolicy policy;
  policy.budget_seconds = 1e9;
  policy.relative_half_width = relative_half_width;
  return policy;
}

TEST(Measure, PromiseHoldsForGaussianNoiseAtEveryPrecision) {
  for (const double width : {0.2, 0.05, 0.02, 0.005}) {
    std::normal_distribution<double> noise(1e-3, 5e-5);
    EXPECT_GE(coverage(patient(width), 1e-3, noise), 0.93) << width;
  }
}

TEST(Measure, PromiseHoldsForHeavyTails) {
  // Log-normal, and a Pareto tail of infinite variance: what schedulers do to kernel times.
  std::lognormal_distribution<double> lognormal(std::log(2e-4), 0.3);
  EXPECT_GE(coverage(patient(0.05), 2e-4, lognormal), 0.93);
  const auto pareto = [](std::mt19937_64& engine) {
    std::uniform_real_distribution<double> uniform(1e-12, 1);
    return 1e-4 * std::pow(uniform(engine), -1 / 1.5);
  };
  EXPECT_GE(coverage(patient(0.1), 1e-4 * std::pow(2.0, 1 / 1.5), pareto), 0.93);
}

TEST(Measure, PromiseHoldsForTwoLevels) {
  const auto levels = [](std::mt19937_64& engine) {
    std::normal_distribution<double> low(1e-3, 1e-5);
    std::normal_distribution<double> high(1.6e-3, 1e-5);
    return std::bernoulli_distribution(0.3)(engine) ? high(engine) : low(engine);
  };
  // The median is the 5/7 quantile of the lower level: P(X <= m) = 0.7 * 5/7 = 1/2.
  EXPECT_GE(coverage(patient(0.02), 1e-3 + 1e-5 * 0.565948822, levels), 0.93);
}

TEST(Measure, PromiseHoldsWhenTheBudgetEndsIt) {
  MeasurePolicy policy = patient(0.001);
  policy.budget_seconds = 0.03;
  std::normal_distribution<double> noise(1e-3, 1e-4);
  EXPECT_GE(coverage(policy, 1e-3, noise), 0.93);
}

TEST(Measure, PromiseHoldsForQuantisedClock) {
  // The true time is 2.37 ticks; the clock reads 2 or 3 whatever the phase.
  MeasurePolicy policy = patient(0.01);
  const auto quantised = [](std::mt19937_64& engine) {
    std::uniform_real_distribution<double> phase(0, 1);
    return std::floor(2.37 + phase(engine)) * 1e-6;
  };
  EXPECT_GE(coverage(policy, 2.37e-6, quantised, 500), 0.93);
}

TEST(Measure, SteadyKernelStopsEarly) {
  std::mt19937_64 engine(1);
  std::normal_distribution<double> noise(1e-3, 1e-6);
  const Measurement m = measure({}, {}, 0, clocks([&] { return noise(engine); }));
  EXPECT_EQ(m.status, Status::ok);
  EXPECT_EQ(m.stop, "precise");
  EXPECT_LE(m.seconds.size(), 12U);
  EXPECT_EQ(m.clock, "event");
  EXPECT_DOUBLE_EQ(m.confidence, 0.95);
  EXPECT_NEAR(m.median_seconds, 1e-3, 3e-6);
}

TEST(Measure, NoisyKernelTakesMostSamples) {
  std::mt19937_64 engine(1);
  std::uniform_real_distribution<double> noise(1e-6, 1e-3);
  MeasurePolicy policy;
  policy.max_samples = 60;
  const Measurement m = measure(policy, {}, 0, clocks([&] { return noise(engine); }));
  EXPECT_EQ(m.stop, "samples");
  EXPECT_EQ(m.seconds.size(), 60U);
}

TEST(Measure, SlowKernelStopsOnBudgetAndOwnsUpToItsLevel) {
  int runs = 0;
  MeasurePolicy policy;
  policy.budget_seconds = 1;
  const Measurement m = measure(policy, {}, 0, clocks([&] { return 0.9 + 0.001 * runs++; }));
  EXPECT_EQ(m.stop, "budget");
  EXPECT_EQ(m.seconds.size(), 3U);
  EXPECT_DOUBLE_EQ(m.confidence, 0.75);  // the range of three samples
}

TEST(Measure, WarmUpRunsAreNotSamples) {
  int runs = 0;
  MeasurePolicy policy;
  policy.warm_up_runs = 3;
  const Measurement m = measure(policy, {}, 0, clocks([&] { return runs++ < 3 ? 0.05 : 1e-3; }));
  EXPECT_LT(m.high_seconds, 0.01);
  EXPECT_EQ(runs, 3 + static_cast<int>(m.seconds.size()));
}

TEST(Measure, SlowWarmUpsEndEarly) {
  int runs = 0;
  MeasurePolicy policy;
  policy.warm_up_runs = 5;
  policy.budget_seconds = 1;
  const Measurement m = measure(policy, {}, 0, clocks([&] { return ++runs, 0.4; }));
  EXPECT_EQ(runs, 1 + static_cast<int>(m.seconds.size()));
}

TEST(Measure, OutliersAreFlaggedAndKept) {
  int runs = 0;
  MeasurePolicy policy;
  policy.min_samples = policy.max_samples = 20;
  std::mt19937_64 engine(3);
  std::normal_distribution<double> noise(1e-3, 1e-5);
  const Measurement m =
      measure(policy, {}, 0, clocks([&] { return runs++ == 10 ? 0.05 : noise(engine); }));
  ASSERT_EQ(m.seconds.size(), 20U);
  ASSERT_EQ(m.outliers.size(), 20U);
  EXPECT_TRUE(m.outliers[9]);  // the first run was the warm-up
  EXPECT_EQ(std::count(m.outliers.begin(), m.outliers.end(), true), 1);
  EXPECT_DOUBLE_EQ(m.seconds[9], 0.05);
}

TEST(Measure, ZeroEventClockFallsBackToTheHostClock) {
  const Measurement m = measure({}, {}, 0, [] { return RunSeconds{0.0, 3e-5}; });
  EXPECT_EQ(m.clock, "host");
  EXPECT_EQ(m.status, Status::ok);
  EXPECT_DOUBLE_EQ(m.median_seconds, 3e-5);
  EXPECT_THAT(m.notes, Contains(HasSubstr("zero")));
}

TEST(Measure, WrappedEventClockFallsBackToTheHostClock) {
  // end < start in unsigned nanoseconds: 1.8e10 seconds.
  const Measurement m = measure({}, {}, 0, [] { return RunSeconds{1.8446744e10, 3e-4}; });
  EXPECT_EQ(m.clock, "host");
  EXPECT_THAT(m.notes, Contains(HasSubstr("past the wall time")));
}

TEST(Measure, OneWrappedReadingIsAnOutlierOnly) {
  int runs = 0;
  MeasurePolicy policy;
  policy.min_samples = policy.max_samples = 20;
  const Measurement m = measure(policy, {}, 0, [&] {
    return RunSeconds{runs++ == 5 ? 1.8446744e10 : 2.5e-4, 3e-4};
  });
  EXPECT_EQ(m.clock, "event");
  EXPECT_EQ(m.status, Status::ok);
  EXPECT_TRUE(m.outliers[4]);
  EXPECT_DOUBLE_EQ(m.median_seconds, 2.5e-4);
}

TEST(Measure, WrongUnitOfTheEventClockIsNoticed) {
  const Measurement m = measure({}, {}, 0, [] { return RunSeconds{5e-5, 5e-2}; });
  EXPECT_EQ(m.clock, "host");
  EXPECT_THAT(m.notes, Contains(HasSubstr("tenth of the wall time")));
}

TEST(Measure, MissingEventClockUsesTheHostClock) {
  const Measurement m = measure({}, {}, 0, [] { return RunSeconds{std::nullopt, 1e-3}; });
  EXPECT_EQ(m.clock, "host");
  EXPECT_EQ(m.status, Status::ok);
}

TEST(Measure, ZeroOnBothClocksIsRejected) {
  const Measurement m = measure({}, {}, 0, [] { return RunSeconds{0.0, 0.0}; });
  EXPECT_EQ(m.status, Status::rejected);
  EXPECT_THAT(m.reason, HasSubstr("zero"));
  EXPECT_FALSE(m.seconds.empty()) << "rejected samples are kept";
}

TEST(Measure, InfiniteTimesAreRejected) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Measurement m = measure({}, {}, 0, [=] { return RunSeconds{infinity, infinity}; });
  EXPECT_EQ(m.status, Status::rejected);
  EXPECT_THAT(m.reason, HasSubstr("not finite"));
}

TEST(Measure, TimesAboveEveryRoofAreRejected) {
  const Measurement m = measure({}, {}, 1e-3, [] { return RunSeconds{1e-6, 1e-5}; });
  EXPECT_EQ(m.status, Status::rejected);
  EXPECT_THAT(m.reason, HasSubstr("impossibly fast"));
}

TEST(Measure, QuantisedClockWidensTheInterval) {
  int runs = 0;
  MeasurePolicy policy;
  policy.min_samples = policy.max_samples = 30;
  const Measurement m =
      measure(policy, {}, 0, clocks([&] { return (runs++ % 3 == 0 ? 11 : 10) * 1e-6; }));
  EXPECT_NEAR(m.tick_seconds, 1e-6, 1e-12);
  EXPECT_LE(m.low_seconds, 9.001e-6);
  EXPECT_GE(m.high_seconds, 10.999e-6);
}

TEST(Measure, ExceptionsOfTheRunPassThrough) {
  EXPECT_THROW((void)measure({}, {}, 0, []() -> RunSeconds { throw std::runtime_error("gone"); }),
               std::runtime_error);
}

}  // namespace
}  // namespace clgauge::microbench
