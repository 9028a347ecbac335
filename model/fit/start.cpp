#include <algorithm>
#include <cmath>
#include <limits>

#include "model/fit/nnls.h"
#include "model/fit/solve.h"

namespace clgauge::model {

namespace {

using Eigen::Index;

// No cost starts below this part of the largest value that one sample allows: at zero, a derivative
// through pnorm vanishes and the solver would never leave.
constexpr double kFloorOfBound = 0.05;

// "Large" in envelope(): at least this part of the largest count.
constexpr double kLargeSample = 0.25;

// The least time per count, which no cost can exceed if it explains every sample.
double upper_bound(const Design& design, const Subset& subset, Index column, double least_count) {
  double bound = std::numeric_limits<double>::infinity();
  for (const std::size_t sample : subset.samples) {
    const double count = design.coefficients()(static_cast<Index>(sample), column);
    if (count > 0 && count >= least_count) {
      bound = std::min(bound, design.seconds(sample) / count);
    }
  }
  return bound;
}

double largest_count(const Design& design, const Subset& subset, Index column) {
  double largest = 0;
  for (const std::size_t sample : subset.samples) {
    largest = std::max(largest, design.coefficients()(static_cast<Index>(sample), column));
  }
  return largest;
}

}  // namespace

ParameterRange range_of(const Design& design, std::size_t parameter) {
  const auto found = design.definition().ranges.find(design.expression().parameters()[parameter]);
  if (found != design.definition().ranges.end()) {
    return found->second;
  }
  switch (design.structure().roles[parameter]) {
    case Role::exponent:
      return {2, 1, 16};
    case Role::sharpness:
      return {2, 0, 50};
    case Role::cost:
    case Role::factor:
      return {};
  }
  return {};
}

std::vector<double> starting_point(const Design& design, const Subset& subset) {
  const auto rows = static_cast<Index>(subset.samples.size());
  const auto columns = static_cast<Index>(design.parameters());
  Eigen::MatrixXd relative(rows, columns);
  Eigen::VectorXd ones(rows);
  for (Index row = 0; row < rows; ++row) {
    const std::size_t sample = subset.samples[static_cast<std::size_t>(row)];
    relative.row(row) = design.coefficients().row(static_cast<Index>(sample)) *
                        (design.weight(sample) / design.seconds(sample));
    ones[row] = design.weight(sample);
  }
  for (Index j = 0; j < columns; ++j) {
    if (!subset.free[static_cast<std::size_t>(j)]) {
      relative.col(j).setZero();
    }
  }
  const Eigen::VectorXd linear = non_negative_least_squares(relative, ones);

  std::vector<double> start(design.parameters());
  for (std::size_t j = 0; j < start.size(); ++j) {
    if (design.structure().roles[j] != Role::cost) {
      start[j] = range_of(design, j).initial;
      continue;
    }
    const double bound = upper_bound(design, subset, static_cast<Index>(j), 0);
    const double floor = std::isfinite(bound) ? kFloorOfBound * bound : 0;
    start[j] = subset.free[j] ? std::max(linear[static_cast<Index>(j)], floor) : 0;
  }
  return start;
}

Solution envelope(const Design& design, const Subset& subset) {
  Solution solution;
  for (std::size_t j = 0; j < design.parameters(); ++j) {
    double value = range_of(design, j).initial;
    if (design.structure().roles[j] == Role::cost) {
      const auto column = static_cast<Index>(j);
      const double least = kLargeSample * largest_count(design, subset, column);
      const double bound = upper_bound(design, subset, column, least);
      value = subset.free[j] && std::isfinite(bound) ? bound : 0;
    }
    solution.parameters.push_back(value);
  }
  return solution;
}

}  // namespace clgauge::model
