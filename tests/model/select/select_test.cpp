#include "model/select/select.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace clgauge::model {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Simulated {
  std::vector<double> probability_best;
  double regret = 0;
};

// The definition, played out: draw every time, look who won and what the choice lost.
Simulated simulate(const std::vector<Candidate>& candidates, std::size_t choice, int draws) {
  std::mt19937 engine(5);
  std::normal_distribution<double> normal;
  Simulated result{std::vector<double>(candidates.size()), 0};
  std::vector<double> seconds(candidates.size());
  for (int draw = 0; draw < draws; ++draw) {
    for (std::size_t j = 0; j < candidates.size(); ++j) {
      seconds[j] = candidates[j].seconds * std::exp(candidates[j].log_sigma * normal(engine));
    }
    const auto best = std::min_element(seconds.begin(), seconds.end());
    result.probability_best[static_cast<std::size_t>(best - seconds.begin())] += 1.0 / draws;
    result.regret += seconds[choice] / *best / draws;
  }
  return result;
}

TEST(Select, AgreesWithASimulationOnRandomCandidates) {
  std::mt19937 engine(17);
  std::uniform_real_distribution<double> log_time(-1, 1);
  std::uniform_real_distribution<double> sigma(0.02, 0.5);
  for (int trial = 0; trial < 12; ++trial) {
    std::vector<Candidate> candidates;
    for (int j = 0; j < 2 + trial; ++j) {
      candidates.push_back({fmt::format("v{}", j), std::exp(log_time(engine)), sigma(engine)});
    }
    const Selection selection = select(candidates);
    const Simulated truth = simulate(candidates, selection.ranked.front().index, 100000);
    EXPECT_TRUE(std::abs(selection.expected_regret - truth.regret) <= 0.02 * truth.regret)
        << selection.expected_regret << " " << truth.regret;
    for (const RankedCandidate& ranked : selection.ranked) {
      EXPECT_TRUE(std::abs(ranked.probability_best - truth.probability_best[ranked.index]) <= 0.015)
          << ranked.name;
    }
  }
}

TEST(Select, RanksByTimeAndNamesTies) {
  const std::vector<Candidate> candidates = {
      {"slow", 3e-3, 0.05}, {"fast", 1e-3, 0.05}, {"nearly", 1.03e-3, 0.05}};
  const Selection selection = select(candidates);
  ASSERT_EQ(selection.ranked.size(), 3U);
  EXPECT_EQ(selection.ranked[0].name, "fast");
  EXPECT_EQ(selection.ranked[1].name, "nearly");
  EXPECT_TRUE(selection.ranked[1].tied);
  EXPECT_FALSE(selection.ranked[2].tied);
  EXPECT_THAT(selection.worth_measuring, ElementsAre("fast", "nearly"));
  EXPECT_GT(selection.expected_regret, 1.0);
  EXPECT_LT(selection.expected_regret, 1.05);
}

TEST(Select, AClearChoiceNeedsNoMeasurement) {
  const Selection selection = select(std::vector<Candidate>{{"a", 1, 0.1}, {"b", 10, 0.1}});
  EXPECT_THAT(selection.worth_measuring, IsEmpty());
  EXPECT_NEAR(selection.expected_regret, 1, 1e-6);
  EXPECT_NEAR(selection.ranked[0].probability_best, 1, 1e-6);
}

TEST(Select, OneCandidateIsTheChoiceWithoutRegret) {
  const Selection selection = select(std::vector<Candidate>{{"only", 1, 2}});
  EXPECT_EQ(selection.expected_regret, 1);
  EXPECT_EQ(selection.ranked[0].probability_best, 1);
}

TEST(Select, ExactTimesWork) {
  const Selection selection =
      select(std::vector<Candidate>{{"a", 2, 0}, {"b", 1, 0}, {"c", 1e9, 3}});
  EXPECT_EQ(selection.ranked[0].name, "b");
  EXPECT_FALSE(selection.ranked[1].tied);
  EXPECT_NEAR(selection.expected_regret, 1, 1e-3);
}

TEST(Select, SharedErrorsCancel) {
  const std::vector<Candidate> candidates = {{"a", 1.0, 0.5}, {"b", 1.3, 0.5}};
  SelectionOptions options;
  options.shared_variance = 0.9;
  EXPECT_LT(select(candidates, options).expected_regret, select(candidates).expected_regret);
}

TEST(Select, RefusesWhatIsNoTime) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(static_cast<void>(select({})), Error);
  for (const Candidate& bad : {Candidate{"x", 0, 0.1}, Candidate{"x", nan, 0.1},
                               Candidate{"x", 1, -1}, Candidate{"x", 1, nan}}) {
    EXPECT_THROW(static_cast<void>(select(std::vector{bad})), Error);
  }
}

TEST(Select, JsonNamesTheRanking) {
  const auto json = to_json(select(std::vector<Candidate>{{"a", 1, 0.1}, {"b", 1.01, 0.1}}));
  EXPECT_EQ(json.at("ranked").at(0).at("name"), "a");
  EXPECT_EQ(json.at("ranked").at(1).at("tied"), true);
  EXPECT_EQ(json.at("worth_measuring").size(), 2U);
}

}  // namespace
}  // namespace clgauge::model
