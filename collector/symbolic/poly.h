#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "collector/symbolic/monomial.h"
#include "collector/symbolic/rational.h"

namespace clgauge::symbolic {

struct Term {
  Monomial monomial;
  Rational coefficient;  // never zero
  friend bool operator==(const Term&, const Term&) = default;
};

// A polynomial with rational coefficients in the atoms of one Context. Atoms are integer-valued;
// the polynomial may take fractional values, though counts never do. Value type. Polynomials of
// different contexts must not be mixed. Arithmetic throws Overflow.
class Poly {
 public:
  Poly() = default;  // zero
  template <std::integral T>
  Poly(T value)  // NOLINT(google-explicit-constructor): a number is a polynomial
      : Poly(Rational(value)) {}
  Poly(Integer value) : Poly(Rational(value)) {}  // NOLINT(google-explicit-constructor): as above
  Poly(const Rational& value);                    // NOLINT(google-explicit-constructor): as above
  Poly(Monomial monomial, const Rational& coefficient);
  [[nodiscard]] static Poly atom(AtomId id);

  [[nodiscard]] const std::vector<Term>& terms() const { return terms_; }
  [[nodiscard]] bool is_zero() const { return terms_.empty(); }
  [[nodiscard]] bool is_constant() const;
  [[nodiscard]] Rational constant_term() const;
  // The atom when the polynomial is exactly one atom, otherwise nothing.
  [[nodiscard]] const AtomId* as_atom() const;
  // Least common multiple of the coefficients' denominators.
  [[nodiscard]] Integer common_denominator() const;
  // The atoms that occur, ascending, each once.
  [[nodiscard]] std::vector<AtomId> atoms() const;
  // As a polynomial in `atom` (atoms inside compound atoms are not seen).
  [[nodiscard]] int degree(AtomId atom) const;
  [[nodiscard]] Poly coefficient(AtomId atom, int power) const;
  [[nodiscard]] std::size_t hash() const;

  Poly& operator+=(const Poly& other);
  Poly& operator-=(const Poly& other);
  Poly& operator*=(const Poly& other) { return *this = *this * other; }
  friend Poly operator+(Poly a, const Poly& b) { return a += b; }
  friend Poly operator-(Poly a, const Poly& b) { return a -= b; }
  friend Poly operator*(const Poly& a, const Poly& b);
  friend Poly operator*(const Poly& a, const Rational& factor);
  friend Poly operator-(const Poly& a) { return Poly() - a; }
  friend bool operator==(const Poly& a, const Poly& b) = default;

 private:
  void merge(const Poly& other, bool negate);
  std::vector<Term> terms_;  // by ascending monomial
};

[[nodiscard]] Poly power(const Poly& base, int exponent);
[[nodiscard]] Monomial product(const Monomial& a, const Monomial& b);

// numerator / denominator as an exact polynomial, where denominator is one term and divides every
// term; false when it does not.
[[nodiscard]] bool divide_exactly(const Poly& numerator, const Poly& denominator, Poly& quotient);
// monomial / divisor; false when it does not divide.
[[nodiscard]] bool divide(const Monomial& monomial, const Monomial& divisor, Monomial& quotient);

}  // namespace clgauge::symbolic
