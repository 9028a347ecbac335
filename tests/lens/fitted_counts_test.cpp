#include "lens/counts/fitted_counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"

namespace clgauge::lens {
namespace {

using Counts = std::function<double(const std::vector<double>& scalars)>;

constexpr unsigned kCores = 2;
const std::vector<std::string> kWanted = {"f_lens_cycles", "f_lens_groups", "f_lens_l2_stream"};

std::vector<double> counts_of(const FittedCounts& fitted, const LaunchPoint& point) {
  std::vector<double> counts(fitted.features().size());
  FittedCounts::Workspace workspace;
  fitted.at(point, counts, workspace);
  return counts;
}

bool covers(const FittedCounts& fitted, const LaunchPoint& point) {
  FittedCounts::Workspace workspace;
  return fitted.covers(point, workspace);
}

double rounds(const LaunchPoint& point) {
  return std::ceil(static_cast<double>(point.groups[0] * point.groups[1]) / kCores);
}

LookedPoint look(const LaunchPoint& at, const Counts& cycles) {
  return {at,
          {{"f_lens_cycles", rounds(at) * cycles(at.scalars)},
           {"f_lens_groups", rounds(at)},
           {"f_lens_l2_stream", rounds(at) * 3}}};
}

// A matrix of n x n in groups of 16 x 16: groups and n go together.
LaunchPoint square(std::uint64_t n) {
  return {{n, n, 1}, {n / 16, n / 16, 1}, {static_cast<double>(n)}};
}

FittedCounts square_fit(const std::vector<std::uint64_t>& sizes, const Counts& cycles) {
  std::vector<LookedPoint> looks;
  for (const std::uint64_t n : sizes) {
    looks.push_back(look(square(n), cycles));
  }
  return {looks, kCores, kWanted};
}

// The largest relative error of a feature, by the fit's own word.
double stated_error(const FittedCounts& fitted, std::size_t feature) {
  double worst = 0;
  for (const auto& one : fitted.left_out()) {
    worst = std::max(worst, std::fabs(one.fitted[feature] / one.seen[feature] - 1));
  }
  return worst;
}

TEST(FittedCounts, FindsThePolynomialThatCyclesFollow) {
  const std::vector<Counts> laws = {
      [](const auto& s) { return 100 + 7 * s[0]; },
      [](const auto& s) { return 50 + 3 * s[0] + 0.25 * s[0] * s[0]; },
      [](const auto&) { return 42.0; },
      [](const auto& s) { return 10 + 5000 / s[0]; },
      [](const auto& s) { return std::pow(s[0], 1.5); },
  };
  for (std::size_t law = 0; law < laws.size(); ++law) {
    const FittedCounts fitted = square_fit({64, 144, 272, 528, 1040, 2064}, laws[law]);
    EXPECT_LE(stated_error(fitted, 0), 1e-6) << law;
    for (const std::uint64_t n : {80U, 336U, 1008U, 2032U}) {
      const LaunchPoint point = square(n);
      ASSERT_TRUE(covers(fitted, point)) << n;
      const auto counts = counts_of(fitted, point);
      const double truth = rounds(point) * laws[law](point.scalars);
      EXPECT_LE(std::fabs(counts[0] - truth), 1e-6 * truth) << law << " at " << n;
      EXPECT_LE(std::fabs(counts[1] - rounds(point)), 1e-9 * rounds(point));
      EXPECT_LE(std::fabs(counts[2] - 3 * rounds(point)), 1e-9 * counts[2]);
    }
  }
}

TEST(FittedCounts, StatesTheErrorOfWhatFollowsNoLaw) {
  // A step between 512 and 1024, as of a cache that is full.
  const Counts step = [](const auto& s) { return s[0] < 700 ? 100.0 : 300.0; };
  const FittedCounts fitted = square_fit({64, 144, 272, 528, 1040, 2064}, step);
  EXPECT_GE(stated_error(fitted, 0), 0.2);
  EXPECT_LE(stated_error(fitted, 1), 1e-12);
  // The word is kept on either side of the step.
  for (const std::uint64_t n : {192U, 1536U}) {
    const double truth = rounds(square(n)) * step(square(n).scalars);
    EXPECT_LE(std::fabs(counts_of(fitted, square(n))[0] / truth - 1), stated_error(fitted, 0)) << n;
  }
}

TEST(FittedCounts, RepeatsWhatWasSeen) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> noise(1, 1000);
  std::vector<LookedPoint> looks;
  for (const std::uint64_t n : {64U, 96U, 320U, 1040U, 4112U}) {
    looks.push_back(look(square(n), [&](const auto&) { return noise(random); }));
  }
  const FittedCounts fitted(looks, kCores, kWanted);
  for (const LookedPoint& seen : looks) {
    ASSERT_TRUE(covers(fitted, seen.at));
    const double truth = seen.features.at("f_lens_cycles");
    EXPECT_LE(std::fabs(counts_of(fitted, seen.at)[0] - truth), 1e-12 * truth);
  }
}

TEST(FittedCounts, CoversWhatLiesBetweenTheLooksOnly) {
  const FittedCounts fitted =
      square_fit({64, 144, 272, 528, 1040}, [](const auto& s) { return s[0]; });
  EXPECT_TRUE(covers(fitted, square(64)));
  EXPECT_TRUE(covers(fitted, square(1040)));
  EXPECT_FALSE(covers(fitted, square(48)));
  EXPECT_FALSE(covers(fitted, square(1056)));
  EXPECT_FALSE(covers(fitted, {{256, 512, 1}, {16, 32, 1}, {256}}))
      << "a global size that does not go with n";
  EXPECT_FALSE(covers(fitted, {{272, 272, 1}, {17, 17, 1}, {528}}));
  EXPECT_FALSE(covers(fitted, {{272, 272, 2}, {17, 17, 2}, {272}})) << "a size that was always 1";
  EXPECT_FALSE(covers(fitted, {{272, 272, 1}, {17, 17, 1}, {}}));
  EXPECT_FALSE(covers(fitted, {{272, 272, 1}, {17, 17, 1}, {272, 1}}));
}

TEST(FittedCounts, AlignedSizesAreJudgedAndNotFittedTo) {
  const Counts law = [](const auto& s) {
    return s[0] * (static_cast<int>(s[0]) % 128 == 0 ? 3 : 1);
  };
  FittedCounts fitted = square_fit({64, 144, 256, 272, 512, 528, 1040}, law);
  EXPECT_FALSE(covers(fitted, square(384)));
  EXPECT_TRUE(covers(fitted, square(400)));
  int aligned = 0;
  for (const auto& one : fitted.left_out()) {
    aligned += one.is_aligned ? 1 : 0;
    const double ratio = one.seen[0] / one.fitted[0];
    EXPECT_LE(std::fabs(ratio - (one.is_aligned ? 3 : 1)), 1e-6);
  }
  EXPECT_EQ(aligned, 2);
  const double seen = rounds(square(512)) * 3 * 512;
  EXPECT_LE(std::fabs(counts_of(fitted, square(512))[0] - seen), 1e-9 * seen);
  fitted.cover_aligned();
  EXPECT_TRUE(covers(fitted, square(384)));
}

TEST(FittedCounts, FollowsSizesThatVaryByThemselves) {
  std::vector<LookedPoint> looks;
  const Counts law = [](const auto& s) { return 20 + 2 * s[0] + 0.5 * s[1] + s[0] * s[1] / 8; };
  for (const double m : {60.0, 250.0, 1000.0}) {
    for (const double k : {30.0, 120.0, 500.0}) {
      looks.push_back(look({{128, 64, 1}, {8, 4, 1}, {m, k}}, law));
    }
  }
  const FittedCounts fitted(looks, kCores, kWanted);
  EXPECT_LE(stated_error(fitted, 0), 1e-6);
  const LaunchPoint inside{{128, 64, 1}, {8, 4, 1}, {300, 100}};
  ASSERT_TRUE(covers(fitted, inside));
  const double truth = 16 * law(inside.scalars);
  EXPECT_LE(std::fabs(counts_of(fitted, inside)[0] - truth), 1e-6 * truth);
  EXPECT_FALSE(covers(fitted, {{128, 64, 1}, {8, 4, 1}, {300, 600}}));
}

TEST(FittedCounts, RefusesWhatCarriesNoFit) {
  const Counts law = [](const auto& s) { return 1 + s[0]; };
  EXPECT_THROW((void)square_fit({64, 144, 272}, law), Error) << "too few";
  EXPECT_THROW((void)square_fit({64, 64, 64, 64}, law), Error) << "one size";
  std::vector<LookedPoint> looks;
  for (const double k : {0.0, 1.0, 2.0, 3.0}) {
    looks.push_back(look({{128, 128, 1}, {8, 8, 1}, {k}}, law));
  }
  EXPECT_THROW((void)FittedCounts(looks, kCores, kWanted), Error) << "a size of 0";
}

}  // namespace
}  // namespace clgauge::lens
