#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "collector/kernel/launch.h"

namespace clgauge::collector {

class FormulaNode;

// An integer-valued expression in symbols: a quasi-polynomial (with floor, max(0,.), ilog2,
// geometric terms and finite sums) as the collector derives it. Immutable value; cheap to copy;
// thread-safe. The text form parses back to a formula of the same value everywhere (its text may be
// shorter), so a formula survives JSON.
class Formula {
 public:
  Formula();  // zero
  explicit Formula(std::int64_t constant);

  // Parses the text form, see docs/features.md for the grammar. Throws Error(input) with the
  // position and what was expected.
  [[nodiscard]] static Formula parse(std::string_view text);

  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::set<std::string> symbols() const;
  // False where it mentions what no launch determines ("@name"): it then has no value.
  [[nodiscard]] bool is_determined() const;

  // The exact value, or nothing when a symbol has no value. Throws Error(input) on division by zero
  // or on overflow of 64 bits.
  [[nodiscard]] std::optional<std::int64_t> evaluate(const Bindings& bindings) const;

  // Whether the canonical texts are equal.
  friend bool operator==(const Formula& a, const Formula& b);

 private:
  explicit Formula(std::shared_ptr<const FormulaNode> node);
  friend class FormulaBuilder;
  std::shared_ptr<const FormulaNode> node_;
};

}  // namespace clgauge::collector
