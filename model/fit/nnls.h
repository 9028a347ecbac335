#pragma once

#include <Eigen/Dense>

namespace clgauge::model {

// The x >= 0 that minimises |A x - b|, by the active-set method of Lawson & Hanson (Solving Least
// Squares Problems, 1974, chapter 23). Deterministic; of several minimisers it returns one.
[[nodiscard]] Eigen::VectorXd non_negative_least_squares(const Eigen::MatrixXd& a,
                                                         const Eigen::VectorXd& b);

}  // namespace clgauge::model
