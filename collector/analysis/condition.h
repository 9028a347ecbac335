#pragma once

#include <vector>

#include "collector/symbolic/operations.h"

namespace clgauge::collector {

// All of these polynomials are >= 0.
using Conjunction = std::vector<symbolic::Poly>;

// When a path is taken: one of `pieces` holds, never two at once (so that counts add up). No piece:
// never. One empty piece: always.
struct Condition {
  std::vector<Conjunction> pieces;
  bool exact = true;  // false: the pieces hold wherever the path is taken, and elsewhere too
  bool data_dependent = false;  // not exact because it depends on values in memory

  [[nodiscard]] static Condition always() { return {{Conjunction{}}, true, false}; }
  [[nodiscard]] static Condition never() { return {}; }
  // May or may not be taken: counted as taken.
  [[nodiscard]] static Condition unknown(bool depends_on_data) {
    return {{Conjunction{}}, false, depends_on_data};
  }
  [[nodiscard]] static Condition nonnegative(symbolic::Poly poly) {
    return {{Conjunction{std::move(poly)}}, true, false};
  }

  [[nodiscard]] bool is_always() const { return pieces.size() == 1 && pieces.front().empty(); }
  [[nodiscard]] bool is_never() const { return pieces.empty(); }
  friend bool operator==(const Condition&, const Condition&) = default;
};

// Both hold. Pieces that cannot hold are dropped, constraints that always hold too.
[[nodiscard]] Condition both(symbolic::Context& context, const Condition& a, const Condition& b);

// One of two conditions that exclude each other.
[[nodiscard]] Condition either(const Condition& a, const Condition& b);

// 1 where the condition holds, 0 elsewhere; for exact conditions.
[[nodiscard]] symbolic::Poly indicator_of(symbolic::Context& context, const Condition& condition);

}  // namespace clgauge::collector
