#include "model/fit/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "model/fit/cost_spread.h"

namespace clgauge::model {

namespace {

// Errors below this do not improve a geometric mean: measurements are not that exact.
constexpr double kLeastError = 1e-3;

// As many independent samples lie beyond the score from which tail_bound() starts.
constexpr double kFewestBeyond = 8;

// As how many independent samples each counts: n samples of a family whose errors go together, with
// intraclass correlation r, say as much as n / (1 + (n - 1) r) of them (Kish's design effect).
std::vector<double> independent_weights(std::span<const Compared> samples) {
  std::map<std::string_view, double> sizes;
  std::map<std::string_view, double> sums;
  double squares = 0;
  for (const Compared& sample : samples) {
    ++sizes[sample.family];
    sums[sample.family] += sample.log_ratio;
    squares += sample.log_ratio * sample.log_ratio;
  }
  double shared = 0;
  for (const auto& [family, sum] : sums) {
    shared += sum * sum / sizes.at(family);
  }
  const double correlation = squares > 0 ? shared / squares : 0;
  std::vector<double> weights;
  for (const Compared& sample : samples) {
    weights.push_back(1 / (1 + (sizes.at(sample.family) - 1) * correlation));
  }
  return weights;
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

// The score under which a new one lies with probability `part`. With N independent samples in all,
// that below which lies the part c (N + 1) / N of their weight covers a new one with probability c
// (split-conformal). Far out that is the word of the one or two worst of some forty families: twice
// as far on one day as on another. So it is asked where enough of them lie beyond, and the tails by
// which the deviations were found lead on from there (Weissman, J. Am. Stat. Assoc. 1978).
double tail_bound(std::vector<Score> scores, double count, double part) {
  const double inner = std::max(0.5, std::min(part, 1 - kFewestBeyond / count));
  const double bound = conformal(std::move(scores), count, inner);
  return inner < part && inner > 0.5 ? bound * deviations_below(part) / deviations_below(inner)
                                     : bound;
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

Spread spread(std::span<const Compared> samples, double coverage, double least_log_sigma) {
  Spread result;
  result.log_sigma = least_log_sigma;
  if (samples.empty()) {
    return result;
  }
  const std::vector<double> weights = independent_weights(samples);
  std::vector<SpreadSample> errors;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    errors.push_back({samples[i].log_ratio,
                      samples[i].log_sigma_of_costs * samples[i].log_sigma_of_costs +
                          least_log_sigma * least_log_sigma,
                      weights[i], samples[i].parts});
  }
  result.cost_log_sigmas = cost_log_sigmas(errors, samples.front().parts.size(), least_log_sigma);
  std::vector<double> sigmas;
  for (const SpreadSample& error : errors) {
    sigmas.push_back(std::hypot(std::sqrt(error.variance_of_rest),
                                deviation(error.parts, result.cost_log_sigmas)));
  }
  result.typical_log_sigma = quantile(sigmas, 0.5);

  // Each side has a quantile of its own: what disturbs a run makes it longer and never shorter.
  std::vector<Score> below;
  std::vector<Score> above;
  double count = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Compared& sample = samples[i];
    const double of_each = weights[i] / static_cast<double>(sample.run_log_ratios.size());
    for (const double run : sample.run_log_ratios) {
      const double score = (run - sample.log_ratio) / sigmas[i];  // log(run / predicted)
      below.push_back({-score, of_each});
      above.push_back({score, of_each});
    }
    count += weights[i];
  }
  const double part = (1 + coverage) / 2;
  // Families of microbenchmarks are more alike than kernels are: where none is far off to one side,
  // the tails by which the deviations were found say how far a kernel may be.
  const double least = deviations_below(part);
  result.multiplier_below = std::max(tail_bound(std::move(below), count, part), least);
  result.multiplier_above = std::max(tail_bound(std::move(above), count, part), least);
  return result;
}

}  // namespace clgauge::model
