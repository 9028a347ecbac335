// The x87 unit, in which parts of Intel's mathematics compute (gamma functions). Only walks through
// mathematics know it: of kernels, whose rounds may be skipped, nobody would compare its registers.
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "lens/evaluate/families/flags.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace x87 {
namespace {

constexpr unsigned kRegisters = 8;
constexpr unsigned kExtendedBytes = 10;
constexpr std::uint16_t kControlWord = 0x37F;  // as processes begin: 64 bits, to the nearest

struct Number {
  long double value = 0;
  bool unknown = false;
};

void check_walked(const Machine& m, const Operation& op) {
  if (!m.walks_mathematics) {
    m.refuse(
        RefusalKind::unknown_instruction, op,
        "is of the x87 unit, which no instruction family knows outside of mathematics (LLVM's " +
            m.code.opcode_of(op.instruction) + ")");
  }
}

Number get(const Machine& m, unsigned i) {
  const unsigned at = (m.x87.top + i) % kRegisters;
  return {m.x87.values.at(at), (m.x87.unknown >> at & 1U) != 0};
}
void set(Machine& m, unsigned i, const Number& number) {
  const unsigned at = (m.x87.top + i) % kRegisters;
  m.x87.values.at(at) = number.value;
  m.x87.unknown = (m.x87.unknown & ~(1U << at)) | (number.unknown ? 1U << at : 0U);
}
void push(Machine& m, const Number& number) {
  m.x87.top = (m.x87.top + kRegisters - 1) % kRegisters;
  set(m, 0, number);
}
void pop(Machine& m) { m.x87.top = (m.x87.top + 1) % kRegisters; }

unsigned register_of(const Operation& op) { return op.operands[0].reg; }

template <typename T, unsigned kBytes = sizeof(T)>
Number load(Machine& m, const Operation& op) {
  const std::uint64_t address = effective_address(m, op);
  T value{};
  const std::uint64_t unknown = m.touch(op, address, kBytes, false)
                                    ? m.memory.load(address, &value, kBytes)
                                    : m.load_buffer(address, &value, kBytes);
  return {static_cast<long double>(value), unknown != 0};
}
template <typename T, unsigned kBytes = sizeof(T)>
void store(Machine& m, const Operation& op, const Number& number) {
  const auto value = static_cast<T>(number.value);
  m.store(op, effective_address(m, op), &value, kBytes, number.unknown ? low_bits(kBytes) : 0);
}

// Of as many bytes as the name says.
template <typename Four, typename Eight>
Number load_either(Machine& m, const Operation& op) {
  return op.width_bytes == sizeof(Four) ? load<Four>(m, op) : load<Eight>(m, op);
}

void push_memory(Machine& m, const Operation& op) {
  check_walked(m, op);
  push(m, load_either<float, double>(m, op));
}
void push_extended(Machine& m, const Operation& op) {
  check_walked(m, op);
  push(m, load<long double, kExtendedBytes>(m, op));
}
void push_integer(Machine& m, const Operation& op) {
  check_walked(m, op);
  push(m, op.width_bytes == 2 ? load<std::int16_t>(m, op)
                              : load_either<std::int32_t, std::int64_t>(m, op));
}
void push_register(Machine& m, const Operation& op) {
  check_walked(m, op);
  push(m, get(m, register_of(op)));
}
template <int kValue>
void push_constant(Machine& m, const Operation& op) {
  check_walked(m, op);
  push(m, {kValue, false});
}

template <bool kPops>
void store_first(Machine& m, const Operation& op) {
  check_walked(m, op);
  const Number number = get(m, 0);
  op.width_bytes == sizeof(float) ? store<float>(m, op, number) : store<double>(m, op, number);
  if (kPops) {
    pop(m);
  }
}
void store_extended(Machine& m, const Operation& op) {
  check_walked(m, op);
  store<long double, kExtendedBytes>(m, op, get(m, 0));
  pop(m);
}
template <bool kPops>
void copy_first(Machine& m, const Operation& op) {
  check_walked(m, op);
  set(m, register_of(op), get(m, 0));
  if (kPops) {
    pop(m);
  }
}
// The mode in which numbers are rounded is never asked for again: nobody changes it but to what it
// is already.
void store_control_word(Machine& m, const Operation& op) {
  check_walked(m, op);
  m.store(op, effective_address(m, op), &kControlWord, sizeof kControlWord, 0);
}
void load_control_word(Machine& m, const Operation& op) {
  check_walked(m, op);
  (void)load<std::uint16_t>(m, op);
}

void exchange(Machine& m, const Operation& op) {
  check_walked(m, op);
  const Number first = get(m, 0);
  set(m, 0, get(m, register_of(op)));
  set(m, register_of(op), first);
}
template <bool kMagnitude>
void change_sign(Machine& m, const Operation& op) {
  check_walked(m, op);
  const Number number = get(m, 0);
  set(m, 0, {kMagnitude ? std::fabs(number.value) : -number.value, number.unknown});
}

enum class Arithmetic { add, multiply, subtract, subtract_from, divide, divide_by };

template <Arithmetic kArithmetic>
Number computed_of(const Number& a, const Number& b) {
  const auto value = [&]() -> long double {
    switch (kArithmetic) {
      case Arithmetic::add:
        return a.value + b.value;
      case Arithmetic::multiply:
        return a.value * b.value;
      case Arithmetic::subtract:
        return a.value - b.value;
      case Arithmetic::subtract_from:
        return b.value - a.value;
      case Arithmetic::divide:
        return a.value / b.value;
      case Arithmetic::divide_by:
        return b.value / a.value;
    }
    return 0;
  };
  return a.unknown || b.unknown ? Number{0, true} : Number{value(), false};
}

template <Arithmetic kArithmetic>
void sum_with_memory(Machine& m, const Operation& op) {
  check_walked(m, op);
  set(m, 0, computed_of<kArithmetic>(get(m, 0), load_either<float, double>(m, op)));
}
template <Arithmetic kArithmetic>
void sum_to_first(Machine& m, const Operation& op) {
  check_walked(m, op);
  set(m, 0, computed_of<kArithmetic>(get(m, 0), get(m, register_of(op))));
}
template <Arithmetic kArithmetic, bool kPops>
void sum_to_register(Machine& m, const Operation& op) {
  check_walked(m, op);
  set(m, register_of(op), computed_of<kArithmetic>(get(m, register_of(op)), get(m, 0)));
  if (kPops) {
    pop(m);
  }
}

template <bool kPops>
void compare(Machine& m, const Operation& op) {
  check_walked(m, op);
  const Number a = get(m, 0);
  const Number b = get(m, register_of(op));
  m.flags = {};
  m.flags.unknown = 0;
  if (a.unknown || b.unknown) {
    set_flags_unknown(m.flags, computed_at(op));
  } else if (std::isnan(a.value) || std::isnan(b.value)) {
    m.flags.set = Flags::zero | Flags::parity | Flags::carry;
  } else {
    m.flags.set = a.value == b.value ? Flags::zero : a.value < b.value ? Flags::carry : 0U;
  }
  if (kPops) {
    pop(m);
  }
}

template <unsigned kCode>
void move_if(Machine& m, const Operation& op) {
  check_walked(m, op);
  const Condition condition = condition_of(m.flags, kCode);
  if (condition.unknown) {
    set(m, 0, {0, true});
  } else if (condition.holds) {
    set(m, 0, get(m, register_of(op)));
  }
}

// Of a mnemonic that has a form on memory and one on registers.
template <Operation::Run kOnRegisters>
void prepare_memory_or_registers(const OpcodeName& name, Operation& op) {
  if (name.form.front() == 'r') {
    op.run = kOnRegisters;
  }
}

template <Arithmetic kArithmetic>
void add_sum(FamilyTable& table, const std::string& name) {
  table.add(name + "_F",
            {.run = sum_with_memory<kArithmetic>,
             .prepare = prepare_memory_or_registers<sum_to_register<kArithmetic, false>>});
  table.add(name + "_FP", {sum_to_register<kArithmetic, true>});
  table.add(name + "_FST0", {sum_to_first<kArithmetic>});
}

}  // namespace
}  // namespace x87

