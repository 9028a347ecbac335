// Counts the points of a basic set: equalities are solved first, then one variable after another is
// summed over between its bounds; bounds of the outer ones come from Fourier-Motzkin elimination.
// isl's integer divisions are variables like others, each with the one value its definition allows.
#include "collector/footprint/count_points.h"

#include <isl/aff.h>
#include <isl/constraint.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "collector/symbolic/operations.h"
#include "collector/symbolic/sums.h"

namespace clgauge::collector {

using symbolic::AtomId;
using symbolic::Context;
using symbolic::Poly;
using symbolic::Rational;
using symbolic::ScopedRange;
using symbolic::Temporary;

namespace {

Poly to_poly(isl_val* value) {
  const IslValue owned(value);
  return Poly(Rational(isl_val_get_num_si(value), isl_val_get_den_si(value)));
}

class PieceCounter {
 public:
  PieceCounter(Context& context, const IslText& text, const FootprintLimits& limits)
      : context_(context), text_(text), limits_(limits) {}

  std::optional<Poly> count(isl_basic_set* piece) {
    read(piece);
    if (!solve_equalities()) return Poly();
    Poly factor(1);
    take_parameter_constraints(factor);
    if (factor.is_zero()) return Poly();
    const auto points = sum();
    return points ? std::optional<Poly>(factor * *points) : std::nullopt;
  }

 private:
  struct Bounds {
    AtomId variable = 0;
    std::vector<Poly> low;
    std::vector<Poly> high;
  };

  void read(isl_basic_set* piece) {
    const auto dimensions = static_cast<int>(isl_basic_set_dim(piece, isl_dim_set));
    const auto divisions = static_cast<int>(isl_basic_set_dim(piece, isl_dim_div));
    for (int i = 0; i < dimensions + divisions; ++i) {
      owned_.push_back(std::make_unique<Temporary>(context_));
      variables_.push_back(owned_.back()->id());
    }
    isl_basic_set_foreach_constraint(
        piece,
        [](isl_constraint* constraint, void* self) -> isl_stat {
          static_cast<PieceCounter*>(self)->read_constraint(constraint);
          isl_constraint_free(constraint);
          return isl_stat_ok;
        },
        this);
    for (int i = 0; i < divisions; ++i) read_division(piece, i, dimensions + i);
  }

  // The linear form of an isl object: constant + sum over set, division and parameter dimensions.
  template <typename Dimension, typename Coefficient, typename Name>
  Poly linear(Poly constant, const Dimension& dimension, const Coefficient& coefficient,
              const Name& name, isl_dim_type set_type) const {
    Poly result = std::move(constant);
    auto variable = variables_.begin();  // set dimensions, then divisions
    for (const isl_dim_type type : {set_type, isl_dim_div}) {
      for (int i = 0; i < dimension(type); ++i) {
        result += coefficient(type, i) * Poly::atom(*variable++);
      }
    }
    const int parameters = dimension(isl_dim_param);
    for (int i = 0; i < parameters; ++i) {
      const Poly factor = coefficient(isl_dim_param, i);
      if (!factor.is_zero()) result += factor * text_.meaning(name(i));
    }
    return result;
  }

  void read_constraint(isl_constraint* constraint) {
    const Poly value = linear(
        to_poly(isl_constraint_get_constant_val(constraint)),
        [&](isl_dim_type type) { return static_cast<int>(isl_constraint_dim(constraint, type)); },
        [&](isl_dim_type type, int i) {
          return to_poly(isl_constraint_get_coefficient_val(constraint, type, i));
        },
        [&](int i) {
          return isl_constraint_get_dim_name(constraint, isl_dim_param, static_cast<unsigned>(i));
        },
        isl_dim_set);
    (isl_constraint_is_equality(constraint) != 0 ? equalities_ : inequalities_).push_back(value);
  }

