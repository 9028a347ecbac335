#include "model/predict/predict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "fit/synthetic.h"

namespace clgauge::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

FittedModel hand_made(const std::string& text, const std::vector<double>& values) {
  FittedModel model;
  model.name = "hand-made";
  model.expression = text;
  const auto expression = Expression::parse(text);
  const auto structure = analyse(expression);
  for (std::size_t i = 0; i < values.size(); ++i) {
    FittedParameter parameter;
    parameter.name = expression.parameters()[i];
    parameter.role = structure.roles[i];
    parameter.value = values[i];
    model.parameters.push_back(parameter);
  }
  model.covariance.assign(values.size() * values.size(), 0.0);
  model.log_sigma = 0.1;
  model.multiplier_below = 2;
  model.multiplier_above = 2;
  return model;
}

TEST(Predict, ALinearModelByHand) {
  const Predictor predictor(
      hand_made("p_launch + p_madd * f_madd + p_load * (f_a + 2 * f_b) + p_none * f_none",
                {1e-5, 1e-9, 1e-8, 1e-7}));
  const Prediction prediction = predictor.predict({{"f_madd", 1e5}, {"f_a", 1e3}, {"f_b", 2e3}});
  // 10 us + 100 us + 50 us.
  EXPECT_DOUBLE_EQ(prediction.seconds, 1.6e-4);
  EXPECT_DOUBLE_EQ(prediction.low, 1.6e-4 * std::exp(-0.2));
  EXPECT_DOUBLE_EQ(prediction.high, 1.6e-4 * std::exp(0.2));
  EXPECT_EQ(prediction.coverage, 0.9);
  ASSERT_EQ(prediction.breakdown.size(), 3U);
  const auto& breakdown = prediction.breakdown;
  EXPECT_EQ(breakdown[0].cost, "p_madd");
  EXPECT_EQ(breakdown[0].feature, "f_madd");
  EXPECT_EQ(breakdown[0].count, 1e5);
  EXPECT_DOUBLE_EQ(breakdown[0].seconds, 1e-4);
  EXPECT_EQ(breakdown[1].cost, "p_load");
  EXPECT_EQ(breakdown[1].feature, "f_a + f_b");
  EXPECT_EQ(breakdown[1].count, 5e3);
  EXPECT_DOUBLE_EQ(breakdown[1].seconds, 5e-5);
  EXPECT_EQ(breakdown[2].cost, "p_launch");
  EXPECT_EQ(breakdown[2].feature, "1");
  EXPECT_THAT(prediction.unsupported, IsEmpty());
}

TEST(Predict, ACountThatTheTextUsesTwiceIsCountedOnce) {
  const Predictor predictor(
      hand_made("p_a * f_a + p_b * f_b + min(p_delay, p_a * f_a + p_b * f_b)", {1e-9, 1e-8, 1e-6}));
  const Prediction prediction = predictor.predict({{"f_a", 5e3}, {"f_b", 2e3}});
  EXPECT_DOUBLE_EQ(prediction.seconds, 2.6e-5);
  ASSERT_EQ(prediction.breakdown.size(), 3U);
  EXPECT_EQ(prediction.breakdown[0].cost, "p_b");
  EXPECT_EQ(prediction.breakdown[0].count, 2e3);
  EXPECT_EQ(prediction.breakdown[1].cost, "p_a");
  EXPECT_EQ(prediction.breakdown[1].count, 5e3);
}

TEST(Predict, TheSharesOfACombinationAddUpToTheTime) {
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> uniform(0.1, 4);
  for (const std::string text :
       {"p_0 + max(p_a * f_a, p_b * f_b)", "p_0 + pnorm(3, p_a * f_a, p_b * f_b + p_c * f_c)",
        "p_0 + smoothmax(2, p_a * f_a, p_b * f_b, p_c * f_c)"}) {
    for (int trial = 0; trial < 100; ++trial) {
      const auto expression = Expression::parse(text);
      std::vector<double> values(expression.parameters().size());
      for (double& value : values) {
        value = uniform(engine);
      }
      const Predictor predictor(hand_made(text, values));
      const Prediction prediction = predictor.predict(
          {{"f_a", uniform(engine)}, {"f_b", uniform(engine)}, {"f_c", uniform(engine)}});
      double sum = 0;
      for (const CostShare& share : prediction.breakdown) {
        EXPECT_NE(share.cost, "(combination)");
        sum += share.seconds;
      }
      ASSERT_TRUE(std::abs(sum - prediction.seconds) <= 1e-12 * prediction.seconds) << text;
    }
  }
}

