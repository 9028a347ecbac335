#include "lens/ptx/integer_steps.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

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

// Those of several steps, or of operands of their own.
constexpr std::array<std::string_view, 9> kForms{"mul", "mad",  "mul24", "mad24", "sad",
                                                 "neg", "lop3", "prmt",  "shf"};

const Plain* plain_of(std::string_view opcode) {
  const auto* const plain = std::find_if(kPlain.begin(), kPlain.end(),
                                         [&](const Plain& one) { return one.opcode == opcode; });
  return plain == kPlain.end() ? nullptr : plain;
}

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

}  // namespace

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
    const Plain* const plain = plain_of(opcode);
    if (plain == nullptr) {
      return false;
    }
    emit_plain(named, plain->code, plain->sources);
  }
  return true;
}

bool has_rare_form(const Named& named) {
  const std::string& opcode = named.code.opcode;
  const bool has_rare_modifier = named.has("sat") || named.has("cc") || named.has("shiftamt");
  const bool is_rare_permutation = opcode == "prmt" && named.code.modifiers.size() > 1;
  const bool is_predicated_table = opcode == "lop3" && named.code.modifiers.size() > 1;
  return has_rare_modifier || is_rare_permutation || is_predicated_table;
}

bool is_integer_opcode(std::string_view opcode) {
  return std::find(kForms.begin(), kForms.end(), opcode) != kForms.end() ||
         plain_of(opcode) != nullptr;
}

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

void emit_dot_product(const Named& named) {
  named.emit.put(Code::dot4, 32, false, named.target(),
                 {named.source(1), named.source(2), named.source(3)});
  named.emit.program().steps.back().option = static_cast<std::uint8_t>(
      (named.types.front().is_signed() ? 1U : 0U) | (named.types.back().is_signed() ? 2U : 0U));
}

}  // namespace clgauge::lens::ptx
