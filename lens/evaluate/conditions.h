#pragma once

// x86's condition codes of comparisons, by what they say of a difference.
namespace clgauge::lens {

inline constexpr unsigned kBelow = 0x2, kNotBelow = 0x3, kEqual = 0x4, kNotEqual = 0x5,
                          kNotAbove = 0x6, kAbove = 0x7, kLess = 0xC, kNotLess = 0xD,
                          kNotGreater = 0xE, kGreater = 0xF;

[[nodiscard]] constexpr bool is_of_equality(unsigned condition) {
  return condition == kEqual || condition == kNotEqual;
}
[[nodiscard]] constexpr bool is_of_signed(unsigned condition) { return condition >= kLess; }
// How the numbers are taken; those that are equal or not may be taken either way.
[[nodiscard]] constexpr bool takes_signed(unsigned condition) {
  return is_of_signed(condition) || is_of_equality(condition);
}
[[nodiscard]] constexpr bool is_of_difference(unsigned condition) {
  return (condition >= kBelow && condition <= kAbove) || is_of_signed(condition);
}
// Whether it tells differences above 0 from the others; else those below 0, or 0 itself.
[[nodiscard]] constexpr bool is_beyond_zero(unsigned condition) {
  return condition == kAbove || condition == kNotAbove || condition == kGreater ||
         condition == kNotGreater;
}

}  // namespace clgauge::lens