TEST(Predict, WhatIsNotLinearInTheCostsIsSaid) {
  const Predictor predictor(hand_made("p_a * f_a + p_b ^ 2 * f_b", {1, 3}));
  const Prediction prediction = predictor.predict({{"f_a", 1}, {"f_b", 1}});
  EXPECT_EQ(prediction.seconds, 10);
  ASSERT_EQ(prediction.breakdown.size(), 2U);
  EXPECT_EQ(prediction.breakdown[0].cost, "(combination)");
  EXPECT_EQ(prediction.breakdown[0].seconds, 9);
}

TEST(Predict, ACostOfAPowerSaysOfWhat) {
  const Predictor predictor(hand_made("p_a * f_a ^ p_e + p_a", {2, 3}));
  const Prediction prediction = predictor.predict({{"f_a", 10}});
  EXPECT_EQ(prediction.seconds, 2002);
  ASSERT_EQ(prediction.breakdown.size(), 1U);
  EXPECT_EQ(prediction.breakdown[0].feature, "f_a ^ p_e");
  EXPECT_EQ(prediction.breakdown[0].count, 1001);
  EXPECT_EQ(prediction.breakdown[0].seconds, 2002);
}

TEST(Predict, ACostOfNothingUnderARootLeavesAnInterval) {
  FittedModel model = hand_made("p_0 + sqrt(p_a * f_a)", {1, 0});
  model.covariance = {0, 0, 0, 1};
  const Prediction prediction = Predictor(model).predict({{"f_a", 10}});
  EXPECT_EQ(prediction.seconds, 1);
  EXPECT_DOUBLE_EQ(prediction.log_sigma, 0.1);
  for (const CostShare& share : prediction.breakdown) {
    EXPECT_TRUE(std::isfinite(share.seconds)) << share.cost;
  }
}

TEST(Predict, NamesUnidentifiedCostsOnlyWhereTheAnswerDependsOnThem) {
  FittedModel model = hand_made("p_a * f_a + p_b * f_b", {1, 0});
  model.parameters[1].status = ParameterStatus::unidentified;
  model.parameters[1].note = "no sample exercises f_b";
  const Predictor predictor(model);
  EXPECT_THAT(predictor.predict({{"f_a", 1}}).unsupported, IsEmpty());
  const Prediction prediction = predictor.predict({{"f_a", 1}, {"f_b", 7}});
  EXPECT_THAT(prediction.unsupported, ElementsAre("p_b"));
  EXPECT_THAT(prediction.notes, ElementsAre("p_b: no sample exercises f_b"));
}

TEST(Predict, TheUncertaintyOfACostWidensTheInterval) {
  FittedModel model = hand_made("p_a * f_a + p_b * f_b", {1, 1});
  model.covariance = {0.04, 0, 0, 0};
  const Predictor predictor(model);
  EXPECT_DOUBLE_EQ(predictor.predict({{"f_b", 1}}).log_sigma, 0.1);
  EXPECT_DOUBLE_EQ(predictor.predict({{"f_a", 1}}).log_sigma, std::hypot(0.1, 0.2));
  EXPECT_DOUBLE_EQ(predictor.predict({{"f_a", 1}, {"f_b", 1}}).log_sigma, std::hypot(0.1, 0.1));
}

TEST(Predict, TheIntervalIsAsWideAsWhatTheTimeGoesToIsUnsure) {
  FittedModel model = hand_made("p_a * f_a + p_b * f_b", {1, 1});
  model.parameters[0].log_sigma = 0.4;
  const Predictor predictor(model);
  EXPECT_DOUBLE_EQ(predictor.predict({{"f_b", 1}}).log_sigma, 0.1);
  EXPECT_DOUBLE_EQ(predictor.predict({{"f_a", 1}}).log_sigma, std::hypot(0.1, 0.4));
  EXPECT_DOUBLE_EQ(predictor.predict({{"f_a", 1}, {"f_b", 3}}).log_sigma, std::hypot(0.1, 0.1));
}

