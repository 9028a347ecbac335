#include "lens/counts/forms.h"

#include <Eigen/QR>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace clgauge::lens {
namespace {

// A product of powers of the sizes.
struct Monomial {
  std::vector<int> exponents;  // by independent size
};

std::vector<std::vector<Monomial>> polynomials(std::size_t dimensions) {
  const std::vector<int> none(dimensions, 0);
  const auto with = [&](std::initializer_list<std::pair<std::size_t, int>> powers) {
    Monomial monomial{none};
    for (const auto& [d, power] : powers) {
      monomial.exponents[d] += power;
    }
    return monomial;
  };
  std::vector<Monomial> terms{{none}};
  std::vector<std::vector<Monomial>> all{terms};
  std::vector<Monomial> inverse = terms;
  for (std::size_t d = 0; d < dimensions; ++d) {
    terms.push_back(with({{d, 1}}));
    inverse.push_back(with({{d, -1}}));
  }
  all.push_back(inverse);  // a fixed cost over ever more work
  all.push_back(terms);
  if (dimensions > 1) {
    for (std::size_t d = 0; d < dimensions; ++d) {
      for (std::size_t e = d + 1; e < dimensions; ++e) {
        terms.push_back(with({{d, 1}, {e, 1}}));
      }
    }
    all.push_back(terms);
  }
  for (std::size_t d = 0; d < dimensions; ++d) {
    terms.push_back(with({{d, 2}}));
  }
  all.push_back(terms);
  return all;
}

Eigen::Map<const Eigen::VectorXd> vector_of(std::span<const double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

// Sums of terms of the place, linear in their coefficients, least squares of relative errors.
class LinearForm : public Form {
 public:
  bool fit(const Places& places, const Counts& counts, const Eigen::VectorXd& weights) override {
    std::vector<double> terms;
    Eigen::MatrixXd rows;
    for (Eigen::Index k = 0; k < places.rows(); ++k) {
      const Eigen::VectorXd where = places.row(k);
      prepare({where.data(), static_cast<std::size_t>(where.size())}, terms);
      rows.conservativeResize(places.rows(), static_cast<Eigen::Index>(terms.size()));
      rows.row(k) = vector_of(terms).transpose();
    }
    if (rows.rows() < rows.cols()) {
      return false;
    }
    const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> solver(weights.asDiagonal() * rows);
    if (solver.rank() < rows.cols()) {
      return false;
    }
    coefficients_ = solver.solve(weights.asDiagonal() * transformed(counts));
    return true;
  }

  [[nodiscard]] double at(Eigen::Index column, std::span<const double> terms) const override {
    return back(coefficients_.col(column).dot(vector_of(terms)));
  }

  [[nodiscard]] bool extrapolates() const override { return true; }

 protected:
  [[nodiscard]] virtual Counts transformed(const Counts& counts) const { return counts; }
  [[nodiscard]] virtual double back(double value) const { return value; }

 private:
  Eigen::MatrixXd coefficients_;  // one column a feature
};

class Polynomial : public LinearForm {
 public:
  explicit Polynomial(std::vector<Monomial> monomials) : monomials_(std::move(monomials)) {}

  void prepare(std::span<const double> where, std::vector<double>& terms) const override {
    terms.clear();
    for (const Monomial& monomial : monomials_) {
      double exponent = 0;
      for (std::size_t d = 0; d < where.size(); ++d) {
        exponent += monomial.exponents[d] * where[d];
      }
      terms.push_back(exponent == 0 ? 1 : std::exp(exponent));
    }
  }

 private:
  std::vector<Monomial> monomials_;
};

// Counts that are zero anywhere follow no power law: their columns come out as not a number.
class PowerLaw : public LinearForm {
 public:
  void prepare(std::span<const double> where, std::vector<double>& terms) const override {
    terms.assign(1, 1.0);
    terms.insert(terms.end(), where.begin(), where.end());
  }

 protected:
  [[nodiscard]] Counts transformed(const Counts& counts) const override {
    return counts.array().log();
  }
  [[nodiscard]] double back(double value) const override { return std::exp(value); }
};

// Between the two looks beside a place, along the only size.
class Piecewise : public Form {
 public:
  explicit Piecewise(bool is_power) : is_power_(is_power) {}

  bool fit(const Places& places, const Counts& counts,
           const Eigen::VectorXd& /*weights*/) override {
    std::vector<Eigen::Index> order(static_cast<std::size_t>(places.rows()));
    std::iota(order.begin(), order.end(), Eigen::Index{0});
    std::sort(order.begin(), order.end(),
              [&](Eigen::Index a, Eigen::Index b) { return places(a, 0) < places(b, 0); });
    nodes_.clear();
    values_.resize(counts.rows(), counts.cols());
    for (const Eigen::Index k : order) {
      if (nodes_.empty() || places(k, 0) > nodes_.back()) {
        values_.row(static_cast<Eigen::Index>(nodes_.size())) = counts.row(k);
        nodes_.push_back(places(k, 0));
      }
    }
    logarithms_ = values_.array().log();
    return nodes_.size() >= 2;
  }

  // The node before, the share of the way to the next by size, and by its logarithm.
  void prepare(std::span<const double> where, std::vector<double>& terms) const override {
    const auto above = std::upper_bound(nodes_.begin() + 1, nodes_.end() - 1, where[0]);
    const double low = *(above - 1);
    const double high = *above;
    const double share = (where[0] - low) / (high - low);
    terms = {static_cast<double>(above - 1 - nodes_.begin()),
             std::expm1(where[0] - low) / std::expm1(high - low), share};
  }

  [[nodiscard]] double at(Eigen::Index column, std::span<const double> terms) const override {
    const auto node = static_cast<Eigen::Index>(terms[0]);
    const double low = values_(node, column);
    const double high = values_(node + 1, column);
    if (is_power_ && low > 0 && high > 0) {
      const double log_low = logarithms_(node, column);
      return std::exp(log_low + terms[2] * (logarithms_(node + 1, column) - log_low));
    }
    return low + terms[1] * (high - low);
  }

  [[nodiscard]] bool extrapolates() const override { return false; }

 private:
  bool is_power_;
  std::vector<double> nodes_;
  Eigen::MatrixXd values_;
  Eigen::MatrixXd logarithms_;
};

}  // namespace

std::vector<std::unique_ptr<Form>> all_forms(std::size_t dimensions) {
  std::vector<std::unique_ptr<Form>> forms;
  for (auto& monomials : polynomials(dimensions)) {
    forms.push_back(std::make_unique<Polynomial>(std::move(monomials)));
  }
  forms.push_back(std::make_unique<PowerLaw>());
  if (dimensions == 1) {
    forms.push_back(std::make_unique<Piecewise>(false));
    forms.push_back(std::make_unique<Piecewise>(true));
  }
  return forms;
}

}  // namespace clgauge::lens
