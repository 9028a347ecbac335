// Moves between general registers and memory, sign and zero extension, addresses, the stack.
#include <algorithm>

#include "lens/evaluate/families/flags.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace {

void move(Machine& m, const Operation& op) {
  write_scalar(m, op, 0, op.width_bytes, read_scalar(m, op, 1, op.width_bytes));
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

void load_address(Machine& m, const Operation& op) {
  write_general(m, op.operands[0], op.width_bytes, address_value(m, op));
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
    result.origin.is_whole = false;
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
    result.origin.is_whole = false;
  }
  write_scalar(m, op, 0, 1, result);
}

void prepare_set_if(const OpcodeName& name, Operation& op) {
  prepare_condition(name, op);
  op.memory_bytes = 1;
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
  swapped.origin.is_whole = false;
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

}  // namespace

void add_moves(FamilyTable& table) {
  table.add("MOV", {move});
  table.add("MOVABS", {move});
  table.add("MOVZX", {.run = move_zero_extended, .prepare = prepare_extension});
  table.add("MOVSX", {.run = move_sign_extended, .prepare = prepare_extension});
  table.add("LEA", {load_address});
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
