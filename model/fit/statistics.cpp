#include "model/fit/statistics.h"

#include <algorithm>
#include <cmath>
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
              double coverage) {
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

  // Split-conformal: the ceil((n + 1) c)-th smallest score covers a new sample with probability c
  // if it is exchangeable with these.
  std::vector<double> scores;
  for (std::size_t i = 0; i < log_ratios.size(); ++i) {
    scores.push_back(magnitudes[i] / std::hypot(result.log_sigma, log_sigmas_of_costs[i]));
  }
  std::sort(scores.begin(), scores.end());
  const double rank = std::ceil((static_cast<double>(scores.size()) + 1) * coverage);
  const auto index = std::min(static_cast<std::size_t>(rank), scores.size()) - 1;
  result.multiplier = scores[index];
  return result;
}

}  // namespace clgauge::model
