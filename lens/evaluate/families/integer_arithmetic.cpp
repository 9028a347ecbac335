// Sums, differences, comparisons and bitwise operations of general registers, with their flags.
#include "lens/evaluate/families/flags.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace {

bool same_register(const Operation& op, unsigned a, unsigned b) noexcept {
  const Operand& x = op.operands[a];
  const Operand& y = op.operands[b];
  return x.kind == Operand::Kind::general && y.kind == Operand::Kind::general && x.reg == y.reg &&
         x.high == y.high;
}

template <bool kSubtract, bool kWithCarry>
void add_or_subtract(Machine& m, const Operation& op) {
  const unsigned bytes = op.width_bytes;
  Scalar a = read_scalar(m, op, 1, bytes);
  Scalar b = read_scalar(m, op, 2, bytes);
  if (kSubtract && same_register(op, 1, 2)) {  // 0, or what sbb makes of the carry alone
    a = b = {};
  }
  if (kWithCarry && (m.flags.unknown & Flags::carry) != 0) {
    a.origin = a.unknown == 0 ? m.flags.origin : a.origin;
    a.unknown = all_bytes(bytes);
  }
  const bool carry = kWithCarry && (m.flags.set & Flags::carry) != 0;
  const Sum sum = kSubtract ? difference_of(a.value, b.value, carry, bytes)
                            : sum_of(a.value, b.value, carry, bytes);
  const Scalar result = derived_upwards(sum.value, bytes, a, b);
  set_flags_of(m.flags, result, bytes, sum.carry, sum.overflow);
  write_scalar(m, op, 0, bytes, result);
}

void compare(Machine& m, const Operation& op) {
  const unsigned bytes = op.width_bytes;
  const Scalar a = read_scalar(m, op, 0, bytes);
  const Scalar b = read_scalar(m, op, 1, bytes);
  const Sum sum = difference_of(a.value, b.value, false, bytes);
  set_flags_of(m.flags, derived(sum.value, bytes, a, b), bytes, sum.carry, sum.overflow);
}

// inc and dec leave the carry alone.
template <bool kSubtract>
void step(Machine& m, const Operation& op) {
  const unsigned bytes = op.width_bytes;
  const Scalar a = read_scalar(m, op, 1, bytes);
  const Sum sum =
      kSubtract ? difference_of(a.value, 1, false, bytes) : sum_of(a.value, 1, false, bytes);
  const Scalar result = derived_upwards(sum.value, bytes, a, {});
  const Flags before = m.flags;
  set_flags_of(m.flags, result, bytes, (before.set & Flags::carry) != 0, sum.overflow);
  m.flags.set = (m.flags.set & ~Flags::carry) | (before.set & Flags::carry);
  m.flags.unknown = (m.flags.unknown & ~Flags::carry) | (before.unknown & Flags::carry);
  if (result.unknown == 0 && m.flags.unknown != 0) {
    m.flags.origin = before.origin;
  }
  write_scalar(m, op, 0, bytes, result);
}

void negate(Machine& m, const Operation& op) {
  const unsigned bytes = op.width_bytes;
  const Scalar a = read_scalar(m, op, 1, bytes);
  const Sum sum = difference_of(0, a.value, false, bytes);
  const Scalar result = derived_upwards(sum.value, bytes, a, {});
  set_flags_of(m.flags, result, bytes, sum.carry, sum.overflow);
  write_scalar(m, op, 0, bytes, result);
}

void invert(Machine& m, const Operation& op) {
  Scalar a = read_scalar(m, op, 1, op.width_bytes);
  a.value = ~a.value & value_mask(op.width_bytes);
  a.origin.derive();
  write_scalar(m, op, 0, op.width_bytes, a);
}

// A known 0 decides a conjunction whatever the other byte is, a known 0xff a disjunction.
template <Bitwise kOperator>
Scalar bitwise(Scalar a, const Scalar& b, unsigned bytes) noexcept {
  if (kOperator == Bitwise::and_not) {
    a.value = ~a.value & value_mask(bytes);
  }
  Scalar result;
  result.value = kOperator == Bitwise::disjunction ? a.value | b.value
                 : kOperator == Bitwise::exclusive ? a.value ^ b.value
                                                   : a.value & b.value;
  result.unknown = a.unknown | b.unknown;
  if (result.unknown == 0) {
    return result;
  }
  result.origin = a.unknown != 0 ? a.origin : b.origin;
  result.origin.derive();
  if (kOperator == Bitwise::exclusive) {
    return result;
  }
  const std::uint64_t deciding = kOperator == Bitwise::disjunction ? 0xFF : 0;
  for (unsigned i = 0; i < bytes; ++i) {
    const bool a_decides =
        (unsigned{a.unknown} >> i & 1U) == 0 && (a.value >> (8 * i) & 0xFFU) == deciding;
    const bool b_decides =
        (unsigned{b.unknown} >> i & 1U) == 0 && (b.value >> (8 * i) & 0xFFU) == deciding;
    if (a_decides || b_decides) {
      result.unknown = static_cast<std::uint8_t>(result.unknown & ~(1U << i));
      result.value = (result.value & ~(0xFFULL << (8 * i))) | (deciding << (8 * i));
    }
  }
  return result;
}

