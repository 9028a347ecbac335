#include "model/fit/nnls.h"

#include <algorithm>
#include <vector>

namespace clgauge::model {

namespace {

using Eigen::Index;

Eigen::VectorXd unconstrained(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                              const std::vector<Index>& columns) {
  Eigen::MatrixXd part(a.rows(), static_cast<Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k) {
    part.col(static_cast<Index>(k)) = a.col(columns[k]);
  }
  return part.colPivHouseholderQr().solve(b);
}

}  // namespace

Eigen::VectorXd non_negative_least_squares(const Eigen::MatrixXd& a, const Eigen::VectorXd& b) {
  const Index n = a.cols();
  // Columns of unit length: which one enters next must not depend on units.
  Eigen::VectorXd length = a.colwise().norm().transpose();
  Eigen::MatrixXd scaled = a;
  for (Index j = 0; j < n; ++j) {
    length[j] = length[j] > 0 ? length[j] : 1;
    scaled.col(j) /= length[j];
  }
  Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
  std::vector<bool> passive(static_cast<std::size_t>(n), false);
  const double tolerance = 1e-12 * b.norm();
  const Index max_rounds = 3 * n + 10;  // each round adds a column; more means cycling by rounding

  for (Index round = 0; round < max_rounds; ++round) {
    const Eigen::VectorXd descent = scaled.transpose() * (b - scaled * x);
    Index entering = -1;
    for (Index j = 0; j < n; ++j) {
      if (!passive[static_cast<std::size_t>(j)] && descent[j] > tolerance &&
          (entering < 0 || descent[j] > descent[entering])) {
        entering = j;
      }
    }
    if (entering < 0) {
      break;
    }
    passive[static_cast<std::size_t>(entering)] = true;

    // Go towards the free minimum; where a column would turn negative, stop there and drop it.
    while (true) {
      std::vector<Index> columns;
      for (Index j = 0; j < n; ++j) {
        if (passive[static_cast<std::size_t>(j)]) {
          columns.push_back(j);
        }
      }
      if (columns.empty()) {
        break;
      }
      const Eigen::VectorXd free = unconstrained(scaled, b, columns);
      double step = 1;
      for (std::size_t k = 0; k < columns.size(); ++k) {
        const double target = free[static_cast<Index>(k)];
        const double from = x[columns[k]];
        if (target <= 0) {
          step = std::min(step, from > target ? from / (from - target) : 0.0);
        }
      }
      bool dropped = false;
      for (std::size_t k = 0; k < columns.size(); ++k) {
        const Index j = columns[k];
        const double target = free[static_cast<Index>(k)];
        x[j] += step * (target - x[j]);
        if (step < 1 && target <= 0 && x[j] <= tolerance) {
          x[j] = 0;
          passive[static_cast<std::size_t>(j)] = false;
          dropped = true;
        }
      }
      if (!dropped) {
        break;
      }
    }
  }
  return x.cwiseMax(0.0).cwiseQuotient(length);
}

}  // namespace clgauge::model
