#include "collector/footprint/normalise.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "collector/symbolic/operations.h"

namespace clgauge::collector {

using symbolic::Atom;
using symbolic::AtomId;
using symbolic::AtomKind;
using symbolic::Context;
using symbolic::Poly;
using symbolic::Rational;
using symbolic::Term;

namespace {

template <typename Change>
void for_each_poly(Reference& reference, const Change& change) {
  change(reference.offset);
  for (Reference::Variable& variable : reference.variables) {
    change(variable.low);
    change(variable.high);
  }
  for (Reference::Conjunction& piece : reference.guards) {
    for (Poly& poly : piece) change(poly);
  }
}

bool mentions(const Context& context, Reference& reference, AtomId id) {
  bool found = false;
  for_each_poly(reference, [&](const Poly& poly) {
    found = found || symbolic::depends_on(context, poly, id);
  });
  return found;
}

// j <= max(0, x) - 1 becomes j <= x - 1.
void open_empty_ranges(const Context& context, Reference& reference) {
  for (Reference::Variable& variable : reference.variables) {
    if (!variable.low.is_zero()) continue;
    const Poly count = variable.high + Poly(1);
    const AtomId* id = count.as_atom();
    if (id == nullptr || context.atom(*id).kind != AtomKind::positive) continue;
    variable.high = context.atom(*id).operands[0] - Poly(1);
  }
}

// The reference with loop `loop` folded into `id`; nothing unless the two occur together only.
std::optional<Reference> folded(Context& context, const Reference& reference, std::size_t id,
                                std::size_t loop) {
  const Reference::Variable& start = reference.variables[id];
  const Reference::Variable& rounds = reference.variables[loop];
  if (!start.low.is_zero() || !rounds.low.is_zero()) return std::nullopt;
  const Poly stride = start.high + Poly(1);
  const AtomId* last = rounds.high.as_atom();
  if (last == nullptr || context.atom(*last).kind != AtomKind::floor) return std::nullopt;
  const Atom& quotient = context.atom(*last);
  const Poly end = quotient.operands[0] + Poly::atom(start.id);
  if (quotient.operands[1] != stride || symbolic::depends_on(context, end, start.id)) {
    return std::nullopt;
  }
  Reference result = reference;
  result.variables.erase(result.variables.begin() + static_cast<std::ptrdiff_t>(loop));
  const Poly together = Poly::atom(start.id) - stride * Poly::atom(rounds.id);
  for_each_poly(
      result, [&](Poly& poly) { poly = symbolic::substitute(context, poly, start.id, together); });
  if (mentions(context, result, rounds.id)) return std::nullopt;
  const auto variable =
      std::find_if(result.variables.begin(), result.variables.end(),
                   [&](const Reference::Variable& one) { return one.id == start.id; });
  variable->high = end;
  // The end may depend on variables that stand behind the id: it goes last.
  std::rotate(variable, variable + 1, result.variables.end());
  const bool bounds_others = std::any_of(result.variables.begin(), result.variables.end(),
                                         [&](const Reference::Variable& one) {
                                           return symbolic::depends_on(context, one.high, start.id);
                                         });
  if (bounds_others) return std::nullopt;
  return result;
}

bool fold_once(Context& context, Reference& reference) {
  for (std::size_t id = 0; id < reference.variables.size(); ++id) {
    for (std::size_t loop = id + 1; loop < reference.variables.size(); ++loop) {
      if (auto result = folded(context, reference, id, loop)) {
        reference = std::move(*result);
        return true;
      }
    }
  }
  return false;
}

bool is_fixed(const Context& context, const Term& term, const Reference& reference) {
  return std::none_of(reference.variables.begin(), reference.variables.end(),
                      [&](const Reference::Variable& variable) {
                        return symbolic::depends_on(context, Poly(term.monomial, Rational(1)),
                                                    variable.id);
                      });
}

}  // namespace

std::vector<Reference> normalised(Context& context, std::vector<Reference> references) {
  for (Reference& reference : references) {
    open_empty_ranges(context, reference);
    while (fold_once(context, reference)) {
    }
  }
  return references;
}

bool drop_common_shift(Context& context, std::vector<Reference>& references) {
  Poly common;
  for (const Term& term : references.front().offset.terms()) {
    const bool everywhere =
        !term.monomial.empty() &&
        std::all_of(references.begin(), references.end(), [&](const Reference& reference) {
          const auto& terms = reference.offset.terms();
          return is_fixed(context, term, reference) &&
                 std::find(terms.begin(), terms.end(), term) != terms.end();
        });
    if (everywhere) common += Poly(term.monomial, term.coefficient);
  }
  if (common.is_zero()) return false;
  for (Reference& reference : references) reference.offset -= common;
  return true;
}

WholeQuotients::WholeQuotients(Context& context, std::vector<Reference>& references)
    : context_(context) {
  std::set<AtomId> symbols;
  for (Reference& reference : references) {
    for_each_poly(reference, [&](const Poly& poly) {
      for (const Term& term : poly.terms()) {
        if (term.coefficient.is_integer()) continue;
        for (const symbolic::Factor& factor : term.monomial) symbols.insert(factor.atom);
      }
    });
  }
  for (const AtomId symbol : symbols) {
    const symbolic::Integer divisor = context.known_divisor(symbol);
    if (divisor == 1) continue;
    context.record_assumption(symbolic::divisibility(context, symbol));
    Divided divided{symbol, divisor, std::make_unique<symbolic::Temporary>(context)};
    const symbolic::Range range = context.range(symbol);
    symbolic::Range whole{std::nullopt, std::nullopt, range.assumed};
    if (range.low && range.low->is_constant()) {
      whole.low = symbolic::ceil_div(context, *range.low, Poly(divisor));
    }
    if (range.high && range.high->is_constant()) {
      whole.high = symbolic::floor_div(context, *range.high, Poly(divisor));
    }
    context.set_range(divided.quotient->id(), whole);
    const Poly multiple = divided.quotient->poly() * Poly(divisor);
    for (Reference& reference : references) {
      for_each_poly(reference, [&](Poly& poly) {
        poly = symbolic::substitute(context, poly, symbol, multiple);
      });
    }
    divided_.push_back(std::move(divided));
  }
}

Poly WholeQuotients::restored(const Poly& poly) const {
  Poly result = poly;
  for (const Divided& divided : divided_) {
    result = symbolic::substitute(context_, result, divided.quotient->id(),
                                  Poly::atom(divided.symbol) * Rational(1, divided.divisor));
  }
  return result;
}

}  // namespace clgauge::collector