template <Bitwise kOperator>
void bitwise_operation(Machine& m, const Operation& op) {
  const unsigned bytes = op.width_bytes;
  if (kOperator == Bitwise::exclusive && same_register(op, 1, 2)) {
    set_flags(m.flags, 0, bytes, false, false);
    return write_scalar(m, op, 0, bytes, {});
  }
  const Scalar a = read_scalar(m, op, 1, bytes);
  const Scalar b = read_scalar(m, op, 2, bytes);
  const Scalar result = bitwise<kOperator>(a, b, bytes);
  set_flags_of(m.flags, result, bytes, false, false);
  write_scalar(m, op, 0, bytes, result);
}

// andn leaves the parity undefined: Zen has the result's, Golden Cove has none.
void and_not(Machine& m, const Operation& op) {
  bitwise_operation<Bitwise::and_not>(m, op);
  if (m.flags.unknown == 0) {
    m.flags.unknown |= Flags::parity;
    m.flags.origin = computed_at(op);
  }
}

void test(Machine& m, const Operation& op) {
  const Scalar a = read_scalar(m, op, 0, op.width_bytes);
  const Scalar b = read_scalar(m, op, 1, op.width_bytes);
  set_flags_of(m.flags, bitwise<Bitwise::conjunction>(a, b, op.width_bytes), op.width_bytes, false,
               false);
}

void prepare_compare(const OpcodeName& name, Operation& op) {
  if (name.form[0] == 'i') {  // the accumulator is not named
    op.operands[1] = op.operands[0];
    op.operands[0] = {Operand::Kind::general, kRax, op.width_bytes, false};
    op.operand_count = 2;
  }
}

enum class Known {
  add,
  subtract,
  increment,
  decrement,
  conjunction,
  disjunction,
  exclusive,
  compare,
  test
};
constexpr bool writes(Known what) { return what != Known::compare && what != Known::test; }

template <Known kWhat, unsigned kBytes>
std::uint64_t known_result(Flags& flags, std::uint64_t a, std::uint64_t b) noexcept {
  switch (kWhat) {
    case Known::add: {
      const Sum sum = sum_of(a, b, false, kBytes);
      set_flags(flags, sum.value, kBytes, sum.carry, sum.overflow);
      return sum.value;
    }
    case Known::subtract:
    case Known::compare: {
      const Sum sum = difference_of(a, b, false, kBytes);
      set_flags(flags, sum.value, kBytes, sum.carry, sum.overflow);
      return sum.value;
    }
    case Known::increment:
    case Known::decrement: {
      const Sum sum = kWhat == Known::increment ? sum_of(a, 1, false, kBytes)
                                                : difference_of(a, 1, false, kBytes);
      const unsigned unknown = flags.unknown & Flags::carry;
      set_flags(flags, sum.value, kBytes, (flags.set & Flags::carry) != 0, sum.overflow);
      flags.unknown = unknown;
      return sum.value;
    }
    default: {
      const std::uint64_t value = kWhat == Known::disjunction ? a | b
                                  : kWhat == Known::exclusive ? a ^ b
                                                              : a & b;
      set_flags(flags, value, kBytes, false, false);
      return value;
    }
  }
}

// A source of `kBytes`, if it is known; not touched yet. The kinds are those of the forms that
// compiled code is made of.
template <unsigned kBytes, Operand::Kind kKind>
bool known_source(const Machine& m, const Operation& op, unsigned operand, std::uint64_t address,
                  std::uint64_t& value) {
  if (kKind == Operand::Kind::immediate) {
    value = op.immediate & value_mask(kBytes);
    return true;
  }
  if (kKind == Operand::Kind::memory) {
    return m.memory.holds(address, kBytes) && m.memory.load<kBytes>(address, &value) == 0;
  }
  const Scalar& from = m.general[op.operands[operand].reg];
  value = from.value & value_mask(kBytes);
  return (from.unknown & all_bytes(kBytes)) == 0;
}

