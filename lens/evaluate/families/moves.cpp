// Moves between general registers and memory, sign and zero extension, addresses, the stack.
#include <algorithm>

#include "lens/evaluate/families/flags.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace {

void move(Machine& m, const Operation& op) {
  write_scalar(m, op, 0, op.width_bytes, read_scalar(m, op, 1, op.width_bytes));
}

// Whole registers of 4 or 8 bytes: most of compiled code.
template <unsigned kBytes>
void copy_register(Machine& m, const Operation& op) {
  const Scalar& from = m.general[op.operands[1].reg];
  Scalar& to = m.general[op.operands[0].reg];
  to.value = from.value & value_mask(kBytes);
  to.unknown = from.unknown & all_bytes(kBytes);
  if (to.unknown != 0) {
    to.origin = from.origin;
  }
}

template <unsigned kBytes>
void set_register(Machine& m, const Operation& op) {
  Scalar& to = m.general[op.operands[0].reg];
  to.value = op.immediate & value_mask(kBytes);
  to.unknown = 0;
}

template <unsigned kBytes>
void store_register(Machine& m, const Operation& op) {
  const Scalar& from = m.general[op.operands[1].reg];
  const std::uint64_t address = effective_address(m, op);
  m.store<kBytes>(op, address, &from.value, from.unknown);
}

template <unsigned kBytes>
void store_immediate(Machine& m, const Operation& op) {
  const std::uint64_t address = effective_address(m, op);
  m.store<kBytes>(op, address, &op.immediate, 0);
}

template <unsigned kBytes>
void load_register(Machine& m, const Operation& op) {
  const std::uint64_t address = effective_address(m, op);
  Scalar& to = m.general[op.operands[0].reg];
  std::uint64_t value = 0;
  to.unknown = static_cast<std::uint8_t>(
      m.load<kBytes>(m.touch(op, address, kBytes, false), address, &value));
  to.value = value;
  if (to.unknown != 0) {
    to.origin = {op.instruction, Origin::Kind::loaded, address, true};
  }
}

void prepare_move(const OpcodeName&, Operation& op) {
  if (op.operand_count != 2 || (op.width_bytes != 4 && op.width_bytes != 8)) {
    return;
  }
  using Kind = Operand::Kind;
  const Kind to = op.operands[0].kind;
  const Kind from = op.operands[1].kind;
  const auto by_width = [&](Operation::Run of_8, Operation::Run of_4) {
    op.run = op.width_bytes == 8 ? of_8 : of_4;
  };
  if (to == Kind::general && from == Kind::general) {
    by_width(copy_register<8>, copy_register<4>);
  } else if (to == Kind::general && from == Kind::immediate) {
    by_width(set_register<8>, set_register<4>);
  } else if (to == Kind::general && from == Kind::memory) {
    by_width(load_register<8>, load_register<4>);
  } else if (to == Kind::memory && from == Kind::general) {
    by_width(store_register<8>, store_register<4>);
  } else if (to == Kind::memory && from == Kind::immediate) {
    by_width(store_immediate<8>, store_immediate<4>);
  }
}

unsigned source_bytes(const Operation& op) {
  return op.operands[1].kind == Operand::Kind::memory ? op.memory_bytes : op.operands[1].bytes;
}

void move_zero_extended(Machine& m, const Operation& op) {
  write_general(m, op.operands[0], op.width_bytes, read_scalar(m, op, 1, source_bytes(op)));
}

void move_sign_extended(Machine& m, const Operation& op) {
  const unsigned bytes = source_bytes(op);
  Scalar value = read_scalar(m, op, 1, bytes);
  value.value = static_cast<std::uint64_t>(sign_extend(value.value, bytes));
  if ((value.unknown >> (bytes - 1)) != 0) {
    value.unknown |= static_cast<std::uint8_t>(~all_bytes(bytes));
  }
  write_general(m, op.operands[0], op.width_bytes, value);
}

