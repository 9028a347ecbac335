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

struct Clusters {
  std::map<std::string_view, double> sizes;
  double correlation = 0;  // of errors within a family: the part of their variance that it shares
};

Clusters clusters_of(std::span<const Compared> samples) {
  Clusters clusters;
  std::map<std::string_view, double> sums;
  double squares = 0;
  for (const Compared& sample : samples) {
    ++clusters.sizes[sample.family];
    sums[sample.family] += sample.log_ratio;
    squares += sample.log_ratio * sample.log_ratio;
  }
  double shared = 0;
  for (const auto& [family, sum] : sums) {
    shared += sum * sum / clusters.sizes.at(family);
  }
  clusters.correlation = squares > 0 ? shared / squares : 0;
  return clusters;
}

struct Score {
  double value = 0;
  double weight = 0;
};

// The least score, not below zero, under which so much of the weight lies that a new one lies there
// with probability `part`; `count` is the weight of all.
double conformal(std::vector<Score> scores, double count, double part) {
  std::sort(scores.begin(), scores.end(),
            [](const Score& a, const Score& b) { return a.value < b.value; });
  double wanted = std::min(part * (count + 1), count);
  double bound = 0;
  for (const Score& score : scores) {
    bound = score.value;
    wanted -= score.weight;
    if (wanted <= 1e-9) {
      break;
    }
  }
  return std::max(bound, 0.0);
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

Spread spread(std::span<const Compared> samples, double coverage) {
  if (samples.empty()) {
    return {kLeastLogSigma, 0, 0};
  }
  std::vector<double> magnitudes;
  std::vector<double> of_costs;
  for (const Compared& sample : samples) {
    magnitudes.push_back(std::abs(sample.log_ratio));
    of_costs.push_back(sample.log_sigma_of_costs);
  }
  const double typical = quantile(magnitudes, 0.5) / kNormalMedianDeviation;
  const double typical_of_costs = quantile(of_costs, 0.5);
  Spread result;
  result.log_sigma =
      std::max(std::sqrt(std::max(typical * typical - typical_of_costs * typical_of_costs, 0.0)),
               kLeastLogSigma);

  // Split-conformal, for samples that come in families whose errors go together: n samples of a
  // family with intraclass correlation r say as much as n / (1 + (n - 1) r) independent ones
  // (Kish's design effect). With N of these in all, the score below which lies the part c (N + 1) /
  // N of their weight covers a new one with probability c. Each side has a quantile of its own:
  // what disturbs a run makes it longer and never shorter.
  const Clusters clusters = clusters_of(samples);
  std::vector<Score> below;
  std::vector<Score> above;
  double count = 0;
  for (const Compared& sample : samples) {
    const double size = clusters.sizes.at(sample.family);
    const double weight = 1 / (1 + (size - 1) * clusters.correlation);
    const double sigma = std::hypot(result.log_sigma, sample.log_sigma_of_costs);
    const double of_each = weight / static_cast<double>(sample.run_log_ratios.size());
    for (const double run : sample.run_log_ratios) {
      const double score = (run - sample.log_ratio) / sigma;  // log(run / predicted)
      below.push_back({-score, of_each});
      above.push_back({score, of_each});
    }
    count += weight;
  }
  const double part = (1 + coverage) / 2;
  result.multiplier_below = conformal(std::move(below), count, part);
  result.multiplier_above = conformal(std::move(above), count, part);
  return result;
}

}  // namespace clgauge::model
