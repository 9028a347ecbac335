#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <type_traits>

#include "lens/evaluate/families/assists.h"
#include "lens/evaluate/families/lanes.h"
#include "lens/evaluate/family.h"
#include "lens/evaluate/half.h"

// Operations on floating-point numbers, as templates over their type: double, float, Half. Values
// made of work-item ids and scalar arguments are known and are computed exactly, so that indices
// and loop bounds that pass through float arithmetic stay known; anything made of a buffer's
// content is unknown.
namespace clgauge::lens::floats {

// What T's bits are, and what it is computed in.
template <typename T>
struct Format {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  using Computed = T;
  static constexpr unsigned kFractionBits = std::numeric_limits<T>::digits - 1;
};
template <>
struct Format<Half> {
  using Bits = std::uint16_t;
  using Computed = double;
  static constexpr unsigned kFractionBits = 10;
};
template <typename T>
using BitsOf = typename Format<T>::Bits;
template <typename T>
using Computed = typename Format<T>::Computed;

template <typename T>
T quieted(T nan) {
  using Bits = BitsOf<T>;
  auto bits = std::bit_cast<Bits>(nan);
  bits = static_cast<Bits>(bits | Bits{1} << (Format<T>::kFractionBits - 1));
  return std::bit_cast<T>(bits);
}

// A quiet one with no payload and a sign: what the processor makes of two numbers.
template <typename T>
T indefinite() {
  return T{std::copysign(std::numeric_limits<Computed<T>>::quiet_NaN(), Computed<T>{-1})};
}

// A result that is no number is the first operand that is none, or a negative one; compilers take
// operands in whatever order they like.
template <typename T>
T as_processor(T result, T a, T b) {
  if (!std::isnan(result)) {
    return result;
  }
  return std::isnan(a) ? quieted(a) : std::isnan(b) ? quieted(b) : indefinite<T>();
}

// Applies kOperator to the lanes that are known. A scalar instruction (`lanes` 1) keeps the first
// source's other lanes.
template <typename T, typename Operator>
void compute(Vector& result, const Vector& a, const Vector& b, unsigned lanes, Operator apply) {
  for (unsigned i = 0; i < lanes; ++i) {
    const std::uint64_t bits = low_bits(sizeof(T)) << (i * sizeof(T));
    if (((a.unknown | b.unknown) & bits) != 0) {
      result.unknown |= bits;
      result.origin = (a.unknown & bits) != 0 ? a.origin : b.origin;
      result.origin.derive();
    } else {
      set_lane<T>(result, i, apply(lane<T>(a, i), lane<T>(b, i)));
      result.unknown &= ~bits;
    }
  }
}

// The last of so many lanes says why a result is unknown.
template <typename T>
std::uint64_t last_lane(const Operation& op) {
  return low_bits(sizeof(T)) << (op.width_bytes - sizeof(T));
}

// is_done_unknown() of a scalar whose other lanes stay: those of the destination itself.
template <typename T>
bool is_scalar_done_unknown(Machine& m, const Operation& op,
                            std::initializer_list<unsigned> sources) {
  constexpr std::uint64_t kLane = low_bits(sizeof(T));
  return op.operands[1].reg == op.operands[0].reg && is_done_unknown(m, op, sources, kLane, kLane);
}

// What a lane of two numbers and their result costs if they are denormal; of most operators
// nothing.
template <typename T>
using DenormalOfTwo = Denormal (*)(T, T, T);

template <typename T, auto kDenormal>
void note_denormals_of_two(Machine& m, const Operation& op, const Vector& a, const Vector& b,
                           const Vector& result, unsigned lanes, double assists = 1) {
  if constexpr (kDenormal != nullptr) {
    note_denormals<T>(
        m, op, lanes, a.unknown | b.unknown,
        [&](unsigned i) { return kDenormal(lane<T>(a, i), lane<T>(b, i), lane<T>(result, i)); },
        assists);
  }
}

template <typename T>
using DenormalOfOne = Denormal (*)(T);

// Of floats and doubles: of halves it was not timed.
template <typename T>
struct Denormals {
  static constexpr DenormalOfTwo<T> kProduct = of_product<T>;
  static constexpr DenormalOfTwo<T> kQuotient = of_quotient<T>;
  static constexpr DenormalOfTwo<T> kScaling = of_scaling<T>;
  static constexpr DenormalOfOne<T> kRoot = of_root<T>;
  static constexpr DenormalOfOne<T> kApproximateRoot = of_approximate_root<T>;
};
template <>
struct Denormals<Half> {
  static constexpr DenormalOfTwo<Half> kProduct = nullptr;
  static constexpr DenormalOfTwo<Half> kQuotient = nullptr;
  static constexpr DenormalOfTwo<Half> kScaling = nullptr;
  static constexpr DenormalOfOne<Half> kRoot = nullptr;
  static constexpr DenormalOfOne<Half> kApproximateRoot = nullptr;
};

template <typename T, auto kOperator, DenormalOfTwo<T> kDenormal = nullptr>
void packed(Machine& m, const Operation& op) {
  if (is_done_unknown(m, op, {1, 2}, last_lane<T>(op))) {
    return;
  }
  const TwoSources sources(m, op);
  const Vector& a = sources.first;
  const Vector& b = sources.second;
  Vector result;
  const auto lanes = static_cast<unsigned>(op.width_bytes / sizeof(T));
  compute<T>(result, a, b, lanes, kOperator);
  note_denormals_of_two<T, kDenormal>(m, op, a, b, result, lanes);
  write_vector(m, op, result);
}

template <typename T, auto kOperator, DenormalOfTwo<T> kDenormal = nullptr>
void scalar(Machine& m, const Operation& op) {
  if (is_scalar_done_unknown<T>(m, op, {1, 2})) {
    return;
  }
  Vector scratch;
  const Vector& b = read_vector(m, op, 2, scratch);
  const Vector& a = m.vector[op.operands[1].reg];
  Vector result = a;
  compute<T>(result, a, b, 1, kOperator);
  note_denormals_of_two<T, kDenormal>(m, op, a, b, result, 1);
  write_vector(m, op, result);
}

template <typename T, auto kOperator, DenormalOfOne<T> kDenormal = nullptr>
void packed_of_one(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& a = read_vector(m, op, 1, scratch);
  Vector result;
  const auto lanes = static_cast<unsigned>(op.width_bytes / sizeof(T));
  compute<T>(result, a, a, lanes, [](T x, T) { return kOperator(x); });
  if constexpr (kDenormal != nullptr) {
    note_denormals<T>(m, op, lanes, a.unknown,
                      [&](unsigned i) { return kDenormal(lane<T>(a, i)); });
  }
  write_vector(m, op, result);
}

// Without VEX the destination's upper part stays: [destination, source].
template <typename T, auto kOperator, DenormalOfOne<T> kDenormal = nullptr>
void scalar_of_one(Machine& m, const Operation& op) {
  Vector scratch;
  const unsigned last = op.operand_count - 1U;
  const Vector& b = read_vector(m, op, last, scratch);
  Vector result = m.vector[op.operands[last == 2 ? 1 : 0].reg];
  compute<T>(result, b, b, 1, [](T, T x) { return kOperator(x); });
  if constexpr (kDenormal != nullptr) {
    note_denormals<T>(m, op, 1, b.unknown, [&](unsigned) { return kDenormal(lane<T>(b, 0)); });
  }
  write_vector(m, op, result);
}

}  // namespace clgauge::lens::floats
