#pragma once

#include <cstdint>

namespace clgauge::lens {

// How a result is rounded, as x86 numbers the ways.
enum class Rounding : std::uint8_t { to_nearest, down, up, towards_zero };
// Of this thread: what run_rounded() sets.
[[nodiscard]] Rounding current_rounding() noexcept;

// A floating-point number of 16 bits (binary16). There is no arithmetic on it: what is computed in
// double precision and then rounded to 11 bits of significand is the rounded result, since sums and
// products of two are exact there, quotients and roots have more than twice as many bits, and a
// product with a sum, where it is not exact, is far from any tie.
class Half {
 public:
  Half() = default;
  // Rounds as this thread does. What is no number becomes a quiet one with the same upper bits.
  explicit Half(double value) : Half(rounded(value, current_rounding())) {}

  [[nodiscard]] static Half rounded(double value, Rounding rounding) noexcept;
  [[nodiscard]] static constexpr Half of_bits(std::uint16_t bits) noexcept {
    Half half;
    half.bits_ = bits;
    return half;
  }

  [[nodiscard]] std::uint16_t bits() const noexcept { return bits_; }
  // Exact; of what is no number quiet.
  // NOLINTNEXTLINE(google-explicit-constructor): comparisons and the functions of <cmath> take it.
  operator double() const noexcept;

 private:
  std::uint16_t bits_ = 0;
};

}  // namespace clgauge::lens