  // q = floor(e / d): 0 <= e - d*q < d
  void read_division(isl_basic_set* piece, int index, int variable) {
    const std::unique_ptr<isl_aff, isl_aff* (*)(isl_aff*)> division(
        isl_basic_set_get_div(piece, index), isl_aff_free);
    isl_aff* aff = division.get();
    const Poly dividend = linear(
        to_poly(isl_aff_get_constant_val(aff)),
        [&](isl_dim_type type) { return static_cast<int>(isl_aff_dim(aff, type)); },
        [&](isl_dim_type type, int i) {
          return to_poly(isl_aff_get_coefficient_val(aff, type, i));
        },
        [&](int i) { return isl_aff_get_dim_name(aff, isl_dim_param, static_cast<unsigned>(i)); },
        isl_dim_in);
    const Poly remainder = dividend - Poly::atom(variables_[static_cast<std::size_t>(variable)]);
    const Rational denominator(dividend.common_denominator());
    // dividend is e/d with coefficients over d: e - d*q >= 0 and d - 1 - (e - d*q) >= 0
    const Poly scaled = remainder * denominator;
    inequalities_.push_back(scaled);
    inequalities_.push_back(Poly(denominator) - Poly(1) - scaled);
  }

  bool varies(const Poly& poly) const {
    return std::any_of(variables_.begin(), variables_.end(),
                       [&](AtomId variable) { return poly.degree(variable) > 0; });
  }

  // Removes variables that an equality determines. False when an equality cannot hold.
  bool solve_equalities() {
    for (bool progress = true; progress;) {
      progress = false;
      for (std::size_t e = 0; e < equalities_.size() && !progress; ++e) {
        for (std::size_t v = 0; v < variables_.size() && !progress; ++v) {
          const Poly slope = equalities_[e].coefficient(variables_[v], 1);
          if (!(slope * slope == Poly(1))) continue;
          const Poly solution = -equalities_[e].coefficient(variables_[v], 0) * slope;
          eliminate(e, v, solution);
          progress = true;
        }
      }
    }
    for (const Poly& equality : equalities_) {
      if (equality.is_constant() && !equality.is_zero()) return false;
      inequalities_.push_back(equality);
      inequalities_.push_back(-equality);
    }
    return true;
  }

  void eliminate(std::size_t equality, std::size_t variable, const Poly& solution) {
    const AtomId id = variables_[variable];
    equalities_.erase(equalities_.begin() + static_cast<std::ptrdiff_t>(equality));
    variables_.erase(variables_.begin() + static_cast<std::ptrdiff_t>(variable));
    for (auto* list : {&equalities_, &inequalities_}) {
      for (Poly& poly : *list) poly = symbolic::replace_factor(poly, id, solution);
    }
  }

  // Conditions on the parameters alone say when this piece exists at all.
  void take_parameter_constraints(Poly& factor) {
    std::vector<Poly> kept;
    for (Poly& poly : inequalities_) {
      if (varies(poly)) {
        kept.push_back(std::move(poly));
      } else {
        factor *= symbolic::indicator(context_, poly);
      }
    }
    inequalities_ = std::move(kept);
  }

  // The variable that few bounds limit and whose coefficients are +-1, if any is: its sum is short.
  std::size_t pick_innermost() const {
    std::size_t best = 0;
    std::size_t best_cost = 0;
    for (std::size_t v = 0; v < variables_.size(); ++v) {
      std::size_t low = 0;
      std::size_t high = 0;
      std::size_t steep = 0;
      for (const Poly& poly : inequalities_) {
        const Rational slope = poly.coefficient(variables_[v], 1).constant_term();
        if (slope.is_zero()) continue;
        ++(slope.is_positive() ? low : high);
        if (!(slope * slope == Rational(1))) ++steep;
      }
      const std::size_t cost = low * high + 100 * steep;
      if (v == 0 || cost < best_cost) {
        best = v;
        best_cost = cost;
      }
    }
    return best;
  }

