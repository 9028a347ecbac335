// clgauge-ceres.so: the only code that sees Ceres. It must not link the rest of clgauge.
#include <ceres/ceres.h>
#include <glog/logging.h>

#include "model/fit/least_squares.h"

namespace clgauge::model {
namespace {

class Residual : public ceres::CostFunction {
 public:
  Residual(const LeastSquares& problem, std::size_t index) : problem_(problem), index_(index) {
    set_num_residuals(1);
    mutable_parameter_block_sizes()->push_back(static_cast<int>(problem.start.size()));
  }

  bool Evaluate(double const* const* blocks, double* residuals, double** jacobians) const override {
    const std::size_t n = problem_.start.size();
    const bool wanted = jacobians != nullptr && jacobians[0] != nullptr;
    return problem_.evaluate(index_, {blocks[0], n}, residuals[0],
                             wanted ? std::span<double>(jacobians[0], n) : std::span<double>());
  }

 private:
  const LeastSquares& problem_;
  std::size_t index_;
};

void set_bounds(const LeastSquares& problem, double* parameters, ceres::Problem& ceres_problem) {
  std::vector<int> constant;
  for (std::size_t j = 0; j < problem.start.size(); ++j) {
    const int index = static_cast<int>(j);
    if (!problem.free[j]) {
      constant.push_back(index);
      continue;
    }
    ceres_problem.SetParameterLowerBound(parameters, index, problem.lower[j]);
    if (problem.upper[j] < 1e300) {
      ceres_problem.SetParameterUpperBound(parameters, index, problem.upper[j]);
    }
  }
  if (constant.size() == problem.start.size()) {
    ceres_problem.SetParameterBlockConstant(parameters);
  } else if (!constant.empty()) {
    ceres_problem.SetManifold(
        parameters, new ceres::SubsetManifold(static_cast<int>(problem.start.size()), constant));
  }
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void clgauge_minimise(const LeastSquares& problem,
                                                                        Minimum& minimum) {
  FLAGS_minloglevel = google::GLOG_FATAL;  // what goes wrong is in the summary
  minimum.parameters = problem.start;
  ceres::Problem ceres_problem;
  for (std::size_t i = 0; i < problem.residuals; ++i) {
    ceres_problem.AddResidualBlock(new Residual(problem, i),
                                   new ceres::SoftLOneLoss(problem.robust_scale),
                                   minimum.parameters.data());
  }
  set_bounds(problem, minimum.parameters.data(), ceres_problem);

  ceres::Solver::Options options;
  options.linear_solver_type = ceres::DENSE_QR;
  options.max_num_iterations = problem.max_iterations;
  options.function_tolerance = 1e-10;
  options.gradient_tolerance = 1e-12;
  options.parameter_tolerance = 1e-10;
  options.num_threads = 1;
  options.logging_type = ceres::SILENT;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &ceres_problem, &summary);
  minimum.usable = summary.IsSolutionUsable();
  minimum.message = summary.message;
  minimum.objective = summary.final_cost;
}

}  // namespace clgauge::model
