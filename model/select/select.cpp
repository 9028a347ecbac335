#include "model/select/select.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace clgauge::model {

namespace {

constexpr double kFairChance = 0.05;
// Times are measured to no better than this, so no comparison is surer.
constexpr double kLeastLogSigma = 1e-3;
// The grid of log(time): evenly spaced points, and more around the mean of each candidate, so that
// a narrow distribution among wide ones is resolved. It reaches this many standard deviations.
constexpr std::size_t kEvenPoints = 32;
constexpr std::size_t kOwnPoints = 32;  // shared out among the candidates, at least kLeastOwnPoints
constexpr std::size_t kLeastOwnPoints = 2;
constexpr double kReach = 5;

// The normal distribution function to nine digits: thirty candidates ask for three thousand values,
// which std::erfc needs longer for than all the rest takes.
class NormalCdf {
 public:
  NormalCdf() {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const double x = static_cast<double>(i) / kPerUnit - kFar;
      values_[i] = 0.5 * std::erfc(-x / std::numbers::sqrt2);
      slopes_[i] = std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi) / kPerUnit;
    }
  }

  [[nodiscard]] double operator()(double x) const {
    // Most candidates are far from most points, and there it is 0 or 1 to nine digits.
    if (x <= -kFar || x >= kFar) {
      return x < 0 ? 0 : 1;
    }
    const double place = (x + kFar) * kPerUnit;
    const auto i = static_cast<std::size_t>(place);
    const double t = place - static_cast<double>(i);
    const double rise = values_[i + 1] - values_[i];
    // Hermite's cubic: values and slopes at both ends.
    return values_[i] + t * (slopes_[i] + t * (3 * rise - 2 * slopes_[i] - slopes_[i + 1] +
                                               t * (slopes_[i] + slopes_[i + 1] - 2 * rise)));
  }

 private:
  static constexpr int kFar = 6;
  static constexpr int kPerUnit = 64;
  std::array<double, 2 * kFar * kPerUnit + 1> values_{};
  std::array<double, 2 * kFar * kPerUnit + 1> slopes_{};
};

const NormalCdf& normal_cdf_table() {
  static const NormalCdf table;
  return table;
}

double normal_cdf(double x) { return normal_cdf_table()(x); }

// log(time) of one candidate.
struct LogNormal {
  double mean = 0;
  double sigma = 0;
};

std::vector<LogNormal> distributions(std::span<const Candidate> candidates,
                                     const SelectionOptions& options) {
  std::vector<LogNormal> result;
  for (const Candidate& candidate : candidates) {
    if (!(candidate.seconds > 0) || !std::isfinite(candidate.seconds) ||
        !(candidate.log_sigma >= 0) || !std::isfinite(candidate.log_sigma)) {
      throw Error(ErrorKind::input,
                  fmt::format("selection: candidate '{}' has no usable time ({} s, deviation {})",
                              candidate.name, candidate.seconds, candidate.log_sigma));
    }
    const double own = candidate.log_sigma * std::sqrt(1 - options.shared_variance);
    result.push_back({std::log(candidate.seconds), std::max(own, kLeastLogSigma)});
  }
  return result;
}

// Survival functions of all candidates on a grid of log(time) that covers wherever the least of
// them can lie.
class Grid {
 public:
  explicit Grid(const std::vector<LogNormal>& all) : points_(points_for(all)) {
    const NormalCdf& cdf = normal_cdf_table();
    for (const LogNormal& one : all) {
      std::vector<double> survival(points_.size());
      std::transform(points_.begin(), points_.end(), survival.begin(),
                     [&](double x) { return cdf((one.mean - x) / one.sigma); });
      survival_.push_back(std::move(survival));
    }
    // others_[j] is the product of all survivals but the j-th: prefixes times suffixes, because a
    // division by the j-th would fail where it is zero.
    others_.assign(all.size(), std::vector<double>(points_.size(), 1.0));
    std::vector<double> prefix(points_.size(), 1.0);
    std::vector<double> suffix(points_.size(), 1.0);
    for (std::size_t j = 0; j < all.size(); ++j) {
      const std::size_t k = all.size() - 1 - j;
      for (std::size_t i = 0; i < points_.size(); ++i) {
        others_[j][i] *= prefix[i];
        others_[k][i] *= suffix[i];
        prefix[i] *= survival_[j][i];
        suffix[i] *= survival_[k][i];
      }
    }
  }

  [[nodiscard]] std::size_t candidates() const { return survival_.size(); }
  [[nodiscard]] std::size_t cells() const { return points_.size() - 1; }
  [[nodiscard]] double middle(std::size_t cell) const {
    return 0.5 * (points_[cell] + points_[cell + 1]);
  }
  // The chance that candidate j lies in a cell.
  [[nodiscard]] double mass(std::size_t j, std::size_t cell) const {
    return survival_[j][cell] - survival_[j][cell + 1];
  }
  // The chance that all candidates but j are slower than each grid point.
  [[nodiscard]] const std::vector<double>& others_slower(std::size_t j) const { return others_[j]; }

