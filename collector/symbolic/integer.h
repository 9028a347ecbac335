#pragma once

#include <cstdint>
#include <string>

#include "base/error.h"

namespace clgauge::symbolic {

// Wide enough that a product of two 64-bit counts is exact; every operation below is checked.
__extension__ using Integer = __int128;

// A value left the range of Integer. Symbolic code may catch it and keep an expression unevaluated.
class Overflow : public Error {
 public:
  Overflow();
};
[[noreturn]] void throw_overflow();
[[noreturn]] void throw_division_by_zero();

[[nodiscard]] inline Integer checked_add(Integer a, Integer b) {
  Integer result = 0;
  if (__builtin_add_overflow(a, b, &result)) throw_overflow();
  return result;
}

[[nodiscard]] inline Integer checked_subtract(Integer a, Integer b) {
  Integer result = 0;
  if (__builtin_sub_overflow(a, b, &result)) throw_overflow();
  return result;
}

[[nodiscard]] inline Integer checked_multiply(Integer a, Integer b) {
  Integer result = 0;
  if (__builtin_mul_overflow(a, b, &result)) throw_overflow();
  return result;
}

// Throws Overflow for the one value whose negation does not exist.
[[nodiscard]] Integer checked_negate(Integer a);

// Non-negative greatest common divisor; gcd(0, b) = |b|.
[[nodiscard]] Integer gcd(Integer a, Integer b);
[[nodiscard]] Integer lcm(Integer a, Integer b);

// Rounds towards minus infinity, for any signs. Throws Error(input) when b is zero.
[[nodiscard]] Integer floor_quotient(Integer a, Integer b);

// base^exponent; 0 for a negative exponent (the floor of the rational power, for base >= 2).
[[nodiscard]] Integer integer_power(Integer base, Integer exponent);

// floor(log_base(value)) for value >= 1, and -1 for value <= 0.
[[nodiscard]] Integer integer_log(Integer base, Integer value);

// Throws Error(input) when the value does not fit.
[[nodiscard]] std::int64_t to_int64(Integer value);

[[nodiscard]] std::string to_string(Integer value);

}  // namespace clgauge::symbolic
