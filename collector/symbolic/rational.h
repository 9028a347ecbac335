#pragma once

#include <concepts>
#include <string>

#include "collector/symbolic/integer.h"

namespace clgauge::symbolic {

// An exact fraction in lowest terms with a positive denominator. Immutable value; arithmetic throws
// Overflow rather than wrap, Error(input) on division by zero.
class Rational {
 public:
  Rational() = default;
  template <std::integral T>
  Rational(T value)  // NOLINT(google-explicit-constructor): an integer is a fraction
      : numerator_(static_cast<Integer>(value)) {}
  Rational(Integer value) : numerator_(value) {}  // NOLINT(google-explicit-constructor): as above
  Rational(Integer numerator, Integer denominator);

  [[nodiscard]] Integer numerator() const { return numerator_; }
  [[nodiscard]] Integer denominator() const { return denominator_; }
  [[nodiscard]] bool is_zero() const { return numerator_ == 0; }
  [[nodiscard]] bool is_integer() const { return denominator_ == 1; }
  [[nodiscard]] bool is_negative() const { return numerator_ < 0; }
  [[nodiscard]] bool is_positive() const { return numerator_ > 0; }
  [[nodiscard]] Integer floor() const { return floor_quotient(numerator_, denominator_); }
  [[nodiscard]] std::string text() const;  // "7" or "7/2"

  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator/(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a) { return Rational() - a; }
  friend bool operator==(const Rational& a, const Rational& b) = default;
  friend bool operator<(const Rational& a, const Rational& b) { return (a - b).is_negative(); }

 private:
  Integer numerator_ = 0;
  Integer denominator_ = 1;
};

}  // namespace clgauge::symbolic
