// Vectors of bits: counts, comparisons of all lanes with each other, shifts of two lanes as one,
// products and matrices over single bits; and the products of 52 bits that came with them.
#include <bit>

#include "lens/evaluate/families/lanes.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace {

template <typename U>
constexpr U leading_zeros(U value) {
  return static_cast<U>(std::countl_zero(value));
}
template <typename U>
constexpr U ones(U value) {
  return static_cast<U>(std::popcount(value));
}

// vpconflict: of each lane, which of those before it hold the same.
template <typename U>
void find_conflicts(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& from = read_whole_vector(m, op, 1, scratch);
  Vector result;
  result.origin = from.origin;
  const auto unknown = [&](unsigned i) {
    return (from.unknown >> (i * sizeof(U)) & low_bits(sizeof(U))) != 0;
  };
  bool any_unknown = false;
  for (unsigned i = 0; i < op.width_bytes / sizeof(U); ++i) {
    U same = 0;
    for (unsigned before = 0; before < i; ++before) {
      same |= static_cast<U>(lane<U>(from, before) == lane<U>(from, i) ? U{1} << before : U{0});
    }
    set_lane<U>(result, i, same);
    if (i != 0 && (any_unknown || unknown(i))) {
      result.unknown |= low_bits(sizeof(U)) << (i * sizeof(U));
    }
    any_unknown = any_unknown || unknown(i);
  }
  write_vector(m, op, result);
}

template <unsigned kShift>
constexpr std::uint64_t multiply_add_52(std::uint64_t sum, std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t k52 = (1ULL << 52U) - 1;
  return sum + static_cast<std::uint64_t>((UnsignedWide{a & k52} * (b & k52) >> kShift) & k52);
}

// The upper half of high:low, shifted left; the lower half, shifted right.
template <typename U>
constexpr U shifted_left(U high, U low, unsigned count) {
  constexpr unsigned kBits = 8 * sizeof(U);
  count %= kBits;
  return count == 0 ? high : static_cast<U>(high << count | low >> (kBits - count));
}
template <typename U>
constexpr U shifted_right(U high, U low, unsigned count) {
  constexpr unsigned kBits = 8 * sizeof(U);
  count %= kBits;
  return count == 0 ? low : static_cast<U>(low >> count | high << (kBits - count));
}

template <typename U>
constexpr U shift_left_by_lane(U high, U low, U count) {
  return shifted_left<U>(high, low, static_cast<unsigned>(count % (8 * sizeof(U))));
}
template <typename U>
constexpr U shift_right_by_lane(U low, U high, U count) {
  return shifted_right<U>(high, low, static_cast<unsigned>(count % (8 * sizeof(U))));
}

template <typename U, bool kLeft>
void shift_pairs(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& a = m.vector[op.operands[1].reg];
  const Vector& b = read_vector(m, op, 2, scratch);
  const auto count = static_cast<unsigned>(op.immediate & 0xFFU);
  Vector result;
  inherit_unknown(result, a, b, op.width_bytes, sizeof(U));
  for (unsigned i = 0; i < op.width_bytes / sizeof(U); ++i) {
    const U x = lane<U>(a, i);
    const U y = lane<U>(b, i);
    set_lane<U>(result, i, kLeft ? shifted_left<U>(x, y, count) : shifted_right<U>(y, x, count));
  }
  write_vector(m, op, result);
}

// vpmultishiftqb: for each byte of a where in b's 64 bits to start.
constexpr std::uint64_t select_bytes(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  for (unsigned at = 0; at < 64; at += 8) {
    result |= (std::rotr(b, static_cast<int>(a >> at & 63U)) & 0xFFU) << at;
  }
  return result;
}

void multishift(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& a = m.vector[op.operands[1].reg];
  const Vector& b = read_whole_vector(m, op, 2, scratch);
  Vector result;
  inherit_unknown(result, a, b, op.width_bytes, 8);
  for (unsigned i = 0; i < op.width_bytes / 8U; ++i) {
    set_lane(result, i, select_bytes(lane<std::uint64_t>(a, i), lane<std::uint64_t>(b, i)));
  }
  write_vector(m, op, result);
}

// vpshufbitqmb: for each byte of b which bit of a's 64.
void select_bits(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& a = m.vector[op.operands[1].reg];
  const Vector& b = read_whole_vector(m, op, 2, scratch);
  Mask result;
  result.origin = a.unknown != 0 ? a.origin : b.origin;
  for (unsigned i = 0; i < op.width_bytes; ++i) {
    const bool unknown_bits = (a.unknown >> (i / 8 * 8) & 0xFFU) != 0;
    if (unknown_bits || (b.unknown >> i & 1U) != 0) {
      result.unknown |= 1ULL << i;
    } else {
      result.value |= (lane<std::uint64_t>(a, i / 8) >> (b.bytes[i] & 63U) & 1U) << i;
    }
  }
  write_lane_mask(m, op, result, op.width_bytes);
}

