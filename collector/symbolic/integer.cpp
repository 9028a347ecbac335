#include "collector/symbolic/integer.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace clgauge::symbolic {

Overflow::Overflow()
    : Error(ErrorKind::input, "a symbolic count overflows 128 bits; use smaller sizes") {}

void throw_overflow() { throw Overflow(); }

void throw_division_by_zero() {
  throw Error(ErrorKind::input,
              "division by zero in a symbolic count; give every divisor a non-zero value");
}

Integer checked_negate(Integer a) { return checked_subtract(0, a); }

Integer gcd(Integer a, Integer b) {
  if (a < 0) a = checked_negate(a);
  if (b < 0) b = checked_negate(b);
  constexpr Integer kMost64 = std::numeric_limits<std::int64_t>::max();
  while (b != 0) {
    if (a <= kMost64 && b <= kMost64) {  // 128-bit division is ten times slower
      auto x = static_cast<std::uint64_t>(a);
      auto y = static_cast<std::uint64_t>(b);
      while (y != 0) x = std::exchange(y, x % y);
      return static_cast<Integer>(x);
    }
    a = std::exchange(b, a % b);
  }
  return a;
}

Integer lcm(Integer a, Integer b) {
  const Integer common = gcd(a, b);
  if (common == 0) return 0;
  const Integer result = checked_multiply(a / common, b);
  return result < 0 ? checked_negate(result) : result;
}

Integer floor_quotient(Integer a, Integer b) {
  if (b == 0) throw_division_by_zero();
  if (b == -1) return checked_negate(a);
  const Integer quotient = a / b;
  const Integer remainder = a % b;
  return remainder != 0 && (remainder < 0) != (b < 0) ? quotient - 1 : quotient;
}

Integer integer_power(Integer base, Integer exponent) {
  if (exponent < 0) return 0;
  if (exponent > 127 && (base > 1 || base < -1)) throw_overflow();
  Integer result = 1;
  for (; exponent > 0; --exponent) result = checked_multiply(result, base);
  return result;
}

Integer integer_log(Integer base, Integer value) {
  Integer result = -1;
  for (; value > 0; value /= base) ++result;
  return result;
}

std::int64_t to_int64(Integer value) {
  if (value < std::numeric_limits<std::int64_t>::min() ||
      value > std::numeric_limits<std::int64_t>::max()) {
    throw Error(ErrorKind::input,
                "the count " + to_string(value) + " overflows 64 bits; use smaller sizes");
  }
  return static_cast<std::int64_t>(value);
}

std::string to_string(Integer value) {
  std::string digits;
  const bool negative = value < 0;
  do {
    const auto digit = static_cast<int>(value % 10);
    digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
    value /= 10;
  } while (value != 0);
  if (negative) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

}  // namespace clgauge::symbolic
