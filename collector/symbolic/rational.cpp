#include "collector/symbolic/rational.h"

namespace clgauge::symbolic {

Rational::Rational(Integer numerator, Integer denominator)
    : numerator_(numerator), denominator_(denominator) {
  if (denominator_ == 0) throw_division_by_zero();
  if (denominator_ < 0) {
    numerator_ = checked_negate(numerator_);
    denominator_ = checked_negate(denominator_);
  }
  if (denominator_ == 1) return;
  const Integer common = gcd(numerator_, denominator_);
  numerator_ /= common;
  denominator_ /= common;
}

std::string Rational::text() const {
  return is_integer() ? to_string(numerator_)
                      : to_string(numerator_) + "/" + to_string(denominator_);
}

Rational operator+(const Rational& a, const Rational& b) {
  if (a.denominator_ == b.denominator_) {
    return {checked_add(a.numerator_, b.numerator_), a.denominator_};
  }
  return {checked_add(checked_multiply(a.numerator_, b.denominator_),
                      checked_multiply(b.numerator_, a.denominator_)),
          checked_multiply(a.denominator_, b.denominator_)};
}

Rational operator-(const Rational& a, const Rational& b) {
  return a + Rational(checked_negate(b.numerator_), b.denominator_);
}

Rational operator*(const Rational& a, const Rational& b) {
  return {checked_multiply(a.numerator_, b.numerator_),
          checked_multiply(a.denominator_, b.denominator_)};
}

Rational operator/(const Rational& a, const Rational& b) {
  return {checked_multiply(a.numerator_, b.denominator_),
          checked_multiply(a.denominator_, b.numerator_)};
}

}  // namespace clgauge::symbolic
