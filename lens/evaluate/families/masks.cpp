// AVX-512's mask registers, and comparisons that write them.
#include <bit>

#include "lens/evaluate/families/flags.h"
#include "lens/evaluate/families/lanes.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace {

constexpr unsigned bits_of(unsigned mask_bytes) { return 8 * mask_bytes; }

Mask read_mask(Machine& m, const Operation& op, unsigned operand, unsigned bits) {
  Mask read;
  if (op.operands[operand].kind == Operand::Kind::mask) {
    read = m.mask[op.operands[operand].reg];
  } else {
    const Scalar value = read_scalar(m, op, operand, bits / 8);
    read.value = value.value;
    read.unknown = bits_of_bytes(value.unknown);
    read.origin = value.origin;
  }
  read.value &= low_bits(bits);
  read.unknown &= low_bits(bits);
  return read;
}

// kmov: element_bytes is the mask's size.
void move_mask(Machine& m, const Operation& op) {
  const unsigned bits = bits_of(op.element_bytes);
  const Mask mask = read_mask(m, op, 1, bits);
  if (op.operands[0].kind == Operand::Kind::mask) {
    m.mask[op.operands[0].reg] = mask;
    return;
  }
  Scalar value{mask.value, 0, mask.origin};
  for (unsigned i = 0; i < op.element_bytes; ++i) {
    value.unknown |=
        static_cast<std::uint8_t>((mask.unknown >> (8 * i) & 0xFFU) != 0 ? 1U << i : 0U);
  }
  if (op.operands[0].kind == Operand::Kind::memory) {
    store_scalar(m, op, effective_address(m, op), op.element_bytes, value);
  } else {
    write_general(m, op.operands[0], op.element_bytes == 8 ? 8 : 4, value);
  }
}

void prepare_mask(const OpcodeName&, Operation& op) { op.memory_bytes = op.element_bytes; }

enum class Logic { conjunction, disjunction, exclusive, same, and_not };

template <Logic kLogic>
void combine(Machine& m, const Operation& op) {
  const unsigned bits = bits_of(op.element_bytes);
  const Mask a = read_mask(m, op, 1, bits);
  const Mask b = read_mask(m, op, 2, bits);
  const bool same_source = op.operands[1].reg == op.operands[2].reg;
  Mask result;
  switch (kLogic) {
    case Logic::conjunction:
      result.value = a.value & b.value;
      // A lane that either mask is known to leave out is out.
      result.unknown = (a.unknown | b.unknown) & (a.value | a.unknown) & (b.value | b.unknown);
      break;
    case Logic::and_not:
      result.value = ~a.value & b.value;
      result.unknown = (a.unknown | b.unknown) & (~a.value | a.unknown) & (b.value | b.unknown);
      break;
    case Logic::disjunction:
      result.value = a.value | b.value;
      result.unknown = (a.unknown | b.unknown) & (~a.value | a.unknown) & (~b.value | b.unknown);
      result.value |= (a.value & ~a.unknown) | (b.value & ~b.unknown);
      break;
    case Logic::exclusive:
      result.value = a.value ^ b.value;
      result.unknown = same_source ? 0 : a.unknown | b.unknown;
      break;
    case Logic::same:
      result.value = ~(a.value ^ b.value);
      result.unknown = same_source ? 0 : a.unknown | b.unknown;
      break;
  }
  if (same_source && kLogic == Logic::exclusive) {
    result.value = 0;
  }
  if (same_source && kLogic == Logic::same) {
    result.value = ~std::uint64_t{0};
  }
  result.value &= low_bits(bits) & ~result.unknown;
  result.origin = a.unknown != 0 ? a.origin : b.origin;
  m.mask[op.operands[0].reg] = result;
}

void invert_mask(Machine& m, const Operation& op) {
  const unsigned bits = bits_of(op.element_bytes);
  Mask mask = read_mask(m, op, 1, bits);
  mask.value = ~mask.value & low_bits(bits);
  m.mask[op.operands[0].reg] = mask;
}

