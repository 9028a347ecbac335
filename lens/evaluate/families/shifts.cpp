// Shifts and rotations of general registers.
#include "lens/evaluate/families/flags.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace {

enum class Shift { left, right, arithmetic, rotate_left, rotate_right };

std::uint64_t shifted(Shift how, std::uint64_t value, unsigned count, unsigned bytes) noexcept {
  const unsigned bits = 8 * bytes;
  switch (how) {
    case Shift::left:
      return count >= 64 ? 0 : value << count & value_mask(bytes);
    case Shift::right:
      return count >= 64 ? 0 : value >> count;
    case Shift::arithmetic:
      return static_cast<std::uint64_t>(sign_extend(value, bytes) >> (count < 63 ? count : 63)) &
             value_mask(bytes);
    case Shift::rotate_left:
    case Shift::rotate_right: {
      const unsigned by = (how == Shift::rotate_left ? count : bits - count % bits) % bits;
      return by == 0 ? value : (value << by | value >> (bits - by)) & value_mask(bytes);
    }
  }
  return value;
}

// Unknown bytes move with the value where the count is whole bytes: how lanes are taken apart.
Scalar shifted_scalar(Shift how, const Scalar& a, const Scalar& count, unsigned bytes) {
  const auto by = static_cast<unsigned>(count.value);
  Scalar result = derived(shifted(how, a.value, by, bytes), bytes, a, count);
  if (a.unknown != 0 && count.unknown == 0 && by % 8 == 0) {
    if (how == Shift::left) {
      result.unknown = static_cast<std::uint8_t>(a.unknown << (by / 8) & all_bytes(bytes));
    } else if (how == Shift::right) {
      result.unknown = static_cast<std::uint8_t>(a.unknown >> (by / 8));
    }
  }
  return result;
}

bool last_bit_out(Shift how, std::uint64_t value, unsigned count, unsigned bytes) noexcept {
  const unsigned bits = 8 * bytes;
  if (how == Shift::left) {
    return count <= bits && (value >> (bits - count) & 1U) != 0;
  }
  if (how == Shift::arithmetic && count > bits) {
    return sign_extend(value, bytes) < 0;
  }
  return (value >> (count - 1) & 1U) != 0;
}

// Count in the last operand, in cl, or one.
Scalar count_of(Machine& m, const Operation& op) {
  Scalar count{op.immediate, 0, {}};
  if (op.count_in_cl) {
    count = m.general[kRcx];
    count.value &= 0xFFU;
    count.unknown &= 1U;
  }
  count.value &= op.width_bytes == 8 ? 63U : 31U;
  return count;
}

template <Shift kHow>
void shift(Machine& m, const Operation& op) {
  const unsigned bytes = op.width_bytes;
  const Scalar a = read_scalar(m, op, 1, bytes);
  const Scalar count = count_of(m, op);
  const auto by = static_cast<unsigned>(count.value);
  const Scalar result = shifted_scalar(kHow, a, count, bytes);
  constexpr bool kRotates = kHow == Shift::rotate_left || kHow == Shift::rotate_right;
  if (kRotates) {
    if (count.unknown != 0 || by != 0) {
      m.flags.unknown |= Flags::carry | Flags::overflow;
      m.flags.origin = result.unknown != 0 ? result.origin : computed_at(op);
    }
  } else if (count.unknown != 0) {
    set_flags_unknown(m.flags, count.origin);
  } else if (by != 0) {
    set_flags_of(m.flags, result, bytes, last_bit_out(kHow, a.value, by, bytes), false);
    if (by == 1 && result.unknown == 0) {
      const bool sign = (a.value >> (8 * bytes - 1) & 1U) != 0;
      const bool moved_sign = (result.value >> (8 * bytes - 1) & 1U) != 0;
      const bool overflow = kHow == Shift::left    ? sign != moved_sign
                            : kHow == Shift::right ? sign
                                                   : false;
      m.flags.set |= overflow ? Flags::overflow : 0U;
    } else if (result.unknown == 0) {
      // The last bit out may be of a byte that is not known and has left the result.
      m.flags.unknown |= Flags::overflow | (a.unknown != 0 ? Flags::carry : 0U);
      m.flags.origin = a.unknown != 0 ? a.origin : computed_at(op);
    }
  }
  write_scalar(m, op, 0, bytes, result);
}

// By more than one bit, which the instruction names; a whole register whose value is known.
template <Shift kHow, unsigned kBytes>
void shift_known(Machine& m, const Operation& op) {
  const Scalar& a = m.general[op.operands[1].reg];
  const auto by = static_cast<unsigned>(op.immediate) & (kBytes == 8 ? 63U : 31U);
  if ((a.unknown & all_bytes(kBytes)) != 0 || by < 2) {
    return shift<kHow>(m, op);
  }
  const std::uint64_t from = a.value & value_mask(kBytes);
  const std::uint64_t value = shifted(kHow, from, by, kBytes);
  set_flags(m.flags, value, kBytes, last_bit_out(kHow, from, by, kBytes), false);
  m.flags.unknown = Flags::overflow;
  m.flags.origin = computed_at(op);
  Scalar& to = m.general[op.operands[0].reg];
  to.value = value;
  to.unknown = 0;
}