// From 4 bytes to 8: how indices become addresses.
void extend_register(Machine& m, const Operation& op) {
  const Scalar& from = m.general[op.operands[1].reg];
  if ((from.unknown & all_bytes(4)) != 0) {
    return move_sign_extended(m, op);
  }
  Scalar& to = m.general[op.operands[0].reg];
  to.value = static_cast<std::uint64_t>(sign_extend(from.value, 4));
  to.unknown = 0;
}

void load_address(Machine& m, const Operation& op) {
  write_general(m, op.operands[0], op.width_bytes, address_value(m, op));
}

template <unsigned kBytes>
void load_known_address(Machine& m, const Operation& op) {
  const Scalar& base = m.general[op.memory.base];
  const Scalar& index = m.general[op.memory.index];
  if ((base.unknown | index.unknown) != 0) {
    return load_address(m, op);
  }
  Scalar& to = m.general[op.operands[0].reg];
  to.value = (base.value + index.value * op.memory.scale +
              static_cast<std::uint64_t>(op.memory.displacement)) &
             value_mask(kBytes);
  to.unknown = 0;
}

void prepare_load_address(const OpcodeName&, Operation& op) {
  if (op.width_bytes == 8) {
    op.run = load_known_address<8>;
  } else if (op.width_bytes == 4) {
    op.run = load_known_address<4>;
  }
}

void push(Machine& m, const Operation& op) {
  const Scalar value = read_scalar(m, op, 0, 8);
  Scalar& stack = known_stack(m, op);
  stack.value -= 8;
  store_scalar(m, op, stack.value, 8, value);
}

void pop(Machine& m, const Operation& op) {
  Scalar& stack = known_stack(m, op);
  const Scalar value = load_scalar(m, op, stack.value, 8);
  stack.value += 8;
  write_scalar(m, op, 0, 8, value);
}

void leave(Machine& m, const Operation& op) {
  m.general[kRsp] = m.general[kRbp];
  Scalar& stack = known_stack(m, op);
  m.general[kRbp] = load_scalar(m, op, stack.value, 8);
  stack.value += 8;
}

void conditional_move(Machine& m, const Operation& op) {
  const Scalar kept = read_scalar(m, op, 1, op.width_bytes);
  const Scalar moved = read_scalar(m, op, 2, op.width_bytes);
  const Condition condition = condition_of(m.flags, op.condition);
  Scalar result = condition.holds ? moved : kept;
  if (condition.unknown) {
    result.unknown = all_bytes(op.width_bytes);
    result.origin = m.flags.origin;
    result.origin.derive();
  }
  write_general(m, op.operands[0], op.width_bytes, result);
}

void prepare_condition(const OpcodeName&, Operation& op) {
  op.condition = static_cast<std::uint8_t>(op.immediate);
}

void set_if(Machine& m, const Operation& op) {
  const Condition condition = condition_of(m.flags, op.condition);
  Scalar result{condition.holds ? 1U : 0U, 0, {}};
  if (condition.unknown) {
    result.unknown = 1;
    result.origin = m.flags.origin;
    result.origin.derive();
  }
  write_scalar(m, op, 0, 1, result);
}

void prepare_set_if(const OpcodeName& name, Operation& op) {
  prepare_condition(name, op);
  op.width_bytes = op.memory_bytes = 1;
}

void byte_swap(Machine& m, const Operation& op) {
  const Scalar value = read_scalar(m, op, 1, op.width_bytes);
  Scalar swapped;
  for (unsigned i = 0; i < op.width_bytes; ++i) {
    const unsigned to = op.width_bytes - 1 - i;
    swapped.value |= (value.value >> (8 * i) & 0xFFU) << (8 * to);
    swapped.unknown |= static_cast<std::uint8_t>((unsigned{value.unknown} >> i & 1U) << to);
  }
  swapped.origin = value.origin;
  swapped.origin.derive();
  write_scalar(m, op, 0, op.width_bytes, swapped);
}

