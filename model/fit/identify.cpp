#include "model/fit/identify.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace clgauge::model {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Singular values below this part of the largest one are taken as zero.
constexpr double kRankTolerance = 1e-7;
// A parameter with more than this share in undetermined directions is undetermined.
constexpr double kNullShare = 1e-4;
// Columns shorter than this part of the longest do not move any residual.
constexpr double kShortColumn = 1e-9;
// A cost whose largest contribution to any sample is below this part of its time counts as zero.
constexpr double kNegligibleContribution = 1e-5;

struct Linearised {
  MatrixXd jacobian;   // of residuals by log-scale parameters: columns multiplied by `scale`
  VectorXd residuals;  // without robust weights
};

// Rows carry the square root of the robust weight rho'(r^2) of SoftLOne.
Linearised linearise(const Design& design, const Subset& subset,
                     const std::vector<double>& parameters, const std::vector<double>& scale,
                     double robust_scale) {
  const std::vector<Prior> priors = priors_of(design);
  const auto rows = static_cast<Index>(subset.samples.size());
  const auto all_rows = rows + static_cast<Index>(priors.size());
  const auto columns = static_cast<Index>(parameters.size());
  Linearised result{MatrixXd::Zero(all_rows, columns), VectorXd::Zero(all_rows)};
  Expression::Workspace workspace;
  std::vector<double> gradient(parameters.size());
  for (Index row = 0; row < rows; ++row) {
    const std::size_t sample = subset.samples[static_cast<std::size_t>(row)];
    const double predicted = design.predict(sample, parameters, workspace, gradient);
    const double residual = design.residual(sample, predicted, gradient);
    const double part = residual / robust_scale;
    const double weight = std::pow(1 + part * part, -0.25);
    result.residuals[row] = residual * weight;
    for (std::size_t j = 0; j < gradient.size(); ++j) {
      if (subset.free[j] && std::isfinite(gradient[j])) {
        result.jacobian(row, static_cast<Index>(j)) = gradient[j] * scale[j] * weight;
      }
    }
  }
  for (std::size_t p = 0; p < priors.size(); ++p) {
    const auto row = rows + static_cast<Index>(p);
    const std::size_t j = priors[p].parameter;
    result.residuals[row] = priors[p].weight * (parameters[j] - priors[p].initial);
    result.jacobian(row, static_cast<Index>(j)) = priors[p].weight * scale[j];
  }
  return result;
}

struct RightSingular {
  VectorXd values;   // largest first
  MatrixXd vectors;  // a column a value
};

// By way of the triangle of a QR decomposition. (Eigen's BDCSVD would do it in one line, which
// takes the compiler 40 seconds.)
RightSingular right_singular(const MatrixXd& matrix) {
  const Index n = matrix.cols();
  // Fewer rows than columns leave null directions too: pad, so that there are n vectors.
  MatrixXd padded = MatrixXd::Zero(std::max(matrix.rows(), n), n);
  padded.topRows(matrix.rows()) = matrix;
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(padded);
  const MatrixXd triangle = qr.matrixR().topRows(n).triangularView<Eigen::Upper>();
  const Eigen::JacobiSVD<MatrixXd, Eigen::NoQRPreconditioner> svd(
      triangle * qr.colsPermutation().inverse(), Eigen::ComputeFullV);
  return {svd.singularValues(), svd.matrixV()};
}

// The projection on the directions that leave all residuals unchanged.
MatrixXd null_projection(MatrixXd jacobian) {
  const Index n = jacobian.cols();
  const VectorXd length = jacobian.colwise().norm().transpose();
  const double longest = n > 0 ? length.maxCoeff() : 0;
  for (Index j = 0; j < n; ++j) {
    if (length[j] > kShortColumn * longest) {
      jacobian.col(j) /= length[j];
    } else {
      jacobian.col(j).setZero();
    }
  }
  MatrixXd projection = MatrixXd::Zero(n, n);
  if (n == 0) {
    return projection;
  }
  const RightSingular singular = right_singular(jacobian);
  for (Index k = 0; k < n; ++k) {
    if (singular.values[k] <= kRankTolerance * singular.values[0]) {
      projection += singular.vectors.col(k) * singular.vectors.col(k).transpose();
    }
  }
  return projection;
}

