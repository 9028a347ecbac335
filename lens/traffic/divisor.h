#pragma once

#include <bit>
#include <cstdint>

namespace clgauge::lens {

// Divides by the same number again and again, which mostly is a power of two: of bytes a line, of
// sets. Not 0.
class Divisor {
 public:
  explicit Divisor(std::uint64_t value)
      : value_(value),
        is_power_of_two_(std::has_single_bit(value)),
        shift_(static_cast<unsigned>(std::countr_zero(value))) {}

  [[nodiscard]] std::uint64_t value() const { return value_; }
  [[nodiscard]] std::uint64_t quotient(std::uint64_t of) const {
    return is_power_of_two_ ? of >> shift_ : of / value_;
  }
  [[nodiscard]] std::uint64_t remainder(std::uint64_t of) const {
    return is_power_of_two_ ? of & (value_ - 1) : of % value_;
  }

 private:
  std::uint64_t value_;
  bool is_power_of_two_;
  unsigned shift_;
};

}  // namespace clgauge::lens
