#include "lens/ptx/move_steps.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lens/evaluate/memory.h"
#include "lens/ptx/float_steps.h"

namespace clgauge::lens::ptx {
namespace {

std::int32_t put_extension(Emitter& emit, std::int32_t slot, unsigned bits, const Type& from,
                           std::int32_t into) {
  emit.put(Code::extend, bits, from.is_signed(), into, {slot});
  emit.program().steps.back().option = from.bits;
  return into;
}

// Between integers; to the nearest that the other type has (cvt.sat).
std::int32_t clamped(const Named& named, std::int32_t source) {
  const Type to = named.types[0];
  const Type from = named.types[1];
  Emitter& emit = named.emit;
  const std::uint64_t greatest = low_bits(to.is_signed() ? to.bits - 1U : to.bits);
  const std::int32_t wide = put_extension(emit, source, 64, from, emit.fresh_slot());
  std::int32_t kept = wide;
  if (from.is_signed()) {
    const std::uint64_t least = to.is_signed() ? ~greatest : 0;
    kept = emit.put(Code::max, 64, true, {kept, emit.constant(least)});
    if (greatest >> 63U != 0) {
      return kept;
    }
  }
  return emit.put(Code::min, 64, from.is_signed(), {kept, emit.constant(greatest)});
}

// {a, b} = c: low parts first.
void emit_unpacking(const Named& named, const Operand& results) {
  Emitter& emit = named.emit;
  const std::int32_t whole = named.source(1);
  const auto parts = static_cast<unsigned>(std::max<std::size_t>(results.elements.size(), 1));
  const unsigned bits = named.type().bits / parts;
  std::vector<std::int32_t> taken;
  for (unsigned i = 0; i < parts; ++i) {
    taken.push_back(
        emit.put(Code::shr, 64, false, {whole, emit.constant(std::uint64_t{i} * bits)}));
  }
  for (std::size_t i = 0; i < results.elements.size(); ++i) {
    emit.put(Code::copy, bits, false, emit.target(results.elements[i]), {taken[i]});
  }
}

void emit_packing(const Named& named, const Operand& parts) {
  Emitter& emit = named.emit;
  const auto count = static_cast<unsigned>(std::max<std::size_t>(parts.elements.size(), 1));
  const unsigned bits = named.type().bits / count;
  std::int32_t whole = emit.constant(0);
  for (unsigned i = 0; i < parts.elements.size(); ++i) {
    const std::int32_t part =
        emit.put(Code::copy, bits, false, {emit.source(parts.elements[i], bits)});
    const std::int32_t there =
        emit.put(Code::shl, 64, false, {part, emit.constant(std::uint64_t{i} * bits)});
    whole = emit.put(Code::bit_or, 64, false, {whole, there});
  }
  emit.put(Code::copy, named.type().bits, false, named.target(), {whole});
}

}  // namespace

void emit_conversion(const Named& named) {
  if (named.types.size() != 2) {
    emit_unknown(named);
    return;
  }
  const Type to = named.types[0];
  const Type from = named.types[1];
  const bool is_plain = to.is_integer() && from.is_integer();
  if (!is_plain) {
    if (!emit_float_conversion(named)) {
      emit_unknown(named);
    }
    return;
  }
  Emitter& emit = named.emit;
  std::int32_t source = emit.source(emit.operand(1), from.bits);
  Type kept = from;
  if (named.has("sat")) {
    source = clamped(named, source);
    kept = to;
  }
  const unsigned register_bits = emit.bits_of(emit.operand(0));
  const std::int32_t result = emit.target(emit.operand(0));
  if (register_bits > to.bits) {
    put_extension(emit, put_extension(emit, source, to.bits, kept, emit.fresh_slot()),
                  register_bits, to, result);
  } else {
    put_extension(emit, source, to.bits, kept, result);
  }
}

void emit_move(const Named& named) {
  const Operand& result = named.emit.operand(0);
  const Operand& from = named.emit.operand(1);
  if (result.kind == Operand::Kind::list) {
    emit_unpacking(named, result);
  } else if (from.kind == Operand::Kind::list) {
    emit_packing(named, from);
  } else {
    named.emit.put(Code::copy, named.type().bits, false, named.target(), {named.source(1)});
  }
}

// cvta.local.u64 makes a generic address, cvta.to.local.u64 takes one back.
void emit_address_conversion(const Named& named) {
  Space space = Space::generic;
  for (const std::string& modifier : named.code.modifiers) {
    space = space_of(modifier).value_or(space);
  }
  const std::uint64_t window = space == Space::local    ? kLocalWindow
                               : space == Space::shared ? kSharedWindow
                                                        : 0;
  const bool is_back = named.has("to");
  named.emit.put(Code::add, named.type().bits, false, named.target(),
                 {named.source(1), named.emit.constant(is_back ? 0 - window : window)});
}

}  // namespace clgauge::lens::ptx
