#include "lens/ptx/arithmetic_steps.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "lens/evaluate/memory.h"
#include "lens/ptx/float_steps.h"
#include "lens/ptx/named_operation.h"

namespace clgauge::lens::ptx {
namespace {

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
constexpr std::array<std::string_view, 26> kNotEvaluated{
    "dp2a", "fns",     "bmsk", "szext",      "isspacep", "match", "redux", "elect", "txq",
    "suq",  "istypep", "vadd", "vsub",       "vabsdiff", "vmin",  "vmax",  "vshl",  "vshr",
    "vmad", "vset",    "mapa", "getctarank", "vadd4",    "vsub4", "vmin4", "vmax4"};

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

// add.cc and its like: with the carry of the one before, and leaving one.
void emit_with_carry(const Named& named) {
  Emitter& emit = named.emit;
  const std::string& opcode = named.code.opcode;
  const bool subtracts = opcode.starts_with("sub");
  const bool multiplies = opcode.starts_with("mad");
  const bool takes_carry = opcode.ends_with('c');
  const std::int32_t first = multiplies ? product(named, emit.fresh_slot()) : named.source(1);
  const std::int32_t second = named.source(multiplies ? 3 : 2);
  const std::int32_t carry =
      emit.put(Code::copy, 1, false, {takes_carry ? emit.carry() : emit.constant(0)});
  const unsigned bits = named.type().bits;
  const std::vector<std::int32_t> from{first, second, carry};
  if (named.has("cc")) {
    const std::int32_t leaves =
        emit.put(subtracts ? Code::borrow_of : Code::carry_of, bits, false, from);
    emit.put(subtracts ? Code::subtract_borrow : Code::add_carry, bits, false, named.target(),
             from);
    emit.put(Code::copy, 1, false, emit.new_carry(), {leaves});
    return;
  }
  emit.put(subtracts ? Code::subtract_borrow : Code::add_carry, bits, false, named.target(), from);
}

// shfl.sync.down.b32 d|p, a, b, c, members.
bool emit_shuffle(const Named& named) {
  constexpr std::array<const char*, 4> kWays{"up", "down", "bfly", "idx"};
  const auto* const way =
      std::find_if(kWays.begin(), kWays.end(), [&](const char* name) { return named.has(name); });
  if (way == kWays.end()) {
    return false;
  }
  Emitter& emit = named.emit;
  const std::vector<std::int32_t> from{named.source(1), named.source(2), named.source(3)};
  const auto put = [&](Code code, const Operand& result) {
    emit.put(code, 32, false, emit.target(result), from);
    emit.program().steps.back().option = static_cast<std::uint8_t>(way - kWays.begin());
  };
  const Operand& results = emit.operand(0);
  if (results.kind != Operand::Kind::list) {
    put(Code::shuffle, results);
    return true;
  }
  if (results.elements.size() != 2) {
    emit.fail("expected a register and a predicate");
  }
  put(Code::shuffle_inside, results.elements[1]);
  put(Code::shuffle, results.elements[0]);
  return true;
}

// vote.sync.ballot.b32 d, p, members, and activemask.b32 d.
bool emit_vote(const Named& named) {
  constexpr std::array<const char*, 4> kVotes{"all", "any", "uni", "ballot"};
  const bool is_mask = named.code.opcode == "activemask";
  const auto* const way =
      std::find_if(kVotes.begin(), kVotes.end(), [&](const char* name) { return named.has(name); });
  if (way == kVotes.end() && !is_mask) {
    return false;
  }
  Emitter& emit = named.emit;
  const std::int32_t from = is_mask ? emit.constant(0) : emit.source(emit.operand(1), 1);
  emit.put(Code::vote, 32, false, named.target(), {from});
  emit.program().steps.back().option = static_cast<std::uint8_t>(
      is_mask ? static_cast<std::ptrdiff_t>(Vote::active) : way - kVotes.begin());
  return true;
}

// dp4a.u32.s32 d, a, b, c.
void emit_dot_product(const Named& named) {
  named.emit.put(Code::dot4, 32, false, named.target(),
                 {named.source(1), named.source(2), named.source(3)});
  named.emit.program().steps.back().option = static_cast<std::uint8_t>(
      (named.types.front().is_signed() ? 1U : 0U) | (named.types.back().is_signed() ? 2U : 0U));
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

std::int32_t compared(const Named& named, const Type& type) {
  bool is_unsigned = false;
  const Code code = comparison_of(named, is_unsigned);
  Emitter& emit = named.emit;
  const std::int32_t a = emit.source(emit.operand(1), type.bits);
  const std::int32_t b = emit.source(emit.operand(2), type.bits);
  return emit.put(code, type.bits, type.is_signed() && !is_unsigned, {a, b});
}

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

namespace {

// Integers with a carry, and what else was written down here but is no plain arithmetic.
bool emit_rare_form(const Named& named) {
  const std::string& opcode = named.code.opcode;
  const bool is_integer = named.type().is_integer();
  const bool may_carry = opcode == "add" || opcode == "sub" || opcode == "mad";
  const bool carries =
      (may_carry && named.has("cc")) || opcode == "addc" || opcode == "subc" || opcode == "madc";
  if (carries && is_integer && !named.has("sat") && !named.has("wide")) {
    emit_with_carry(named);
    return true;
  }
  if (opcode == "dp4a" && named.types.size() == 2) {
    emit_dot_product(named);
    return true;
  }
  return opcode == "shfl" ? emit_shuffle(named)
                          : (opcode == "vote" || opcode == "activemask") && emit_vote(named);
}

// Whether there is no plain form of it.
bool is_rare(std::string_view opcode) {
  static constexpr std::array<std::string_view, 7> kRare{"addc", "subc", "madc",      "dp4a",
                                                         "shfl", "vote", "activemask"};
  return std::find(kRare.begin(), kRare.end(), opcode) != kRare.end();
}

// Whether it is arithmetic on anything but integers, or has a form that is rare.
bool emit_other_arithmetic(const Named& named) {
  const std::string& opcode = named.code.opcode;
  if (is_not_evaluated(opcode)) {
    emit_unknown(named);
    return true;
  }
  if (emit_rare_form(named) || emit_float(named)) {
    return true;
  }
  static constexpr std::array<std::string_view, 9> kForms{"mul", "mad",  "mul24", "mad24", "sad",
                                                          "neg", "lop3", "prmt",  "shf"};
  const bool is_known = std::find(kForms.begin(), kForms.end(), opcode) != kForms.end() ||
                        is_rare(opcode) || is_floating_opcode(opcode) ||
                        std::any_of(kPlain.begin(), kPlain.end(),
                                    [&](const Plain& one) { return one.opcode == opcode; });
  if (is_known) {
    emit_unknown(named);
  }
  return is_known;
}

// What a comparison, a choice or a conversion takes is data where its type is no integer.
bool takes_data(const Named& named) {
  const std::string& opcode = named.code.opcode;
  if (opcode == "setp" || opcode == "set") {
    return !named.types.empty() && !named.types.back().is_integer();
  }
  if (opcode == "slct") {
    return named.types.size() < 2 || !named.types[1].is_integer();
  }
  return opcode == "cvt" && (named.types.size() != 2 || !named.types[0].is_integer() ||
                             !named.types[1].is_integer() || named.has("sat"));
}

}  // namespace

bool emit_arithmetic(Emitter& emit) {
  const Named named = named_operation(emit);
  const std::size_t first = emit.program().steps.size();
  const bool is_integer = named.type().is_integer() || named.type().kind == Type::Kind::predicate;
  const bool is_special = emit_special_form(named);
  bool is_data = takes_data(named);
  bool is_known = is_special;
  if (!is_special) {
    const bool is_plain = is_integer && !has_rare_form(named) &&
                          !is_not_evaluated(named.code.opcode) && !is_rare(named.code.opcode) &&
                          !is_floating_opcode(named.code.opcode);
    is_data = !is_plain;
    is_known = is_plain ? emit_integer_form(named) : emit_other_arithmetic(named);
  }
  for (std::size_t i = first; is_data && i < emit.program().steps.size(); ++i) {
    emit.program().steps[i].takes_data = true;
  }
  return is_known;
}

}  // namespace clgauge::lens::ptx
