#include "lens/ptx/comparison_steps.h"

#include <cstdint>

#include "lens/ptx/float_steps.h"

namespace clgauge::lens::ptx {
namespace {

Code comparison_of(const Named& named, bool& is_unsigned) {
  struct Comparison {
    const char* name;
    Code code;
    bool is_unsigned;
  };
  constexpr Comparison kComparisons[] = {
      {"eq", Code::equal, false},   {"ne", Code::not_equal, false},
      {"lt", Code::less, false},    {"le", Code::less_equal, false},
      {"gt", Code::greater, false}, {"ge", Code::greater_equal, false},
      {"lo", Code::less, true},     {"ls", Code::less_equal, true},
      {"hi", Code::greater, true},  {"hs", Code::greater_equal, true}};
  for (const Comparison& one : kComparisons) {
    if (named.has(one.name)) {
      is_unsigned = one.is_unsigned;
      return one.code;
    }
  }
  named.emit.fail("expected a comparison");
}

std::int32_t compared(const Named& named, const Type& type) {
  bool is_unsigned = false;
  const Code code = comparison_of(named, is_unsigned);
  Emitter& emit = named.emit;
  const std::int32_t a = emit.source(emit.operand(1), type.bits);
  const std::int32_t b = emit.source(emit.operand(2), type.bits);
  return emit.put(code, type.bits, type.is_signed() && !is_unsigned, {a, b});
}

}  // namespace

// setp.lt.and.s32 p|q, a, b, c, and set.lt.u32.s32 d, a, b.
void emit_comparison(const Named& named) {
  const Type type = named.types.empty() ? Type{} : named.types.back();
  const bool is_set = named.code.opcode == "set";
  if ((!type.is_integer() && !takes_floats(named, type)) ||
      (is_set && named.types.front().bits != 32)) {
    emit_unknown(named);
    return;
  }
  Emitter& emit = named.emit;
  const std::int32_t first = type.is_integer() ? compared(named, type) : compared_floats(named);
  const auto combined = [&](std::int32_t holds) {
    const Code how = named.has("and")   ? Code::bit_and
                     : named.has("or")  ? Code::bit_or
                     : named.has("xor") ? Code::bit_xor
                                        : Code::copy;
    return how == Code::copy ? holds
                             : emit.put(how, 1, false, {holds, emit.source(emit.operand(3), 1)});
  };
  const Operand& result = emit.operand(0);
  if (is_set) {
    const Type to = named.types.front();
    const std::uint64_t one = to.is_floating() ? 0x3F800000U : 0xFFFFFFFFU;
    emit.put(Code::select, 32, false, emit.target(result),
             {combined(first), emit.constant(one), emit.constant(0)});
    return;
  }
  if (result.kind != Operand::Kind::list) {
    emit.put(Code::copy, 1, false, emit.target(result), {combined(first)});
    return;
  }
  if (result.elements.size() != 2) {
    emit.fail("expected two predicates");
  }
  const std::int32_t other = combined(emit.put(Code::bit_not, 1, false, {first}));
  const std::int32_t both = combined(first);
  emit.put(Code::copy, 1, false, emit.target(result.elements[0]), {both});
  emit.put(Code::copy, 1, false, emit.target(result.elements[1]), {other});
}

void emit_select(const Named& named) {
  const std::int32_t chooses = named.emit.source(named.emit.operand(3), 1);
  named.emit.put(Code::select, named.type().bits, false, named.target(),
                 {chooses, named.source(1), named.source(2)});
}

// slct.u32.s32 d, a, b, c: a where c is not negative.
void emit_select_by_sign(const Named& named) {
  const bool is_by_float = named.types.size() == 2 && takes_floats(named, named.types[1]);
  if (named.types.size() < 2 || (!named.types[1].is_integer() && !is_by_float)) {
    emit_unknown(named);
    return;
  }
  Emitter& emit = named.emit;
  const std::int32_t decides = emit.source(emit.operand(3), 32);
  const std::int32_t chooses =
      is_by_float
          ? put_float(named, Code::float_compare, 32, emit.fresh_slot(),
                      {decides, emit.constant(0)}, static_cast<std::uint8_t>(FloatRelation::ge))
          : emit.put(Code::greater_equal, 32, true, {decides, emit.constant(0)});
  emit.put(Code::select, named.type().bits, false, named.target(),
           {chooses, named.source(1), named.source(2)});
}

}  // namespace clgauge::lens::ptx
