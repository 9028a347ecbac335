#include "model/correction/correction.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

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
  EXPECT_DOUBLE_EQ(correction.at(1, "16x16")->ratio, 2);
  EXPECT_DOUBLE_EQ(correction.at(1e9, "16x16")->ratio, 0.5);
  EXPECT_TRUE(correction.at(100, "16x16")->measured);
  EXPECT_FALSE(correction.at(101, "16x16")->measured);
}

TEST(Correction, UncertaintyGrowsAwayFromObservations) {
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
  correction.observe({104, "8x8", 1e-3, 4e-3, 0.02});
  EXPECT_EQ(correction.observations().size(), 3U);
  EXPECT_DOUBLE_EQ(correction.at(104, "16x16")->ratio, 3);
  EXPECT_DOUBLE_EQ(correction.at(104, "8x8")->ratio, 4);
}

TEST(Correction, AnotherShapeHelpsButWithLessCertainty) {
  const Correction correction = two_observations();
  const auto other = correction.at(100, "256x1");
  EXPECT_DOUBLE_EQ(other->ratio, 2);
  EXPECT_FALSE(other->measured);
  EXPECT_GT(other->log_sigma, 0.29);
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
  EXPECT_EQ(to_json(correction_from_json(to_json(correction))), to_json(correction));
}

// If a kernel's error really is a random walk in log(size), nine tenths of the errors lie within
// the stated deviations' 90%: after two observations where its steps are like those of the prior,
// after seven whatever they are.
TEST(Correction, ItsUncertaintyIsHonestForARandomWalk) {
  std::mt19937 engine(2);
  std::normal_distribution<double> normal;
  for (const double deviation : {0.1, 0.2, 0.5}) {
    for (const int spacing : {2, 12}) {  // seven observations, or two
      if (spacing == 12 && deviation > 0.2) {
        continue;
      }
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
          } else if (i % spacing == 0) {
            correction.observe({size, "", 1, std::exp(y + 0.01 * normal(engine)), 0.01});
          }
        }
        const auto factor = correction.at(std::exp(2.5), "");
        inside +=
            std::abs(std::log(factor->ratio) - held_out_y) <= 1.6449 * factor->log_sigma ? 1 : 0;
      }
      EXPECT_TRUE(inside >= 0.84 * kTrials && inside <= 0.995 * kTrials)
          << deviation << ' ' << spacing << ' ' << inside;
    }
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

TEST(Correction, JsonRoundTrips) {
  const Correction correction = two_observations();
  const auto json = to_json(correction);
  EXPECT_EQ(to_json(correction_from_json(json)), json);
  auto of_before = json;
  of_before["observations"][0].erase("launch");
  EXPECT_EQ(to_json(correction_from_json(of_before)), json);
  EXPECT_THROW(static_cast<void>(correction_from_json(nlohmann::json::object())), Error);
  auto wrong = json;
  wrong["observations"][0]["observed_seconds"] = -1;
  EXPECT_THROW(static_cast<void>(correction_from_json(wrong)), Error);
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
