// Comparisons and classes of floating-point numbers: to lanes, masks and flags.
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include "lens/evaluate/families/flags.h"
#include "lens/evaluate/families/floats.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace floats {
namespace {

// cmpps and its kin: AVX's 32 predicates, of which bit 4 only says which NaNs signal.
template <typename T>
bool compares(T a, T b, std::uint64_t predicate) {
  const bool unordered = std::isnan(a) || std::isnan(b);
  bool holds = false;
  switch (predicate & 7U) {
    case 0:
      holds = (predicate & 8U) != 0 ? unordered || a == b : a == b;
      break;
    case 1:
      holds = (predicate & 8U) != 0 ? unordered || a < b : a < b;  // nge / lt
      break;
    case 2:
      holds = (predicate & 8U) != 0 ? unordered || a <= b : a <= b;  // ngt / le
      break;
    case 3:
      holds = (predicate & 8U) == 0 && unordered;  // unord / false
      break;
    case 4:
      holds = (predicate & 8U) != 0 ? !unordered && a != b : unordered || a != b;
      break;
    case 5:
      holds = (predicate & 8U) != 0 ? a >= b : unordered || a >= b;  // ge / nlt
      break;
    case 6:
      holds = (predicate & 8U) != 0 ? a > b : unordered || a > b;  // gt / nle
      break;
    default:
      holds = (predicate & 8U) != 0 || !unordered;  // true / ord
      break;
  }
  return holds;
}

template <typename T, bool kScalar>
void compare_floats(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& a = m.vector[op.operands[1].reg];
  const Vector& b = read_vector(m, op, 2, scratch);
  const auto lanes = static_cast<unsigned>(kScalar ? 1 : op.width_bytes / sizeof(T));
  Vector result;
  if (kScalar) {
    result = a;
  }
  Mask mask;
  for (unsigned i = 0; i < lanes; ++i) {
    const std::uint64_t bits = low_bits(sizeof(T)) << (i * sizeof(T));
    if (((a.unknown | b.unknown) & bits) != 0) {
      result.unknown |= bits;
      result.origin = (a.unknown & bits) != 0 ? a.origin : b.origin;
      mask.unknown |= 1ULL << i;
      mask.origin = result.origin;
      continue;
    }
    const bool holds = compares(lane<T>(a, i), lane<T>(b, i), op.immediate);
    std::memset(result.bytes.data() + i * sizeof(T), holds ? 0xFF : 0, sizeof(T));
    result.unknown &= ~bits;
    mask.value |= holds ? 1ULL << i : 0;
  }
  if (op.operands[0].kind != Operand::Kind::mask) {
    return write_vector(m, op, result);
  }
  write_lane_mask(m, op, mask, lanes);
}

// vfpclass: whether the value is of one of the classes that the immediate's bits name.
template <typename T>
bool is_of_class(T value, std::uint64_t classes) {
  using Bits = BitsOf<T>;
  constexpr unsigned kFraction = Format<T>::kFractionBits;
  const auto bits = std::bit_cast<Bits>(value);
  const auto magnitude = static_cast<Bits>(bits & (std::numeric_limits<Bits>::max() >> 1U));
  const auto infinity =
      static_cast<Bits>((std::numeric_limits<Bits>::max() >> 1U) >> kFraction << kFraction);
  const bool negative = magnitude != bits;
  unsigned is = negative ? 0x40 : 0;
  if (magnitude > infinity) {
    is = (magnitude >> (kFraction - 1) & 1U) != 0 ? 0x01 : 0x80;
  } else if (magnitude == infinity) {
    is = negative ? 0x10 : 0x08;
  } else if (magnitude == 0) {
    is = negative ? 0x04 : 0x02;
  } else if (magnitude >> kFraction == 0) {
    is |= 0x20U;
  }
  return (is & classes) != 0;
}

template <typename T, bool kScalar>
void classify(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& a = read_vector(m, op, 1, scratch);
  const auto lanes = static_cast<unsigned>(kScalar ? 1 : op.width_bytes / sizeof(T));
  Mask mask;
  mask.origin = a.origin;
  for (unsigned i = 0; i < lanes; ++i) {
    if ((a.unknown >> (i * sizeof(T)) & low_bits(sizeof(T))) != 0) {
      mask.unknown |= 1ULL << i;
    } else if (is_of_class(lane<T>(a, i), op.immediate)) {
      mask.value |= 1ULL << i;
    }
  }
  write_lane_mask(m, op, mask, lanes);
}

// ucomis and comis: zero, parity and carry for unordered; carry for less; zero for equal.
template <typename T>
void compare_to_flags(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& a = m.vector[op.operands[0].reg];
  const Vector& b = read_vector(m, op, 1, scratch);
  const std::uint64_t bits = low_bits(sizeof(T));
  if (((a.unknown | b.unknown) & bits) != 0) {
    return set_flags_unknown(m.flags, (a.unknown & bits) != 0 ? a.origin : b.origin);
  }
  const T x = lane<T>(a, 0);
  const T y = lane<T>(b, 0);
  const bool unordered = std::isnan(x) || std::isnan(y);
  unsigned set = 0;
  set |= unordered || x == y ? Flags::zero : 0U;
  set |= unordered ? Flags::parity : 0U;
  set |= unordered || x < y ? Flags::carry : 0U;
  m.flags.set = set;
  m.flags.unknown = 0;
}

template <typename T>
void add_comparisons(FamilyTable& table, const std::string& letter) {
  constexpr unsigned kBytes = sizeof(T);
  const std::string ps = "P" + letter;
  const std::string ss = "S" + letter;
  table.add("FPCLASS" + ps, {.run = classify<T, false>, .lane_bytes = kBytes});
  table.add("FPCLASS" + ss,
            {.run = classify<T, true>, .lane_bytes = kBytes, .memory_bytes = kBytes});
  table.add("CMP" + ps, {.run = compare_floats<T, false>, .lane_bytes = kBytes});
  table.add("CMP" + ss,
            {.run = compare_floats<T, true>, .lane_bytes = kBytes, .memory_bytes = kBytes});
  table.add("UCOMI" + ss,
            {.run = compare_to_flags<T>, .lane_bytes = kBytes, .memory_bytes = kBytes});
  table.add("COMI" + ss,
            {.run = compare_to_flags<T>, .lane_bytes = kBytes, .memory_bytes = kBytes});
}

}  // namespace
}  // namespace floats

void add_floating_comparisons(FamilyTable& table) {
  floats::add_comparisons<float>(table, "S");
  floats::add_comparisons<double>(table, "D");
  floats::add_comparisons<Half>(table, "H");
}

}  // namespace clgauge::lens
