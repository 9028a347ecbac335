#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/fitted.h"

namespace clgauge::model {

// Errors from log(predicted / measured), one for each sample. All zero when there are none.
[[nodiscard]] ErrorStatistics error_statistics(std::span<const double> log_ratios);

// The q-quantile by linear interpolation; 0 <= q <= 1, values not empty.
[[nodiscard]] double quantile(std::span<const double> values, double q);

// A sample that a model has been compared with.
struct Compared {
  double log_ratio = 0;           // log(predicted / measured)
  double log_sigma_of_costs = 0;  // of the prediction, by the costs' uncertainty
  std::vector<double> parts;      // by parameter: of the predicted time; zero but for costs
  std::string family;
  // log(time of a run / measured) of each run, `measured` being the least disturbed; not empty.
  std::vector<double> run_log_ratios;
};

// How wide an interval must be for the runs of samples that the model has not seen.
struct Spread {
  double log_sigma = 0;                 // of any prediction, whatever it is made of
  std::vector<double> cost_log_sigmas;  // by parameter, as FittedParameter::log_sigma
  double typical_log_sigma = 0;         // median of the samples' deviations
  // Half of what `coverage` leaves lies further below, half further above.
  double multiplier_below = 0;
  double multiplier_above = 0;
};
// Errors of a family go together: a large one does not outvote the others. Nor do many runs of one
// sample.
[[nodiscard]] Spread spread(std::span<const Compared> samples, double coverage,
                            double least_log_sigma);

}  // namespace clgauge::model
