#include "model/fit/cost_spread.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace clgauge::model {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::Ge;
using ::testing::Le;

constexpr double kLeast = 0.02;

// Samples that spend their time on random parts of costs, each of which is off by a factor of its
// own.
struct Drawn {
  std::vector<std::vector<double>> parts;
  std::vector<SpreadSample> samples;
};

Drawn draw(const std::vector<double>& truth, std::size_t count, std::mt19937_64& engine) {
  std::normal_distribution<double> normal;
  std::gamma_distribution<double> gamma(0.3);  // most of the time goes to one or two of them
  Drawn drawn;
  drawn.parts.resize(count, std::vector<double>(truth.size()));
  for (std::vector<double>& parts : drawn.parts) {
    double sum = 0;
    for (double& part : parts) {
      part = gamma(engine) + 1e-6;
      sum += part;
    }
    SpreadSample sample{kLeast * normal(engine), kLeast * kLeast, 1, parts};
    for (std::size_t cost = 0; cost < truth.size(); ++cost) {
      parts[cost] /= sum;
      sample.log_ratio += parts[cost] * truth[cost] * normal(engine);
    }
    drawn.samples.push_back(sample);
  }
  return drawn;
}

TEST(CostSpread, TellsWhatIsUnsureFromWhatIsNot) {
  std::mt19937_64 engine(7);
  const std::vector<double> truth = {0.05, 0.5, 0.2};
  const Drawn drawn = draw(truth, 2000, engine);
  const auto found = cost_log_sigmas(drawn.samples, truth.size(), kLeast);
  for (std::size_t cost = 0; cost < truth.size(); ++cost) {
    // Student's t takes normal errors for a little less than they are.
    EXPECT_THAT(found[cost] / truth[cost], AllOf(Ge(0.7), Le(1.2))) << cost;
  }
}

// What intervals are for: errors of new samples by their own deviation are alike, whatever their
// time goes to.
TEST(CostSpread, MakesErrorsOfUnseenSamplesAlike) {
  std::mt19937_64 engine(11);
  const std::vector<double> truth = {0.04, 0.6, 0.15, 0.3};
  const Drawn seen = draw(truth, 400, engine);
  const auto found = cost_log_sigmas(seen.samples, truth.size(), kLeast);
  const Drawn fresh = draw(truth, 4000, engine);
  std::vector<double> count(truth.size());
  std::vector<double> inside(truth.size());
  for (const SpreadSample& sample : fresh.samples) {
    const auto most = static_cast<std::size_t>(
        std::max_element(sample.parts.begin(), sample.parts.end()) - sample.parts.begin());
    const double sigma = std::hypot(kLeast, deviation(sample.parts, found));
    ++count[most];
    inside[most] += std::abs(sample.log_ratio) <= 1.645 * sigma ? 1 : 0;
  }
  for (std::size_t cost = 0; cost < truth.size(); ++cost) {
    EXPECT_THAT(inside[cost] / count[cost], AllOf(Ge(0.8), Le(0.97))) << cost;
  }
}

TEST(CostSpread, KeepsACostThatNoSampleShowsAtTheCommonValue) {
  std::mt19937_64 engine(3);
  std::normal_distribution<double> normal;
  const std::vector<double> first = {1, 0};
  std::vector<SpreadSample> samples;
  for (int i = 0; i < 500; ++i) {
    samples.push_back({0.3 * normal(engine), kLeast * kLeast, 1, first});
  }
  const auto found = cost_log_sigmas(samples, 2, kLeast);
  EXPECT_THAT(found[0], AllOf(Ge(0.2), Le(0.36)));
  EXPECT_TRUE(std::abs(found[1] - found[0]) <= 0.02) << found[1];
}

TEST(CostSpread, SurvivesSamplesThatSayNothing) {
  const std::vector<double> none = {0, 0};
  const std::vector<double> half = {0.5, 0.5};
  for (const std::vector<SpreadSample>& samples : {std::vector<SpreadSample>{},
                                                   {{0.5, 1e-4, 1, none}},
                                                   {{0, 1e-4, 1, half}},
                                                   {{0.5, 1e-4, 0, half}},
                                                   {{-20, 1e-4, 1, half}, {20, 1e-4, 1, half}}}) {
    EXPECT_THAT(cost_log_sigmas(samples, 2, kLeast), Each(AllOf(Ge(kLeast), Le(100))));
  }
}

TEST(CostSpread, OneWildSampleDoesNotSpeakForAll) {
  std::mt19937_64 engine(5);
  const std::vector<double> truth = {0.1, 0.1};
  Drawn drawn = draw(truth, 300, engine);
  const auto before = cost_log_sigmas(drawn.samples, 2, kLeast);
  drawn.samples.front().log_ratio = 8;
  const auto after = cost_log_sigmas(drawn.samples, 2, kLeast);
  for (std::size_t cost = 0; cost < 2; ++cost) {
    EXPECT_TRUE(after[cost] <= 1.15 * before[cost]) << cost;
  }
}

TEST(DeviationsBelow, AreStudents) {
  // Tables of Student's t with four degrees of freedom.
  EXPECT_TRUE(std::abs(deviations_below(0.9) - 1.533) <= 1e-3) << deviations_below(0.9);
  EXPECT_TRUE(std::abs(deviations_below(0.95) - 2.132) <= 1e-3) << deviations_below(0.95);
  EXPECT_TRUE(std::abs(deviations_below(0.5)) <= 1e-6) << deviations_below(0.5);
}

}  // namespace
}  // namespace clgauge::model
