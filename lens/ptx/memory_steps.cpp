#include "lens/ptx/memory_steps.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace clgauge::lens::ptx {
namespace {

// Those that only write registers are guarded by a selection.
constexpr std::array<std::string_view, 9> kLoadsAndUpdates{
    "ld", "ldu", "st", "atom", "red", "bar", "barrier", "membar", "fence"};

Access access_of(Emitter& emit, const Operand& address) {
  Access access;
  for (const std::string& modifier : emit.instruction().modifiers) {
    if (const auto space = space_of(modifier)) {
      access.space = *space;
      break;
    }
  }
  if (address.kind != Operand::Kind::address || address.elements.size() != 1) {
    emit.fail("expected an address in brackets");
  }
  access.base = emit.source(address.elements[0], 64);
  access.offset = address.number;
  return access;
}

void set_type(Emitter& emit, Access& access) {
  for (const std::string& modifier : emit.instruction().modifiers) {
    if (const auto type = type_of(modifier)) {
      access.bytes = static_cast<std::uint8_t>(type->bytes());
      access.is_signed = type->is_signed();
      return;
    }
  }
  emit.fail("expected a type");
}

std::vector<Operand> elements_of(const Operand& operand) {
  return operand.kind == Operand::Kind::list ? operand.elements : std::vector<Operand>{operand};
}

void emit_load(Emitter& emit) {
  Access access = access_of(emit, emit.operand(1));
  set_type(emit, access);
  const std::vector<Operand> results = elements_of(emit.operand(0));
  for (const Operand& result : results) {
    access.slots.push_back(emit.target(result));
    access.slot_bits = static_cast<std::uint8_t>(emit.bits_of(result));
  }
  const auto bytes = static_cast<unsigned>(access.bytes * results.size());
  emit.put_access(std::move(access), bytes);
}

void emit_store(Emitter& emit) {
  Access access = access_of(emit, emit.operand(0));
  set_type(emit, access);
  access.is_store = true;
  const std::vector<Operand> stored = elements_of(emit.operand(1));
  for (const Operand& value : stored) {
    access.slots.push_back(emit.source(value, access.bytes * 8U));
  }
  const auto bytes = static_cast<unsigned>(access.bytes * stored.size());
  emit.put_access(std::move(access), bytes);
}

Update update_of(const Instruction& instruction) {
  struct NamedUpdate {
    const char* name;
    Update update;
  };
  constexpr NamedUpdate kUpdates[] = {{"add", Update::add},       {"min", Update::min},
                                      {"max", Update::max},       {"and", Update::bit_and},
                                      {"or", Update::bit_or},     {"xor", Update::bit_xor},
                                      {"exch", Update::exchange}, {"cas", Update::compare_and_swap},
                                      {"inc", Update::increment}, {"dec", Update::decrement}};
  for (const NamedUpdate& one : kUpdates) {
    if (instruction.has(one.name)) {
      return one.update;
    }
  }
  return Update::unknown;
}

// Several numbers in a register, and vectors, are not updated.
void set_update(Emitter& emit, Access& access, std::size_t first) {
  const Instruction& instruction = emit.instruction();
  const bool is_vector = access.operands.size() != 1 || access.slots.size() > 1;
  for (const std::string& modifier : instruction.modifiers) {
    const auto type = type_of(modifier);
    if (!type) {
      continue;
    }
    const bool is_evaluated =
        !is_vector && type->lanes == 1 && (type->is_integer() || type->bits > 16);
    access.update = is_evaluated ? update_of(instruction) : Update::unknown;
    access.is_floating = type->is_floating();
    break;
  }
  if (access.update == Update::compare_and_swap) {
    access.swapped = emit.source(emit.operand(first + 2), access.bytes * 8U);
  }
}

// atom d, [a], b, c; red [a], b.
void emit_update(Emitter& emit) {
  const bool has_result = emit.instruction().opcode == "atom";
  const std::size_t first = has_result ? 1 : 0;
  Access access = access_of(emit, emit.operand(first));
  set_type(emit, access);
  access.is_atomic = true;
  if (has_result) {
    for (const Operand& result : elements_of(emit.operand(0))) {
      access.slots.push_back(emit.target(result));
    }
  }
  const std::vector<Operand> values = elements_of(emit.operand(first + 1));
  for (const Operand& value : values) {
    access.operands.push_back(emit.source(value, access.bytes * 8U));
  }
  set_update(emit, access, first);
  const auto bytes = static_cast<unsigned>(access.bytes * values.size());
  emit.put_access(std::move(access), bytes);
}

}  // namespace

bool has_effect(const Instruction& instruction) {
  return std::find(kLoadsAndUpdates.begin(), kLoadsAndUpdates.end(), instruction.opcode) !=
         kLoadsAndUpdates.end();
}

bool emit_memory(Emitter& emit) {
  const std::string& opcode = emit.instruction().opcode;
  if (opcode == "ld" || opcode == "ldu") {
    emit_load(emit);
  } else if (opcode == "st") {
    emit_store(emit);
  } else if (opcode == "atom" || opcode == "red") {
    emit_update(emit);
  } else {
    return false;
  }
  return true;
}

}  // namespace clgauge::lens::ptx
