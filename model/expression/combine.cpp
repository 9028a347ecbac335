#include "model/expression/combine.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace clgauge::model {

namespace {

double largest_magnitude(std::span<const std::uint32_t> operands, const double* values) {
  double largest = 0;
  for (const std::uint32_t operand : operands) {
    if (std::isnan(values[operand])) {
      return values[operand];  // what is not known, std::max would drop
    }
    largest = std::max(largest, std::abs(values[operand]));
  }
  return largest;
}

struct Weights {
  std::array<double, kManyArguments> of{};
  double magnitude = 0;  // |a| + |b| + ...
};

// Softmax weights of 2 s a / magnitude; equal weights when all operands are zero.
Weights smoothmax_weights(double sharpness, std::span<const std::uint32_t> operands,
                          const double* values) {
  Weights weights;
  for (const std::uint32_t operand : operands) {
    weights.magnitude += std::abs(values[operand]);
  }
  const double scale = weights.magnitude > 0 ? 2 * sharpness / weights.magnitude : 0;
  double shift = scale * values[operands.front()];
  for (const std::uint32_t operand : operands) {
    shift = std::max(shift, scale * values[operand]);
  }
  double total = 0;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    weights.of[k] = std::exp(scale * values[operands[k]] - shift);
    total += weights.of[k];
  }
  for (std::size_t k = 0; k < operands.size(); ++k) {
    weights.of[k] /= total;
  }
  return weights;
}

}  // namespace

std::uint32_t extreme_operand(Op op, std::span<const std::uint32_t> operands,
                              const double* values) {
  std::uint32_t best = operands.front();
  for (const std::uint32_t operand : operands) {
    const bool better =
        op == Op::max ? values[operand] > values[best] : values[operand] < values[best];
    best = better ? operand : best;
  }
  return best;
}

double pnorm(std::span<const std::uint32_t> operands, const double* values) {
  const double p = values[operands.front()];
  const auto terms = operands.subspan(1);
  const double largest = largest_magnitude(terms, values);
  if (largest == 0) {
    return 0;
  }
  double sum = 0;
  for (const std::uint32_t term : terms) {
    sum += std::pow(std::abs(values[term]) / largest, p);
  }
  return largest * std::pow(sum, 1 / p);
}

void pnorm_adjoints(std::span<const std::uint32_t> operands, const double* values, double result,
                    double adjoint, double* adjoints) {
  if (result == 0) {
    return;
  }
  const double p = values[operands.front()];
  const auto terms = operands.subspan(1);
  const double largest = largest_magnitude(terms, values);
  double sum = 0;
  double log_moment = 0;
  for (const std::uint32_t term : terms) {
    const double magnitude = std::abs(values[term]);
    if (magnitude == 0) {
      // The one-sided derivative is infinite below p = 1; zero keeps a solver's step finite.
      adjoints[term] += p == 1 ? adjoint : 0.0;
      continue;
    }
    const double ratio = magnitude / largest;
    const double powered = std::pow(ratio, p);
    sum += powered;
    log_moment += powered * std::log(ratio);
    adjoints[term] += adjoint * sign(values[term]) * std::pow(magnitude / result, p - 1);
  }
  adjoints[operands.front()] += adjoint * result * (log_moment / sum - std::log(sum) / p) / p;
}

double smoothmax(std::span<const std::uint32_t> operands, const double* values) {
  const auto terms = operands.subspan(1);
  const Weights weights = smoothmax_weights(values[operands.front()], terms, values);
  double mean = 0;
  for (std::size_t k = 0; k < terms.size(); ++k) {
    mean += weights.of[k] * values[terms[k]];
  }
  return mean;
}

void smoothmax_adjoints(std::span<const std::uint32_t> operands, const double* values,
                        double result, double adjoint, double* adjoints) {
  const double sharpness = values[operands.front()];
  const auto terms = operands.subspan(1);
  const Weights weights = smoothmax_weights(sharpness, terms, values);
  if (weights.magnitude == 0) {
    for (std::size_t k = 0; k < terms.size(); ++k) {
      adjoints[terms[k]] += adjoint * weights.of[k];
    }
    return;
  }
  double spread = 0;  // weighted variance of the terms, over their magnitude
  for (std::size_t k = 0; k < terms.size(); ++k) {
    const double value = values[terms[k]];
    spread += weights.of[k] * (value - result) * value / weights.magnitude;
  }
  const double scale = 2 * sharpness / weights.magnitude;
  for (std::size_t k = 0; k < terms.size(); ++k) {
    const double value = values[terms[k]];
    const double own = weights.of[k] * (value - result);
    adjoints[terms[k]] += adjoint * (weights.of[k] + scale * (own - sign(value) * spread));
  }
  adjoints[operands.front()] += adjoint * 2 * spread;
}

}  // namespace clgauge::model