// cdqe, cwde, cbw: the accumulator's lower half, sign-extended into all of it.
template <unsigned kBytes>
void extend_accumulator(Machine& m, const Operation&) {
  const Scalar& rax = m.general[kRax];
  Scalar value{rax.value & value_mask(kBytes / 2),
               static_cast<std::uint8_t>(rax.unknown & all_bytes(kBytes / 2)), rax.origin};
  value.value = static_cast<std::uint64_t>(sign_extend(value.value, kBytes / 2));
  if ((value.unknown >> (kBytes / 2 - 1)) != 0) {
    value.unknown |= static_cast<std::uint8_t>(~all_bytes(kBytes / 2));
  }
  write_general(m, {Operand::Kind::general, kRax, kBytes, false}, kBytes, value);
}

// cqo, cdq, cwd: the accumulator's sign in all of rdx.
template <unsigned kBytes>
void spread_sign(Machine& m, const Operation&) {
  const Scalar& rax = m.general[kRax];
  Scalar value;
  value.value = sign_extend(rax.value & value_mask(kBytes), kBytes) < 0 ? ~std::uint64_t{0} : 0;
  if ((unsigned{rax.unknown} >> (kBytes - 1) & 1U) != 0) {
    value.unknown = 0xFF;
    value.origin = rax.origin;
  }
  write_general(m, {Operand::Kind::general, kRdx, kBytes, false}, kBytes, value);
}

void nothing(Machine&, const Operation&) {}

void prepare_extension(const OpcodeName& name, Operation& op) {
  if (name.form.size() > 2) {  // "rm8", "rr32": the source's bits
    op.memory_bytes = static_cast<std::uint8_t>(std::stoul(name.form.substr(2)) / 8);
  }
}

void prepare_sign_extension(const OpcodeName& name, Operation& op) {
  prepare_extension(name, op);
  const Operand& from = op.operands[1];
  if (op.width_bytes == 8 && from.kind == Operand::Kind::general && from.bytes == 4) {
    op.run = extend_register;
  }
}

}  // namespace

void add_moves(FamilyTable& table) {
  table.add("MOV", {.run = move, .prepare = prepare_move});
  table.add("MOVABS", {move});
  table.add("MOVZX", {.run = move_zero_extended, .prepare = prepare_extension});
  table.add("MOVSX", {.run = move_sign_extended, .prepare = prepare_sign_extension});
  table.add("LEA", {.run = load_address, .prepare = prepare_load_address});
  table.add("PUSH", {push});
  table.add("POP", {pop});
  table.add("LEAVE", {leave});
  table.add("CMOV", {.run = conditional_move, .prepare = prepare_condition});
  table.add("SETCC", {.run = set_if, .prepare = prepare_set_if});
  table.add("BSWAP", {byte_swap});
  table.add("MOVBE", {byte_swap});
  table.add("CBW", {extend_accumulator<2>});
  table.add("CWDE", {extend_accumulator<4>});
  table.add("CDQE", {extend_accumulator<8>});
  table.add("CWD", {spread_sign<2>});
  table.add("CDQ", {spread_sign<4>});
  table.add("CQO", {spread_sign<8>});
  // Prefixes that LLVM decodes as instructions of their own, hints and fences.
  for (const char* name :
       {"NOOP",          "NOOPL",      "NOOPW",      "NOOPQ",           "ENDBR",
        "MFENCE",        "LFENCE",     "SFENCE",     "PAUSE",           "PREFETCHNTA",
        "PREFETCHT0",    "PREFETCHT1", "PREFETCHT2", "PREFETCHW",       "LOCK_PREFIX",
        "DATA16_PREFIX", "CS_PREFIX",  "DS_PREFIX",  "XACQUIRE_PREFIX", "XRELEASE_PREFIX"}) {
    table.add(name, {.run = nothing, .ignores_operands = true});
  }
}

}  // namespace clgauge::lens
