#include "lens/evaluate/half.h"

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>

namespace clgauge::lens {
namespace {

// Of doubles and of halves.
constexpr int kDoubleBits = 52;  // of the fraction
constexpr int kHalfBits = 10;
constexpr int kDoubleBias = 1023;
constexpr int kLeastQuantum = -24;  // the exponent of the last bit of the smallest halves
constexpr std::uint64_t kDoubleFraction = (std::uint64_t{1} << kDoubleBits) - 1;
constexpr unsigned kInfinity = 0x7C00;
constexpr unsigned kQuiet = 0x0200;
constexpr unsigned kSign = 0x8000;

// Whether what was cut off adds one to the last bit that is kept.
bool rounds_up(Rounding rounding, bool is_negative, bool is_odd, std::uint64_t cut,
               std::uint64_t half) {
  switch (rounding) {
    case Rounding::to_nearest:
      return cut > half || (cut == half && is_odd);
    case Rounding::down:
      return is_negative && cut != 0;
    case Rounding::up:
      return !is_negative && cut != 0;
    case Rounding::towards_zero:
      break;
  }
  return false;
}

}  // namespace

Rounding current_rounding() noexcept {
  switch (std::fegetround()) {
    case FE_DOWNWARD:
      return Rounding::down;
    case FE_UPWARD:
      return Rounding::up;
    case FE_TOWARDZERO:
      return Rounding::towards_zero;
    default:
      return Rounding::to_nearest;
  }
}

Half Half::rounded(double value, Rounding rounding) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const bool is_negative = bits >> 63U != 0;
  const unsigned sign = is_negative ? kSign : 0;
  const std::uint64_t fraction = bits & kDoubleFraction;
  const auto biased = static_cast<int>(bits >> kDoubleBits & 0x7FFU);
  if (biased == 0x7FF) {
    const unsigned payload = static_cast<unsigned>(fraction >> (kDoubleBits - kHalfBits));
    return of_bits(
        static_cast<std::uint16_t>(sign | kInfinity | (fraction != 0 ? kQuiet | payload : 0)));
  }
  const int exponent = std::max(biased, 1) - kDoubleBias;
  const std::uint64_t significand =
      fraction | (biased != 0 ? std::uint64_t{1} << kDoubleBits : std::uint64_t{0});
  const int quantum = std::max(exponent - kHalfBits, kLeastQuantum);
  // More are cut off than there are where the number is smaller than the smallest half: then there
  // is something left, and less than half of that.
  const int cut_bits = std::min(quantum - (exponent - kDoubleBits), kDoubleBits + 2);
  const std::uint64_t kept = significand >> cut_bits;
  const std::uint64_t cut = significand & ((std::uint64_t{1} << cut_bits) - 1);
  const bool is_up =
      rounds_up(rounding, is_negative, (kept & 1U) != 0, cut, std::uint64_t{1} << (cut_bits - 1));
  // The bit before the point of normal numbers adds one to the exponent, as a carry does.
  const auto magnitude = static_cast<unsigned>(
      kept + (is_up ? 1 : 0) +
      (static_cast<std::uint64_t>(quantum - kLeastQuantum) << static_cast<unsigned>(kHalfBits)));
  if (magnitude < kInfinity) {
    return of_bits(static_cast<std::uint16_t>(sign | magnitude));
  }
  const bool stays_finite = rounding == Rounding::towards_zero ||
                            rounding == (is_negative ? Rounding::up : Rounding::down);
  return of_bits(static_cast<std::uint16_t>(sign | (stays_finite ? kInfinity - 1 : kInfinity)));
}

Half::operator double() const noexcept {
  const std::uint64_t sign = static_cast<std::uint64_t>(bits_ & kSign) << 48U;
  const unsigned magnitude = bits_ & (kSign - 1);
  if (magnitude >= kInfinity) {
    const unsigned payload = magnitude == kInfinity ? 0 : (magnitude & 0x3FFU) | kQuiet;
    return std::bit_cast<double>(sign | std::uint64_t{0x7FF} << kDoubleBits |
                                 static_cast<std::uint64_t>(payload) << (kDoubleBits - kHalfBits));
  }
  if (magnitude < 0x0400) {  // a multiple of the smallest
    return std::copysign(static_cast<double>(magnitude) * 0x1p-24,
                         std::bit_cast<double>(sign | 0x3FF0000000000000ULL));
  }
  const std::uint64_t exponent = (magnitude >> kHalfBits) - 15 + kDoubleBias;
  return std::bit_cast<double>(sign | exponent << kDoubleBits |
                               static_cast<std::uint64_t>(magnitude & 0x3FFU)
                                   << (kDoubleBits - kHalfBits));
}

}  // namespace clgauge::lens
