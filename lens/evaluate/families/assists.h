#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "lens/evaluate/families/lanes.h"
#include "lens/evaluate/machine.h"

// What instructions that meet denormal numbers cost, in however many lanes they do
// (docs/lens-throughput.md): assists, for an Intel core hands them to microcode, as timed on an
// Emerald Rapids; stalls, for the vector unit of a Zen 4 goes over to another way of working,
// slower by a cycle a product. Sums, extremes, comparisons and conversions cost neither.
namespace clgauge::lens::floats {

// In assists of a product, 121 to 129 cycles: SCALEF takes 194 to 216 by itself, 235 in a function.
inline constexpr double kAssistOfScaling = 1.8;

template <typename T>
[[nodiscard]] bool is_denormal(T x) noexcept {
  return x != 0 && std::abs(x) < std::numeric_limits<T>::min();
}
template <typename T>
[[nodiscard]] bool is_plain(T x) noexcept {  // neither 0 nor infinite nor no number
  return x != 0 && std::isfinite(x);
}

// Whether a result of this exponent that has become zero took an assist all the same: one of 2^-159
// did (floats) or of 2^-1087 (doubles), whatever its digits, by products, quotients and fused
// products with 0 alike; smaller ones by half and more, none.
template <typename T>
[[nodiscard]] bool is_lost_by_assist(int exponent) noexcept {
  constexpr int kBelowLeast = sizeof(T) == sizeof(float) ? 33 : 65;
  return exponent >= std::numeric_limits<T>::min_exponent - 1 - kBelowLeast;
}
template <typename T>
[[nodiscard]] bool is_lost_product(T a, T b) noexcept {
  int of_a = 0;
  int of_b = 0;
  const T digits = std::frexp(a, &of_a) * std::frexp(b, &of_b);  // 0.25 to 1
  return is_plain(a) && is_plain(b) &&
         is_lost_by_assist<T>(of_a + of_b - (std::abs(digits) < T{0.5} ? 2 : 1));
}
template <typename T>
[[nodiscard]] bool is_lost_quotient(T a, T b) noexcept {
  int of_a = 0;
  int of_b = 0;
  const T digits = std::abs(std::frexp(a, &of_a) / std::frexp(b, &of_b));  // 0.5 to 2
  return is_plain(a) && is_plain(b) && is_lost_by_assist<T>(of_a - of_b - (digits < T{1} ? 1 : 0));
}
template <typename T>
[[nodiscard]] bool is_denormal_beside_plain(T a, T b) noexcept {
  return (is_denormal(a) || is_denormal(b)) && is_plain(a) && is_plain(b);
}
// What a lane does: an instruction does what any of its lanes does.
struct Denormal {
  bool takes_assist = false;
  bool stalls = false;
};
// With any denormal number, or with a result below the least normal number, zero included.
template <typename T>
[[nodiscard]] bool stalls(T a, T b, T result) noexcept {
  return is_denormal(a) || is_denormal(b) || is_denormal(result) ||
         (result == 0 && is_plain(a) && is_plain(b));
}
// A product or a quotient.
template <typename T, bool (*is_lost)(T, T) noexcept>
[[nodiscard]] Denormal of_two(T a, T b, T result) noexcept {
  return {is_denormal(result) || (result == 0 && is_lost(a, b)) || is_denormal_beside_plain(a, b),
          stalls(a, b, result)};
}
template <typename T>
inline constexpr auto of_product = of_two<T, is_lost_product<T>>;
template <typename T>
inline constexpr auto of_quotient = of_two<T, is_lost_quotient<T>>;
// x * y + z
template <typename T>
[[nodiscard]] Denormal of_fused(T x, T y, T z, T result) noexcept {
  return {is_plain(x) && is_plain(y) && std::isfinite(z) &&
              (is_denormal(x) || is_denormal(y) || is_denormal(z) || is_denormal(result) ||
               (z == 0 && result == 0 && is_lost_product(x, y))),
          false};
}
template <typename T>
[[nodiscard]] Denormal of_root(T x) noexcept {
  return {is_denormal(x), is_denormal(x)};
}
template <typename T>
[[nodiscard]] Denormal of_approximate_root(T x) noexcept {
  return {is_denormal(x), false};
}
// x * 2^y: zeros that x underflows to, too, unless y is beyond all exponents (-433 takes one of
// floats, -577 none).
template <typename T>
[[nodiscard]] Denormal of_scaling(T x, T y, T result) noexcept {
  constexpr T kBeyondAll = 4 * std::numeric_limits<T>::max_exponent;
  return {is_plain(x) && std::abs(y) < kBeyondAll &&
              (is_denormal(x) || is_denormal(result) || result == 0),
          false};
}

// Counts what those of so many lanes do that are active, and known by `unknown`.
template <typename T, typename OfLane>
void note_denormals(Machine& m, const Operation& op, unsigned lanes, std::uint64_t unknown,
                    const OfLane& of_lane, double assists = 1) {
  if (!m.takes_denormals) {
    return;
  }
  const ActiveLanes active = active_lanes(m, op);
  Denormal any;
  for (unsigned i = 0; i < lanes && !(any.takes_assist && any.stalls); ++i) {
    const std::uint64_t bits = low_bits(sizeof(T)) << (i * sizeof(T));
    if ((unknown & bits) == 0 && ((active.active & ~active.unknown) >> i & 1U) != 0) {
      const Denormal one = of_lane(i);
      any.takes_assist |= one.takes_assist;
      any.stalls |= one.stalls;
    }
  }
  if (any.takes_assist) {
    m.denormals.assists[op.instruction] += assists;
  }
  if (any.stalls) {
    m.denormals.stalls[op.instruction] += 1;
  }
}

}  // namespace clgauge::lens::floats
