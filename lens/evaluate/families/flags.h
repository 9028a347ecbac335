#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "lens/evaluate/operands.h"

// Status flags, as the integer families set them and jumps read them.
namespace clgauge::lens {

inline void set_flags_unknown(Flags& flags, const Origin& origin) noexcept {
  flags.unknown = Flags::all;
  flags.origin = origin;
}

// By the lowest byte of a result.
inline constexpr std::array<std::uint8_t, 256> kParityFlag = [] {
  std::array<std::uint8_t, 256> flags{};
  for (unsigned byte = 0; byte < flags.size(); ++byte) {
    flags.at(byte) = std::popcount(byte) % 2 == 0 ? Flags::parity : 0;
  }
  return flags;
}();

// Zero, sign and parity of a result; carry and overflow as given.
inline void set_flags(Flags& flags, std::uint64_t result, unsigned bytes, bool carry,
                      bool overflow) noexcept {
  result &= value_mask(bytes);
  unsigned set = kParityFlag[result & 0xFFU];
  set |= carry ? Flags::carry : 0U;
  set |= overflow ? Flags::overflow : 0U;
  set |= result == 0 ? Flags::zero : 0U;
  set |= (result >> (8 * bytes - 1) & 1U) != 0 ? Flags::sign : 0U;
  flags.set = set;
  flags.unknown = 0;
}

// After `result` was derived from operands: its flags, or none known.
inline void set_flags_of(Flags& flags, const Scalar& result, unsigned bytes, bool carry,
                         bool overflow) noexcept {
  if (result.unknown != 0) {
    set_flags_unknown(flags, result.origin);
  } else {
    set_flags(flags, result.value, bytes, carry, overflow);
  }
}

// A sum or a difference of `bytes`, and its flags: carry is the borrow of a difference.
struct Sum {
  std::uint64_t value = 0;
  bool carry = false;
  bool overflow = false;
};

[[nodiscard]] inline Sum sum_of(std::uint64_t a, std::uint64_t b, bool carry_in,
                                unsigned bytes) noexcept {
  const std::uint64_t mask = value_mask(bytes);
  const std::uint64_t value = (a + b + (carry_in ? 1 : 0)) & mask;
  const bool carry = value < (a & mask) || (carry_in && value == (a & mask));
  const bool overflow = ((~(a ^ b) & (a ^ value)) >> (8 * bytes - 1) & 1U) != 0;
  return {value, carry, overflow};
}
[[nodiscard]] inline Sum difference_of(std::uint64_t a, std::uint64_t b, bool borrow_in,
                                       unsigned bytes) noexcept {
  const std::uint64_t mask = value_mask(bytes);
  const std::uint64_t value = (a - b - (borrow_in ? 1 : 0)) & mask;
  const bool borrow = (a & mask) < (b & mask) || (borrow_in && (a & mask) == (b & mask));
  const bool overflow = (((a ^ b) & (a ^ value)) >> (8 * bytes - 1) & 1U) != 0;
  return {value, borrow, overflow};
}

struct Condition {
  bool holds = false;
  bool unknown = false;
};

// x86's condition codes 0 (o) to 15 (g).
[[nodiscard]] inline Condition condition_of(const Flags& flags, unsigned code) noexcept {
  const auto is = [&](unsigned bit) { return (flags.set & bit) != 0; };
  unsigned needed = 0;
  bool holds = false;
  switch (code / 2) {
    case 0:
      needed = Flags::overflow;
      holds = is(Flags::overflow);
      break;
    case 1:
      needed = Flags::carry;
      holds = is(Flags::carry);
      break;
    case 2:
      needed = Flags::zero;
      holds = is(Flags::zero);
      break;
    case 3:
      needed = Flags::carry | Flags::zero;
      holds = is(Flags::carry) || is(Flags::zero);
      break;
    case 4:
      needed = Flags::sign;
      holds = is(Flags::sign);
      break;
    case 5:
      needed = Flags::parity;
      holds = is(Flags::parity);
      break;
    case 6:
      needed = Flags::sign | Flags::overflow;
      holds = is(Flags::sign) != is(Flags::overflow);
      break;
    default:
      needed = Flags::zero | Flags::sign | Flags::overflow;
      holds = is(Flags::zero) || is(Flags::sign) != is(Flags::overflow);
      break;
  }
  return {holds != (code % 2 != 0), (flags.unknown & needed) != 0};
}

}  // namespace clgauge::lens
