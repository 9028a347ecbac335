// Single bits of general registers: counted, searched, tested, changed, cut out and put together.
#include <bit>

#include "lens/evaluate/families/flags.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace {

// bextr: start and length come in one register.
void extract_bits(Machine& m, const Operation& op) {
  const unsigned bits = 8U * op.width_bytes;
  const Scalar a = read_scalar(m, op, 1, op.width_bytes);
  const Scalar control = read_scalar(m, op, 2, op.width_bytes);
  const auto start = static_cast<unsigned>(control.value & 0xFFU);
  const auto length = static_cast<unsigned>(control.value >> 8U & 0xFFU);
  const std::uint64_t value = start >= bits ? 0 : a.value >> start & low_bits(length);
  const Scalar result = derived(value, op.width_bytes, a, control);
  set_flags_of(m.flags, result, op.width_bytes, false, false);
  m.flags.unknown |= Flags::sign | Flags::parity;
  write_general(m, op.operands[0], op.width_bytes, result);
}

// bzhi
void zero_high_bits(Machine& m, const Operation& op) {
  const unsigned bits = 8U * op.width_bytes;
  const Scalar a = read_scalar(m, op, 1, op.width_bytes);
  const Scalar index = read_scalar(m, op, 2, 1);
  const auto kept = static_cast<unsigned>(index.value);
  const Scalar result =
      derived(kept >= bits ? a.value : a.value & low_bits(kept), op.width_bytes, a, index);
  set_flags_of(m.flags, result, op.width_bytes, kept >= bits, false);
  m.flags.unknown |= Flags::parity;
  write_general(m, op.operands[0], op.width_bytes, result);
}

enum class Lowest { isolated, cleared, mask_up_to };

// blsi, blsr, blsmsk. Nothing of them goes from higher bits to lower ones.
template <Lowest kWhat>
void lowest_bit(Machine& m, const Operation& op) {
  const Scalar a = read_scalar(m, op, 1, op.width_bytes);
  const std::uint64_t value = kWhat == Lowest::isolated  ? a.value & (0 - a.value)
                              : kWhat == Lowest::cleared ? a.value & (a.value - 1)
                                                         : a.value ^ (a.value - 1);
  const Scalar result = derived_upwards(value, op.width_bytes, a, {});
  const bool carry = (a.value == 0) != (kWhat == Lowest::isolated);
  set_flags_of(m.flags, result, op.width_bytes, carry, false);
  if (result.unknown == 0) {
    m.flags.unknown = Flags::parity;
    m.flags.origin = computed_at(op);
  }
  write_general(m, op.operands[0], op.width_bytes, result);
}

// pdep: the lowest bits, each to the next place that the mask names.
std::uint64_t deposited(std::uint64_t bits, std::uint64_t mask) noexcept {
  std::uint64_t result = 0;
  for (; mask != 0; mask &= mask - 1, bits >>= 1U) {
    result |= (bits & 1U) != 0 ? mask & (0 - mask) : 0;
  }
  return result;
}

// pext: the bits at the places that the mask names, side by side.
std::uint64_t gathered(std::uint64_t bits, std::uint64_t mask) noexcept {
  std::uint64_t result = 0;
  for (unsigned at = 0; mask != 0; mask &= mask - 1, ++at) {
    result |= (bits >> std::countr_zero(mask) & 1U) << at;
  }
  return result;
}

std::uint8_t bytes_with(std::uint64_t bits) noexcept {
  unsigned bytes = 0;
  for (unsigned i = 0; i < 8; ++i) {
    bytes |= (bits >> (8 * i) & 0xFFU) != 0 ? 1U << i : 0U;
  }
  return static_cast<std::uint8_t>(bytes);
}

// By a known mask unknown bits go where the others go.
template <auto kMove>
void move_bits(Machine& m, const Operation& op) {
  const Scalar a = read_scalar(m, op, 1, op.width_bytes);
  const Scalar mask = read_scalar(m, op, 2, op.width_bytes);
  Scalar result = derived(kMove(a.value, mask.value), op.width_bytes, a, mask);
  if (mask.unknown == 0) {
    result.unknown = bytes_with(kMove(bits_of_bytes(a.unknown), mask.value));
  }
  write_general(m, op.operands[0], op.width_bytes, result);
}

enum class Count { trailing, leading, ones };

