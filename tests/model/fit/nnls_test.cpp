#include "model/fit/nnls.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace clgauge::model {
namespace {

Eigen::MatrixXd random_matrix(Eigen::Index rows, Eigen::Index columns, std::mt19937& engine) {
  std::normal_distribution<double> normal;
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return normal(engine); });
}

// The Karush-Kuhn-Tucker conditions characterise the minimiser: x >= 0, no descent direction where
// x = 0, none at all where x > 0.
TEST(NonNegativeLeastSquares, SatisfiesTheOptimalityConditionsOnRandomProblems) {
  std::mt19937 engine(11);
  for (int trial = 0; trial < 300; ++trial) {
    const Eigen::Index columns = 1 + trial % 12;
    const Eigen::Index rows = columns + trial % 25;
    Eigen::MatrixXd a = random_matrix(rows, columns, engine);
    const Eigen::VectorXd b = random_matrix(rows, 1, engine);
    Eigen::VectorXd unit(columns);  // units that differ by up to 1e12
    for (Eigen::Index j = 0; j < columns; ++j) {
      unit[j] = std::pow(10.0, (trial + 5 * j) % 13 - 6);
      a.col(j) *= unit[j];
    }
    const Eigen::VectorXd x = non_negative_least_squares(a, b);
    const Eigen::VectorXd descent = (a.transpose() * (b - a * x)).cwiseQuotient(unit);
    for (Eigen::Index j = 0; j < columns; ++j) {
      ASSERT_GE(x[j], 0);
      ASSERT_TRUE(descent[j] <= 1e-7 * b.norm() * static_cast<double>(rows));
      ASSERT_TRUE(x[j] == 0 || std::abs(descent[j]) <= 1e-7 * b.norm() * static_cast<double>(rows));
    }
  }
}

TEST(NonNegativeLeastSquares, SplitsEqualColumnsWithoutCycling) {
  Eigen::MatrixXd a(3, 2);
  a << 1, 1, 2, 2, 3, 3;
  const Eigen::VectorXd b = a.col(0) * 5;
  const Eigen::VectorXd x = non_negative_least_squares(a, b);
  EXPECT_NEAR(x.sum(), 5, 1e-9);
  EXPECT_GE(x.minCoeff(), 0);
}

TEST(NonNegativeLeastSquares, EmptyColumnsStayAtZero) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(2, 2);
  a(0, 0) = 2;
  const Eigen::VectorXd x = non_negative_least_squares(a, Eigen::Vector2d(6, 1));
  EXPECT_NEAR(x[0], 3, 1e-12);
  EXPECT_EQ(x[1], 0);
}

}  // namespace
}  // namespace clgauge::model
