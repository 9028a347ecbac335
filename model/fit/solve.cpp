#include "model/fit/solve.h"

#include <ceres/ceres.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace clgauge::model {

namespace {

// One sample's residual as a function of the scaled parameters.
class SampleResidual : public ceres::CostFunction {
 public:
  SampleResidual(const Design& design, const Subset& subset, std::size_t sample,
                 const std::vector<double>& scale)
      : design_(design), subset_(subset), sample_(sample), scale_(scale) {
    set_num_residuals(1);
    mutable_parameter_block_sizes()->push_back(static_cast<int>(scale.size()));
  }

  bool Evaluate(double const* const* blocks, double* residuals, double** jacobians) const override {
    const std::size_t n = scale_.size();
    parameters_.resize(n);
    gradient_.resize(n);
    for (std::size_t j = 0; j < n; ++j) {
      parameters_[j] = blocks[0][j] * scale_[j];
    }
    const bool wanted = jacobians != nullptr && jacobians[0] != nullptr;
    const auto gradient = wanted ? std::span<double>(gradient_) : std::span<double>();
    const double predicted = design_.predict(sample_, parameters_, workspace_, gradient);
    residuals[0] = design_.residual(sample_, predicted, gradient);
    if (!std::isfinite(residuals[0])) {
      return false;
    }
    if (wanted) {
      for (std::size_t j = 0; j < n; ++j) {
        jacobians[0][j] = subset_.free[j] ? gradient_[j] * scale_[j] : 0.0;
        if (!std::isfinite(jacobians[0][j])) {
          return false;
        }
      }
    }
    return true;
  }

 private:
  const Design& design_;
  const Subset& subset_;
  std::size_t sample_;
  const std::vector<double>& scale_;
  // Ceres evaluates with one thread here.
  mutable std::vector<double> parameters_;
  mutable std::vector<double> gradient_;
  mutable Expression::Workspace workspace_;
};

// A parameter that starts at zero has no scale of its own.
std::vector<double> scales(const std::vector<double>& start) {
  std::vector<double> scale = start;
  std::replace(scale.begin(), scale.end(), 0.0, 1.0);
  return scale;
}

}  // namespace

Solution solve(const Design& design, const Subset& subset, const std::vector<double>& start,
               const FitOptions& options, int max_iterations) {
  const std::vector<double> scale = scales(start);
  std::vector<double> scaled(start.size());
  for (std::size_t j = 0; j < start.size(); ++j) {
    scaled[j] = start[j] / scale[j];
  }
  ceres::Problem problem;
  for (const std::size_t sample : subset.samples) {
    problem.AddResidualBlock(new SampleResidual(design, subset, sample, scale),
                             new ceres::SoftLOneLoss(options.robust_scale), scaled.data());
  }
  std::vector<int> constant;
  for (std::size_t j = 0; j < start.size(); ++j) {
    const ParameterRange range = range_of(design, j);
    const int index = static_cast<int>(j);
    if (!subset.free[j]) {
      constant.push_back(index);
      continue;
    }
    problem.SetParameterLowerBound(scaled.data(), index, range.lower / scale[j]);
    if (range.upper < 1e300) {
      problem.SetParameterUpperBound(scaled.data(), index, range.upper / scale[j]);
    }
  }
  if (constant.size() == start.size()) {
    problem.SetParameterBlockConstant(scaled.data());
  } else if (!constant.empty()) {
    problem.SetManifold(scaled.data(),
                        new ceres::SubsetManifold(static_cast<int>(start.size()), constant));
  }

  ceres::Solver::Options solver;
  solver.linear_solver_type = ceres::DENSE_QR;
  solver.max_num_iterations = max_iterations;
  solver.function_tolerance = 1e-10;
  solver.gradient_tolerance = 1e-12;
  solver.parameter_tolerance = 1e-10;
  solver.num_threads = 1;
  solver.logging_type = ceres::SILENT;
  ceres::Solver::Summary summary;
  ceres::Solve(solver, &problem, &summary);
  if (!summary.IsSolutionUsable()) {
    throw Error(ErrorKind::internal, fmt::format("fitting model '{}' failed: {}",
                                                 design.definition().name, summary.message));
  }
  Solution solution{std::vector<double>(start.size()), summary.final_cost};
  for (std::size_t j = 0; j < start.size(); ++j) {
    solution.parameters[j] = scaled[j] * scale[j];
  }
  return solution;
}

}  // namespace clgauge::model
