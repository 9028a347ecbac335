#include "collector/symbolic/poly.h"

#include <algorithm>
#include <utility>

namespace clgauge::symbolic {
namespace {

std::size_t mix(std::size_t seed, std::size_t value) {
  return seed ^ (value + 0x9e3779b97f4a7c15ULL + (seed << 6U) + (seed >> 2U));
}

}  // namespace

Poly::Poly(const Rational& value) {
  if (!value.is_zero()) terms_.push_back({{}, value});
}

Poly::Poly(Monomial monomial, const Rational& coefficient) {
  if (!coefficient.is_zero()) terms_.push_back({std::move(monomial), coefficient});
}

Poly Poly::atom(AtomId id) { return {Monomial{{id, 1}}, Rational(1)}; }

bool Poly::is_constant() const {
  return terms_.empty() || (terms_.size() == 1 && terms_.front().monomial.empty());
}

Rational Poly::constant_term() const {
  const bool present = !terms_.empty() && terms_.front().monomial.empty();
  return present ? terms_.front().coefficient : Rational();
}

const AtomId* Poly::as_atom() const {
  if (terms_.size() != 1) return nullptr;
  const Term& term = terms_.front();
  const bool single = term.monomial.size() == 1 && term.monomial.front().power == 1 &&
                      term.coefficient == Rational(1);
  return single ? &term.monomial.front().atom : nullptr;
}

Integer Poly::common_denominator() const {
  Integer result = 1;
  for (const Term& term : terms_) result = lcm(result, term.coefficient.denominator());
  return result;
}

std::vector<AtomId> Poly::atoms() const {
  std::vector<AtomId> result;
  for (const Term& term : terms_) {
    for (const Factor& factor : term.monomial) result.push_back(factor.atom);
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

int Poly::degree(AtomId atom) const {
  int result = 0;
  for (const Term& term : terms_) {
    for (const Factor& factor : term.monomial) {
      if (factor.atom == atom) result = std::max(result, factor.power);
    }
  }
  return result;
}

Poly Poly::coefficient(AtomId atom, int power) const {
  std::vector<Term> kept;
  for (const Term& term : terms_) {
    int found = 0;
    Monomial rest;
    for (const Factor& factor : term.monomial) {
      if (factor.atom == atom) {
        found = factor.power;
      } else {
        rest.push_back(factor);
      }
    }
    if (found == power) kept.push_back({std::move(rest), term.coefficient});
  }
  std::sort(kept.begin(), kept.end(),
            [](const Term& a, const Term& b) { return a.monomial < b.monomial; });
  Poly result;
  result.terms_ = std::move(kept);  // distinct: the removed factor was the same in all of them
  return result;
}

std::size_t Poly::hash() const {
  std::size_t seed = terms_.size();
  for (const Term& term : terms_) {
    for (const Factor& factor : term.monomial) {
      seed = mix(seed, (static_cast<std::size_t>(factor.atom) << 8U) +
                           static_cast<std::size_t>(factor.power));
    }
    seed = mix(seed, static_cast<std::size_t>(term.coefficient.numerator()));
    seed = mix(seed, static_cast<std::size_t>(term.coefficient.denominator()));
  }
  return seed;
}

void Poly::merge(const Poly& other, bool negate) {
  if (other.terms_.empty()) return;
  std::vector<Term> merged;
  merged.reserve(terms_.size() + other.terms_.size());
  auto mine = terms_.begin();
  auto theirs = other.terms_.begin();
  while (mine != terms_.end() || theirs != other.terms_.end()) {
    const bool take_mine =
        theirs == other.terms_.end() || (mine != terms_.end() && mine->monomial < theirs->monomial);
    if (take_mine) {
      merged.push_back(std::move(*mine++));
      continue;
    }
    const Rational added = negate ? -theirs->coefficient : theirs->coefficient;
    if (mine != terms_.end() && mine->monomial == theirs->monomial) {
      const Rational sum = mine->coefficient + added;
      if (!sum.is_zero()) merged.push_back({std::move(mine->monomial), sum});
      ++mine;
    } else {
      merged.push_back({theirs->monomial, added});
    }
    ++theirs;
  }
  terms_ = std::move(merged);
}

Poly& Poly::operator+=(const Poly& other) {
  if (this == &other) return *this = *this * Rational(2);
  merge(other, false);
  return *this;
}

Poly& Poly::operator-=(const Poly& other) {
  if (this == &other) return *this = Poly();
  merge(other, true);
  return *this;
}

Poly operator*(const Poly& a, const Rational& factor) {
  if (factor.is_zero()) return {};
  Poly result = a;
  for (Term& term : result.terms_) term.coefficient = term.coefficient * factor;
  return result;
}

Poly operator*(const Poly& a, const Poly& b) {
  if (a.is_constant()) return b * a.constant_term();
  if (b.is_constant()) return a * b.constant_term();
  std::vector<Term> products;
  products.reserve(a.terms_.size() * b.terms_.size());
  for (const Term& x : a.terms_) {
    for (const Term& y : b.terms_) {
      products.push_back({product(x.monomial, y.monomial), x.coefficient * y.coefficient});
    }
  }
  std::sort(products.begin(), products.end(),
            [](const Term& x, const Term& y) { return x.monomial < y.monomial; });
  Poly result;
  for (Term& term : products) {
    if (!result.terms_.empty() && result.terms_.back().monomial == term.monomial) {
      Rational& sum = result.terms_.back().coefficient;
      sum = sum + term.coefficient;
      if (sum.is_zero()) result.terms_.pop_back();
    } else {
      result.terms_.push_back(std::move(term));
    }
  }
  return result;
}

Poly power(const Poly& base, int exponent) {
  Poly result(1);
  for (; exponent > 0; --exponent) result *= base;
  return result;
}

Monomial product(const Monomial& a, const Monomial& b) {
  Monomial result;
  result.reserve(a.size() + b.size());
  auto x = a.begin();
  auto y = b.begin();
  while (x != a.end() || y != b.end()) {
    if (y == b.end() || (x != a.end() && x->atom < y->atom)) {
      result.push_back(*x++);
    } else if (x == a.end() || y->atom < x->atom) {
      result.push_back(*y++);
    } else {
      result.push_back({x->atom, x->power + y->power});
      ++x;
      ++y;
    }
  }
  return result;
}

bool divide(const Monomial& monomial, const Monomial& divisor, Monomial& quotient) {
  quotient.clear();
  auto d = divisor.begin();
  for (const Factor& factor : monomial) {
    int power = factor.power;
    if (d != divisor.end() && d->atom == factor.atom) power -= (d++)->power;
    if (power < 0) return false;
    if (power > 0) quotient.push_back({factor.atom, power});
  }
  return d == divisor.end();
}

bool divide_exactly(const Poly& numerator, const Poly& denominator, Poly& quotient) {
  if (denominator.terms().size() != 1) return false;
  const Term& by = denominator.terms().front();
  Poly result;
  Monomial rest;
  for (const Term& term : numerator.terms()) {
    if (!divide(term.monomial, by.monomial, rest)) return false;
    result += Poly(rest, term.coefficient / by.coefficient);
  }
  quotient = std::move(result);
  return true;
}

}  // namespace clgauge::symbolic
