#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "model/definition.h"
#include "model/expression/expression.h"
#include "model/expression/structure.h"
#include "model/fit/fit.h"

namespace clgauge::model {

// A predicted time is taken as at least this part of the measured one, so that its logarithm
// exists.
inline constexpr double kLeastRatio = 1e-9;

// Samples in the order and layout that an expression wants; those without weight are left out.
class Design {
 public:
  Design(const ModelDefinition& definition, std::span<const Sample> samples);

  [[nodiscard]] const ModelDefinition& definition() const noexcept { return definition_; }
  [[nodiscard]] const Expression& expression() const noexcept { return expression_; }
  [[nodiscard]] const Structure& structure() const noexcept { return structure_; }
  [[nodiscard]] std::size_t samples() const noexcept { return seconds_.size(); }
  [[nodiscard]] std::size_t parameters() const noexcept { return expression_.parameters().size(); }

  [[nodiscard]] std::span<const double> features(std::size_t sample) const {
    const std::size_t width = expression_.features().size();
    return std::span(features_).subspan(sample * width, width);
  }
  [[nodiscard]] double seconds(std::size_t sample) const { return seconds_[sample]; }
  [[nodiscard]] double weight(std::size_t sample) const { return weights_[sample]; }
  [[nodiscard]] const std::string& name(std::size_t sample) const { return names_[sample]; }
  // What each single run took; never empty.
  [[nodiscard]] std::span<const double> run_seconds(std::size_t sample) const {
    return run_seconds_[sample];
  }
  [[nodiscard]] const std::string& family(std::size_t sample) const { return families_[sample]; }

  // Sum of the coefficients of each parameter in each sample (samples x parameters): the model as
  // if its costs simply added up, with exponents where they start. Zero for parameters that are not
  // costs.
  [[nodiscard]] const Eigen::MatrixXd& coefficients() const noexcept { return coefficients_; }

  // Predicted seconds; and with `gradient` (of parameters() entries), its derivatives.
  double predict(std::size_t sample, std::span<const double> parameters,
                 Expression::Workspace& workspace, std::span<double> gradient = {}) const;

  // The residual of the definition's kind and, in place, its gradient from that of the time.
  double residual(std::size_t sample, double predicted, std::span<double> gradient = {}) const;

 private:
  ModelDefinition definition_;
  Expression expression_;
  Structure structure_;
  std::vector<double> features_;
  std::vector<double> seconds_;
  std::vector<double> weights_;
  std::vector<std::vector<double>> run_seconds_;
  std::vector<std::string> names_;
  std::vector<std::string> families_;
  Eigen::MatrixXd coefficients_;
};

}  // namespace clgauge::model
