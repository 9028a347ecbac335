#include "model/fit/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace clgauge::model {

namespace {

// Errors below this do not improve a geometric mean: measurements are not that exact.
constexpr double kLeastError = 1e-3;
// The median absolute deviation of a normal distribution, as a part of its standard deviation.
constexpr double kNormalMedianDeviation = 0.6745;
// Timers and drift spread by this much at least.
constexpr double kLeastLogSigma = 1e-3;

double magnitude(double x) { return std::abs(x); }

struct Clusters {
  std::map<std::string_view, double> sizes;
  double correlation = 0;  // of errors within a family: the part of their variance that it shares
};

Clusters clusters_of(std::span<const double> log_ratios, std::span<const std::string> families) {
  Clusters clusters;
  std::map<std::string_view, double> sums;
  double squares = 0;
  for (std::size_t i = 0; i < log_ratios.size(); ++i) {
    ++clusters.sizes[families[i]];
    sums[families[i]] += log_ratios[i];
    squares += log_ratios[i] * log_ratios[i];
  }
  double shared = 0;
  for (const auto& [family, sum] : sums) {
    shared += sum * sum / clusters.sizes.at(family);
  }
  clusters.correlation = squares > 0 ? shared / squares : 0;
  return clusters;
}

}  // namespace

double quantile(std::span<const double> values, double q) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = place - static_cast<double>(below);
  return sorted[below] * (1 - part) + sorted[above] * part;
}

ErrorStatistics error_statistics(std::span<const double> log_ratios) {
  ErrorStatistics result;
  result.samples = log_ratios.size();
  if (log_ratios.empty()) {
    return result;
  }
  std::vector<double> errors;
  double log_of_errors = 0;
  double log_magnitudes = 0;
  for (const double log_ratio : log_ratios) {
    const double error = std::abs(std::expm1(log_ratio));
    errors.push_back(error);
    log_of_errors += std::log(std::max(error, kLeastError));
    log_magnitudes += std::abs(log_ratio);
    result.log_bias += log_ratio;
  }
  const auto count = static_cast<double>(log_ratios.size());
  result.geometric_mean = std::exp(log_of_errors / count);
  result.factor = std::exp(log_magnitudes / count);
  result.median = quantile(errors, 0.5);
  result.percentile_90 = quantile(errors, 0.9);
  result.log_bias /= count;
  return result;
}

Spread spread(std::span<const double> log_ratios, std::span<const double> log_sigmas_of_costs,
              std::span<const std::string> families, double coverage) {
  if (log_ratios.empty()) {
    return {kLeastLogSigma, 0};
  }
  std::vector<double> magnitudes(log_ratios.size());
  std::transform(log_ratios.begin(), log_ratios.end(), magnitudes.begin(), magnitude);
  const double typical = quantile(magnitudes, 0.5) / kNormalMedianDeviation;
  const double of_costs = quantile(log_sigmas_of_costs, 0.5);
  Spread result;
  result.log_sigma =
      std::max(std::sqrt(std::max(typical * typical - of_costs * of_costs, 0.0)), kLeastLogSigma);

  // Split-conformal, for samples that come in families whose errors go together: n samples of a
  // family with intraclass correlation r say as much as n / (1 + (n - 1) r) independent ones
  // (Kish's design effect). With N of these in all, the score below which lies the part c (N + 1) /
  // N of their weight covers a new one with probability c.
  const Clusters clusters = clusters_of(log_ratios, families);
  std::vector<std::pair<double, double>> scores;  // and their weights
  double count = 0;
  for (std::size_t i = 0; i < log_ratios.size(); ++i) {
    const double size = clusters.sizes.at(families[i]);
    const double weight = 1 / (1 + (size - 1) * clusters.correlation);
    scores.emplace_back(magnitudes[i] / std::hypot(result.log_sigma, log_sigmas_of_costs[i]),
                        weight);
    count += weight;
  }
  std::sort(scores.begin(), scores.end());
  double wanted = std::min(coverage * (count + 1), count);
  for (const auto& [score, weight] : scores) {
    result.multiplier = score;
    wanted -= weight;
    if (wanted <= 1e-9) {
      break;
    }
  }
  return result;
}

}  // namespace clgauge::model
