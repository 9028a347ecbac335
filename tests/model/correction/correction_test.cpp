#include "model/correction/correction.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace clgauge::model {
namespace {

Correction two_observations() {
  Correction correction;
  correction.observe({100, "16x16", 1e-3, 2e-3, 0.02});
  correction.observe({10000, "16x16", 1e-1, 5e-2, 0.02});
  return correction;
}

TEST(Correction, NothingIsKnownBeforeTheFirstObservation) {
  EXPECT_FALSE(Correction().at(100, "16x16").has_value());
}

TEST(Correction, InterpolatesTheLogarithmOfTheRatioOverLogSize) {
  const Correction correction = two_observations();
  EXPECT_DOUBLE_EQ(correction.at(100, "16x16")->ratio, 2);
  EXPECT_DOUBLE_EQ(correction.at(10000, "16x16")->ratio, 0.5);
  EXPECT_NEAR(correction.at(1000, "16x16")->ratio, 1, 1e-12);
  EXPECT_NEAR(correction.at(1, "16x16")->ratio, 2, 0.7) << "it falls back";
  EXPECT_NEAR(correction.at(1e6, "16x16")->ratio, 0.5, 0.25);
  EXPECT_TRUE(correction.at(100, "16x16")->measured);
  EXPECT_FALSE(correction.at(101, "16x16")->measured);
}

TEST(Correction, UncertaintyGrowsWithTheDistanceFromObservations) {
  const Correction correction = two_observations();
  const double at = correction.at(100, "16x16")->log_sigma;
  const double near = correction.at(120, "16x16")->log_sigma;
  const double middle = correction.at(1000, "16x16")->log_sigma;
  const double outside = correction.at(1, "16x16")->log_sigma;
  EXPECT_DOUBLE_EQ(at, 0.02);
  EXPECT_LT(at, near);
  EXPECT_LT(near, middle);
  EXPECT_LT(middle, outside);
}

// Of a launch in the caches and one from memory: what the model is off by in each.
TEST(Correction, AnErrorBelongsToTheCostsThatMakeTheTime) {
  const CostParts core = {{"p_cycle", 0.9}, {"p_launch", 0.1}};
  const CostParts memory = {{"p_cycle", 0.1}, {"p_dram", 0.9}};
  Correction correction;
  correction.observe({1e3, "", 1e-3, 1e-3, 0.01, "small", core});
  correction.observe({1e6, "", 1, 2, 0.01, "large", memory});
  // Half of the way by size, but all of it in the caches, or all of it from memory.
  EXPECT_NEAR(correction.at(3e4, "", "a", core)->ratio, 1, 0.1);
  EXPECT_NEAR(correction.at(3e4, "", "b", memory)->ratio, 2, 0.2);
  const CostParts unheard_of = {{"p_exp", 1}};
  EXPECT_LT(3 * correction.at(3e4, "", "a", core)->log_sigma,
            correction.at(3e4, "", "c", unheard_of)->log_sigma);
  EXPECT_NEAR(correction.at(9e5, "", "d")->ratio, 2, 0.2) << "where nobody says: as the nearest";
}

TEST(Correction, ARatioThatHardlyMovesIsTrustedFurtherThanOneThatJumps) {
  Correction steady;
  Correction jumping;
  for (int i = 0; i < 6; ++i) {
    const double size = std::pow(10, i);
    steady.observe({size, "", 1, 1.5, 0.01});
    jumping.observe({size, "", 1, i % 2 == 0 ? 1.0 : 3.0, 0.01});
  }
  EXPECT_LT(5 * steady.at(300, "")->log_sigma, jumping.at(300, "")->log_sigma);
}

TEST(Correction, ANewRunReplacesItsNeighbours) {
  Correction correction = two_observations();
  correction.observe({104, "16x16", 1e-3, 3e-3, 0.02});
  ASSERT_EQ(correction.observations().size(), 2U);
  EXPECT_DOUBLE_EQ(correction.at(104, "16x16")->ratio, 3);
  // A row of a power of two beside one that is none.
  correction.observe({105, "16x16", 1e-3, 9e-3, 0.02, "", {{"p_conflict", 1}}});
  EXPECT_EQ(correction.observations().size(), 3U);
  correction.observe({103, "16x16", 1e-3, 8e-3, 0.02, "", {{"p_conflict", 0.95}}});
  EXPECT_EQ(correction.observations().size(), 3U);
  correction.observe({104, "8x8", 1e-3, 4e-3, 0.02});
  EXPECT_EQ(correction.observations().size(), 4U);
  EXPECT_DOUBLE_EQ(correction.at(104, "16x16")->ratio, 3);
  EXPECT_DOUBLE_EQ(correction.at(104, "8x8")->ratio, 4);
}

TEST(Correction, AnotherShapeHelpsButWithLessCertainty) {
  const Correction correction = two_observations();
  const auto other = correction.at(100, "256x1");
  EXPECT_NEAR(other->ratio, 2, 0.2);
  EXPECT_FALSE(other->measured);
  EXPECT_GT(other->log_sigma, 0.29);
  EXPECT_LT(correction.at(101, "16x16")->log_sigma, 0.15);
}

// Of one size and shape, with other arguments: a stride, say.
TEST(Correction, OnlyTheVeryLaunchThatWasObservedIsMeasured) {
  Correction correction;
  correction.observe({100, "64", 1e-3, 2e-3, 0.02, "stride=1"});
  const auto other = correction.at(100, "64", "stride=1024");
  EXPECT_FALSE(other->measured);
  EXPECT_GE(other->log_sigma, 0.3);
  EXPECT_FALSE(correction.at(100, "64")->measured) << "who knows what was asked about";
  EXPECT_LT(correction.at(120, "64", "stride=1")->log_sigma, 0.3)
      << "another size is another launch";

  correction.observe({100, "64", 1e-3, 9e-3, 0.02, "stride=1024"});
  ASSERT_EQ(correction.observations().size(), 2U);
  for (const auto& [launch, ratio] : {std::pair("stride=1", 2.0), std::pair("stride=1024", 9.0)}) {
    const auto factor = correction.at(100, "64", launch);
    EXPECT_TRUE(factor->measured);
    EXPECT_DOUBLE_EQ(factor->ratio, ratio);
    EXPECT_DOUBLE_EQ(factor->log_sigma, 0.02);
  }
  correction.observe({100, "64", 1e-3, 3e-3, 0.02, "stride=1"});
  EXPECT_EQ(correction.observations().size(), 2U);
  EXPECT_DOUBLE_EQ(correction.at(100, "64", "stride=1")->ratio, 3);
}

// A kernel's error may be a random walk in log(size) of any steps: after seven observations they
// are known, and the interval holds.
TEST(Correction, ItsUncertaintyIsHonestForARandomWalk) {
  std::mt19937 engine(2);
  std::normal_distribution<double> normal;
  for (const double deviation : {0.05, 0.1, 0.2, 0.5}) {
    int inside = 0;
    constexpr int kTrials = 800;
    for (int trial = 0; trial < kTrials; ++trial) {
      Correction correction;
      double y = 0;
      double held_out_y = 0;
      for (int i = 0; i <= 12; ++i) {
        y += deviation * std::sqrt(0.5) * normal(engine);
        const double size = std::exp(0.5 * i);
        if (i == 5) {
          held_out_y = y;
        } else if (i % 2 == 0) {
          correction.observe({size, "", 1, std::exp(y + 0.01 * normal(engine)), 0.01});
        }
      }
      const auto factor = correction.at(std::exp(2.5), "");
      inside +=
          std::abs(std::log(factor->ratio) - held_out_y) <= 1.6449 * factor->log_sigma ? 1 : 0;
    }
    EXPECT_TRUE(inside >= 0.8 * kTrials && inside <= 0.995 * kTrials) << deviation << ' ' << inside;
  }
}

TEST(Correction, ScalesAPredictionAndNarrowsItsInterval) {
  Prediction prediction;
  prediction.seconds = 1e-3;
  prediction.low = 0.5e-3;
  prediction.high = 2e-3;
  prediction.log_sigma = 0.4;
  prediction.breakdown = {{"p_a", "f_a", 10, 1e-3}};
  const Prediction result = corrected(prediction, {1.5, 0.05, false});
  EXPECT_DOUBLE_EQ(result.seconds, 1.5e-3);
  EXPECT_NEAR(result.high / result.seconds, std::exp(1.6449 * 0.05), 1e-12);
  EXPECT_DOUBLE_EQ(result.breakdown[0].seconds, 1.5e-3);
  // A correction from far away is no reason to be less sure than the model.
  const Prediction wide = corrected(prediction, {1.5, 5, false});
  EXPECT_NEAR(wide.high / wide.seconds, 2, 1e-12);
  EXPECT_EQ(wide.log_sigma, 0.4);
}

TEST(Correction, OfManyRunsIsThatOfOneAfterTheOther) {
  const std::vector<Observation> runs = {{100, "a", 1, 2, 0.01},
                                         {104, "a", 1, 3, 0.02},
                                         {1e4, "b", 1, 4, 0.03, "n=1", {{"p_cycle", 1}}}};
  Correction one_by_one;
  for (const Observation& run : runs) {
    one_by_one.observe(run);
  }
  const Correction at_once(runs);
  EXPECT_EQ(at_once.observations(), one_by_one.observations());
  EXPECT_EQ(at_once.at(500, "a")->ratio, one_by_one.at(500, "a")->ratio);
  EXPECT_EQ(at_once.at(500, "a")->log_sigma, one_by_one.at(500, "a")->log_sigma);
}

TEST(Correction, RefusesImpossibleRuns) {
  Correction correction;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(correction.observe({0, "", 1, 1, 0}), Error);
  EXPECT_THROW(correction.observe({1, "", 0, 1, 0}), Error);
  EXPECT_THROW(correction.observe({1, "", 1, nan, 0}), Error);
  EXPECT_THROW(correction.observe({1, "", 1e-300, 1e300, 0}), Error);
  for (const double noise : {-1.0, nan, std::numeric_limits<double>::infinity(), 1e300}) {
    EXPECT_THROW(correction.observe({1, "", 1, 1, noise}), Error) << noise;
  }
  EXPECT_TRUE(correction.observations().empty());
}

}  // namespace
}  // namespace clgauge::model
