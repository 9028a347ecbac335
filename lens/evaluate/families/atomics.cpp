// Exchanges: the read-modify-write instructions of atomic functions. (lock is a prefix of ordinary
// arithmetic.) A group is evaluated by itself, so nobody else writes in between.
#include "lens/evaluate/families/flags.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace {

void exchange(Machine& m, const Operation& op) {  // [register, register (tied), memory or register]
  const unsigned bytes = op.width_bytes;
  const Scalar mine = read_scalar(m, op, 1, bytes);
  const Scalar other = read_scalar(m, op, 2, bytes);
  write_scalar(m, op, 2, bytes, mine);
  write_general(m, op.operands[0], bytes, other);
}

void prepare_exchange(const OpcodeName& name, Operation& op) {
  if (name.form == "ar") {  // with the accumulator
    op.operands[2] = op.operands[0];
    op.operands[0] = op.operands[1] = {Operand::Kind::general, kRax, op.width_bytes, false};
    op.operand_count = 3;
  } else if (name.form == "rr") {  // [first, second, first (tied), second (tied)]
    op.operands[2] = op.operands[1];
    op.operands[1] = op.operands[0];
  }
}

void exchange_and_add(Machine& m, const Operation& op) {  // [register, register (tied), memory]
  const unsigned bytes = op.width_bytes;
  const Scalar addend = read_scalar(m, op, 1, bytes);
  const Scalar old = read_scalar(m, op, 2, bytes);
  const Sum sum = sum_of(old.value, addend.value, false, bytes);
  const Scalar result = derived(sum.value, bytes, old, addend);
  set_flags_of(m.flags, result, bytes, sum.carry, sum.overflow);
  write_scalar(m, op, 2, bytes, result);
  write_general(m, op.operands[0], bytes, old);
}

void prepare_on_memory_only(const OpcodeName& name, Operation& op) {
  if (name.form != "rm") {
    op.run = nullptr;
  }
}

// [memory, register]: writes the register where the accumulator equals what is there,
// else loads the accumulator. An accumulator that was itself loaded from there, and not computed
// with since, equals it: how every compare-and-swap loop ends.
void compare_and_exchange(Machine& m, const Operation& op) {
  const unsigned bytes = op.width_bytes;
  const std::uint64_t address = effective_address(m, op);
  Scalar expected = m.general[kRax];
  expected.value &= value_mask(bytes);
  expected.unknown &= all_bytes(bytes);
  const Scalar found = load_scalar(m, op, address, bytes);
  const Scalar wanted = read_scalar(m, op, 1, bytes);
  const bool loaded_from_here = expected.unknown != 0 && found.unknown != 0 &&
                                expected.origin.kind() == Origin::Kind::loaded &&
                                expected.origin.is_whole() && expected.origin.address == address;
  if (!loaded_from_here && (expected.unknown | found.unknown) != 0) {
    // Either way the accumulator ends up with what was there; what is there then is unknown.
    store_scalar(m, op, address, bytes, {0, all_bytes(bytes), found.origin});
    set_flags_unknown(m.flags, found.unknown != 0 ? found.origin : expected.origin);
    return write_general(m, {Operand::Kind::general, kRax, op.width_bytes, false}, bytes, found);
  }
  const bool equal = loaded_from_here || expected.value == found.value;
  const Sum difference = equal ? Sum{} : difference_of(expected.value, found.value, false, bytes);
  set_flags(m.flags, difference.value, bytes, difference.carry, difference.overflow);
  store_scalar(m, op, address, bytes, equal ? wanted : found);
  if (!equal) {
    write_general(m, {Operand::Kind::general, kRax, op.width_bytes, false}, bytes, found);
  }
}

}  // namespace

void add_atomics(FamilyTable& table) {
  table.add("XCHG", {.run = exchange, .prepare = prepare_exchange});
  table.add("XADD", {.run = exchange_and_add, .prepare = prepare_on_memory_only});
  table.add("CMPXCHG", {.run = compare_and_exchange, .prepare = prepare_on_memory_only});
}

}  // namespace clgauge::lens