TEST(Predict, RefusesToAnswerZeroOrInfinity) {
  const Predictor predictor(hand_made("p_a * f_a / f_b", {1}));
  EXPECT_THROW(static_cast<void>(predictor.predict({{"f_b", 1}})), Error);
  EXPECT_THROW(static_cast<void>(predictor.predict({{"f_a", 1}})), Error);
  try {
    static_cast<void>(predictor.predict(FeatureVector{}));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::unsupported);
    EXPECT_THAT(error.what(), HasSubstr("hand-made"));
  }
}

TEST(Predict, SaysWhyATimeIsNotPositive) {
  const auto message = [](const std::string& text) -> std::string {
    try {
      (void)Predictor(hand_made(text, {1})).predict({{"f_a", 1}});
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_THAT(message("-p_a * f_a"), HasSubstr("gives -1 seconds for these counts: costs are not"));
  EXPECT_THAT(message("-p_a * f_b * f_a"), HasSubstr("check its signs"));
  EXPECT_THAT(message("-p_a * f_b"), HasSubstr("this kernel has none of f_b; choose another"));
  EXPECT_THAT(message("p_a * f_a / f_b"),
              HasSubstr("gives inf seconds for these counts: it is no finite"));
  EXPECT_THAT(message("p_a * f_b"), HasSubstr("this kernel has none of f_b; choose another"));
  EXPECT_THAT(message("p_a * f_b * f_a"), HasSubstr("calibrate with more effort"));
}

TEST(Predict, RefusesAModelWhosePartsDoNotFit) {
  FittedModel model = hand_made("p_a * f_a", {1});
  model.expression = "p_b * f_a";
  EXPECT_THROW(Predictor{model}, Error);
  model.expression = "p_a * f_a";
  model.covariance.clear();
  EXPECT_THROW(Predictor{model}, Error);
}

TEST(Predict, TheJsonFollowsTheContract) {
  const Predictor predictor(hand_made("p_launch + p_madd * f_madd", {1, 2}));
  const auto json = to_json(predictor.predict({{"f_madd", 2}}));
  EXPECT_EQ(json.at("seconds"), 5.0);
  EXPECT_EQ(json.at("interval").size(), 2U);
  EXPECT_EQ(json.at("coverage"), 0.9);
  EXPECT_EQ(json.at("breakdown").at(0),
            nlohmann::json(
                {{"cost", "p_madd"}, {"feature", "f_madd"}, {"count", 2.0}, {"seconds", 4.0}}));
  EXPECT_TRUE(json.at("unsupported").empty());
}

TEST(FittedModel, JsonRoundTripsBitByBit) {
  Synthetic synthetic("p_0 + pnorm(p_q, p_a * f_a, p_b * f_b) + p_none * f_none",
                      {{"p_0", 1e-5}, {"p_q", 2.5}, {"p_a", 1e-9}, {"p_b", 1e-8}, {"p_none", 0}},
                      9);
  auto samples = synthetic.samples(80, 0.03);
  for (Sample& sample : samples) {
    sample.features.erase("f_none");
  }
  const FittedModel model =
      fit(definition_of("p_0 + pnorm(p_q, p_a * f_a, p_b * f_b) + p_none * f_none"), samples);
  const std::string text = to_json(model).dump();
  const FittedModel again = fitted_model_from_json(nlohmann::json::parse(text));
  EXPECT_EQ(to_json(again).dump(), text);
  EXPECT_EQ(Predictor(again).predict({{"f_a", 1e6}}).seconds,
            Predictor(model).predict({{"f_a", 1e6}}).seconds);
}

TEST(FittedModel, OneMultiplierOfAnEarlierVersionIsThatOfBothSides) {
  auto json = to_json(hand_made("p_a * f_a", {1}));
  json.erase("multiplier_below");
  json.erase("multiplier_above");
  json["multiplier"] = 1.25;
  const FittedModel model = fitted_model_from_json(json);
  EXPECT_EQ(model.multiplier_below, 1.25);
  EXPECT_EQ(model.multiplier_above, 1.25);
}

TEST(FittedModel, JsonThatDoesNotFitIsRefusedByName) {
  const auto good = to_json(hand_made("p_a * f_a", {1}));
  EXPECT_NO_THROW(static_cast<void>(fitted_model_from_json(good)));
  const auto message = [&](auto change) -> std::string {
    auto json = good;
    change(json);
    try {
      static_cast<void>(fitted_model_from_json(json));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      return error.what();
    }
    return "no error";
  };
  EXPECT_THAT(message([](auto& j) { j["version"] = 99; }), HasSubstr("version"));
  EXPECT_THAT(message([](auto& j) { j.erase("multiplier_above"); }), HasSubstr("multiplier_above"));
  EXPECT_THAT(message([](auto& j) { j.erase("log_sigma"); }), HasSubstr("log_sigma"));
  EXPECT_THAT(message([](auto& j) { j["covariance"] = {1, 2}; }), HasSubstr("covariance"));
  EXPECT_THAT(message([](auto& j) { j["parameters"][0]["role"] = "x"; }), HasSubstr("'x'"));
  EXPECT_THAT(message([](auto& j) { j["coverage"] = 2; }), HasSubstr("coverage"));
  EXPECT_THAT(message([](auto& j) { j["log_sigma"] = 1e9; }), HasSubstr("makes no sense"));
  EXPECT_THAT(message([](auto& j) { j["multiplier_above"] = 1e9; }), HasSubstr("makes no sense"));
  for (const double cost : {-1e-9, 1e9}) {
    EXPECT_THAT(message([&](auto& j) { j["parameters"][0]["value"] = cost; }),
                HasSubstr("which no fit gives"));
  }
  EXPECT_THAT(message([](auto& j) { j["parameters"][0]["standard_error"] = -1; }),
              HasSubstr("which no fit gives"));
  for (const double spread : {-0.1, 1e9}) {
    EXPECT_THAT(message([&](auto& j) { j["parameters"][0]["log_sigma"] = spread; }),
                HasSubstr("which no fit gives"));
  }
  EXPECT_THAT(message([](auto& j) { j["parameters"][0].erase("log_sigma"); }),
              HasSubstr("log_sigma"));
  EXPECT_THAT(message([](auto& j) { j["covariance"] = {1e300}; }), HasSubstr("standard errors"));
  EXPECT_THAT(message([](auto& j) { j = nlohmann::json::array(); }), HasSubstr("fitted model"));
}

// A store holds fits of before costs had a spread each.
TEST(Predict, ReadsTheFirstVersion) {
  const FittedModel model = hand_made("p_a * f_a", {1});
  auto old = to_json(model);
  old["version"] = 1;
  old.erase("typical_log_sigma");
  old["parameters"][0].erase("log_sigma");
  const FittedModel read = fitted_model_from_json(old);
  EXPECT_EQ(read.typical_log_sigma, 0.1);
  EXPECT_DOUBLE_EQ(Predictor(read).predict({{"f_a", 1}}).log_sigma, 0.1);
}

// Of 2000 fresh samples with this noise the part whose run, as `run_of` makes one of the sample's
// time, lies in its interval.
template <typename RunOf>
double coverage_of(const FittedModel& model, Synthetic& synthetic, double noise, RunOf run_of) {
  const Predictor predictor(model);
  int held = 0;
  const int fresh = 2000;
  for (int i = 0; i < fresh; ++i) {
    const Sample sample = synthetic.sample(synthetic.counts(0.5), noise);
    const Prediction prediction = predictor.predict(sample.features);
    const double seconds = run_of(sample.seconds);
    held += prediction.low <= seconds && seconds <= prediction.high ? 1 : 0;
  }
  return static_cast<double>(held) / fresh;
}

// Fresh samples from the same noise fall into the 90% interval in 90% of cases. With 2000 of them
// and a multiplier from 200 held-out residuals, 85% to 95% is more than three standard deviations.
TEST(Interval, HoldsNinetyPercentOfFreshSamples) {
  const std::string text = "p_0 + p_a * f_a + p_b * f_b + p_c * f_c";
  for (const unsigned seed : {1U, 2U, 3U}) {
    Synthetic synthetic(text, {{"p_0", 1e-5}, {"p_a", 1e-9}, {"p_b", 1e-8}, {"p_c", 1e-10}}, seed);
    const FittedModel model =
        fit(definition_of(text, Residual::log_ratio), synthetic.samples(200, 0.15));
    EXPECT_EQ(model.spread_basis, "leave-one-family-out");
    const double coverage =
        coverage_of(model, synthetic, 0.15, [](double seconds) { return seconds; });
    EXPECT_TRUE(coverage >= 0.85 && coverage <= 0.95) << coverage;
  }
}

// Kernels that scatter more than the samples of a fit: a model that says so has wider intervals.
TEST(Interval, IsNoNarrowerThanKernelsScatter) {
  const std::string text = "p_0 + p_a * f_a";
  Synthetic synthetic(text, {{"p_0", 1e-5}, {"p_a", 1e-9}}, 4);
  const std::vector<Sample> samples = synthetic.samples(200, 0.01);
  ModelDefinition definition = definition_of(text, Residual::log_ratio);
  const auto held = [&](double noise) {
    return coverage_of(fit(definition, samples), synthetic, noise,
                       [](double seconds) { return seconds; });
  };
  EXPECT_GE(held(0.01), 0.9);
  EXPECT_LE(held(0.15), 0.5);
  definition.least_log_sigma = 0.1;
  EXPECT_GE(held(0.1), 0.9);
}

// Half of the runs take up to twice as long as an undisturbed one, and the model is fitted to the
// shortest of three: the interval holds a run, whichever it is, and reaches further up than down.
// The tails that are taken on both sides are longer than those of this noise, which has an end.
TEST(Interval, HoldsNinetyPercentOfDisturbedRuns) {
  const std::string text = "p_0 + p_a * f_a + p_b * f_b";
  for (const unsigned seed : {1U, 2U, 3U}) {
    Synthetic synthetic(text, {{"p_0", 1e-5}, {"p_a", 1e-9}, {"p_b", 1e-8}}, seed);
    std::mt19937 engine(seed);
    std::uniform_real_distribution<double> longer(-1, 1);
    const auto run_of = [&](double undisturbed) {
      return undisturbed * (1 + std::max(longer(engine), 0.0));
    };
    auto samples = synthetic.samples(200, 0.1);
    for (Sample& sample : samples) {
      const double undisturbed = sample.seconds;
      sample.run_seconds = {run_of(undisturbed), run_of(undisturbed), run_of(undisturbed)};
      sample.seconds = *std::min_element(sample.run_seconds.begin(), sample.run_seconds.end());
    }
    const FittedModel model = fit(definition_of(text, Residual::log_ratio), samples);
    EXPECT_GT(model.multiplier_above, 1.5 * model.multiplier_below);
    const double coverage = coverage_of(model, synthetic, 0.1, run_of);
    EXPECT_TRUE(coverage >= 0.85 && coverage <= 0.98) << coverage;
  }
}

// A family that the model gets wrong by a factor of two must show in the interval: in-sample
// residuals hide it where the family has a cost of its own to absorb it.
TEST(Interval, AFamilyThatDoesNotFollowTheOthersWidensIt) {
  const std::string text = "p_a * f_a + p_b * f_b";
  Synthetic synthetic(text, {{"p_a", 1e-9}, {"p_b", 1e-8}}, 4);
  auto samples = synthetic.samples(120, 0.02, 1.0, 3);
  const FittedModel before = fit(definition_of(text), samples);
  for (Sample& sample : samples) {
    sample.seconds *= sample.family == "family1" ? 2 : 1;
  }
  const FittedModel after = fit(definition_of(text), samples);
  EXPECT_GT(after.multiplier_above * after.typical_log_sigma,
            5 * before.multiplier_above * before.typical_log_sigma);
  EXPECT_GT(after.held_out.factor, after.in_sample.factor);
}

// A cost of which nearly nothing is known, where a kernel is made of it.
TEST(Interval, OfWhatNobodyKnowsIsWideAndStaysANumber) {
  const std::string text = "p_a * f_a + p_b * f_b";
  Synthetic synthetic(text, {{"p_a", 1e-9}, {"p_b", 1e-8}}, 5);
  FittedModel model = fit(definition_of(text), synthetic.samples(60, 0.02, 1.0));
  model.covariance = {0, 0, 0, 1};
  model.parameters[0].standard_error = 0;
  model.parameters[1].standard_error = 1;
  const Predictor predictor(fitted_model_from_json(to_json(model)));
  const Prediction prediction = predictor.predict({{"f_b", 1.0}});
  EXPECT_GT(prediction.high, 1e100 * prediction.seconds);
  EXPECT_TRUE(std::isfinite(prediction.high));
  EXPECT_TRUE(prediction.low >= 0);
}

}  // namespace
}  // namespace clgauge::model