void add_masks(Machine& m, const Operation& op) {
  const unsigned bits = bits_of(op.element_bytes);
  const Mask a = read_mask(m, op, 1, bits);
  const Mask b = read_mask(m, op, 2, bits);
  Mask result{(a.value + b.value) & low_bits(bits), 0, a.unknown != 0 ? a.origin : b.origin};
  result.unknown = (a.unknown | b.unknown) != 0 ? low_bits(bits) : 0;
  m.mask[op.operands[0].reg] = result;
}

template <bool kLeft>
void shift_mask(Machine& m, const Operation& op) {
  const unsigned bits = bits_of(op.element_bytes);
  Mask mask = read_mask(m, op, 1, bits);
  const auto by = static_cast<unsigned>(op.immediate & 0xFFU);
  const auto moved = [&](std::uint64_t value) -> std::uint64_t {
    return by >= bits ? 0 : (kLeft ? value << by : value >> by) & low_bits(bits);
  };
  mask.value = moved(mask.value);
  mask.unknown = moved(mask.unknown);
  m.mask[op.operands[0].reg] = mask;
}

// kunpck: a above b; element_bytes is the result's.
void unpack(Machine& m, const Operation& op) {
  const unsigned half = bits_of(op.element_bytes) / 2;
  const Mask a = read_mask(m, op, 1, half);
  const Mask b = read_mask(m, op, 2, half);
  m.mask[op.operands[0].reg] = {a.value << half | b.value, a.unknown << half | b.unknown,
                                a.unknown != 0 ? a.origin : b.origin};
}

// Of a mask, the bits that are set for certain, and those that may be.
struct Bits {
  std::uint64_t certain = 0;
  std::uint64_t possible = 0;

  Bits operator~() const { return {~possible, ~certain}; }
  Bits operator&(const Bits& b) const { return {certain & b.certain, possible & b.possible}; }
};
Bits bits_in(const Mask& mask) { return {mask.value & ~mask.unknown, mask.value | mask.unknown}; }

// A flag that says that no bit is set: lanes that nobody set tell nothing only where they matter.
void set_if_none(const Bits& set, unsigned bits, unsigned flag, Flags& flags) {
  if ((set.certain & low_bits(bits)) != 0) {
    return;
  }
  ((set.possible & low_bits(bits)) == 0 ? flags.set : flags.unknown) |= flag;
}

// kortest: zero: no bit in either; carry: every bit in one. ktest: zero: none in common; carry: b
// within a.
template <bool kOr>
void test_mask(Machine& m, const Operation& op) {
  const unsigned bits = bits_of(op.element_bytes);
  const Mask a = read_mask(m, op, 0, bits);
  const Mask b = read_mask(m, op, 1, bits);
  const Bits in_a = bits_in(a);
  const Bits in_b = bits_in(b);
  const Bits in_neither = ~in_a & ~in_b;
  m.flags.set = 0;
  m.flags.unknown = 0;
  m.flags.origin = a.unknown != 0 ? a.origin : b.origin;
  set_if_none(kOr ? ~in_neither : in_a & in_b, bits, Flags::zero, m.flags);
  set_if_none(kOr ? in_neither : ~in_a & in_b, bits, Flags::carry, m.flags);
}

template <typename T, typename Compare>
void compare_lanes(Machine& m, const Operation& op, Compare compare) {
  const TwoSources sources(m, op);
  const Vector& a = sources.first;
  const Vector& b = sources.second;
  const auto lanes = static_cast<unsigned>(op.width_bytes / sizeof(T));
  Mask result;
  for (unsigned i = 0; i < lanes; ++i) {
    const std::uint64_t bits = low_bits(sizeof(T)) << (i * sizeof(T));
    if (((a.unknown | b.unknown) & bits) != 0) {
      result.unknown |= 1ULL << i;
      result.origin = (a.unknown & bits) != 0 ? a.origin : b.origin;
    } else if (compare(lane<T>(a, i), lane<T>(b, i))) {
      result.value |= 1ULL << i;
    }
  }
  write_lane_mask(m, op, result, lanes);
}

