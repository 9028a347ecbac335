#include "model/correction/error_process.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace clgauge::model {
namespace {

using Point = std::vector<double>;  // parts of costs

CostParts named(const Point& parts) {
  CostParts result;
  for (std::size_t i = parts.size(); i-- > 0;) {  // in any order
    result.push_back({"p_" + std::to_string(i), parts[i]});
  }
  return result;
}

Point random_parts(std::mt19937& engine, std::size_t costs) {
  std::exponential_distribution<double> exponential;
  Point parts(costs);
  double sum = 0;
  for (double& part : parts) {
    part = std::pow(exponential(engine), 2);
    sum += part;
  }
  std::transform(parts.begin(), parts.end(), parts.begin(), [&](double p) { return p / sum; });
  return parts;
}

// Costs that are off by factors of their own, mixed by parts, are what the process expects: nine
// tenths of errors lie within, whatever the size of those factors is.
TEST(ErrorProcess, ItsUncertaintyIsHonestForCostsThatAreOff) {
  std::mt19937 engine(7);
  std::normal_distribution<double> normal;
  constexpr std::size_t kCosts = 4;
  for (const double deviation : {0.3, 1.0, 2.0}) {
    for (const std::size_t count : {2U, 6U}) {
      int inside = 0;
      double squares = 0;
      double prior_squares = 0;
      constexpr int kTrials = 600;
      for (int trial = 0; trial < kTrials; ++trial) {
        Point off(kCosts);
        std::generate(off.begin(), off.end(), [&] { return deviation * normal(engine); });
        const auto error = [&](const Point& parts) {
          double sum = 0;
          for (std::size_t i = 0; i < kCosts; ++i) {
            sum += parts[i] * off[i];
          }
          return sum + 0.01 * normal(engine);
        };
        std::vector<ErrorRun> runs;
        for (std::size_t i = 0; i < count; ++i) {
          const Point parts = random_parts(engine, kCosts);
          runs.push_back({{static_cast<double>(i), "", named(parts)}, error(parts), 1e-4});
        }
        const Point asked = random_parts(engine, kCosts);
        const double truth = error(asked);
        const auto belief = ErrorProcess(runs).at({1.5, "", named(asked)});
        inside += std::abs(belief.log_ratio - truth) <= kNormal90 * belief.log_sigma ? 1 : 0;
        squares += std::pow(belief.log_ratio - truth, 2);
        prior_squares += truth * truth;
      }
      EXPECT_TRUE(inside >= 0.84 * kTrials) << deviation << ' ' << count << ' ' << inside;
      EXPECT_LT(squares, (count == 2 ? 0.7 : 0.3) * prior_squares) << deviation << ' ' << count;
    }
  }
}

TEST(ErrorProcess, ARunIsPassedThroughAndTheOrderDoesNotMatter) {
  std::vector<ErrorRun> runs = {{{1, "a", {{"p_x", 0.8}, {"p_y", 0.2}}}, 0.5, 1e-4},
                                {{7, "a", {{"p_y", 1}}}, -0.3, 1e-4},
                                {{9, "b", {{"p_y", 0.5}, {"p_z", 0.5}}}, 0.1, 1e-4}};
  const ErrorProcess process(runs);
  for (const ErrorRun& run : runs) {
    EXPECT_NEAR(process.at(run.point).log_ratio, run.log_ratio, 0.01);
    EXPECT_LT(process.at(run.point).log_sigma, 0.05);
  }
  std::reverse(runs.begin(), runs.end());
  const ErrorPoint asked{4, "a", {{"p_z", 0.3}, {"p_x", 0.7}}};
  EXPECT_NEAR(ErrorProcess(runs).at(asked).log_ratio, process.at(asked).log_ratio, 1e-12);
  EXPECT_NEAR(ErrorProcess(runs).at(asked).log_sigma, process.at(asked).log_sigma, 1e-12);
}

// Two runs that differ in traces of costs, and in their errors a lot: costs that were off by as
// much as that would take would say the impossible of a launch that they rule.
TEST(ErrorProcess, WhatTwoRunsDifferInIsNotCarriedBeyondThem) {
  const ErrorProcess process(
      {{{0, "", {{"p_cycle", 0.82}, {"p_fork", 0.18}}}, 0.9, 1e-3},
       {{3, "", {{"p_cycle", 0.78}, {"p_fork", 0.04}, {"p_l3", 0.18}}}, -1, 1e-3}});
  for (const double fork : {0.3, 0.6, 1.0}) {
    const auto belief = process.at({-1, "", {{"p_cycle", 1 - fork}, {"p_fork", fork}}});
    EXPECT_TRUE(belief.log_ratio > 0 && belief.log_ratio < 0.95) << belief.log_ratio;
  }
}

TEST(ErrorProcess, EqualRunsAreAveraged) {
  const ErrorPoint point{3, "", {{"p_x", 1}}};
  std::vector<ErrorRun> runs(200, ErrorRun{point, 0.4, 0.01});
  for (std::size_t i = 0; i < runs.size(); i += 2) {
    runs[i].log_ratio = 0.6;
  }
  const auto belief = ErrorProcess(runs).at(point);
  EXPECT_NEAR(belief.log_ratio, 0.5, 1e-3);
  EXPECT_TRUE(std::isfinite(belief.log_sigma));
}

TEST(MostTellingPair, IsOneOfEachRegimeAndNotTheOdds) {
  const CostParts core = {{"p_cycle", 1}};
  const CostParts memory = {{"p_dram", 1}};
  std::vector<ErrorPoint> points;
  points.push_back({0, "", {{"p_launch", 1}}});
  for (int i = 1; i <= 4; ++i) {
    points.push_back({static_cast<double>(i), "", core});
  }
  for (int i = 5; i <= 9; ++i) {
    points.push_back({static_cast<double>(i), "", memory});
  }
  const auto [a, b] = most_telling_pair(points);
  EXPECT_TRUE(a >= 1 && a <= 4) << a;
  EXPECT_TRUE(b >= 5 && b <= 9) << b;
  for (ErrorPoint& point : points) {
    point.parts.clear();
  }
  const auto [low, high] = most_telling_pair(points);
  EXPECT_TRUE(low > 0 && low < 5 && high > 4 && high < 9) << low << ' ' << high;
  EXPECT_EQ(most_telling_pair({points[0]}), std::make_pair(std::size_t{0}, std::size_t{0}));
}

}  // namespace
}  // namespace clgauge::model
