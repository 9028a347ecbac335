#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "collector/symbolic/context.h"

namespace clgauge::collector {

// Writes polynomials in isl's notation. What does not depend on variables and is not a plain symbol
// (nx*ny, floor(n/m)) becomes a parameter of its own: the set is then right for every value of it.
class IslText {
 public:
  explicit IslText(symbolic::Context& context) : context_(context) {}

  // Symbols that are set variables, not parameters.
  void set_variables(std::set<symbolic::AtomId> variables) { variables_ = std::move(variables); }

  // An integer expression; nothing when it is not quasi-affine. Coefficients must be integers.
  [[nodiscard]] std::optional<std::string> expression(const symbolic::Poly& poly);
  // poly >= 0; max(0, .) becomes a case distinction.
  [[nodiscard]] std::optional<std::string> constraint(const symbolic::Poly& poly);
  [[nodiscard]] static std::string variable(symbolic::AtomId id);

  // "[p0, p1] -> " with every parameter that was used so far.
  [[nodiscard]] std::string parameters() const;
  // What the context knows of the parameters, " and "-joined; records the assumptions. "true" when
  // nothing is known.
  [[nodiscard]] std::string known_of_parameters();
  // The polynomial that a parameter's name stands for.
  [[nodiscard]] const symbolic::Poly& meaning(const std::string& parameter) const;

 private:
  bool depends_on_variables(symbolic::AtomId atom) const;
  std::string parameter(const symbolic::Poly& poly);
  std::optional<std::string> factor(const symbolic::Monomial& monomial);

  symbolic::Context& context_;
  std::set<symbolic::AtomId> variables_;
  std::vector<std::string> order_;
  std::map<std::string, symbolic::Poly> meanings_;
};

}  // namespace clgauge::collector