// (J^T J)^-1 without the square of J's condition; directions that J does not determine are left
// out.
MatrixXd inverse_of_square(const MatrixXd& jacobian) {
  const Index n = jacobian.cols();
  MatrixXd inverse = MatrixXd::Zero(n, n);
  if (n == 0) {
    return inverse;
  }
  const RightSingular singular = right_singular(jacobian);
  for (Index k = 0; k < n; ++k) {
    if (singular.values[k] > kRankTolerance * singular.values[0]) {
      const VectorXd scaled = singular.vectors.col(k) / singular.values[k];
      inverse += scaled * scaled.transpose();
    }
  }
  return inverse;
}

std::string partners(const Design& design, const MatrixXd& projection, std::size_t j) {
  std::string names;
  for (std::size_t k = 0; k < design.parameters(); ++k) {
    const double share = projection(static_cast<Index>(j), static_cast<Index>(k));
    if (k != j && std::abs(share) > kNullShare) {
      names += (names.empty() ? "" : ", ") + design.expression().parameters()[k];
    }
  }
  return names;
}

// Each once, however often the model names it.
std::string features_of(const Design& design, std::size_t parameter) {
  std::vector<std::string> names;
  for (const CostTerm& term : design.structure().terms) {
    if (term.parameter != parameter) {
      continue;
    }
    for (const std::size_t feature : term.features) {
      const std::string& name = design.expression().features()[feature];
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(name);
      }
    }
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

class Judge {
 public:
  Judge(const Design& design, const Subset& subset, const std::vector<double>& start,
        const Solution& solution, double robust_scale)
      : design_(design), subset_(subset), solution_(solution), n_(design.parameters()) {
    scale_ = start;
    std::replace(scale_.begin(), scale_.end(), 0.0, 1.0);
    at_start_ = linearise(design, subset, start, scale_, robust_scale);
    at_solution_ = linearise(design, subset, solution.parameters, scale_, robust_scale);
    result_.status.assign(n_, ParameterStatus::fitted);
    result_.notes.assign(n_, "");
    result_.samples.assign(n_, 0);
    result_.standard_errors.assign(n_, 0);
    result_.covariance = MatrixXd::Zero(static_cast<Index>(n_), static_cast<Index>(n_));
  }

  Identification run() {
    count_samples();
    find_unidentified();
    find_zeros();
    find_covariance();
    return std::move(result_);
  }

 private:
  void count_samples() {
    for (std::size_t j = 0; j < n_; ++j) {
      const auto column = static_cast<Index>(j);
      for (std::size_t s = 0; s < subset_.samples.size(); ++s) {
        const auto row = static_cast<Index>(s);
        const auto sample = static_cast<Index>(subset_.samples[s]);
        const bool counted = design_.structure().roles[j] == Role::cost
                                 ? design_.coefficients()(sample, column) != 0
                                 : at_start_.jacobian(row, column) != 0;
        result_.samples[j] += counted ? 1 : 0;
      }
    }
  }

  void find_unidentified() {
    const MatrixXd start = null_projection(at_start_.jacobian);
    const MatrixXd solution = null_projection(at_solution_.jacobian);
    for (std::size_t j = 0; j < n_; ++j) {
      const auto d = static_cast<Index>(j);
      if (start(d, d) <= kNullShare || solution(d, d) <= kNullShare) {
        continue;
      }
      result_.status[j] = ParameterStatus::unidentified;
      const std::string others = partners(design_, start, j);
      const std::string features = features_of(design_, j);
      if (result_.samples[j] == 0) {
        result_.notes[j] = features.empty() ? "no sample exercises it"
                                            : fmt::format("no sample exercises {}", features);
      } else if (!others.empty()) {
        result_.notes[j] =
            fmt::format("the samples determine only a combination of it with {}", others);
      } else {
        result_.notes[j] = "the samples do not depend on it";
      }
    }
  }

  void find_zeros() {
    for (std::size_t j = 0; j < n_; ++j) {
      if (design_.structure().roles[j] != Role::cost ||
          result_.status[j] == ParameterStatus::unidentified) {
        continue;
      }
      // As if costs added up, and as they do: p_a of sqrt(p_a) is small, what it costs is not.
      const auto d = static_cast<Index>(j);
      double contribution = at_solution_.jacobian.col(d).lpNorm<Eigen::Infinity>() *
                            solution_.parameters[j] / scale_[j];
      for (const std::size_t sample : subset_.samples) {
        const double count = design_.coefficients()(static_cast<Index>(sample), d);
        contribution = std::max(
            contribution, std::abs(count) * solution_.parameters[j] / design_.seconds(sample));
      }
      if (contribution <= kNegligibleContribution) {
        result_.status[j] = ParameterStatus::at_zero;
        result_.notes[j] = "the samples want it no larger than zero";
      }
    }
  }

  void find_covariance() {
    std::vector<std::size_t> free;
    for (std::size_t j = 0; j < n_; ++j) {
      const double length = at_solution_.jacobian.col(static_cast<Index>(j)).norm();
      if (result_.status[j] == ParameterStatus::fitted && length > 0) {
        free.push_back(j);
      }
    }
    const double degrees =
        static_cast<double>(at_solution_.residuals.size()) - static_cast<double>(free.size());
    const double variance = at_solution_.residuals.squaredNorm() / std::max(degrees, 1.0);

    const auto count = static_cast<Index>(free.size());
    MatrixXd jacobian(at_solution_.jacobian.rows(), count);
    VectorXd length(count);
    for (Index k = 0; k < count; ++k) {
      jacobian.col(k) =
          at_solution_.jacobian.col(static_cast<Index>(free[static_cast<std::size_t>(k)]));
      length[k] = jacobian.col(k).norm();
      jacobian.col(k) /= length[k];
    }
    const MatrixXd of_square = inverse_of_square(jacobian);
    const MatrixXd scaled = variance * of_square;
    const MatrixXd inverse = of_square * jacobian.transpose();
    for (Index a = 0; a < count; ++a) {
      for (Index b = 0; b < count; ++b) {
        const std::size_t i = free[static_cast<std::size_t>(a)];
        const std::size_t j = free[static_cast<std::size_t>(b)];
        result_.covariance(static_cast<Index>(i), static_cast<Index>(j)) =
            scaled(a, b) * scale_[i] * scale_[j] / (length[a] * length[b]);
      }
    }
    for (std::size_t j = 0; j < n_; ++j) {
      if (result_.status[j] == ParameterStatus::at_zero) {
        let_go(j, jacobian, inverse, variance);
      }
      const auto d = static_cast<Index>(j);
      result_.standard_errors[j] = std::sqrt(std::max(result_.covariance(d, d), 0.0));
    }
  }

  // The variance of a cost at zero if it were free beside the fitted ones.
  void let_go(std::size_t j, const MatrixXd& jacobian, const MatrixXd& inverse, double variance) {
    const auto d = static_cast<Index>(j);
    const VectorXd column = at_solution_.jacobian.col(d);
    const VectorXd own = column - jacobian * (inverse * column);
    const double square = own.squaredNorm();
    if (square > kRankTolerance * column.squaredNorm()) {
      result_.covariance(d, d) = variance * scale_[j] * scale_[j] / square;
    }
  }

  const Design& design_;
  const Subset& subset_;
  const Solution& solution_;
  std::size_t n_;
  std::vector<double> scale_;
  Linearised at_start_;
  Linearised at_solution_;
  Identification result_;
};

}  // namespace

Identification identify(const Design& design, const Subset& subset,
                        const std::vector<double>& start, const Solution& solution,
                        double robust_scale) {
  return Judge(design, subset, start, solution, robust_scale).run();
}

}  // namespace clgauge::model