// Nearly all arithmetic: of known values in whole registers. What is not goes the general way.
template <Operation::Run kGeneral, Known kWhat, unsigned kBytes, Operand::Kind kA, Operand::Kind kB>
void on_known(Machine& m, const Operation& op) {
  constexpr bool kLoads = kA == Operand::Kind::memory || kB == Operand::Kind::memory;
  constexpr unsigned kFirst = writes(kWhat) ? 1 : 0;
  const std::uint64_t address = kLoads ? effective_address(m, op) : 0;
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  if (!known_source<kBytes, kA>(m, op, kFirst, address, a) ||
      !known_source<kBytes, kB>(m, op, kFirst + 1, address, b)) {
    return kGeneral(m, op);
  }
  if (kLoads) {
    m.touch(op, address, kBytes, false);
  }
  const std::uint64_t value = known_result<kWhat, kBytes>(m.flags, a, b);
  if (writes(kWhat)) {
    Scalar& to = m.general[op.operands[0].reg];
    to.value = value;
    to.unknown = 0;
  }
}

template <Operation::Run kGeneral, Known kWhat, unsigned kBytes>
Operation::Run run_of_width(Operand::Kind a, Operand::Kind b) {
  using Kind = Operand::Kind;
  if (a == Kind::general) {
    switch (b) {
      case Kind::general:
        return on_known<kGeneral, kWhat, kBytes, Kind::general, Kind::general>;
      case Kind::immediate:
        return on_known<kGeneral, kWhat, kBytes, Kind::general, Kind::immediate>;
      case Kind::memory:
        return on_known<kGeneral, kWhat, kBytes, Kind::general, Kind::memory>;
      default:
        return kGeneral;
    }
  }
  if (!writes(kWhat) && a == Kind::memory && b == Kind::immediate) {
    return on_known<kGeneral, kWhat, kBytes, Kind::memory, Kind::immediate>;
  }
  if (!writes(kWhat) && a == Kind::memory && b == Kind::general) {
    return on_known<kGeneral, kWhat, kBytes, Kind::memory, Kind::general>;
  }
  return kGeneral;
}

template <Operation::Run kGeneral, Known kWhat>
void prepare_known(const OpcodeName& name, Operation& op) {
  constexpr bool kSteps = kWhat == Known::increment || kWhat == Known::decrement;
  if (writes(kWhat)) {
    prepare_read_modify_write(name, op);
  } else {
    prepare_compare(name, op);
  }
  const Operand& a = op.operands[writes(kWhat) ? 1 : 0];
  const Operand::Kind b =
      kSteps ? Operand::Kind::immediate : op.operands[writes(kWhat) ? 2 : 1].kind;
  if (writes(kWhat) && op.operands[0].kind != Operand::Kind::general) {
    return;
  }
  if (op.width_bytes == 8) {
    op.run = run_of_width<kGeneral, kWhat, 8>(a.kind, b);
  } else if (op.width_bytes == 4) {
    op.run = run_of_width<kGeneral, kWhat, 4>(a.kind, b);
  } else if (op.width_bytes == 1 && a.kind == Operand::Kind::memory &&
             b == Operand::Kind::immediate) {
    op.run = run_of_width<kGeneral, kWhat, 1>(a.kind, b);
  }
}

template <Operation::Run kGeneral, Known kWhat>
void add_known(FamilyTable& table, const char* mnemonic) {
  table.add(mnemonic, {.run = kGeneral, .prepare = prepare_known<kGeneral, kWhat>});
}

}  // namespace

void prepare_read_modify_write(const OpcodeName& name, Operation& op) {
  if (name.form[0] == 'm') {  // [memory, source] or [memory]
    for (std::size_t i = op.operand_count; i > 0; --i) {
      op.operands[i] = op.operands[i - 1];
    }
    ++op.operand_count;
  } else if (name.form[0] == 'i') {  // [immediate]: the accumulator is meant
    op.operands[2] = op.operands[0];
    op.operands[0] = op.operands[1] = {Operand::Kind::general, kRax, op.width_bytes, false};
    op.operand_count = 3;
  }
}

void add_integer_arithmetic(FamilyTable& table) {
  const auto three = [&](const char* mnemonic, Operation::Run run) {
    table.add(mnemonic, {.run = run, .prepare = prepare_read_modify_write});
  };
  add_known<add_or_subtract<false, false>, Known::add>(table, "ADD");
  add_known<add_or_subtract<true, false>, Known::subtract>(table, "SUB");
  add_known<bitwise_operation<Bitwise::conjunction>, Known::conjunction>(table, "AND");
  add_known<bitwise_operation<Bitwise::disjunction>, Known::disjunction>(table, "OR");
  add_known<bitwise_operation<Bitwise::exclusive>, Known::exclusive>(table, "XOR");
  add_known<step<false>, Known::increment>(table, "INC");
  add_known<step<true>, Known::decrement>(table, "DEC");
  add_known<compare, Known::compare>(table, "CMP");
  add_known<test, Known::test>(table, "TEST");
  three("ADC", add_or_subtract<false, true>);
  three("SBB", add_or_subtract<true, true>);
  three("NEG", negate);
  three("NOT", invert);
  table.add("ANDN", {and_not});
}

}  // namespace clgauge::lens