  std::optional<Bounds> take_innermost() {
    const std::size_t index = pick_innermost();
    Bounds bounds{variables_[index], {}, {}};
    variables_.erase(variables_.begin() + static_cast<std::ptrdiff_t>(index));
    std::vector<std::pair<Rational, Poly>> low;
    std::vector<std::pair<Rational, Poly>> high;
    std::vector<Poly> rest;
    for (const Poly& poly : inequalities_) {
      const Rational slope = poly.coefficient(bounds.variable, 1).constant_term();
      const Poly offset = poly.coefficient(bounds.variable, 0);
      if (slope.is_zero()) {
        rest.push_back(poly);
      } else if (slope.is_positive()) {
        low.emplace_back(slope, offset);
        bounds.low.push_back(-offset);  // the quotient is taken once the outer ranges are known
      } else {
        high.emplace_back(-slope, offset);
        bounds.high.push_back(offset);
      }
    }
    if (low.empty() || high.empty()) return std::nullopt;
    for (const auto& [a, x] : low) {
      for (const auto& [b, y] : high) {
        const Poly shadow = x * b + y * a;  // a*v + x >= 0 and y - b*v >= 0
        if (varies(shadow) && std::find(rest.begin(), rest.end(), shadow) == rest.end()) {
          rest.push_back(shadow);
        }
      }
    }
    if (rest.size() > limits_.constraints) return std::nullopt;
    slopes_.push_back({});
    for (const auto& [a, x] : low) slopes_.back().first.push_back(a);
    for (const auto& [b, y] : high) slopes_.back().second.push_back(b);
    inequalities_ = std::move(rest);
    return bounds;
  }

  std::optional<Poly> sum() {
    std::vector<Bounds> order;  // innermost first
    while (!variables_.empty()) {
      auto bounds = take_innermost();
      if (!bounds) return std::nullopt;
      order.push_back(std::move(*bounds));
    }
    std::vector<std::unique_ptr<ScopedRange>> ranges;
    std::vector<std::pair<Poly, Poly>> limits(order.size());
    for (std::size_t i = order.size(); i-- > 0;) {
      limits[i] = limits_of(order[i], slopes_[i]);
      ranges.push_back(std::make_unique<ScopedRange>(
          context_, order[i].variable, symbolic::Range{limits[i].first, limits[i].second, false}));
    }
    Poly body(1);
    for (std::size_t i = 0; i < order.size(); ++i) {
      ranges.pop_back();
      body =
          symbolic::sum_over(context_, order[i].variable, limits[i].first, limits[i].second, body);
    }
    return body;
  }

  using Slopes = std::pair<std::vector<Rational>, std::vector<Rational>>;

  std::pair<Poly, Poly> limits_of(const Bounds& bounds, const Slopes& slopes) {
    Poly low = symbolic::ceil_div(context_, bounds.low[0], Poly(slopes.first[0]));
    for (std::size_t i = 1; i < bounds.low.size(); ++i) {
      low = symbolic::max(context_, low,
                          symbolic::ceil_div(context_, bounds.low[i], Poly(slopes.first[i])));
    }
    Poly high = symbolic::floor_div(context_, bounds.high[0], Poly(slopes.second[0]));
    for (std::size_t i = 1; i < bounds.high.size(); ++i) {
      high = symbolic::min(context_, high,
                           symbolic::floor_div(context_, bounds.high[i], Poly(slopes.second[i])));
    }
    return {low, high};
  }

  Context& context_;
  const IslText& text_;
  const FootprintLimits& limits_;
  std::vector<std::unique_ptr<Temporary>> owned_;
  std::vector<AtomId> variables_;
  std::vector<Poly> equalities_;
  std::vector<Poly> inequalities_;
  std::vector<Slopes> slopes_;
};

}  // namespace

std::optional<Poly> count_points(Context& context, const IslText& text, const IslSet& set,
                                 const FootprintLimits& limits) {
  struct Total {
    Context& context;
    const IslText& text;
    const FootprintLimits& limits;
    Poly points;
    bool failed = false;
  } total{context, text, limits, {}, false};
  if (isl_set_n_basic_set(set.get()) > static_cast<int>(limits.pieces)) return std::nullopt;
  // C callbacks must not throw through isl: a failure is noted and reported afterwards.
  const isl_stat status = isl_set_foreach_basic_set(
      set.get(),
      [](isl_basic_set* piece, void* user) -> isl_stat {
        auto& sum = *static_cast<Total*>(user);
        const IslBasicSet owned(piece);
        try {
          const auto points = PieceCounter(sum.context, sum.text, sum.limits).count(owned.get());
          if (points) sum.points += *points;
          sum.failed = !points;
        } catch (const Error&) {
          sum.failed = true;
        }
        return sum.failed ? isl_stat_error : isl_stat_ok;
      },
      &total);
  if (status != isl_stat_ok || total.failed) return std::nullopt;
  return total.points;
}

}  // namespace clgauge::collector
