#include "lens/ptx/arithmetic_steps.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace clgauge::lens::ptx {
namespace {

// An instruction and the types that it names, in its order.
struct Named {
  Emitter& emit;
  const Instruction& code;
  std::vector<Type> types;

  [[nodiscard]] Type type() const { return types.empty() ? Type{} : types.front(); }
  [[nodiscard]] bool has(const char* modifier) const { return code.has(modifier); }
  [[nodiscard]] std::int32_t source(std::size_t at) const {
    return emit.source(emit.operand(at), type().bits);
  }
  [[nodiscard]] std::int32_t target() const { return emit.target(emit.operand(0)); }
};

// Of every result, whatever the operands are.
void emit_unknown(const Named& named) {
  const auto& operands = named.code.operands;
  std::vector<std::int32_t> from;
  for (std::size_t i = 1; i < operands.size(); ++i) {
    if (operands[i].kind == Operand::Kind::reg || operands[i].kind == Operand::Kind::special) {
      from.push_back(named.emit.source(operands[i], 64));
    }
  }
  const Operand& results = named.emit.operand(0);
  const bool is_list = results.kind == Operand::Kind::list;
  for (const Operand& result : is_list ? results.elements : std::vector<Operand>{results}) {
    named.emit.put(Code::unknown, 64, false, named.emit.target(result), from);
  }
}

void emit_plain(const Named& named, Code code, std::size_t sources) {
  std::vector<std::int32_t> from;
  for (std::size_t i = 1; i <= sources; ++i) {
    from.push_back(named.source(i));
  }
  named.emit.put(code, named.type().bits, named.type().is_signed(), named.target(), from);
}

struct Plain {
  std::string_view opcode;
  Code code;
  std::uint8_t sources;
};

constexpr std::array<Plain, 20> kPlain{
    {{"add", Code::add, 2},     {"sub", Code::sub, 2},      {"div", Code::div, 2},
     {"rem", Code::rem, 2},     {"min", Code::min, 2},      {"max", Code::max, 2},
     {"and", Code::bit_and, 2}, {"or", Code::bit_or, 2},    {"xor", Code::bit_xor, 2},
     {"not", Code::bit_not, 1}, {"cnot", Code::is_zero, 1}, {"shl", Code::shl, 2},
     {"shr", Code::shr, 2},     {"abs", Code::abs, 1},      {"popc", Code::popc, 1},
     {"clz", Code::clz, 1},     {"bfind", Code::bfind, 1},  {"brev", Code::brev, 1},
     {"bfe", Code::bfe, 3},     {"bfi", Code::bfi, 4}}};

// Results that need another item's registers, or arithmetic that nobody wrote down here.
constexpr std::array<std::string_view, 42> kNotEvaluated{
    "fma",   "rcp",      "sqrt", "rsqrt",      "sin",        "cos",   "lg2",   "ex2",   "tanh",
    "testp", "addc",     "subc", "madc",       "copysign",   "dp4a",  "dp2a",  "fns",   "bmsk",
    "szext", "isspacep", "shfl", "vote",       "activemask", "match", "redux", "elect", "txq",
    "suq",   "istypep",  "vadd", "vsub",       "vabsdiff",   "vmin",  "vmax",  "vshl",  "vshr",
    "vmad",  "vset",     "mapa", "getctarank", "vadd4",      "vsub4"};

std::int32_t product(const Named& named, std::int32_t to) {
  const Code code = named.has("wide") ? Code::mul_wide
                    : named.has("hi") ? Code::mul_high
                                      : Code::mul;
  return named.emit.put(code, named.type().bits, named.type().is_signed(), to,
                        {named.source(1), named.source(2)});
}

void emit_multiply_add(const Named& named) {
  const std::int32_t both = product(named, named.emit.fresh_slot());
  const unsigned bits = named.type().bits * (named.has("wide") ? 2U : 1U);
  named.emit.put(Code::add, bits, false, named.target(), {both, named.source(3)});
}

// Of the low 24 bits of each.
void emit_short_product(const Named& named, bool adds) {
  std::array<std::int32_t, 2> factors{};
  for (std::size_t i = 0; i < 2; ++i) {
    factors.at(i) =
        named.emit.put(Code::extend, 64, named.type().is_signed(), {named.source(i + 1)});
    named.emit.program().steps.back().option = 24;
  }
  std::int32_t both = named.emit.put(Code::mul, 64, false, {factors[0], factors[1]});
  if (named.has("hi")) {  // bits 16 to 47
    both = named.emit.put(Code::shr, 64, false, {both, named.emit.constant(16)});
  }
  const std::int32_t rest = adds ? named.source(3) : named.emit.constant(0);
  named.emit.put(Code::add, 32, false, named.target(), {both, rest});
}

void emit_sad(const Named& named) {
  const unsigned bits = named.type().bits;
  const bool is_signed = named.type().is_signed();
  const std::vector<std::int32_t> both{named.source(1), named.source(2)};
  const std::int32_t most = named.emit.put(Code::max, bits, is_signed, both);
  const std::int32_t least = named.emit.put(Code::min, bits, is_signed, both);
  const std::int32_t apart = named.emit.put(Code::sub, bits, false, {most, least});
  named.emit.put(Code::add, bits, false, named.target(), {apart, named.source(3)});
}

void emit_option(const Named& named, Code code, unsigned option) {
  emit_plain(named, code, 3);
  named.emit.program().steps.back().option = static_cast<std::uint8_t>(option);
}

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

// setp.lt.and.s32 p|q, a, b, c, and set.lt.u32.s32 d, a, b.
void emit_comparison(const Named& named) {
  const Type type = named.types.empty() ? Type{} : named.types.back();
  if (!type.is_integer()) {
    emit_unknown(named);
    return;
  }
  bool is_unsigned = false;
  const Code code = comparison_of(named, is_unsigned);
  Emitter& emit = named.emit;
  const std::int32_t a = emit.source(emit.operand(1), type.bits);
  const std::int32_t b = emit.source(emit.operand(2), type.bits);
  const std::int32_t first = emit.put(code, type.bits, type.is_signed() && !is_unsigned, {a, b});
  const auto combined = [&](std::int32_t holds) {
    const Code how = named.has("and")   ? Code::bit_and
                     : named.has("or")  ? Code::bit_or
                     : named.has("xor") ? Code::bit_xor
                                        : Code::copy;
    return how == Code::copy ? holds
                             : emit.put(how, 1, false, {holds, emit.source(emit.operand(3), 1)});
  };
  const Operand& result = emit.operand(0);
  if (named.code.opcode == "set") {
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
  if (named.types.size() < 2 || !named.types[1].is_integer()) {
    emit_unknown(named);
    return;
  }
  const std::int32_t chooses =
      named.emit.put(Code::greater_equal, 32, true,
                     {named.emit.source(named.emit.operand(3), 32), named.emit.constant(0)});
  named.emit.put(Code::select, named.type().bits, false, named.target(),
                 {chooses, named.source(1), named.source(2)});
}

void emit_conversion(const Named& named) {
  const bool is_plain = named.types.size() == 2 && named.types[0].is_integer() &&
                        named.types[1].is_integer() && !named.has("sat");
  if (!is_plain) {
    emit_unknown(named);
    return;
  }
  const Type to = named.types[0];
  const Type from = named.types[1];
  Emitter& emit = named.emit;
  const auto extend = [&](std::int32_t slot, unsigned bits, const Type& type, std::int32_t into) {
    emit.put(Code::extend, bits, type.is_signed(), into, {slot});
    emit.program().steps.back().option = type.bits;
    return into;
  };
  const std::int32_t source = emit.source(emit.operand(1), from.bits);
  const unsigned register_bits = emit.bits_of(emit.operand(0));
  const std::int32_t result = emit.target(emit.operand(0));
  if (register_bits > to.bits) {
    extend(extend(source, to.bits, from, emit.fresh_slot()), register_bits, to, result);
  } else {
    extend(source, to.bits, from, result);
  }
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

bool emit_special_form(const Named& named) {
  const std::string& opcode = named.code.opcode;
  if (opcode == "mov") {
    emit_move(named);
  } else if (opcode == "cvta") {
    emit_address_conversion(named);
  } else if (opcode == "cvt") {
    emit_conversion(named);
  } else if (opcode == "setp" || opcode == "set") {
    emit_comparison(named);
  } else if (opcode == "selp") {
    emit_select(named);
  } else if (opcode == "slct") {
    emit_select_by_sign(named);
  } else {
    return false;
  }
  return true;
}

bool emit_integer_form(const Named& named) {
  const std::string& opcode = named.code.opcode;
  if (opcode == "mul") {
    product(named, named.target());
  } else if (opcode == "mad") {
    emit_multiply_add(named);
  } else if (opcode == "mul24" || opcode == "mad24") {
    emit_short_product(named, opcode == "mad24");
  } else if (opcode == "sad") {
    emit_sad(named);
  } else if (opcode == "neg") {
    named.emit.put(Code::sub, named.type().bits, false, named.target(),
                   {named.emit.constant(0), named.source(1)});
  } else if (opcode == "lop3") {
    emit_option(named, Code::lop3, static_cast<unsigned>(named.emit.operand(4).number));
  } else if (opcode == "prmt") {
    emit_plain(named, Code::prmt, 3);
  } else if (opcode == "shf") {
    emit_option(named, named.has("l") ? Code::funnel_left : Code::funnel_right,
                named.has("clamp") ? 1 : 0);
  } else {
    const auto* const plain = std::find_if(kPlain.begin(), kPlain.end(),
                                           [&](const Plain& one) { return one.opcode == opcode; });
    if (plain == kPlain.end()) {
      return false;
    }
    emit_plain(named, plain->code, plain->sources);
  }
  return true;
}

// Forms of integer instructions that are rare, and not evaluated.
bool has_rare_form(const Named& named) {
  const std::string& opcode = named.code.opcode;
  const bool has_rare_modifier = named.has("sat") || named.has("cc") || named.has("shiftamt");
  const bool is_rare_permutation = opcode == "prmt" && named.code.modifiers.size() > 1;
  const bool is_predicated_table = opcode == "lop3" && named.code.modifiers.size() > 1;
  return has_rare_modifier || is_rare_permutation || is_predicated_table;
}

bool is_not_evaluated(std::string_view opcode) {
  return std::find(kNotEvaluated.begin(), kNotEvaluated.end(), opcode) != kNotEvaluated.end();
}

}  // namespace

bool emit_arithmetic(Emitter& emit) {
  Named named{emit, emit.instruction(), {}};
  for (const std::string& modifier : named.code.modifiers) {
    if (const auto type = type_of(modifier)) {
      named.types.push_back(*type);
    }
  }
  if (is_not_evaluated(named.code.opcode)) {
    emit_unknown(named);
    return true;
  }
  if (emit_special_form(named)) {
    return true;
  }
  const bool is_integer = named.type().is_integer() || named.type().kind == Type::Kind::predicate;
  if (is_integer && !has_rare_form(named)) {
    return emit_integer_form(named);
  }
  static constexpr std::array<std::string_view, 9> kForms{"mul", "mad",  "mul24", "mad24", "sad",
                                                          "neg", "lop3", "prmt",  "shf"};
  const std::string& opcode = named.code.opcode;
  const bool is_known = std::find(kForms.begin(), kForms.end(), opcode) != kForms.end() ||
                        std::any_of(kPlain.begin(), kPlain.end(),
                                    [&](const Plain& one) { return one.opcode == opcode; });
  if (is_known) {
    emit_unknown(named);
  }
  return is_known;
}

}  // namespace clgauge::lens::ptx
