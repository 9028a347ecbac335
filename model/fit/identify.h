#pragma once

#include <Eigen/Dense>
#include <string>
#include <vector>

#include "model/fit/solve.h"

namespace clgauge::model {

// What the samples say about each parameter at a solution.
struct Identification {
  std::vector<ParameterStatus> status;
  std::vector<std::string> notes;       // why, for those that are not simply fitted
  std::vector<std::size_t> samples;     // how many samples each parameter moves
  Eigen::MatrixXd covariance;           // zero rows and columns where unidentified
  std::vector<double> standard_errors;  // zero where unidentified
};

// Judges identifiability by the null space of the residuals' derivatives with columns of unit
// length, at `start` (where every cost is positive) and at `solution`: a direction that neither
// sees is not determined. The covariance is s^2 (J'J)^-1 with robust weights, over the parameters
// that are not at zero, with what initial values weigh; one at zero gets the variance that it would
// have if it alone were let go.
[[nodiscard]] Identification identify(const Design& design, const Subset& subset,
                                      const std::vector<double>& start, const Solution& solution,
                                      double robust_scale);

}  // namespace clgauge::model
