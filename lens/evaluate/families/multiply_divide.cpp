// Products and quotients of general registers.
#include "lens/evaluate/families/flags.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace {

constexpr Operand rax(unsigned bytes) {
  return {Operand::Kind::general, kRax, static_cast<std::uint8_t>(bytes), false};
}
constexpr Operand rdx(unsigned bytes) {
  return {Operand::Kind::general, kRdx, static_cast<std::uint8_t>(bytes), false};
}

// Carry and overflow say that the product does not fit; the other flags are undefined.
void set_product_flags(Flags& flags, const Scalar& result, bool fits) {
  if (result.unknown != 0) {
    return set_flags_unknown(flags, result.origin);
  }
  flags.set = fits ? 0 : Flags::carry | Flags::overflow;
  flags.unknown = Flags::zero | Flags::sign | Flags::parity;
  flags.origin = result.origin;
}

// imul with two or three operands: the low half of a signed product.
void multiply(Machine& m, const Operation& op) {
  const unsigned bytes = op.width_bytes;
  const Scalar a = read_scalar(m, op, 1, bytes);
  const Scalar b = read_scalar(m, op, 2, bytes);
  const Wide product = static_cast<Wide>(sign_extend(a.value, bytes)) * sign_extend(b.value, bytes);
  const auto low = static_cast<std::uint64_t>(product) & value_mask(bytes);
  const Scalar result = derived_upwards(low, bytes, a, b);
  set_product_flags(m.flags, result, product == sign_extend(low, bytes));
  write_general(m, op.operands[0], bytes, result);
}

// mul and imul with one operand: rdx:rax becomes the whole product of rax and it.
template <bool kSigned>
void multiply_wide(Machine& m, const Operation& op) {
  const unsigned bytes = op.width_bytes;
  Scalar a = m.general[kRax];
  a.value &= value_mask(bytes);
  a.unknown &= all_bytes(bytes);
  const Scalar b = read_scalar(m, op, 0, bytes);
  UnsignedWide product = 0;
  bool fits = false;
  if (kSigned) {
    const Wide value = static_cast<Wide>(sign_extend(a.value, bytes)) * sign_extend(b.value, bytes);
    fits = value == sign_extend(static_cast<std::uint64_t>(value) & value_mask(bytes), bytes);
    product = static_cast<UnsignedWide>(value);
  } else {
    product = static_cast<UnsignedWide>(a.value) * b.value;
    fits = product >> (8 * bytes) == 0;
  }
  const Scalar low = derived(static_cast<std::uint64_t>(product), bytes, a, b);
  const Scalar high = derived(static_cast<std::uint64_t>(product >> (8 * bytes)), bytes, a, b);
  if (bytes == 1) {
    write_general(m, rax(2), 2, derived(static_cast<std::uint64_t>(product), 2, a, b));
  } else {
    write_general(m, rax(bytes), bytes, low);
    write_general(m, rdx(bytes), bytes, high);
  }
  set_product_flags(m.flags, low, fits);
}

// mulx: high, low = rdx * source, no flags.
void multiply_to_two(Machine& m, const Operation& op) {
  const unsigned bytes = op.width_bytes;
  Scalar a = m.general[kRdx];
  a.value &= value_mask(bytes);
  a.unknown &= all_bytes(bytes);
  const Scalar b = read_scalar(m, op, 2, bytes);
  const UnsignedWide product = static_cast<UnsignedWide>(a.value) * b.value;
  write_general(m, op.operands[1], bytes,
                derived(static_cast<std::uint64_t>(product), bytes, a, b));
  write_general(m, op.operands[0], bytes,
                derived(static_cast<std::uint64_t>(product >> (8 * bytes)), bytes, a, b));
}

// What rdx:rax holds, as a dividend.
struct Dividend {
  UnsignedWide value = 0;
  Scalar state;  // whether it is known
};

Dividend dividend_of(const Machine& m, unsigned bytes) {
  const Scalar& low = m.general[kRax];
  if (bytes == 1) {
    Scalar state = derived(0, 2, {0, static_cast<std::uint8_t>(low.unknown & 3U), low.origin}, {});
    return {low.value & 0xFFFFU, state};
  }
  const Scalar& high = m.general[kRdx];
  const auto low_unknown = static_cast<std::uint8_t>(low.unknown & all_bytes(bytes));
  const auto high_unknown = static_cast<std::uint8_t>(high.unknown & all_bytes(bytes));
  return {static_cast<UnsignedWide>(high.value & value_mask(bytes)) << (8 * bytes) |
              (low.value & value_mask(bytes)),
          derived(0, bytes, {0, low_unknown, low.origin}, {0, high_unknown, high.origin})};
}

template <bool kSigned>
void divide(Machine& m, const Operation& op) {
  const unsigned bytes = op.width_bytes;
  const Dividend dividend = dividend_of(m, bytes);
  const Scalar divisor = read_scalar(m, op, 0, bytes);
  Scalar state = derived(0, bytes, dividend.state, divisor);
  std::uint64_t quotient = 0;
  std::uint64_t remainder = 0;
  if (state.unknown == 0) {
    if (divisor.value == 0) {
      m.refuse(RefusalKind::unknown_instruction, op, "divides by zero");
    }
    if (kSigned) {
      const unsigned shift = 128 - 16 * bytes;
      const Wide number = static_cast<Wide>(dividend.value << shift) >> shift;
      const Wide by = sign_extend(divisor.value, bytes);
      quotient = static_cast<std::uint64_t>(number / by);
      remainder = static_cast<std::uint64_t>(number % by);
    } else if (const auto low = static_cast<std::uint64_t>(dividend.value); low == dividend.value) {
      quotient = low / divisor.value;  // as nearly always: 128 bits take a function's call
      remainder = low % divisor.value;
    } else {
      quotient = static_cast<std::uint64_t>(dividend.value / divisor.value);
      remainder = static_cast<std::uint64_t>(dividend.value % divisor.value);
    }
  }
  set_flags_unknown(m.flags, state.unknown != 0 ? state.origin : computed_at(op));
  if (bytes == 1) {
    Scalar both{(quotient & 0xFFU) | (remainder & 0xFFU) << 8U,
                static_cast<std::uint8_t>(state.unknown != 0 ? 3 : 0), state.origin};
    return write_general(m, rax(2), 2, both);
  }
  state.value = quotient & value_mask(bytes);
  write_general(m, rax(bytes), bytes, state);
  state.value = remainder & value_mask(bytes);
  write_general(m, rdx(bytes), bytes, state);
}

// "rr", "rri8": a product of two; "r" and "m": one operand, the rest is rax and rdx.
void prepare_multiply(const OpcodeName& name, Operation& op) {
  if (name.form == "r" || name.form == "m") {
    op.run = multiply_wide<true>;
  }
}

}  // namespace

void add_multiply_divide(FamilyTable& table) {
  table.add("IMUL", {.run = multiply, .prepare = prepare_multiply});
  table.add("MUL", {multiply_wide<false>});
  table.add("MULX", {multiply_to_two});
  table.add("DIV", {divide<false>});
  table.add("IDIV", {divide<true>});
}

}  // namespace clgauge::lens
