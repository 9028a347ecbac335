#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/expression/expression.h"

namespace clgauge::model {

// What a parameter is to the model.
enum class Role {
  cost,       // seconds for one of something: it multiplies features
  exponent,   // of a power or of pnorm
  sharpness,  // of smoothmax
  factor,     // of other costs, for example inside tanh
};
[[nodiscard]] const char* name_of(Role role) noexcept;  // "cost", "exponent", ...

// One place where a cost enters: the largest subexpression of the form cost * coefficient, whose
// coefficient holds no cost ("p_a * 2 * f_x / f_y ^ p_e" has the coefficient 2 f_x / f_y^p_e).
struct CostTerm {
  std::size_t parameter = 0;  // index in Expression::parameters()
  std::uint32_t node = 0;     // of the subexpression
  // Indices of the features in the coefficient, ascending; in f_x + (2 ^ p_y - 1) * f_y of f_x
  // alone, of which f_y is a part that takes another time.
  std::vector<std::size_t> features;
  std::vector<std::size_t> exponents = {};  // indices of those of its features, ascending
};

struct Structure {
  std::vector<Role> roles;      // by parameter
  std::vector<CostTerm> terms;  // in evaluation order
};

// Which parameters are costs, and what they multiply. Used for the breakdown of a prediction and
// for the starting point of a fit.
[[nodiscard]] Structure analyse(const Expression& expression);

// The coefficients of the structure's terms at the given features, and with exponents as in
// `parameters`: how many of each thing a cost pays for.
[[nodiscard]] std::vector<double> coefficients(const Expression& expression,
                                               const Structure& structure,
                                               std::span<const double> parameters,
                                               std::span<const double> features,
                                               Expression::Workspace& workspace);

}  // namespace clgauge::model
