#include "model/fit/solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "model/fit/least_squares.h"

namespace clgauge::model {

namespace {

// One residual a sample, and one for each parameter whose initial value weighs as some, in
// parameters scaled by `scale`.
class ScaledDesign : public LeastSquares {
 public:
  ScaledDesign(const Design& design, const Subset& subset, const std::vector<double>& scale)
      : design_(design),
        subset_(subset),
        scale_(scale),
        priors_(priors_of(design)),
        parameters_(scale.size()) {
    residuals = subset.samples.size() + priors_.size();
  }

  bool evaluate(std::size_t residual, std::span<const double> scaled, double& value,
                std::span<double> gradient) const override {
    if (residual >= subset_.samples.size()) {
      const Prior& prior = priors_[residual - subset_.samples.size()];
      const double scale = scale_[prior.parameter];
      value = prior.weight * (scaled[prior.parameter] * scale - prior.initial);
      std::ranges::fill(gradient, 0.0);
      if (!gradient.empty()) {
        gradient[prior.parameter] = prior.weight * scale;
      }
      return true;
    }
    const std::size_t sample = subset_.samples[residual];
    for (std::size_t j = 0; j < scale_.size(); ++j) {
      parameters_[j] = scaled[j] * scale_[j];
    }
    const double predicted = design_.predict(sample, parameters_, workspace_, gradient);
    value = design_.residual(sample, predicted, gradient);
    if (!std::isfinite(value)) {
      return false;
    }
    for (std::size_t j = 0; j < gradient.size(); ++j) {
      gradient[j] = subset_.free[j] ? gradient[j] * scale_[j] : 0.0;
      if (!std::isfinite(gradient[j])) {
        return false;
      }
    }
    return true;
  }

 private:
  const Design& design_;
  const Subset& subset_;
  const std::vector<double>& scale_;
  const std::vector<Prior> priors_;
  // The solver evaluates with one thread.
  mutable std::vector<double> parameters_;
  mutable Expression::Workspace workspace_;
};

// A parameter that starts at zero, or below, has no scale of its own.
std::vector<double> scales(const std::vector<double>& start) {
  std::vector<double> scale = start;
  std::ranges::replace_if(
      scale, [](double value) { return value <= 0; }, 1.0);
  return scale;
}

}  // namespace

std::vector<Prior> priors_of(const Design& design) {
  std::vector<Prior> priors;
  for (std::size_t j = 0; j < design.parameters(); ++j) {
    const ParameterRange range = range_of(design, j);
    if (range.samples > 0) {
      priors.push_back({j, range.initial, std::sqrt(range.samples)});
    }
  }
  return priors;
}

Solution solve(const Design& design, const Subset& subset, const std::vector<double>& start,
               const FitOptions& options, int max_iterations) {
  const std::vector<double> scale = scales(start);
  ScaledDesign problem(design, subset, scale);
  problem.free = subset.free;
  problem.robust_scale = options.robust_scale;
  problem.max_iterations = max_iterations;
  for (std::size_t j = 0; j < start.size(); ++j) {
    const ParameterRange range = range_of(design, j);
    problem.start.push_back(start[j] / scale[j]);
    problem.lower.push_back(range.lower / scale[j]);
    problem.upper.push_back(range.upper < 1e300 ? range.upper / scale[j] : range.upper);
  }
  const Minimum minimum = minimise(problem);
  if (!minimum.usable) {
    throw Error(ErrorKind::input,
                fmt::format("model '{}': its costs cannot be fitted: near their starting values it "
                            "stops being a finite number; write it otherwise",
                            design.definition().name),
                minimum.message);
  }
  Solution solution{std::vector<double>(start.size()), minimum.objective};
  for (std::size_t j = 0; j < start.size(); ++j) {
    solution.parameters[j] = minimum.parameters[j] * scale[j];
  }
  return solution;
}

}  // namespace clgauge::model
