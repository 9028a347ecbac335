#pragma once

#include <vector>

#include "model/fit/design.h"

namespace clgauge::model {

// The rows (samples) that a solution is sought for, and the parameters that may move.
struct Subset {
  std::vector<std::size_t> samples;
  std::vector<bool> free;  // by parameter; the others keep their starting value
};

struct Solution {
  std::vector<double> parameters;
  double objective = 0;  // half the sum of robust squared residuals
};

// Positive starting values: costs from the non-negative least squares of the model as if its costs
// added up, the rest from their ranges and roles.
[[nodiscard]] std::vector<double> starting_point(const Design& design, const Subset& subset);

// Robust least squares by Ceres from `start`, every parameter scaled by `start`, within its range.
// At `start` the model must be finite (not_finite.h). Throws Error(input) when the solver finds no
// way from there.
[[nodiscard]] Solution solve(const Design& design, const Subset& subset,
                             const std::vector<double>& start, const FitOptions& options,
                             int max_iterations);

// Every cost at the best rate that a large sample shows: the least seconds per count among samples
// with at least a quarter of the largest count.
[[nodiscard]] Solution envelope(const Design& design, const Subset& subset);

// A parameter whose initial value weighs as some samples: one more residual,
// weight * (parameter - initial).
struct Prior {
  std::size_t parameter = 0;
  double initial = 0;
  double weight = 0;
};
[[nodiscard]] std::vector<Prior> priors_of(const Design& design);

// The range of a parameter: the definition's, else its role's.
[[nodiscard]] ParameterRange range_of(const Design& design, std::size_t parameter);

}  // namespace clgauge::model
