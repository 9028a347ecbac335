#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace clgauge::lens {

// Places of looks in a SizeSpace (logarithms of the independent sizes), one row a look.
using Places = Eigen::MatrixXd;
// Counts of a work-group, one row a look, one column a feature.
using Counts = Eigen::MatrixXd;

// A way in which counts may depend on sizes. Immutable after fit().
class Form {
 public:
  virtual ~Form() = default;
  // One fit for each column; relative to `weights`, one a look, rows count. False when these looks
  // do not determine it.
  virtual bool fit(const Places& places, const Counts& counts, const Eigen::VectorXd& weights) = 0;
  // What at() needs of a place, once for all columns.
  virtual void prepare(std::span<const double> where, std::vector<double>& terms) const = 0;
  [[nodiscard]] virtual double at(Eigen::Index column, std::span<const double> terms) const = 0;
  // Whether it tells anything of a look that lies at an end of the range, once that is left out.
  [[nodiscard]] virtual bool extrapolates() const = 0;
};

// A new form of each kind that applies to so many independent sizes: polynomials from the simplest
// on, a power law, and between the looks lines and powers.
[[nodiscard]] std::vector<std::unique_ptr<Form>> all_forms(std::size_t dimensions);

}  // namespace clgauge::lens
