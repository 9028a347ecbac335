#pragma once

#include <cstdint>
#include <span>

#include "model/expression/node.h"

// The functions that combine costs which overlap in time, and their derivatives. `operands` are
// indices into `values` (and into `adjoints`, to which a derivative times `adjoint` is added).
namespace clgauge::model {

[[nodiscard]] inline double sign(double x) { return x < 0 ? -1.0 : 1.0; }

// Which operand max() or min() takes; the first of equals.
[[nodiscard]] std::uint32_t extreme_operand(Op op, std::span<const std::uint32_t> operands,
                                            const double* values);

// pnorm(p, a, b, ...) = (|a|^p + |b|^p + ...)^(1/p): the sum for p = 1, the largest for p ->
// infinity.
[[nodiscard]] double pnorm(std::span<const std::uint32_t> operands, const double* values);
void pnorm_adjoints(std::span<const std::uint32_t> operands, const double* values, double result,
                    double adjoint, double* adjoints);

// smoothmax(s, a, b, ...): the mean of a, b, ... weighted by exp(2 s a / (|a| + |b| + ...)). For
// two costs this is the paper's switch a (1 + h) / 2 + b (1 - h) / 2 with h = tanh(s (a - b) / (a +
// b)), made free of units; s = 0 gives the mean, a large s the largest.
[[nodiscard]] double smoothmax(std::span<const std::uint32_t> operands, const double* values);
void smoothmax_adjoints(std::span<const std::uint32_t> operands, const double* values,
                        double result, double adjoint, double* adjoints);

}  // namespace clgauge::model
