#include "model/fit/cost_spread.h"

#include <algorithm>
#include <cmath>

namespace clgauge::model {

namespace {

// Degrees of freedom of Student's t: errors of held-out families have tails like its.
constexpr double kDegrees = 4;
// As many samples as the common value weighs.
constexpr double kPriorSamples = 1;
// The updates are monotone; these many leave less than a hundredth to go.
constexpr int kUpdates = 200;
constexpr double kFirstVariance = 0.04;

// Of one sample: its derivatives by the variances are these times (part)^2.
struct Pull {
  double up = 0;    // of the error
  double down = 0;  // of the normalisation
};

Pull pull(const SpreadSample& sample, double variance) {
  const double square = sample.log_ratio * sample.log_ratio;
  const double robust = (kDegrees + 1) / (kDegrees + square / variance);
  return {sample.weight * robust * square / (variance * variance), sample.weight / variance};
}

double sum_of_squares(std::span<const double> parts) {
  double sum = 0;
  for (const double part : parts) {
    sum += part * part;
  }
  return sum;
}

// The variance that all costs would have if they had one.
double common_variance(std::span<const SpreadSample> samples) {
  double common = kFirstVariance;
  for (int update = 0; update < kUpdates; ++update) {
    Pull total;
    for (const SpreadSample& sample : samples) {
      const double squares = sum_of_squares(sample.parts);
      const Pull one = pull(sample, sample.variance_of_rest + squares * common);
      total.up += squares * one.up;
      total.down += squares * one.down;
    }
    if (!(total.down > 0)) {
      return 0;
    }
    common *= std::sqrt(total.up / total.down);
  }
  return common;
}

}  // namespace

std::vector<double> cost_log_sigmas(std::span<const SpreadSample> samples, std::size_t costs,
                                    double least) {
  const double common = std::max(common_variance(samples), least * least);
  std::vector<double> variances(costs, common);
  std::vector<Pull> pulls(costs);
  for (int update = 0; update < kUpdates; ++update) {
    std::transform(variances.begin(), variances.end(), pulls.begin(), [&](double variance) {
      return Pull{kPriorSamples * common / (variance * variance), kPriorSamples / variance};
    });
    for (const SpreadSample& sample : samples) {
      double variance = sample.variance_of_rest;
      for (std::size_t cost = 0; cost < costs; ++cost) {
        variance += sample.parts[cost] * sample.parts[cost] * variances[cost];
      }
      const Pull one = pull(sample, variance);
      for (std::size_t cost = 0; cost < costs; ++cost) {
        const double square = sample.parts[cost] * sample.parts[cost];
        pulls[cost].up += square * one.up;
        pulls[cost].down += square * one.down;
      }
    }
    for (std::size_t cost = 0; cost < costs; ++cost) {
      variances[cost] *= std::sqrt(pulls[cost].up / pulls[cost].down);
    }
  }
  std::transform(variances.begin(), variances.end(), variances.begin(),
                 [&](double variance) { return std::max(std::sqrt(variance), least); });
  return variances;
}

double deviations_below(double part) {
  // In closed form for four degrees (Shaw, J. Comput. Finance 2006, "Sampling Student's T
  // distribution").
  static_assert(kDegrees == 4);
  const double alpha = std::sqrt(4 * part * (1 - part));
  return 2 * std::sqrt(std::cos(std::acos(alpha) / 3) / alpha - 1);
}

double deviation(std::span<const double> parts, std::span<const double> log_sigmas) {
  double variance = 0;
  for (std::size_t cost = 0; cost < parts.size(); ++cost) {
    const double share = parts[cost] * log_sigmas[cost];
    variance += share * share;
  }
  return std::sqrt(variance);
}

}  // namespace clgauge::model
