#include "model/fit/fit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/error.h"
#include "fit/synthetic.h"
#include "model/predict/predict.h"

namespace clgauge::model {
namespace {

using ::testing::HasSubstr;

const char* const kLinear = "p_launch + p_madd * f_madd + p_load * f_load + p_barrier * f_barrier";
const std::map<std::string, double> kLinearTruth = {
    {"p_launch", 2e-5}, {"p_madd", 3e-12}, {"p_load", 4e-10}, {"p_barrier", 5e-8}};

TEST(Fit, RecoversExactCostsOfALinearModelToRounding) {
  Synthetic synthetic(kLinear, kLinearTruth, 1);
  const auto samples = synthetic.samples(40, 0);
  for (const Residual residual : {Residual::relative, Residual::log_ratio}) {
    const FittedModel model = fit(definition_of(kLinear, residual), samples);
    for (const auto& [name, value] : kLinearTruth) {
      const FittedParameter& parameter = parameter_of(model, name);
      EXPECT_EQ(parameter.status, ParameterStatus::fitted) << name;
      EXPECT_EQ(parameter.role, Role::cost);
      EXPECT_TRUE(std::abs(parameter.value / value - 1) <= 1e-4) << name << " " << parameter.value;
    }
    EXPECT_TRUE(model.in_sample.factor <= 1.0001);
  }
}

// Over many noisy data sets, (estimate - truth) / standard error is a standard normal variable, up
// to the robust loss: its mean square over 60 sets of 4 costs lies near one.
TEST(Fit, RecoversNoisyCostsWithinTheirStandardErrors) {
  double sum_of_squares = 0;
  int count = 0;
  FitOptions options;
  options.leave_out_families = false;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Synthetic synthetic(kLinear, kLinearTruth, seed);
    const FittedModel model =
        fit(definition_of(kLinear, Residual::log_ratio), synthetic.samples(60, 0.05), options);
    for (const auto& [name, value] : kLinearTruth) {
      const FittedParameter& parameter = parameter_of(model, name);
      ASSERT_EQ(parameter.status, ParameterStatus::fitted);
      ASSERT_GT(parameter.standard_error, 0);
      const double score = (parameter.value - value) / parameter.standard_error;
      ASSERT_TRUE(std::abs(score) <= 6) << name << " seed " << seed;
      sum_of_squares += score * score;
      ++count;
    }
  }
  const double mean_square = sum_of_squares / count;
  EXPECT_TRUE(mean_square >= 0.7 && mean_square <= 1.4) << mean_square;
}

// Two costs that come together but in one family: how far off a fit without that family is says
// that it is needed, and nothing of kernels that none of the families is like.
TEST(Fit, AFamilyThatTellsCostsApartDoesNotMakeThemUnsure) {
  const char* const text = "p_line * f_line + p_wait * f_wait + p_walk * f_walk";
  Synthetic synthetic(text, {{"p_line", 3e-9}, {"p_wait", 8e-8}, {"p_walk", 2e-8}}, 7);
  std::vector<Sample> samples;
  for (int i = 0; i < 60; ++i) {
    FeatureVector counts = synthetic.counts(1);
    const bool waits = i % 6 == 0;
    counts["f_wait"] = waits ? counts["f_line"] : 0;
    counts["f_walk"] = counts["f_wait"] * (1 + 0.002 * (i % 5));
    samples.push_back(synthetic.sample(counts, 0.05, "family" + std::to_string(i % 6)));
  }
  for (int i = 0; i < 12; ++i) {
    FeatureVector counts = synthetic.counts(1);
    counts["f_line"] = 0;
    counts[i % 2 == 0 ? "f_walk" : "f_wait"] = 0;
    samples.push_back(synthetic.sample(counts, 0.05, "apart"));
  }
  const FittedModel model = fit(definition_of(text, Residual::log_ratio), samples);
  const auto apart = std::ranges::find(model.families, "apart", &FamilyErrors::family);
  ASSERT_NE(apart, model.families.end());
  EXPECT_GT(apart->errors.factor, 1.5);
  for (const char* const cost : {"p_wait", "p_walk"}) {
    EXPECT_LE(parameter_of(model, cost).log_sigma, 0.2) << cost << ' ' << apart->errors.factor;
  }
}

// A cost that one family is made of, and that the others have a hundredth of their time of: without
// it they would put down to it what they are off by. That says nothing of how sure the cost is.
TEST(Fit, AFamilyThatTellsACostDoesNotMakeItUnsure) {
  const char* const text = "p_line * f_line + p_wait * f_wait";
  Synthetic synthetic(text, {{"p_line", 3e-9}, {"p_wait", 8e-8}}, 8);
  std::vector<Sample> samples;
  for (int i = 0; i < 72; ++i) {
    FeatureVector counts = synthetic.counts(1);
    const bool waits = i % 6 == 0;
    counts[waits ? "f_line" : "f_wait"] = 0;
    if (i % 6 == 1) {
      counts["f_wait"] = 4e-4 * counts["f_line"];
    }
    samples.push_back(synthetic.sample(counts, 0.02, "family" + std::to_string(i % 6)));
    samples.back().seconds *= i % 6 == 1 ? 1.2 : 1;
  }
  const FittedModel model = fit(definition_of(text, Residual::log_ratio), samples);
  EXPECT_LE(parameter_of(model, "p_wait").log_sigma, 0.2);
  EXPECT_EQ(std::ranges::find(model.families, "family0", &FamilyErrors::family),
            model.families.end());
}

TEST(Fit, RecoversCostsAndTheExponentOfAnOverlapModel) {
  const std::string text = "p_launch + pnorm(p_q, p_madd * f_madd, p_load * f_load)";
  Synthetic synthetic(text, {{"p_launch", 1e-5}, {"p_q", 3}, {"p_madd", 3e-11}, {"p_load", 4e-10}},
                      5);
  const FittedModel model =
      fit(definition_of(text, Residual::log_ratio), synthetic.samples(300, 0.01, 0.8));
  for (const auto& [name, value] : synthetic.truth()) {
    const FittedParameter& parameter = parameter_of(model, name);
    EXPECT_TRUE(std::abs(parameter.value - value) <= 5 * parameter.standard_error) << name;
    EXPECT_TRUE(parameter.standard_error <= 0.2 * value) << name;
  }
  EXPECT_EQ(parameter_of(model, "p_q").role, Role::exponent);
}

TEST(Fit, RecoversThePapersOverlapWithAFactorPerSecond) {
  const std::string text =
      "p_launch + p_load * f_load * (tanh(p_edge * (p_load * f_load - p_madd * f_madd)) + 1) / 2 + "
      "p_madd * f_madd * (tanh(p_edge * (p_madd * f_madd - p_load * f_load)) + 1) / 2";
  Synthetic synthetic(
      text, {{"p_launch", 1e-5}, {"p_edge", 200}, {"p_madd", 3e-11}, {"p_load", 4e-10}}, 6);
  const FittedModel model =
      fit(definition_of(text, Residual::log_ratio), synthetic.samples(300, 0.01, 0.8));
  EXPECT_EQ(parameter_of(model, "p_edge").role, Role::factor);
  for (const std::string name : {"p_madd", "p_load"}) {
    const double truth = synthetic.truth().at(name);
    EXPECT_TRUE(std::abs(parameter_of(model, name).value / truth - 1) <= 0.05) << name;
  }
}

TEST(Fit, ACostThatIsNotThereIsAtZeroWithABound) {
  Synthetic synthetic("p_a * f_a + p_b * f_b", {{"p_a", 1e-9}, {"p_b", 0}}, 3);
  auto samples = synthetic.samples(60, 0.02, 1.0);
  // Make the unwanted feature speak for a negative cost.
  for (Sample& sample : samples) {
    const double b = sample.features["f_b"];
    sample.seconds *= 1 - 0.3 * b / (sample.features["f_a"] + b);
  }
  const FittedModel model = fit(definition_of("p_a * f_a + p_b * f_b"), samples);
  const FittedParameter& zero = parameter_of(model, "p_b");
  EXPECT_EQ(zero.status, ParameterStatus::at_zero);
  EXPECT_EQ(zero.value, 0);
  EXPECT_GT(zero.standard_error, 0);
  EXPECT_LT(zero.standard_error, 1e-9);
}

TEST(Fit, NamesACostThatNoSampleExercises) {
  Synthetic synthetic("p_a * f_a", {{"p_a", 1e-9}}, 3);
  const FittedModel model =
      fit(definition_of("p_a * f_a + p_rare * f_op_float64_div + p_rare * f_op_float64_div"),
          synthetic.samples(30, 0.02, 1.0));
  const FittedParameter& rare = parameter_of(model, "p_rare");
  EXPECT_EQ(rare.status, ParameterStatus::unidentified);
  EXPECT_EQ(rare.samples, 0U);
  EXPECT_EQ(rare.value, 0);
  EXPECT_EQ(rare.note, "no sample exercises f_op_float64_div");
  EXPECT_EQ(parameter_of(model, "p_a").status, ParameterStatus::fitted);
}

// Averages over groups count next to nothing of a rare event, to which noise then falls.
TEST(Fit, ACostThatHardlyCountsStaysOneThatCanBeRead) {
  Synthetic synthetic("p_a * f_a", {{"p_a", 1e-9}}, 3);
  std::vector<Sample> samples = synthetic.samples(30, 0.02, 1.0);
  samples.front().features["f_op_float64_div"] = 1e-14;
  samples.front().seconds *= 1.5;
  const FittedModel model = fit(definition_of("p_a * f_a + p_rare * f_op_float64_div"), samples);
  EXPECT_LE(parameter_of(model, "p_rare").value, kMostCostSeconds);
  EXPECT_NO_THROW((void)fitted_model_from_json(to_json(model)));
}

// Most samples tell two costs apart that the others cannot but by noise: how sure those are, by
// their own standard errors, is no width of any interval.
TEST(Fit, FamiliesThatCannotTellCostsApartSayNothingOfTheInterval) {
  const char* const text = "p_wait * f_wait + p_walk * f_walk";
  Synthetic synthetic(text, {{"p_wait", 8e-8}, {"p_walk", 2e-8}}, 7);
  std::vector<Sample> samples;
  for (int i = 0; i < 96; ++i) {
    FeatureVector counts = synthetic.counts(1);
    const bool tells = i % 3 != 0;
    counts["f_walk"] = counts["f_wait"] * (tells ? 1 - 0.2 * (i % 5) : 1 + 3e-6 * (i % 5));
    samples.push_back(synthetic.sample(counts, 0.05, tells ? "apart" : "together"));
  }
  const FittedModel model = fit(definition_of(text, Residual::log_ratio), samples);
  EXPECT_LE(model.typical_log_sigma, 1);
  EXPECT_NO_THROW((void)fitted_model_from_json(to_json(model)));
}

TEST(Fit, NamesCostsOfWhichOnlyACombinationIsDetermined) {
  Synthetic synthetic("p_a * f_a + p_c * f_c", {{"p_a", 1e-9}, {"p_c", 1e-8}}, 3);
  auto samples = synthetic.samples(50, 0.02, 1.0);
  for (Sample& sample : samples) {
    sample.features["f_b"] = 3 * sample.features["f_a"];
  }
  const FittedModel model = fit(definition_of("p_a * f_a + p_b * f_b + p_c * f_c"), samples);
  EXPECT_EQ(parameter_of(model, "p_a").status, ParameterStatus::unidentified);
  EXPECT_EQ(parameter_of(model, "p_b").status, ParameterStatus::unidentified);
  EXPECT_THAT(parameter_of(model, "p_a").note, HasSubstr("combination of it with p_b"));
  EXPECT_EQ(parameter_of(model, "p_c").status, ParameterStatus::fitted);
  // The sum that is determined is right all the same.
  EXPECT_TRUE(std::abs(parameter_of(model, "p_a").value + 3 * parameter_of(model, "p_b").value -
                       1e-9) <= 1e-10);
}

TEST(Fit, NamesEveryCostWhenThereAreFewerSamplesThanCosts) {
  Synthetic synthetic(kLinear, kLinearTruth, 8);
  const FittedModel model = fit(definition_of(kLinear), synthetic.samples(2, 0, 1.0, 1));
  for (const FittedParameter& parameter : model.parameters) {
    EXPECT_EQ(parameter.status, ParameterStatus::unidentified) << parameter.name;
  }
}

TEST(Fit, OutliersDoNotMoveARobustFit) {
  Synthetic synthetic(kLinear, kLinearTruth, 4);
  auto samples = synthetic.samples(200, 0.01);
  for (std::size_t i = 0; i < samples.size(); i += 20) {
    samples[i].seconds *= 20;
  }
  const FittedModel model = fit(definition_of(kLinear, Residual::log_ratio), samples);
  for (const auto& [name, value] : kLinearTruth) {
    EXPECT_TRUE(std::abs(parameter_of(model, name).value / value - 1) <= 0.08) << name;
  }
}

TEST(Fit, IsDeterministicAndDoesNotDependOnUnits) {
  Synthetic synthetic(kLinear, kLinearTruth, 4);
  const auto samples = synthetic.samples(60, 0.05);
  const FittedModel first = fit(definition_of(kLinear), samples);
  const FittedModel second = fit(definition_of(kLinear), samples);
  auto scaled = samples;
  for (Sample& sample : scaled) {
    sample.features["f_madd"] *= 1e6;
  }
  const FittedModel other = fit(definition_of(kLinear), scaled);
  for (std::size_t i = 0; i < first.parameters.size(); ++i) {
    EXPECT_EQ(first.parameters[i].value, second.parameters[i].value);
    const double unit = first.parameters[i].name == "p_madd" ? 1e6 : 1;
    EXPECT_TRUE(std::abs(other.parameters[i].value * unit / first.parameters[i].value - 1) <= 1e-5);
  }
}

TEST(Fit, TheEnvelopeFindsTheBestRates) {
  ModelDefinition roof = definition_of("p_launch + max(p_flop * f_flops, p_byte * f_bytes)");
  roof.estimator = Estimator::envelope;
  std::vector<Sample> samples;
  samples.push_back({"launch", "launch", {}, 1e-5, 1});
  for (const double n : {1e4, 1e6, 1e8}) {
    // Small runs are slow per count, the largest reach 1 Gflop/s and 10 GB/s.
    samples.push_back({"flops", "flops", {{"f_flops", n}}, 1e-5 + n * 1e-9, 1});
    samples.push_back({"bytes", "bytes", {{"f_bytes", n}}, 1e-5 + n * 1e-10, 1});
    // Cached bytes are faster; a small sample of them must not raise the roof.
    samples.push_back({"cached", "cached", {{"f_bytes", n / 100}}, 1e-14 * n + 1e-9, 1});
  }
  samples.erase(samples.begin() + 3);
  const FittedModel model = fit(roof, samples);
  EXPECT_TRUE(std::abs(parameter_of(model, "p_flop").value / 1e-9 - 1) <= 0.01);
  EXPECT_TRUE(std::abs(parameter_of(model, "p_byte").value / 1e-10 - 1) <= 0.01);
}

std::string fit_error(const std::string& text, const std::vector<Sample>& samples) {
  try {
    static_cast<void>(fit(definition_of(text), samples));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  return "no error";
}

TEST(Fit, RefusesAnExpressionWithoutCosts) {
  const std::vector<Sample> samples = {{"one", "", {{"f_flops", 1}}, 1, 1}};
  for (const std::string text : {"f_flops", "1e-9 * f_flops", "1"}) {
    EXPECT_THAT(fit_error(text, samples),
                HasSubstr("expected at least one cost p_*, found none: write p_a * f_flops"));
  }
}

TEST(Fit, RefusesMoreParametersThanItHasTimeFor) {
  std::string text = "p_0 * f_flops";
  for (int i = 1; i <= 256; ++i) {
    text += " + p_" + std::to_string(i) + " * f_flops";
  }
  EXPECT_EQ(fit_error(text, {{"one", "", {{"f_flops", 1}}, 1, 1}}),
            "the model has 257 parameters: at most 256 are fitted");
}

TEST(Fit, RefusesAnExpressionThatIsNowherePositive) {
  const std::vector<Sample> samples = {{"one", "", {{"f_flops", 1}}, 1, 1},
                                       {"two", "", {{"f_flops", 2}}, 2, 1}};
  for (const std::string text : {"-p_a * f_flops", "0 - p_a * f_flops - p_b"}) {
    EXPECT_THAT(fit_error(text, samples), HasSubstr("positive in no sample; check its signs"));
  }
  // What no sample counts is zero without a minus.
  EXPECT_EQ(fit_error("p_a * f_none", samples), "no error");
}

TEST(Fit, SaysWhereAndInWhichSampleAnExpressionIsNotFinite) {
  std::vector<Sample> samples = {{"many", "", {{"f_flops", 4}, {"f_bytes", 2}}, 1, 1},
                                 {"none", "", {{"f_bytes", 2}}, 1, 1}};
  EXPECT_EQ(fit_error("p_a / f_flops", samples),
            "model expression, line 1, column 1: 'p_a / f_flops' is infinite in sample 'none', "
            "where f_flops is 0: add a number, such as (f_flops + 1)");
  EXPECT_THAT(fit_error("p_b * f_bytes +\n p_a * log(f_flops)", samples),
              HasSubstr("line 2, column 8: 'log(f_flops)' is infinite in sample 'none'"));
  EXPECT_THAT(fit_error("p_b * f_bytes + p_a * (f_flops / f_flops)", samples),
              HasSubstr("'f_flops / f_flops' is not a number in sample 'none', where f_flops is"));
  EXPECT_THAT(fit_error("1/0*p_a*f_flops", samples),
              HasSubstr("column 1: '1/0' is infinite in sample 'many': write it so that"));
  EXPECT_THAT(fit_error("p_a * f_bytes + exp(p_b * (p_a + 1e9))", samples),
              HasSubstr("column 17: 'exp(p_b * (p_a + 1e9))' is infinite in sample 'many': write"));
  EXPECT_THAT(
      fit_error("p_a * f_bytes + 1e10 * log(1e-300 * (1 + p_a))", samples),
      HasSubstr("the derivative by '1e-300 * (1 + p_a)' is no finite number in sample 'many'"));
  samples[1].weight = 0;
  EXPECT_EQ(fit_error("p_a / f_flops", samples), "no error");
}

TEST(Fit, RootsOfWhatASampleDoesNotCountAreFitted) {
  for (const std::string text :
       {"p_0 + sqrt(p_a * f_a)", "(p_a * f_a) ^ 0.5 + p_0", "p_0 + sqrt(p_a) * sqrt(f_a)"}) {
    Synthetic synthetic(text, {{"p_0", 1e-5}, {"p_a", 1e-15}}, 2);
    const FittedModel model =
        fit(definition_of(text, Residual::log_ratio), synthetic.samples(60, 0.01));
    for (const auto& [name, value] : synthetic.truth()) {
      EXPECT_TRUE(std::abs(parameter_of(model, name).value / value - 1) <= 0.05)
          << text << ": " << name << " " << parameter_of(model, name).value;
    }
  }
}

TEST(Fit, ACostOfAPowerIsFittedWithItsExponent) {
  const std::string text = "p_0 + p_a * f_a ^ p_e";
  Synthetic synthetic(text, {{"p_0", 1e-5}, {"p_a", 1e-9}, {"p_e", 1.5}}, 2);
  const FittedModel model =
      fit(definition_of(text, Residual::log_ratio), synthetic.samples(60, 0.01));
  for (const auto& [name, value] : synthetic.truth()) {
    EXPECT_TRUE(std::abs(parameter_of(model, name).value / value - 1) <= 0.1) << name;
  }
  EXPECT_EQ(parameter_of(fit(definition_of("p_0 + p_a * f_none ^ p_e"), synthetic.samples(9, 0.01)),
                         "p_a")
                .note,
            "no sample exercises f_none");
}

TEST(Fit, RefusesSamplesThatMakeNoSense) {
  const auto message = [](const Sample& sample) -> std::string {
    try {
      static_cast<void>(fit(definition_of("p_a * f_a"), std::vector{sample}));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      return error.what();
    }
    return "no error";
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(message({"zero", "", {{"f_a", 1}}, 0, 1}), HasSubstr("'zero': its time"));
  EXPECT_THAT(message({"nan", "", {{"f_a", 1}}, nan, 1}), HasSubstr("'nan': its time"));
  EXPECT_THAT(message({"feature", "", {{"f_a", nan}}, 1, 1}), HasSubstr("the feature f_a"));
  EXPECT_THAT(message({"weight", "", {{"f_a", 1}}, 1, -1}), HasSubstr("its weight"));
  EXPECT_THROW(static_cast<void>(fit(definition_of("p_a * f_a"), {})), Error);
  ModelDefinition definition = definition_of("p_a * f_a");
  definition.ranges["p_b"] = {};
  EXPECT_THROW(static_cast<void>(fit(definition, std::vector<Sample>{{"", "", {}, 1, 1}})), Error);
}

// What a class of instructions takes, beside what the tables say: p_cycle of the cycles, and
// doublings of those that the class binds.
const char* const kClasses =
    "p_launch + p_cycle * (f_cycles + (2 ^ p_shift - 1) * f_shift + (2 ^ p_add - 1) * f_add)";

ModelDefinition definition_of_classes(double samples_of_tables) {
  ModelDefinition definition = definition_of(kClasses, Residual::log_ratio);
  definition.ranges["p_shift"] = definition.ranges["p_add"] = {0, -1, 1, samples_of_tables};
  return definition;
}

std::vector<Sample> samples_of_classes(bool with_add) {
  Synthetic synthetic(
      kClasses, {{"p_launch", 1e-6}, {"p_cycle", 3e-10}, {"p_shift", 0.5}, {"p_add", -0.25}}, 11);
  std::vector<Sample> samples;
  for (int i = 0; i < 60; ++i) {
    const double cycles = 1e5 * (1 + i % 7);
    FeatureVector features = {{"f_cycles", cycles}};
    features["f_shift"] = cycles * (i % 3) / 2;
    features["f_add"] = with_add && i % 3 == 0 ? 0.8 * cycles : 0;
    samples.push_back(synthetic.sample(features, 0.02, "family" + std::to_string(i % 6)));
  }
  return samples;
}

TEST(Fit, RecoversWhatAClassOfInstructionsTakes) {
  const FittedModel model = fit(definition_of_classes(0.25), samples_of_classes(true));
  EXPECT_NEAR(parameter_of(model, "p_cycle").value, 3e-10, 0.05 * 3e-10);
  EXPECT_NEAR(parameter_of(model, "p_shift").value, 0.5, 0.06);
  EXPECT_NEAR(parameter_of(model, "p_add").value, -0.25, 0.06);
  EXPECT_EQ(parameter_of(model, "p_cycle").role, Role::cost);
}

TEST(Fit, AParameterThatWeighsAsSamplesRestsWhereNoSampleExercisesIt) {
  const FittedModel model = fit(definition_of_classes(4), samples_of_classes(false));
  const FittedParameter& add = parameter_of(model, "p_add");
  EXPECT_EQ(add.status, ParameterStatus::fitted) << add.note;
  EXPECT_EQ(add.samples, 0U);
  EXPECT_NEAR(add.value, 0, 1e-9);
  EXPECT_GT(add.standard_error, 0) << "it is not known either";
  EXPECT_LT(parameter_of(model, "p_shift").value, 0.5) << "is drawn towards the tables' word";
  // Without that weight it is named.
  const FittedModel plain = fit(definition_of_classes(0), samples_of_classes(false));
  EXPECT_EQ(parameter_of(plain, "p_add").status, ParameterStatus::unidentified);
}

TEST(Fit, SamplesThatKnowNoClassesAreFittedAsBefore) {
  std::vector<Sample> samples = samples_of_classes(true);
  for (Sample& sample : samples) {
    sample.features = {{"f_cycles", sample.features.at("f_cycles")}};
    sample.seconds = 1e-6 + 3e-10 * sample.features.at("f_cycles");
  }
  const FittedModel model = fit(definition_of_classes(4), samples);
  EXPECT_NEAR(parameter_of(model, "p_cycle").value, 3e-10, 1e-4 * 3e-10);
  const Predictor predictor(model);
  const Prediction prediction = predictor.predict(FeatureVector{{"f_cycles", 1e6}});
  EXPECT_NEAR(prediction.seconds, 3.01e-4, 1e-3 * 3.01e-4);
  EXPECT_TRUE(prediction.unsupported.empty());
  EXPECT_EQ(prediction.breakdown.front().feature, "f_cycles") << "classes are parts of it";
}

}  // namespace
}  // namespace clgauge::model
