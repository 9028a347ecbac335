// Operations that stay polynomial where that can be proven and make an atom where it cannot.
#include <algorithm>
#include <utility>

#include "collector/symbolic/operations.h"
#include "collector/symbolic/prover.h"

namespace clgauge::symbolic {
namespace {

Poly make_atom(Context& context, AtomKind kind, std::vector<Poly> operands, std::int64_t base = 0) {
  Atom atom;
  atom.kind = kind;
  atom.operands = std::move(operands);
  atom.base = base;
  return Poly::atom(context.intern(std::move(atom)));
}

struct Split {
  Poly multiple;  // integer-valued
  Poly rest;
};

// Whether n % 16 == 0 may put n/16 among the multiples. Otherwise their coefficients are integers.
enum class Divisibility { use, ignore };

// a = divisor * multiple + rest, with every term that is certainly divisible in `multiple`.
Split split_multiples(Context& context, const Poly& a, const Rational& divisor,
                      Divisibility divisibility) {
  Split split;
  for (const Term& term : a.terms()) {
    const Rational quotient = term.coefficient / divisor;
    const Integer known =
        divisibility == Divisibility::use ? known_divisor(context, term.monomial) : Integer(1);
    if (term.monomial.empty()) {
      const Integer whole = quotient.floor();
      split.multiple += Poly(whole);
      split.rest += Poly(term.coefficient - Rational(whole) * divisor);
    } else if (quotient.is_integer()) {
      split.multiple += Poly(term.monomial, quotient);
    } else if ((quotient * Rational(known)).is_integer()) {
      record_divisibilities(context, term.monomial);
      split.multiple += Poly(term.monomial, quotient);
    } else {
      split.rest += Poly(term.monomial, term.coefficient);
    }
  }
  return split;
}

// floor((g*x + y) / (g*c)) = floor(x / c) for integers x and 0 <= y < g.
std::optional<Poly> drop_low_digits(Context& context, const Poly& a, Integer divisor) {
  std::vector<Integer> radices;
  for (const Term& term : a.terms()) {
    if (term.monomial.empty() || !term.coefficient.is_integer()) continue;
    const Integer radix = gcd(term.coefficient.numerator(), divisor);
    if (radix > 1) radices.push_back(radix);
  }
  std::sort(radices.begin(), radices.end());
  radices.erase(std::unique(radices.begin(), radices.end()), radices.end());
  for (const Integer radix : radices) {
    const Split split = split_multiples(context, a, Rational(radix), Divisibility::ignore);
    if (split.multiple.is_constant()) continue;
    if (!prove_nonnegative(context, split.rest)) continue;
    if (!prove_nonnegative(context, Poly(radix - 1) - split.rest)) continue;
    return floor_div(context, split.multiple, Poly(divisor / radix));
  }
  return std::nullopt;
}

// floor(floor(x / c) / d) = floor(x / (c*d)) for a positive integer d.
std::optional<Poly> flatten(Context& context, const Poly& a, const Poly& divisor) {
  const AtomId* id = a.as_atom();
  if (id == nullptr || context.atom(*id).kind != AtomKind::floor) return std::nullopt;
  const std::vector<Poly> operands = context.atom(*id).operands;
  return floor_div(context, operands[0], operands[1] * divisor);
}

// floor(rest / divisor) as an atom in lowest terms: 6*n + 5 over 4 is 3*n + 2 over 2.
Poly make_floor(Context& context, const Poly& rest, Integer divisor) {
  Integer content = divisor;
  for (const Term& term : rest.terms()) {
    if (!term.monomial.empty()) content = gcd(content, term.coefficient.numerator());
  }
  const Rational offset = rest.constant_term();
  const Poly reduced =
      (rest - Poly(offset)) * Rational(1, content) + Poly((offset / Rational(content)).floor());
  return make_atom(context, AtomKind::floor, {reduced, Poly(divisor / content)});
}

Poly floor_div_constant(Context& context, const Poly& a, const Rational& divisor) {
  if (divisor.is_negative()) return floor_div_constant(context, -a, -divisor);
  const Integer scale = lcm(a.common_denominator(), divisor.denominator());
  if (scale != 1) {
    return floor_div_constant(context, a * Rational(scale), divisor * Rational(scale));
  }
  const Split split = split_multiples(context, a, divisor, Divisibility::use);
  if (split.rest.is_constant()) {
    return split.multiple + Poly((split.rest.constant_term() / divisor).floor());
  }
  if (prove_nonnegative(context, split.rest) &&
      prove_nonnegative(context, Poly(divisor - Rational(1)) - split.rest)) {
    return split.multiple;
  }
  if (const auto flat = flatten(context, split.rest, Poly(divisor))) return split.multiple + *flat;
  if (const auto shorter = drop_low_digits(context, split.rest, divisor.numerator())) {
    return split.multiple + *shorter;
  }
  return split.multiple + make_floor(context, split.rest, divisor.numerator());
}

// The leading term: of highest degree.
const Term& leading(const Poly& p) {
  const auto degree = [](const Term& term) {
    int sum = 0;
    for (const Factor& factor : term.monomial) sum += factor.power;
    return sum;
  };
  return *std::max_element(p.terms().begin(), p.terms().end(),
                           [&](const Term& x, const Term& y) { return degree(x) < degree(y); });
}

// Long division by a divisor of several terms, such as nx + 2; nothing unless the remainder is
// provably in [0, b).
std::optional<Poly> divide_by_sum(Context& context, const Poly& a, const Poly& b) {
  if (b.terms().size() < 2) return std::nullopt;
  const Term by = leading(b);
  Poly quotient;
  Poly rest = a;
  Monomial monomial;
  for (bool found = true; found;) {
    found = false;
    for (const Term& term : rest.terms()) {
      const Rational ratio = term.coefficient / by.coefficient;
      if (!ratio.is_integer() || !divide(term.monomial, by.monomial, monomial)) continue;
      const Poly step(monomial, ratio);
      quotient += step;
      rest -= step * b;
      found = quotient.terms().size() <= a.terms().size();
      break;
    }
  }
  if (quotient.is_zero()) return std::nullopt;
  if (!prove_nonnegative(context, rest) || !prove_nonnegative(context, b - rest - Poly(1))) {
    return std::nullopt;
  }
  return quotient;
}

Poly floor_div_symbolic(Context& context, const Poly& a, const Poly& b) {
  if (a.is_zero()) return {};
  if (a == b) return Poly(1);
  Poly multiple;
  Poly rest = a;
  if (b.terms().size() == 1) {
    rest = Poly();
    const Term& by = b.terms().front();
    Monomial quotient;
    for (const Term& term : a.terms()) {
      const Rational ratio = term.coefficient / by.coefficient;
      if (divide(term.monomial, by.monomial, quotient) && ratio.is_integer()) {
        multiple += Poly(quotient, ratio);
      } else {
        rest += Poly(term.monomial, term.coefficient);
      }
    }
    if (rest.is_zero()) return multiple;
  }
  if (prove_nonnegative(context, rest) && prove_nonnegative(context, b - rest - Poly(1))) {
    return multiple;
  }
  // -1 <= rest/b < 0, as in floor((lo - 1) / b)
  if (prove_nonnegative(context, -rest - Poly(1)) && prove_nonnegative(context, b + rest)) {
    return multiple - Poly(1);
  }
  if (const auto quotient = divide_by_sum(context, a, b)) return *quotient;
  return multiple + make_atom(context, AtomKind::floor, {rest, b});
}

// k when p is the constant 2^k - 1, otherwise nothing.
std::optional<int> low_mask_bits(const Poly& p) {
  if (!p.is_constant() || p.is_zero() || !p.constant_term().is_integer()) return std::nullopt;
  const Integer mask = p.constant_term().numerator();
  if (mask <= 0 || (mask & (mask + 1)) != 0) return std::nullopt;
  return static_cast<int>(integer_log(2, mask)) + 1;
}

using BitFunction = Integer (*)(Integer, Integer);

std::optional<Poly> fold_bits(const Poly& a, const Poly& b, BitFunction function) {
  if (!a.is_constant() || !b.is_constant()) return std::nullopt;
  return Poly(function(a.constant_term().floor(), b.constant_term().floor()));
}

}  // namespace

Poly floor_div(Context& context, const Poly& a, const Poly& b) {
  if (!b.is_constant()) return floor_div_symbolic(context, a, b);
  if (b.is_zero()) throw_division_by_zero();
  return floor_div_constant(context, a, b.constant_term());
}

Poly ceil_div(Context& context, const Poly& a, const Poly& b) { return -floor_div(context, -a, b); }

Poly modulo(Context& context, const Poly& a, const Poly& b) {
  return a - b * floor_div(context, a, b);
}

std::optional<Poly> trunc_div(Context& context, const Poly& a, const Poly& b) {
  if (prove_positive(context, -b)) {
    const auto flipped = trunc_div(context, a, -b);
    return flipped ? std::optional<Poly>(-*flipped) : std::nullopt;
  }
  if (!prove_positive(context, b)) return std::nullopt;
  if (prove_nonnegative(context, a)) return floor_div(context, a, b);
  if (prove_nonnegative(context, -a)) return -floor_div(context, -a, b);
  return floor_div(context, positive_part(context, a), b) -
         floor_div(context, positive_part(context, -a), b);
}

std::optional<Poly> trunc_rem(Context& context, const Poly& a, const Poly& b) {
  const auto quotient = trunc_div(context, a, b);
  return quotient ? std::optional<Poly>(a - b * *quotient) : std::nullopt;
}

Poly positive_part(Context& context, const Poly& a) {
  if (a.is_constant()) return a.constant_term().is_positive() ? a : Poly();
  if (prove_nonnegative(context, a)) return a;
  if (prove_nonnegative(context, -a)) return {};
  const AtomId* id = a.as_atom();
  if (id != nullptr && context.atom(*id).kind == AtomKind::positive) return a;
  // max(0, c*x) = c*max(0, x) for c > 0: integer coefficients, and one atom for all multiples
  const Integer denominator = a.common_denominator();
  const Poly scaled = a * Rational(denominator);
  Integer content = 0;
  for (const Term& term : scaled.terms()) content = gcd(content, term.coefficient.numerator());
  return make_atom(context, AtomKind::positive, {scaled * Rational(1, content)}) *
         Rational(content, denominator);
}

Poly max(Context& context, const Poly& a, const Poly& b) {
  const Poly difference = a - b;
  if (prove_nonnegative(context, difference)) return a;
  if (prove_nonnegative(context, -difference)) return b;
  return a.is_constant() ? a + positive_part(context, -difference)
                         : b + positive_part(context, difference);
}

Poly min(Context& context, const Poly& a, const Poly& b) {
  const Poly difference = a - b;
  if (prove_nonnegative(context, difference)) return b;
  if (prove_nonnegative(context, -difference)) return a;
  return a - positive_part(context, difference);
}

Poly indicator(Context& context, const Poly& a) {
  if (prove_nonnegative(context, a)) return Poly(1);
  if (prove_nonnegative(context, -a - Poly(1))) return {};
  return positive_part(context, a + Poly(1)) - positive_part(context, a);
}

Poly power_of(Context& context, std::int64_t base, const Poly& exponent) {
  if (base < 2) throw Error(ErrorKind::input, "a power needs a base of at least 2");
  if (exponent.is_constant()) return Poly(integer_power(base, exponent.constant_term().floor()));
  // base^(x + c) = base^c * base^x, as long as x >= 0 keeps both sides away from the zero branch
  const Rational offset = exponent.constant_term();
  const Poly variable = exponent - Poly(offset);
  if (offset.is_positive() && offset.is_integer() && prove_nonnegative(context, variable)) {
    return make_atom(context, AtomKind::power, {variable}, base) *
           Rational(integer_power(base, offset.numerator()));
  }
  return make_atom(context, AtomKind::power, {exponent}, base);
}

Poly log_of(Context& context, std::int64_t base, const Poly& a) {
  if (base < 2) throw Error(ErrorKind::input, "a logarithm needs a base of at least 2");
  if (a.is_constant()) return Poly(integer_log(base, a.constant_term().floor()));
  return make_atom(context, AtomKind::log, {a}, base);
}

Poly bitwise_and(Context& context, const Poly& a, const Poly& b) {
  if (const auto folded = fold_bits(a, b, [](Integer x, Integer y) { return x & y; })) {
    return *folded;
  }
  if (a == b) return a;
  if (a.is_zero() || b.is_zero()) return {};
  if (a == Poly(-1)) return b;
  if (b == Poly(-1)) return a;
  for (const auto& [value, mask] : {std::pair(a, b), std::pair(b, a)}) {
    if (const auto bits = low_mask_bits(mask)) {
      return modulo(context, value, Poly(integer_power(2, *bits)));
    }
    // ~(2^k - 1) clears the low k bits
    if (const auto bits = low_mask_bits(-mask - Poly(1))) {
      const Poly unit(integer_power(2, *bits));
      return unit * floor_div(context, value, unit);
    }
  }
  return make_atom(context, AtomKind::bitwise_and, {a, b});
}

Poly bitwise_or(Context& context, const Poly& a, const Poly& b) {
  if (const auto folded = fold_bits(a, b, [](Integer x, Integer y) { return x | y; })) {
    return *folded;
  }
  if (a == b || b.is_zero()) return a;
  if (a.is_zero()) return b;
  return make_atom(context, AtomKind::bitwise_or, {a, b});
}

Poly bitwise_xor(Context& context, const Poly& a, const Poly& b) {
  if (const auto folded = fold_bits(a, b, [](Integer x, Integer y) { return x ^ y; })) {
    return *folded;
  }
  if (a == b) return {};
  if (b.is_zero()) return a;
  if (a.is_zero()) return b;
  if (a == Poly(-1)) return -b - Poly(1);
  if (b == Poly(-1)) return -a - Poly(1);
  return make_atom(context, AtomKind::bitwise_xor, {a, b});
}

}  // namespace clgauge::symbolic