// shlx, shrx, sarx: the count is a register; no flags.
template <Shift kHow>
void shift_by_register(Machine& m, const Operation& op) {
  const Scalar a = read_scalar(m, op, 1, op.width_bytes);
  Scalar count = read_scalar(m, op, 2, 1);
  count.value &= op.width_bytes == 8 ? 63U : 31U;
  write_general(m, op.operands[0], op.width_bytes, shifted_scalar(kHow, a, count, op.width_bytes));
}

void rotate_by_immediate(Machine& m, const Operation& op) {  // rorx
  const Scalar a = read_scalar(m, op, 1, op.width_bytes);
  const Scalar count{op.immediate & (op.width_bytes == 8 ? 63U : 31U), 0, {}};
  write_general(m, op.operands[0], op.width_bytes,
                shifted_scalar(Shift::rotate_right, a, count, op.width_bytes));
}

// All bits of the bytes that are so, and the bytes with any such bit.
std::uint64_t bits_of_bytes(unsigned bytes) {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < 8; ++i) {
    bits |= (bytes >> i & 1U) != 0 ? std::uint64_t{0xFF} << (8 * i) : 0;
  }
  return bits;
}
std::uint8_t bytes_of_bits(std::uint64_t bits) {
  unsigned bytes = 0;
  for (unsigned i = 0; i < 8; ++i) {
    bytes |= (bits >> (8 * i) & 0xFFU) != 0 ? 1U << i : 0U;
  }
  return static_cast<std::uint8_t>(bytes);
}

// shld and shrd: bits of the second source come in. 16-bit forms with counts above 16 are
// undefined.
template <bool kLeft>
void double_shift(Machine& m, const Operation& op) {
  const unsigned bytes = op.width_bytes;
  const unsigned bits = 8 * bytes;
  const Scalar a = read_scalar(m, op, 1, bytes);
  const Scalar b = read_scalar(m, op, 2, bytes);
  const Scalar count = count_of(m, op);
  const auto by = static_cast<unsigned>(count.value);
  std::uint64_t value = a.value;
  if (by != 0 && by < bits) {
    value = kLeft ? a.value << by | b.value >> (bits - by) : a.value >> by | b.value << (bits - by);
  }
  Scalar result = derived(value, bytes, a, b);
  if (count.unknown != 0) {
    result = derived(value, bytes, count, {});
    set_flags_unknown(m.flags, count.origin);
  } else if (result.unknown != 0 && by < bits) {
    // What is shifted out does not matter: x87 numbers of ten bytes are taken apart so.
    const std::uint64_t of_a = bits_of_bytes(a.unknown);
    const std::uint64_t of_b = by == 0 ? 0 : bits_of_bytes(b.unknown);
    const std::uint64_t unknown = by == 0 ? of_a
                                  : kLeft ? of_a << by | of_b >> (bits - by)
                                          : of_a >> by | of_b << (bits - by);
    result.unknown = bytes_of_bits(unknown & value_mask(bytes));
    if (by != 0) {
      set_flags_unknown(m.flags, result.origin);
    }
  } else if (by != 0) {
    set_flags_of(m.flags, result, bytes,
                 last_bit_out(kLeft ? Shift::left : Shift::right, a.value, by, bytes), false);
    m.flags.unknown |= Flags::overflow;
    if (result.unknown == 0) {
      m.flags.origin = computed_at(op);
    }
  }
  write_scalar(m, op, 0, bytes, result);
}

void prepare_shift(const OpcodeName& name, Operation& op) {
  const bool by_one = !name.form.empty() && name.form.back() == '1';
  const bool by_cl = name.form.size() >= 3 && name.form.ends_with("CL");
  prepare_read_modify_write(name, op);
  op.count_in_cl = by_cl;
  if (by_one) {
    op.immediate = 1;
  }
}

template <Shift kHow>
void prepare_plain_shift(const OpcodeName& name, Operation& op) {
  prepare_shift(name, op);
  if (!op.count_in_cl && op.operands[0].kind == Operand::Kind::general) {
    if (op.width_bytes == 8) {
      op.run = shift_known<kHow, 8>;
    } else if (op.width_bytes == 4) {
      op.run = shift_known<kHow, 4>;
    }
  }
}

}  // namespace

void add_shifts(FamilyTable& table) {
  table.add("SHL", {.run = shift<Shift::left>, .prepare = prepare_plain_shift<Shift::left>});
  table.add("SAL", {.run = shift<Shift::left>, .prepare = prepare_plain_shift<Shift::left>});
  table.add("SHR", {.run = shift<Shift::right>, .prepare = prepare_plain_shift<Shift::right>});
  table.add("SAR",
            {.run = shift<Shift::arithmetic>, .prepare = prepare_plain_shift<Shift::arithmetic>});
  table.add("ROL", {.run = shift<Shift::rotate_left>, .prepare = prepare_shift});
  table.add("ROR", {.run = shift<Shift::rotate_right>, .prepare = prepare_shift});
  table.add("SHLD", {.run = double_shift<true>, .prepare = prepare_shift});
  table.add("SHRD", {.run = double_shift<false>, .prepare = prepare_shift});
  table.add("SHLX", {shift_by_register<Shift::left>});
  table.add("SHRX", {shift_by_register<Shift::right>});
  table.add("SARX", {shift_by_register<Shift::arithmetic>});
  table.add("RORX", {rotate_by_immediate});
}

}  // namespace clgauge::lens
