#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "base/error.h"
#include "microbench/policy/agreement.h"
#include "microbench/policy/look_schedule.h"
#include "microbench/policy/order_statistics.h"

namespace clgauge::microbench {
namespace {

TEST(OrderStatistics, BinomialAgreesWithCountingSubsets) {
  // Every one of the 2^n outcomes, counted.
  for (int n = 1; n <= 12; ++n) {
    for (int k = -1; k <= n; ++k) {
      int within = 0;
      for (unsigned outcome = 0; outcome < (1U << n); ++outcome) {
        within += __builtin_popcount(outcome) <= k ? 1 : 0;
      }
      EXPECT_NEAR(binomial_half_cdf(n, k), within / static_cast<double>(1U << n), 1e-12);
    }
  }
}

TEST(OrderStatistics, RanksAgreeWithPublishedTable) {
  // Conover, Practical Nonparametric Statistics: 95% intervals of the median.
  EXPECT_EQ(median_rank(5, 0.05), 0);
  EXPECT_EQ(median_rank(6, 0.05), 1);
  EXPECT_EQ(median_rank(9, 0.05), 2);
  EXPECT_EQ(median_rank(20, 0.05), 6);
  EXPECT_EQ(median_rank(50, 0.05), 18);
  EXPECT_EQ(median_rank(100, 0.05), 40);
  EXPECT_NEAR(median_confidence(6, 1), 0.96875, 1e-12);
  EXPECT_NEAR(median_confidence(3, 1), 0.75, 1e-12);
}

TEST(OrderStatistics, MedianOfOddAndEvenCounts) {
  EXPECT_DOUBLE_EQ(median_of({3, 1, 2}), 2);
  EXPECT_DOUBLE_EQ(median_of({4, 1, 3, 2}), 2.5);
}

TEST(LookSchedule, LooksRiseFromLeastToMost) {
  const LookSchedule schedule(7, 100);
  const auto looks = schedule.looks();
  EXPECT_GE(looks.front(), 7);
  EXPECT_EQ(looks.back(), 100);
  for (std::size_t i = 1; i < looks.size(); ++i) EXPECT_GT(looks[i], looks[i - 1]);
  EXPECT_TRUE(schedule.is_look(100));
  EXPECT_FALSE(schedule.is_look(99));
}

TEST(LookSchedule, OneLookUsesTheWholeError) {
  EXPECT_DOUBLE_EQ(LookSchedule(20, 20).look_error(), 0.05);
}

TEST(LookSchedule, ManyLooksAreStricterButStayWithinTheError) {
  const LookSchedule schedule(7, 200);
  EXPECT_LT(schedule.look_error(), 0.05);
  EXPECT_GT(schedule.look_error(), 0.05 / static_cast<double>(schedule.looks().size()))
      << "the exact level must beat Bonferroni's";
  EXPECT_LE(schedule.error(), 0.05);
  EXPECT_GT(schedule.error(), 0.02) << "needlessly strict";
}

TEST(LookSchedule, ExactErrorAgreesWithSimulatedWalks) {
  const LookSchedule schedule(7, 120);
  std::mt19937 engine(42);
  std::bernoulli_distribution coin(0.5);
  const int walks = 40000;
  int missed = 0;
  for (int walk = 0; walk < walks; ++walk) {
    int below = 0;
    bool out = false;
    for (int n = 1; n <= 120; ++n) {
      below += coin(engine) ? 1 : 0;
      if (!schedule.is_look(n)) continue;
      const int rank = schedule.rank(n);
      out = out || below < rank || below > n - rank;
    }
    missed += out ? 1 : 0;
  }
  EXPECT_NEAR(missed / static_cast<double>(walks), schedule.error(), 0.005);
}

TEST(LookSchedule, RefusesImpossibleCounts) {
  EXPECT_THROW(LookSchedule(0, 10), Error);
  EXPECT_THROW(LookSchedule(10, 9), Error);
  EXPECT_THROW(LookSchedule(1, LookSchedule::kMostSamples + 1), Error);
}

TEST(Agreement, TwoOfTheShortestConfirmEachOther) {
  EXPECT_FALSE(is_confirmed({}));
  EXPECT_FALSE(is_confirmed(std::array{1.0}));
  EXPECT_FALSE(is_confirmed(std::array{2.0, 1.0, 2.0}));
  EXPECT_TRUE(is_confirmed(std::array{2.0, 1.0, 2.0, 1.04}));
  EXPECT_TRUE(is_confirmed(std::array{1.0, 1.0}));
}

TEST(Agreement, MostKernelsSayByWhatARunIsUsuallyDisturbed) {
  const std::vector<std::vector<double>> kernels = {
      {1.0, 1.1, 1.2}, {4.0, 2.0}, {3.0, 3.0, 3.15, 9.0}, {5.0}, {}};
  EXPECT_DOUBLE_EQ(usual_disturbance(kernels), 1.1);
  EXPECT_EQ(usual_disturbance(std::span(kernels).last(2)), 1) << "none was measured twice";
}

}  // namespace
}  // namespace clgauge::microbench
