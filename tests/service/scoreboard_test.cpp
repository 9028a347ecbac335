#include "service/engine/scoreboard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace clgauge::service {
namespace {

EvaluationPoint point(const std::string& variant, std::int64_t n, double predicted,
                      double measured) {
  EvaluationPoint result;
  result.family = "matmul";
  result.group = "target";
  result.variant = variant;
  result.sizes = {{"n", n}};
  result.work = static_cast<double>(n * n * n);
  PredictionReport report;
  report.prediction.seconds = predicted;
  report.prediction.low = predicted / 1.5;
  report.prediction.high = predicted * 1.5;
  report.prediction.log_sigma = 0.2;
  result.predictions = {report};
  result.is_measured = true;
  result.measurement.median_seconds = measured;
  return result;
}

Score of(const std::vector<EvaluationPoint>& points, const std::string& contestant,
         const std::string& scope, const std::vector<RecordedEvaluation>& others = {}) {
  for (const Contestant& one : contestants(points, {"m"}, others)) {
    if (one.name == contestant) {
      for (const Score& score : scores(points, one)) {
        if (score.scope == scope) {
          return score;
        }
      }
    }
  }
  ADD_FAILURE() << contestant << " has no score over " << scope;
  return {};
}

TEST(Scoreboard, ScoresFollowTheirDefinitions) {
  const std::vector<EvaluationPoint> points = {point("naive", 16, 2, 1),
                                               point("tiled16", 16, 1, 4)};
  const Score all = of(points, "m", "(all)");
  EXPECT_EQ(all.points, 2U);
  EXPECT_DOUBLE_EQ(all.geometric_mean, std::sqrt(1 * 0.75));
  EXPECT_DOUBLE_EQ(all.mean, 0.875);
  EXPECT_DOUBLE_EQ(all.factor, std::sqrt(8.0));
  EXPECT_DOUBLE_EQ(all.bias, std::sqrt(0.5));
  EXPECT_EQ(all.covered, 0);
  EXPECT_EQ(all.choices, 1U);
  EXPECT_DOUBLE_EQ(all.regret, 4);  // it takes the tiled one
  EXPECT_DOUBLE_EQ(of(points, "random", "(all)").regret, 2.5);
  EXPECT_EQ(of(points, "m", "matmul/naive").points, 1U);
}

TEST(Scoreboard, ATieIsABlindPick) {
  const std::vector<EvaluationPoint> points = {point("naive", 16, 1, 3),
                                               point("tiled16", 16, 1, 1)};
  EXPECT_DOUBLE_EQ(of(points, "m", "(all)").regret, 2);
}

TEST(Scoreboard, IntervalsThatHoldTheTimeAreCounted) {
  const std::vector<EvaluationPoint> points = {
      point("naive", 16, 1, 1.4), point("naive", 32, 1, 1.6), point("naive", 48, 1, 0.7),
      point("naive", 64, 1, 1)};
  EXPECT_DOUBLE_EQ(of(points, "m", "(all)").covered, 0.75);
}

TEST(Scoreboard, TwoMeasuredSizesMendAConstantErrorAndAreNotScoredThemselves) {
  std::vector<EvaluationPoint> points;
  for (const std::int64_t n : {16, 32, 48, 64, 96, 128}) {
    const double measured = 1e-9 * static_cast<double>(n * n * n) + 1e-6;
    points.push_back(point("naive", n, 3 * measured, measured));
  }
  const Score corrected = of(points, "m+2", "(all)");
  EXPECT_EQ(corrected.points, 4U);
  EXPECT_NEAR(corrected.factor, 1, 0.01);
  EXPECT_DOUBLE_EQ(corrected.covered, 1);
  // Without a model, the launch's microsecond bends the line between the two.
  EXPECT_GT(of(points, "interpolation+2", "(all)").factor, 1.001);
}

TEST(Scoreboard, OtherRecordingsAreAContestantByTheirMedian) {
  std::vector<EvaluationPoint> points;
  std::vector<RecordedEvaluation> others(3);
  for (const std::int64_t n : {16, 32, 48, 64}) {
    points.push_back(point("naive", n, 1, 2));
    for (std::size_t k = 0; k < others.size(); ++k) {
      others[k].points.push_back(point("naive", n, 1, k == 0 ? 1 : 3));
    }
  }
  others[1].points.pop_back();
  others[2].points.pop_back();  // of n = 64 only the first one's is left
  const Score raw = of(points, "remeasured", "(all)", others);
  EXPECT_EQ(raw.points, 4U);
  EXPECT_DOUBLE_EQ(raw.mean, 0.5);
  EXPECT_DOUBLE_EQ(raw.bias, std::pow(1.5 * 1.5 * 1.5 * 0.5, 0.25));
  EXPECT_DOUBLE_EQ(raw.covered, 0.75);
  EXPECT_EQ(of(points, "remeasured+2", "(all)", others).points, 2U);
}

TEST(Scoreboard, WhatWasNotMeasuredOrFailedDoesNotCount) {
  std::vector<EvaluationPoint> points = {point("naive", 16, 1, 1), point("tiled16", 16, 1, 1),
                                         point("naive", 32, 1, 1)};
  points[1].is_measured = false;
  points[2].measurement.status = microbench::Status::runtime;
  EXPECT_EQ(of(points, "m", "(all)").points, 1U);
  EXPECT_EQ(of(points, "m", "(all)").choices, 0U);
}

TEST(Evaluation, RecordsRoundTrip) {
  std::vector<EvaluationPoint> points = {point("naive", 16, 1, 2e-3), point("tiled16", 16, 1, 1)};
  points[1].is_measured = false;
  points[0].measurement.seconds = {2e-3, 2.1e-3};
  const auto json = recorded_json({"a device", points, {2e-4, 3e-4}});
  const RecordedEvaluation back = evaluation_from_json(json);
  EXPECT_EQ(back.device_id, "a device");
  ASSERT_EQ(back.points.size(), 1U);
  EXPECT_EQ(back.points[0].measurement.median_seconds, 2e-3);
  EXPECT_EQ(back.points[0].group, "target");
  EXPECT_EQ(recorded_json(back), json);
  EXPECT_EQ(back.reference_seconds, (std::vector<double>{2e-4, 3e-4}));
  auto wrong = json;
  wrong["version"] = 7;
  EXPECT_THROW(static_cast<void>(evaluation_from_json(wrong)), Error);
  wrong = json;
  wrong["points"][0].erase("sizes");
  EXPECT_THROW(static_cast<void>(evaluation_from_json(wrong)), Error);
  for (const char* where : {"/points/0/measurement/median_seconds", "/points/0/pass_seconds"}) {
    for (const double seconds : {0.0, -1.0}) {
      wrong = json;
      auto& place = wrong.at(nlohmann::json::json_pointer(where));
      place = place.is_array() ? nlohmann::json({seconds}) : nlohmann::json(seconds);
      EXPECT_THROW(static_cast<void>(evaluation_from_json(wrong)), Error) << wrong;
    }
  }
  wrong = json;  // what failed took no time
  wrong["points"][0]["measurement"]["status"] = "timeout";
  wrong["points"][0]["measurement"]["median_seconds"] = 0.0;
  EXPECT_EQ(evaluation_from_json(wrong).points.size(), 1U);
}

TEST(Scoreboard, RunsAreAsDisturbedAsMostOfTheEvaluation) {
  std::vector<EvaluationPoint> points = {point("naive", 16, 1, 2), point("naive", 32, 1, 4),
                                         point("naive", 64, 1, 8)};
  points[0].pass_seconds = {2, 2.2, 2.4};
  points[1].pass_seconds = {4, 8};
  points[2].pass_seconds = {8, 8};
  const RecordedEvaluation recorded =
      evaluation_from_json(recorded_json({"a device", points, {2e-4}}));
  EXPECT_DOUBLE_EQ(recorded.points[2].usual_seconds(), 1.1 * 8);
  points = recorded.points;
  for (EvaluationPoint& one : points) {
    one.predictions = {PredictionReport{}};
    one.predictions[0]->prediction.seconds = 1.1 * one.measurement.median_seconds;
  }
  EXPECT_NEAR(of(points, "m", "(all)").factor, 1, 1e-9);
}

TEST(Evaluation, SizesThatNothingCanRunAtAreRefused) {
  EvaluationRequest request;
  request.families = {"matmul"};
  const auto refusal = [&](const kernels::Sizes& sizes) -> std::string {
    request.sizes = {{{"n", 64}}, sizes};
    try {
      static_cast<void>(points_of(request));
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  };
  EXPECT_EQ(refusal({{"n", 32}}), "");
  EXPECT_THAT(refusal({{"n", 17}}), ::testing::HasSubstr("at n=17: tiled16 needs n % 16 == 0"));
  EXPECT_THAT(refusal({{"m", 16}}), ::testing::HasSubstr("matmul has no size 'm'"));
}

TEST(Evaluation, GroupsAndFamiliesAreChosenByName) {
  EvaluationRequest request;
  const auto targets = points_of(request);
  EXPECT_TRUE(std::all_of(targets.begin(), targets.end(),
                          [](const EvaluationPoint& one) { return one.group == "target"; }));
  request.families = {"fd2d"};
  for (const EvaluationPoint& one : points_of(request)) {
    EXPECT_EQ(one.family, "fd2d");
    EXPECT_GT(one.work, 1);
  }
  request.families = {"no such family"};
  EXPECT_THROW(static_cast<void>(points_of(request)), Error);
}

}  // namespace
}  // namespace clgauge::service