// vpcmp with its predicate in the immediate.
template <typename T>
void compare_by_predicate(Machine& m, const Operation& op) {
  compare_lanes<T>(m, op, [&](T a, T b) {
    bool holds = false;
    switch (op.immediate & 3U) {
      case 0:
        holds = a == b;
        break;
      case 1:
        holds = a < b;
        break;
      case 2:
        holds = a <= b;
        break;
      default:
        holds = false;
        break;
    }
    return holds != ((op.immediate & 4U) != 0);
  });
}

template <typename T>
void compare_equal(Machine& m, const Operation& op) {
  if (same_vector(op, 1, 2)) {
    const auto lanes = static_cast<unsigned>(op.width_bytes / sizeof(T));
    return write_lane_mask(m, op, {low_bits(lanes), 0, {}}, lanes);
  }
  compare_lanes<T>(m, op, [](T a, T b) { return a == b; });
}
template <typename T>
void compare_greater(Machine& m, const Operation& op) {
  compare_lanes<T>(m, op, [](T a, T b) { return a > b; });
}
template <typename T, bool kWanted>
void test_lanes(Machine& m, const Operation& op) {
  compare_lanes<T>(m, op, [](T a, T b) { return ((a & b) != 0) == kWanted; });
}

// Without EVEX the same mnemonic writes a vector.
template <Operation::Run kToMask>
void prepare_comparison(const OpcodeName&, Operation& op) {
  if (op.operands[0].kind == Operand::Kind::mask) {
    op.run = kToMask;
  }
}

template <typename S, typename U>
void add_lane_comparisons(FamilyTable& table, const std::string& suffix) {
  table.add("PCMP" + suffix, {.run = compare_by_predicate<S>, .lane_bytes = sizeof(S)});
  table.add("PCMPU" + suffix, {.run = compare_by_predicate<U>, .lane_bytes = sizeof(U)});
  table.add("PTESTM" + suffix, {.run = test_lanes<U, true>, .lane_bytes = sizeof(U)});
  table.add("PTESTNM" + suffix, {.run = test_lanes<U, false>, .lane_bytes = sizeof(U)});
  Meaning equal = *table.find("PCMPEQ" + suffix);
  equal.prepare = prepare_comparison<compare_equal<U>>;
  table.add("PCMPEQ" + suffix, equal);
  Meaning greater = *table.find("PCMPGT" + suffix);
  greater.prepare = prepare_comparison<compare_greater<S>>;
  table.add("PCMPGT" + suffix, greater);
}

// vpmovm2d and so on: lanes of all ones where the mask is set; vpmovd2m the other way.
template <typename U>
void spread_mask(Machine& m, const Operation& op) {
  const Mask& mask = m.mask[op.operands[1].reg];
  Vector result;
  for (unsigned i = 0; i < op.width_bytes / sizeof(U); ++i) {
    set_lane<U>(result, i, (mask.value >> i & 1U) != 0 ? static_cast<U>(-1) : U{0});
    if ((mask.unknown >> i & 1U) != 0) {
      result.unknown |= low_bits(sizeof(U)) << (i * sizeof(U));
      result.origin = mask.origin;
    }
  }
  write_vector(m, op, result);
}

// vpbroadcastmb2q and vpbroadcastmw2d: the mask as a number in every lane.
template <typename Part, typename U>
void broadcast_mask(Machine& m, const Operation& op) {
  const Mask& mask = m.mask[op.operands[1].reg];
  Vector result;
  result.origin = mask.origin;
  for (unsigned i = 0; i < op.width_bytes / sizeof(U); ++i) {
    set_lane<U>(result, i, static_cast<Part>(mask.value));
    for (unsigned k = 0; k < sizeof(Part); ++k) {
      if ((mask.unknown >> (8 * k) & 0xFFU) != 0) {
        result.unknown |= 1ULL << (i * sizeof(U) + k);
      }
    }
  }
  write_vector(m, op, result);
}