 private:
  static std::vector<double> points_for(const std::vector<LogNormal>& all) {
    double low = all.front().mean;
    double high = all.front().mean + kReach * all.front().sigma;
    for (const LogNormal& one : all) {
      low = std::min(low, one.mean - kReach * one.sigma);
      high = std::min(high, one.mean + kReach * one.sigma);  // the least cannot be slower
    }
    std::vector<double> points;
    for (std::size_t i = 0; i <= kEvenPoints; ++i) {
      points.push_back(low + (high - low) * static_cast<double>(i) / kEvenPoints);
    }
    const std::size_t own = std::max(kLeastOwnPoints, kOwnPoints / all.size());
    for (const LogNormal& one : all) {
      for (std::size_t i = 0; i < own; ++i) {
        const double z = 2.5 * (2 * static_cast<double>(i) / static_cast<double>(own - 1) - 1);
        const double point = one.mean + z * one.sigma;
        if (point > low && point < high) {
          points.push_back(point);
        }
      }
    }
    std::sort(points.begin(), points.end());
    return points;
  }

  std::vector<double> points_;
  std::vector<std::vector<double>> survival_;
  std::vector<std::vector<double>> others_;
};

// P(candidate j is the fastest) = integral of its density times the others' survival.
std::vector<double> probabilities_best(const Grid& grid) {
  std::vector<double> result(grid.candidates());
  for (std::size_t j = 0; j < result.size(); ++j) {
    const auto& others = grid.others_slower(j);
    for (std::size_t cell = 0; cell < grid.cells(); ++cell) {
      result[j] += grid.mass(j, cell) * 0.5 * (others[cell] + others[cell + 1]);
    }
  }
  const double total = std::accumulate(result.begin(), result.end(), 0.0);
  for (double& probability : result) {
    probability /= total;  // the grid's ends and the trapezoids lose a little
  }
  return result;
}

// E[max(1, exp(X - y))] for X = log(time) of the choice, when the best of the others takes exp(y).
double regret_against(const LogNormal& choice, double y) {
  const double z = (y - choice.mean) / choice.sigma;
  const double mean_ratio = std::exp(choice.mean - y + 0.5 * choice.sigma * choice.sigma);
  return normal_cdf(z) + mean_ratio * normal_cdf(choice.sigma - z);
}

double expected_regret(const Grid& grid, const std::vector<LogNormal>& all, std::size_t choice) {
  if (all.size() == 1) {
    return 1;
  }
  const auto& others = grid.others_slower(choice);
  double regret = 0;
  double mass = 0;
  for (std::size_t cell = 0; cell < grid.cells(); ++cell) {
    const double part = others[cell] - others[cell + 1];
    regret += part * regret_against(all[choice], grid.middle(cell));
    mass += part;
  }
  // Beyond the grid the choice is the best for certain, or nearly so.
  return std::max(1.0, regret + (1 - mass));
}

}  // namespace

Selection select(std::span<const Candidate> candidates, const SelectionOptions& options) {
  if (candidates.empty()) {
    throw Error(ErrorKind::input, "selection: there are no candidates to choose from");
  }
  if (!(options.shared_variance >= 0 && options.shared_variance < 1)) {
    throw Error(ErrorKind::input, fmt::format("selection: the shared part of the variance, {}, is "
                                              "not between 0 and 1",
                                              options.shared_variance));
  }
  const auto all = distributions(candidates, options);
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return all[a].mean < all[b].mean; });
  const std::size_t choice = order.front();
  const Grid grid(all);
  const auto best = probabilities_best(grid);

  Selection selection;
  for (const std::size_t j : order) {
    const double noise = std::hypot(all[j].sigma, all[choice].sigma);
    const bool tied = all[j].mean - all[choice].mean <= options.tie_deviations * noise;
    selection.ranked.push_back({j, candidates[j].name, candidates[j].seconds, best[j], tied});
    if (j == choice || best[j] >= kFairChance) {
      selection.worth_measuring.push_back(candidates[j].name);
    }
  }
  if (selection.worth_measuring.size() < 2) {
    selection.worth_measuring.clear();
  }
  selection.expected_regret = expected_regret(grid, all, choice);
  return selection;
}

nlohmann::json to_json(const Selection& selection) {
  nlohmann::json ranked = nlohmann::json::array();
  for (const RankedCandidate& candidate : selection.ranked) {
    ranked.push_back({{"name", candidate.name},
                      {"seconds", candidate.seconds},
                      {"probability_best", candidate.probability_best},
                      {"tied", candidate.tied}});
  }
  return {{"ranked", std::move(ranked)},
          {"expected_regret", selection.expected_regret},
          {"worth_measuring", selection.worth_measuring}};
}

}  // namespace clgauge::model