// By LLVM's names, of which CHS_F and others have lost their F (split_opcode_name).
void add_x87(FamilyTable& table) {
  using namespace x87;
  constexpr int kOfExtended = 64;
  if (std::numeric_limits<long double>::digits != kOfExtended) {
    return;  // where clgauge-lens runs nothing computes as this unit does
  }
  table.add("LD_F", {.run = push_memory, .prepare = prepare_memory_or_registers<push_register>});
  table.add("LD_F80", {.run = push_extended, .memory_bytes = kExtendedBytes});
  table.add("LD_F0", {push_constant<0>});
  table.add("LD_F1", {push_constant<1>});
  table.add("ILD_F", {push_integer});
  table.add("ST_F",
            {.run = store_first<false>, .prepare = prepare_memory_or_registers<copy_first<false>>});
  table.add("ST_FP",
            {.run = store_first<true>, .prepare = prepare_memory_or_registers<copy_first<true>>});
  table.add("ST_FP80", {.run = store_extended, .memory_bytes = kExtendedBytes});
  table.add("FNSTCW", {store_control_word});
  table.add("FLDCW", {load_control_word});
  table.add("XCH", {exchange});
  table.add("CHS", {change_sign<false>});
  table.add("ABS", {change_sign<true>});
  add_sum<Arithmetic::add>(table, "ADD");
  add_sum<Arithmetic::multiply>(table, "MUL");
  add_sum<Arithmetic::subtract>(table, "SUB");
  add_sum<Arithmetic::subtract_from>(table, "SUBR");
  add_sum<Arithmetic::divide>(table, "DIV");
  add_sum<Arithmetic::divide_by>(table, "DIVR");
  for (const std::string name : {"COM_FI", "UCOM_FI"}) {  // which numbers are none they say alike
    table.add(name, {compare<false>});
    table.add(name + "P", {compare<true>});
  }
  table.add("CMOVB", {move_if<2>});
  table.add("CMOVNB", {move_if<3>});
  table.add("CMOVE", {move_if<4>});
  table.add("CMOVNE", {move_if<5>});
  table.add("CMOVBE", {move_if<6>});
  table.add("CMOVNBE", {move_if<7>});
}

}  // namespace clgauge::lens