template <Count kWhat>
void count_bits(Machine& m, const Operation& op) {
  const unsigned bits = 8U * op.width_bytes;
  const Scalar a = read_scalar(m, op, 1, op.width_bytes);
  unsigned count = 0;
  switch (kWhat) {
    case Count::trailing:
      count = a.value == 0 ? bits : static_cast<unsigned>(std::countr_zero(a.value));
      break;
    case Count::leading:
      count = static_cast<unsigned>(std::countl_zero(a.value)) - (64 - bits);
      break;
    case Count::ones:
      count = static_cast<unsigned>(std::popcount(a.value));
      break;
  }
  const Scalar result = derived(count, op.width_bytes, a, {});
  // Zero is the result's; carry says that the source was 0 (popcnt clears it).
  set_flags_of(m.flags, result, op.width_bytes, kWhat != Count::ones && a.value == 0, false);
  if (kWhat != Count::ones) {
    m.flags.unknown |= Flags::sign | Flags::parity | Flags::overflow;
  } else {
    m.flags.set = m.flags.set & Flags::zero;
    m.flags.set |= a.value == 0 ? Flags::zero : 0U;
  }
  write_general(m, op.operands[0], op.width_bytes, result);
}

// bsf and bsr: the number of a bit that is set; what 0 leaves, processors differ in.
template <bool kHighest>
void find_bit(Machine& m, const Operation& op) {
  const Scalar a = read_scalar(m, op, 1, op.width_bytes);
  set_flags_of(m.flags, a, op.width_bytes, false, false);
  m.flags.unknown |= Flags::all & ~Flags::zero;
  m.flags.origin = a.unknown != 0 ? a.origin : computed_at(op);
  if (a.unknown == 0 && a.value == 0) {
    Scalar& left = m.general[op.operands[0].reg];
    left.unknown = 0xFF;
    left.origin = computed_at(op);
    return;
  }
  const int number = kHighest ? 63 - std::countl_zero(a.value) : std::countr_zero(a.value);
  write_general(m, op.operands[0], op.width_bytes,
                derived(static_cast<std::uint64_t>(number), op.width_bytes, a, {}));
}

// The bit that `index` numbers, into the carry.
unsigned test_bit(Machine& m, const Operation& op, const Scalar& a, const Scalar& index) {
  const bool unknown = (a.unknown | index.unknown) != 0;
  const auto bit = static_cast<unsigned>(index.value % (std::uint64_t{8} * op.width_bytes));
  m.flags.set = (m.flags.set & ~Flags::carry) | ((a.value >> bit & 1U) != 0 ? Flags::carry : 0U);
  m.flags.unknown = (m.flags.unknown & ~Flags::carry) | (unknown ? Flags::carry : 0U);
  if (unknown) {
    m.flags.origin = a.unknown != 0 ? a.origin : index.origin;
  }
  return bit;
}

void bit_test(Machine& m, const Operation& op) {
  const Scalar a = read_scalar(m, op, 0, op.width_bytes);
  (void)test_bit(m, op, a, read_scalar(m, op, 1, op.width_bytes));
}

enum class Change { set, reset, complement };

// bts, btr, btc
template <Change kChange>
void change_bit(Machine& m, const Operation& op) {
  const Scalar a = read_scalar(m, op, 1, op.width_bytes);
  const Scalar index = read_scalar(m, op, 2, op.width_bytes);
  const std::uint64_t bit = 1ULL << test_bit(m, op, a, index);
  const std::uint64_t value = kChange == Change::set     ? a.value | bit
                              : kChange == Change::reset ? a.value & ~bit
                                                         : a.value ^ bit;
  Scalar result = derived(value, op.width_bytes, a, index);
  if (index.unknown == 0) {
    result.unknown = a.unknown;
  }
  write_scalar(m, op, 0, op.width_bytes, result);
}

// Memory with a register index addresses beyond the operand: not known.
void prepare_bit_test(const OpcodeName& name, Operation& op) {
  if (name.form == "mr") {
    op.run = nullptr;
  }
}

void prepare_change_bit(const OpcodeName& name, Operation& op) {
  prepare_read_modify_write(name, op);
  prepare_bit_test(name, op);
}

}  // namespace

void add_register_bits(FamilyTable& table) {
  table.add("BEXTR", {extract_bits});
  table.add("BZHI", {zero_high_bits});
  table.add("BLSI", {lowest_bit<Lowest::isolated>});
  table.add("BLSR", {lowest_bit<Lowest::cleared>});
  table.add("BLSMSK", {lowest_bit<Lowest::mask_up_to>});
  table.add("PDEP", {move_bits<deposited>});
  table.add("PEXT", {move_bits<gathered>});
  table.add("TZCNT", {count_bits<Count::trailing>});
  table.add("LZCNT", {count_bits<Count::leading>});
  table.add("POPCNT", {count_bits<Count::ones>});
  table.add("BSF", {find_bit<false>});
  table.add("BSR", {find_bit<true>});
  table.add("BT", {.run = bit_test, .prepare = prepare_bit_test});
  table.add("BTS", {.run = change_bit<Change::set>, .prepare = prepare_change_bit});
  table.add("BTR", {.run = change_bit<Change::reset>, .prepare = prepare_change_bit});
  table.add("BTC", {.run = change_bit<Change::complement>, .prepare = prepare_change_bit});
}

}  // namespace clgauge::lens