// Bytes as polynomials over one bit, modulo x^8 + x^4 + x^3 + x + 1.
constexpr std::uint8_t multiply_polynomials(std::uint8_t a, std::uint8_t b) {
  unsigned product = 0;
  for (unsigned i = 0; i < 8; ++i) {
    product ^= (b >> i & 1U) != 0 ? unsigned{a} << i : 0U;
  }
  for (unsigned i = 14; i >= 8; --i) {
    product ^= (product >> i & 1U) != 0 ? 0x11BU << (i - 8) : 0U;
  }
  return static_cast<std::uint8_t>(product);
}

constexpr std::uint8_t inverse_polynomial(std::uint8_t a) {
  std::uint8_t power = 1;
  for (unsigned i = 0; i < 254; ++i) {
    power = multiply_polynomials(power, a);
  }
  return power;
}

// gf2p8affineqb: each byte of a times the 8 x 8 bits of b, plus the immediate.
template <bool kInverse>
void transform_bits(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& a = m.vector[op.operands[1].reg];
  const Vector& b = read_whole_vector(m, op, 2, scratch);
  Vector result;
  result.origin = a.unknown != 0 ? a.origin : b.origin;
  result.unknown = (a.unknown | whole_lanes(b.unknown, 8)) & low_bits(op.width_bytes);
  for (unsigned i = 0; i < op.width_bytes; ++i) {
    const std::uint8_t x = kInverse ? inverse_polynomial(a.bytes[i]) : a.bytes[i];
    auto y = static_cast<unsigned>(op.immediate & 0xFFU);
    for (unsigned bit = 0; bit < 8; ++bit) {
      const unsigned row = b.bytes[i / 8 * 8 + 7 - bit];
      y ^= (static_cast<unsigned>(std::popcount(row & x)) & 1U) << bit;
    }
    result.bytes[i] = static_cast<std::uint8_t>(y);
  }
  write_vector(m, op, result);
}

// LLVM 15 decodes their displacements wrongly: 8 bytes count as 1.
void refuse_broadcast(const OpcodeName& name, Operation& op) {
  if (name.broadcast) {
    op.run = nullptr;
  }
}

template <typename U>
void add_pair_shifts(FamilyTable& table, const std::string& suffix) {
  constexpr auto kBytes = static_cast<unsigned>(sizeof(U));
  table.add("PSHLD" + suffix, {.run = shift_pairs<U, true>, .lane_bytes = kBytes});
  table.add("PSHRD" + suffix, {.run = shift_pairs<U, false>, .lane_bytes = kBytes});
  table.add("PSHLDV" + suffix, {.run = each_lane_of_three<U, shift_left_by_lane<U>>,
                                .lane_bytes = kBytes,
                                .reads_destination = true});
  table.add("PSHRDV" + suffix, {.run = each_lane_of_three<U, shift_right_by_lane<U>>,
                                .lane_bytes = kBytes,
                                .reads_destination = true});
}

}  // namespace

void add_vector_bits(FamilyTable& table) {
  using Byte = std::uint8_t;
  using Word = std::uint16_t;
  using Int = std::uint32_t;
  using Long = std::uint64_t;
  table.add("PLZCNTD", {.run = each_lane_of_one<Int, leading_zeros<Int>>, .lane_bytes = 4});
  table.add("PLZCNTQ", {.run = each_lane_of_one<Long, leading_zeros<Long>>, .lane_bytes = 8});
  table.add("POPCNTB", {.run = each_lane_of_one<Byte, ones<Byte>>, .lane_bytes = 1});
  table.add("POPCNTW", {.run = each_lane_of_one<Word, ones<Word>>, .lane_bytes = 2});
  table.add("POPCNTD", {.run = each_lane_of_one<Int, ones<Int>>, .lane_bytes = 4});
  table.add("POPCNTQ", {.run = each_lane_of_one<Long, ones<Long>>, .lane_bytes = 8});
  table.add("PCONFLICTD", {.run = find_conflicts<Int>, .lane_bytes = 4});
  table.add("PCONFLICTQ", {.run = find_conflicts<Long>, .lane_bytes = 8});
  table.add("PMADD52LUQ", {.run = each_lane_of_three<Long, multiply_add_52<0>>,
                           .lane_bytes = 8,
                           .reads_destination = true});
  table.add("PMADD52HUQ", {.run = each_lane_of_three<Long, multiply_add_52<52>>,
                           .lane_bytes = 8,
                           .reads_destination = true});
  add_pair_shifts<Word>(table, "W");
  add_pair_shifts<Int>(table, "D");
  add_pair_shifts<Long>(table, "Q");
  table.add("PMULTISHIFTQB", {.run = multishift, .lane_bytes = 1, .prepare = prepare_broadcast<8>});
  table.add("PSHUFBITQMB", {.run = select_bits, .lane_bytes = 1});
  table.add("GF2P8MULB", {.run = each_lane<Byte, multiply_polynomials>, .lane_bytes = 1});
  table.add("GF2P8AFFINEQB",
            {.run = transform_bits<false>, .lane_bytes = 1, .prepare = refuse_broadcast});
  table.add("GF2P8AFFINEINVQB",
            {.run = transform_bits<true>, .lane_bytes = 1, .prepare = refuse_broadcast});
}

}  // namespace clgauge::lens
