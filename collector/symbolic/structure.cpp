// Questions about the structure of an expression, and substitution.
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "collector/symbolic/operations.h"
#include "collector/symbolic/sums.h"

namespace clgauge::symbolic {

bool depends_on(const Context& context, AtomId atom, AtomId symbol) {
  const auto& symbols = context.atom(atom).free_symbols;
  return std::binary_search(symbols.begin(), symbols.end(), symbol);
}

bool depends_on(const Context& context, const Poly& poly, AtomId symbol) {
  for (const Term& term : poly.terms()) {
    for (const Factor& factor : term.monomial) {
      if (depends_on(context, factor.atom, symbol)) return true;
    }
  }
  return false;
}

bool is_compound_in(const Context& context, const Poly& poly, AtomId symbol) {
  for (const Term& term : poly.terms()) {
    for (const Factor& factor : term.monomial) {
      if (factor.atom != symbol && depends_on(context, factor.atom, symbol)) return true;
    }
  }
  return false;
}

bool is_opaque(const Context& context, const Poly& poly) {
  for (const AtomId atom : poly.atoms()) {
    for (const AtomId symbol : context.atom(atom).free_symbols) {
      if (context.atom(symbol).opaque) return true;
    }
  }
  return false;
}

Integer known_divisor(const Context& context, const Monomial& monomial) {
  Integer result = 1;
  for (const Factor& factor : monomial) {
    const Integer divisor = context.known_divisor(factor.atom);
    if (divisor != 1) {
      result = checked_multiply(result, integer_power(divisor, factor.power));
    }
  }
  return result;
}

std::string divisibility(const Context& context, AtomId symbol) {
  return context.atom(symbol).name + " % " + to_string(context.known_divisor(symbol)) + " == 0";
}

void record_divisibilities(Context& context, const Monomial& monomial) {
  for (const Factor& factor : monomial) {
    if (context.known_divisor(factor.atom) != 1) {
      context.record_assumption(divisibility(context, factor.atom));
    }
  }
}

bool is_integral(Context& context, const Poly& poly) {
  for (const Term& term : poly.terms()) {
    if (term.coefficient.is_integer()) continue;
    const Integer divisor = known_divisor(context, term.monomial);
    if (!(term.coefficient * Rational(divisor)).is_integer()) return false;
    record_divisibilities(context, term.monomial);
  }
  return true;
}

Poly replace_factor(const Poly& poly, AtomId atom, const Poly& value) {
  const int degree = poly.degree(atom);
  Poly result = poly.coefficient(atom, degree);
  for (int power = degree - 1; power >= 0; --power) {
    result = result * value + poly.coefficient(atom, power);
  }
  return result;
}

namespace {

// The atom with `change` applied to its operands, simplified anew.
template <typename Change>
Poly rebuild(Context& context, const Atom& atom, const Change& change) {
  const auto operand = [&](std::size_t i) { return change(atom.operands[i]); };
  switch (atom.kind) {
    case AtomKind::symbol:
      break;
    case AtomKind::floor:
      return floor_div(context, operand(0), operand(1));
    case AtomKind::positive:
      return positive_part(context, operand(0));
    case AtomKind::power:
      return power_of(context, atom.base, operand(0));
    case AtomKind::log:
      return log_of(context, atom.base, operand(0));
    case AtomKind::bitwise_and:
      return bitwise_and(context, operand(0), operand(1));
    case AtomKind::bitwise_or:
      return bitwise_or(context, operand(0), operand(1));
    case AtomKind::bitwise_xor:
      return bitwise_xor(context, operand(0), operand(1));
    case AtomKind::sum: {
      // The summation variable gives way to a fresh one first, so that nothing is captured.
      const Temporary fresh(context);
      const Poly low = operand(0);
      const Poly high = operand(1);
      const ScopedRange within(context, fresh.id(), {low, high, false});
      const Poly body = substitute(context, atom.operands[2], atom.bound, fresh.poly());
      return sum_over(context, fresh.id(), low, high, change(body));
    }
  }
  throw Error(ErrorKind::internal, "a symbol has no operands to rebuild");
}

Poly with_replacements(Context& context, const Poly& poly,
                       const std::map<AtomId, Poly>& replacements) {
  Poly result;
  for (const Term& term : poly.terms()) {
    context.spend(result.terms().size());
    Poly product(term.coefficient);
    for (const Factor& factor : term.monomial) {
      const auto found = replacements.find(factor.atom);
      const Poly base = found == replacements.end() ? Poly::atom(factor.atom) : found->second;
      product *= power(base, factor.power);
    }
    result += product;
  }
  return result;
}

bool contains(const Context& context, AtomId atom, AtomId id) {
  const auto& inside = context.atom(atom).inside;
  return atom == id || std::binary_search(inside.begin(), inside.end(), id);
}

// Replaces one atom by a value wherever it occurs. Atoms share operands, so what has been rebuilt
// is remembered: without that the work doubles with every level.
class Replacement {
 public:
  Replacement(Context& context, AtomId replaced, const Poly& value)
      : context_(context), replaced_(replaced), value_(value) {}

  Poly in(const Poly& poly) {
    std::map<AtomId, Poly> replacements;
    for (const AtomId id : poly.atoms()) {
      if (concerns(id)) replacements.emplace(id, of(id));
    }
    return replacements.empty() ? poly : with_replacements(context_, poly, replacements);
  }

 private:
  [[nodiscard]] bool concerns(AtomId id) const {
    const bool is_symbol = context_.atom(replaced_).kind == AtomKind::symbol;
    return is_symbol ? depends_on(context_, id, replaced_) : contains(context_, id, replaced_);
  }

  Poly of(AtomId id) {
    if (id == replaced_) return value_;
    if (const auto known = rebuilt_.find(id); known != rebuilt_.end()) return known->second;
    // Within a sum its variable has a range of its own: what is found there holds only there.
    const bool is_sum = context_.atom(id).kind == AtomKind::sum;
    Poly result = rebuild(context_, context_.atom(id), [&](const Poly& operand) {
      return is_sum ? Replacement(context_, replaced_, value_).in(operand) : in(operand);
    });
    return rebuilt_.emplace(id, std::move(result)).first->second;
  }

  Context& context_;
  AtomId replaced_;
  const Poly& value_;
  std::map<AtomId, Poly> rebuilt_;
};

}  // namespace

Poly substitute(Context& context, const Poly& poly, AtomId symbol, const Poly& value) {
  if (!depends_on(context, poly, symbol)) return poly;
  if (!is_compound_in(context, poly, symbol)) return replace_factor(poly, symbol, value);
  return Replacement(context, symbol, value).in(poly);
}

Poly replace_atom(Context& context, const Poly& poly, AtomId atom, const Poly& value) {
  return Replacement(context, atom, value).in(poly);
}

}  // namespace clgauge::symbolic
