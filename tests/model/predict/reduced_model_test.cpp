#include "model/predict/reduced_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "model/builtin/builtin.h"
#include "model/expression/structure.h"

namespace clgauge::model {
namespace {

std::string without_features(const std::string& text, const std::vector<std::string>& names) {
  const auto expression = Expression::parse(text);
  std::vector<bool> dropped;
  for (const std::string& feature : expression.features()) {
    dropped.push_back(std::find(names.begin(), names.end(), feature) != names.end());
  }
  return text_without(expression, dropped);
}

TEST(ReducedModel, DropsProductsWithZero) {
  EXPECT_EQ(without_features("p_a * f_x + p_b * f_y", {"f_x"}), "p_b * f_y");
  EXPECT_EQ(without_features("p_a * f_x - p_b * f_y", {"f_y"}), "p_a * f_x");
  EXPECT_EQ(without_features("p_a * (f_x + 2 * f_y)", {"f_x"}), "p_a * (2 * f_y)");
  EXPECT_EQ(without_features("max(p_a * f_x, p_b * f_y)", {"f_x"}), "max(0, p_b * f_y)");
  EXPECT_EQ(without_features("p_a - (p_b - f_x)", {}), "p_a - (p_b - f_x)");
  EXPECT_EQ(without_features("p_a / (p_b / f_x)", {}), "p_a / (p_b / f_x)");
  EXPECT_EQ(without_features("(p_a + f_x) * f_y", {"f_y"}), "0");
}

TEST(ReducedModel, ALongSumNestsNothing) {
  std::string text = "p_0 * f_flops";
  for (int i = 1; i < 1000; ++i) {
    text += " + p_" + std::to_string(i) + " * f_flops";
  }
  EXPECT_EQ(without_features(text, {}), text);
}

// A model with random costs whose errors are correlated at random.
FittedModel random_model(const ModelDefinition& definition, std::mt19937& random) {
  std::uniform_real_distribution<double> between(0.1, 1);
  FittedModel model;
  model.name = definition.name;
  model.expression = definition.text;
  const auto expression = Expression::parse(definition.text);
  const auto roles = analyse(expression).roles;
  for (const std::string& name : expression.parameters()) {
    FittedParameter parameter;
    parameter.name = name;
    parameter.role = roles[model.parameters.size()];
    parameter.value = (parameter.role == Role::cost ? 1e-9 : 3) * between(random);
    model.parameters.push_back(parameter);
  }
  const std::size_t n = model.parameters.size();
  model.covariance.assign(n * n, 0.0);
  std::vector<double> direction(n);
  for (std::size_t i = 0; i < n; ++i) {
    direction[i] = 0.1 * model.parameters[i].value * between(random);
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      model.covariance[i * n + j] = direction[i] * direction[j];
    }
  }
  model.log_sigma = 0.1;
  model.multiplier_below = 1.6;
  model.multiplier_above = 1.6;
  return model;
}

TEST(ReducedModel, GivesWhatTheWholeModelGives) {
  std::mt19937 random(7);
  for (const ModelDefinition& definition : builtin_models()) {
    for (int round = 0; round < 50; ++round) {
      const Predictor whole(random_model(definition, random));
      std::vector<double> counts;
      for (std::size_t i = 0; i < whole.features().size(); ++i) {
        const bool is_zero = std::uniform_int_distribution(0, 2)(random) > 0;
        counts.push_back(is_zero ? 0 : std::uniform_real_distribution(1.0, 1e6)(random));
      }
      counts.front() = 1;
      const ReducedModel reduced(whole, counts);
      ASSERT_TRUE(reduced.fits(counts));
      Predictor::Workspace workspace;
      Predictor::Workspace other;
      std::vector<double> kept;
      const auto expected = whole.estimate(counts, workspace);
      const auto estimate = reduced.estimate(counts, other, kept);
      EXPECT_DOUBLE_EQ(estimate.seconds, expected.seconds) << definition.name;
      EXPECT_DOUBLE_EQ(estimate.low, expected.low) << definition.name;
      EXPECT_DOUBLE_EQ(estimate.high, expected.high) << definition.name;
      EXPECT_DOUBLE_EQ(estimate.log_sigma, expected.log_sigma) << definition.name;
      EXPECT_LT(kept.size(), counts.size()) << definition.name;
    }
  }
}

TEST(ReducedModel, KeepsWhatAnyOfTheLaunchesNeeds) {
  std::mt19937 random(8);
  ModelDefinition definition;
  definition.text = "p_a * f_flops + p_b * f_bytes_global + p_c * f_work_items + p_d * f_atomics";
  const Predictor whole(random_model(definition, random));
  const std::vector<double> first = {5, 0, 0, 0};
  const std::vector<double> second = {0, 7, 0, 0};
  const ReducedModel of_first(whole, first);
  EXPECT_FALSE(of_first.fits(second));
  const ReducedModel of_both(whole, second, of_first);
  Predictor::Workspace workspace;
  std::vector<double> kept;
  for (const auto& counts : {first, second}) {
    ASSERT_TRUE(of_both.fits(counts));
    EXPECT_DOUBLE_EQ(of_both.estimate(counts, workspace, kept).seconds,
                     whole.estimate(counts, workspace).seconds);
    EXPECT_EQ(kept.size(), 2U);
  }
  EXPECT_FALSE(of_both.fits(std::vector<double>{5, 7, 1, 0}));
}

}  // namespace
}  // namespace clgauge::model
