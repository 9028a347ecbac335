#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

// What is done with two integers of a lane, by instructions of more than one family.
namespace clgauge::lens {

template <typename T>
[[nodiscard]] constexpr T lane_sum(T a, T b) {
  return static_cast<T>(a + b);
}
template <typename T>
[[nodiscard]] constexpr T lane_difference(T a, T b) {
  return static_cast<T>(a - b);
}

// The nearest that T, of 8 or 16 bits, holds.
template <typename T>
[[nodiscard]] constexpr T clamped(std::int32_t value) {
  constexpr auto kMost = static_cast<std::int32_t>(std::numeric_limits<T>::max());
  constexpr std::int32_t kLeast = std::is_signed_v<T> ? -kMost - 1 : 0;
  return static_cast<T>(std::clamp(value, kLeast, kMost));
}
template <typename T>
[[nodiscard]] constexpr T saturated_sum(T a, T b) {
  return clamped<T>(std::int32_t{a} + b);
}
template <typename T>
[[nodiscard]] constexpr T saturated_difference(T a, T b) {
  return clamped<T>(std::int32_t{a} - b);
}

}  // namespace clgauge::lens
