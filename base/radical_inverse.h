#pragma once

#include <cstdint>

namespace clgauge {

// The digits of n, in that base, behind the point in reverse: 1/2, 1/4, 3/4, 1/8, 5/8, ... for 1,
// 2, 3, 4, 5, ... in base 2 (van der Corput). Of coprime bases, one a dimension, they fill a grid
// evenly however early they end (Halton 1960). Thread-safe.
[[nodiscard]] constexpr double radical_inverse(std::uint64_t n, std::uint64_t base) {
  double fraction = 0;
  double digit = 1;
  for (; n > 0; n /= base) {
    digit /= static_cast<double>(base);
    fraction += static_cast<double>(n % base) * digit;
  }
  return fraction;
}

}  // namespace clgauge
