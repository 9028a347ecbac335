#pragma once

#include <span>
#include <string>

#include "model/fitted.h"

namespace clgauge::model {

// Errors from log(predicted / measured), one for each sample. All zero when there are none.
[[nodiscard]] ErrorStatistics error_statistics(std::span<const double> log_ratios);

// The q-quantile by linear interpolation; 0 <= q <= 1, values not empty.
[[nodiscard]] double quantile(std::span<const double> values, double q);

// How wide an interval must be: from log(measured / predicted) of samples that the model has not
// seen, and the standard deviation that the costs' uncertainty gives each of them.
struct Spread {
  double log_sigma = 0;   // robust standard deviation of what the costs' uncertainty leaves
  double multiplier = 0;  // conformal quantile: covers `coverage` of these samples
};
// `families` names the family of each sample, whose errors go together: a large family does not
// outvote the others.
[[nodiscard]] Spread spread(std::span<const double> log_ratios,
                            std::span<const double> log_sigmas_of_costs,
                            std::span<const std::string> families, double coverage);

}  // namespace clgauge::model