template <typename U>
void collect_signs(Machine& m, const Operation& op) {
  const Vector& from = m.vector[op.operands[1].reg];
  Mask result;
  for (unsigned i = 0; i < op.width_bytes / sizeof(U); ++i) {
    const auto last = static_cast<unsigned>((i + 1) * sizeof(U) - 1);
    result.value |= static_cast<std::uint64_t>(from.bytes[last] >> 7U) << i;
    result.unknown |= (from.unknown >> last & 1U) << i;
  }
  result.origin = from.origin;
  m.mask[op.operands[0].reg] = result;
}

}  // namespace

void add_masks(FamilyTable& table) {
  struct Size {
    char suffix;
    unsigned bytes;
  };
  for (const Size size : {Size{'B', 1}, Size{'W', 2}, Size{'D', 4}, Size{'Q', 8}}) {
    const auto name = [&](const char* stem) { return std::string(stem) + size.suffix; };
    table.add(name("KMOV"), {.run = move_mask,
                             .lane_bytes = size.bytes,
                             .memory_bytes = size.bytes,
                             .prepare = prepare_mask});
    table.add(name("KAND"), {.run = combine<Logic::conjunction>, .lane_bytes = size.bytes});
    table.add(name("KANDN"), {.run = combine<Logic::and_not>, .lane_bytes = size.bytes});
    table.add(name("KOR"), {.run = combine<Logic::disjunction>, .lane_bytes = size.bytes});
    table.add(name("KXOR"), {.run = combine<Logic::exclusive>, .lane_bytes = size.bytes});
    table.add(name("KXNOR"), {.run = combine<Logic::same>, .lane_bytes = size.bytes});
    table.add(name("KNOT"), {.run = invert_mask, .lane_bytes = size.bytes});
    table.add(name("KADD"), {.run = add_masks, .lane_bytes = size.bytes});
    table.add(name("KSHIFTL"), {.run = shift_mask<true>, .lane_bytes = size.bytes});
    table.add(name("KSHIFTR"), {.run = shift_mask<false>, .lane_bytes = size.bytes});
    table.add(name("KORTEST"), {.run = test_mask<true>, .lane_bytes = size.bytes});
    table.add(name("KTEST"), {.run = test_mask<false>, .lane_bytes = size.bytes});
  }
  table.add("KUNPCKBW", {.run = unpack, .lane_bytes = 2});
  table.add("KUNPCKWD", {.run = unpack, .lane_bytes = 4});
  table.add("KUNPCKDQ", {.run = unpack, .lane_bytes = 8});
  add_lane_comparisons<std::int8_t, std::uint8_t>(table, "B");
  add_lane_comparisons<std::int16_t, std::uint16_t>(table, "W");
  add_lane_comparisons<std::int32_t, std::uint32_t>(table, "D");
  add_lane_comparisons<std::int64_t, std::uint64_t>(table, "Q");
  table.add("PMOVM2B", {.run = spread_mask<std::uint8_t>, .lane_bytes = 1});
  table.add("PMOVM2W", {.run = spread_mask<std::uint16_t>, .lane_bytes = 2});
  table.add("PMOVM2D", {.run = spread_mask<std::uint32_t>, .lane_bytes = 4});
  table.add("PMOVM2Q", {.run = spread_mask<std::uint64_t>, .lane_bytes = 8});
  table.add("PBROADCASTMB2Q",
            {.run = broadcast_mask<std::uint8_t, std::uint64_t>, .lane_bytes = 8});
  table.add("PBROADCASTMW2D",
            {.run = broadcast_mask<std::uint16_t, std::uint32_t>, .lane_bytes = 4});
  table.add("PMOVB2M", {.run = collect_signs<std::uint8_t>, .lane_bytes = 1});
  table.add("PMOVW2M", {.run = collect_signs<std::uint16_t>, .lane_bytes = 2});
  table.add("PMOVD2M", {.run = collect_signs<std::uint32_t>, .lane_bytes = 4});
  table.add("PMOVQ2M", {.run = collect_signs<std::uint64_t>, .lane_bytes = 8});
}

}  // namespace clgauge::lens
