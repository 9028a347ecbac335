#include "lens/ptx/machine_cost.h"

#include <array>
#include <optional>
#include <string_view>

#include "lens/ptx/typed_operation.h"

namespace clgauge::lens::ptx {
namespace {

// {issue, fp32, multiply, integer, fp64, special, conversions, memory, either}
constexpr MachineCost kNothing{};
constexpr MachineCost kIssueOnly{1, 0, 0, 0, 0, 0, 0, 0};
constexpr MachineCost kFp32{1, 1, 0, 0, 0, 0, 0, 0};
constexpr MachineCost kMultiply{1, 0, 1, 0, 0, 0, 0, 0};
// IMAD.WIDE, IMAD.HI: all 64 bits of a product take the multipliers twice as long.
constexpr MachineCost kLongProduct{1, 0, 2, 0, 0, 0, 0, 0};
constexpr MachineCost kInteger{1, 0, 0, 1, 0, 0, 0, 0};
constexpr MachineCost kTwoIntegers{2, 0, 0, 2, 0, 0, 0, 0};
constexpr MachineCost kSaturated{3, 0, 0, 3, 0, 0, 0, 0};
constexpr MachineCost kFp64{1, 0, 0, 0, 1, 0, 0, 0};
constexpr MachineCost kSpecial{1, 0, 0, 0, 0, 1, 0, 0};
constexpr MachineCost kConversion{1, 0, 0, 0, 0, 0, 1, 0};
constexpr MachineCost kMemory{1, 0, 0, 0, 0, 0, 0, 1};
constexpr MachineCost kAdd{1, 0, 0, 0, 0, 0, 0, 0, 1};      // IADD3 or IMAD.IADD
constexpr MachineCost kLongAdd{2, 0, 0, 1, 0, 0, 0, 0, 1};  // IADD3 and IADD3.X or IMAD.X

// By name and, of those with several, the type: what ptxas 13.0 makes of sixteen more of them.
struct Expansion {
  std::string_view opcode;
  std::string_view variant;  // a modifier; empty: any
  char type;                 // its letter
  MachineCost cost;
};
constexpr std::array kExpansions{
    Expansion{"div", "approx", 'f', {5, 2, 0, 2, 0, 1, 0, 0}},
    Expansion{"div", "full", 'f', {8, 4, 0, 3, 0, 1, 0, 0}},
    Expansion{"div", "", 'f', {10, 5, 0, 1, 0, 1, 0, 0}},
    Expansion{"div", "", 'd', {18, 1, 1.5, 3.5, 8, 1, 0, 0}},
    Expansion{"div", "s32", 'i', {24, 0, 10, 13, 0, 1, 2, 0}},
    Expansion{"div", "", 'i', {18, 0, 8, 9, 0, 1, 2, 0}},
    Expansion{"div", "", 'l', {73, 0, 51, 36, 0, 1, 2, 0}},
    Expansion{"rem", "s32", 'i', {21, 0, 10, 10, 0, 1, 2, 0}},
    Expansion{"rem", "", 'i', {17, 0, 8, 8, 0, 1, 2, 0}},
    Expansion{"rem", "", 'l', {83, 0, 54, 43, 0, 1, 2, 0}},
    Expansion{"rcp", "approx", 'f', {7, 2, 0, 4, 0, 1, 0, 0}},
    Expansion{"rcp", "", 'f', {10, 3, 0, 3, 0, 1, 0, 0}},
    Expansion{"rcp", "", 'd', {12, 0, 1, 2.5, 5, 1, 0, 0}},
    Expansion{"sqrt", "approx", 'f', {4, 2, 0, 1, 0, 1, 0, 0}},
    Expansion{"sqrt", "", 'f', {10, 4, 0, 2, 0, 1, 0, 0}},
    Expansion{"sqrt", "", 'd', {18, 0, 2, 4, 8, 1, 0, 0}},
    Expansion{"rsqrt", "", 'f', {4, 2, 0, 1, 0, 1, 0, 0}},
    Expansion{"rsqrt", "", 'd', {13, 0, 2, 3, 5, 1, 0, 0}},
    Expansion{"ex2", "", 'f', {4, 2, 0, 1, 0, 1, 0, 0}},
    Expansion{"lg2", "", 'f', {4, 2, 0, 1, 0, 1, 0, 0}},
    Expansion{"sin", "", 'f', {2, 1, 0, 0, 0, 1, 0, 0}},
    Expansion{"cos", "", 'f', {2, 1, 0, 0, 0, 1, 0, 0}},
    Expansion{"mul", "hi", 'l', {7, 0, 8, 3, 0, 0, 0, 0}},
    Expansion{"mad", "hi", 'l', {8, 0, 8, 4, 0, 0, 0, 0}},
    Expansion{"mul", "lo", 'l', {4, 0, 4, 1, 0, 0, 0, 0}},
    Expansion{"mad", "lo", 'l', {4, 0, 4, 1, 0, 0, 0, 0}},
    Expansion{"min", "", 'l', {4, 0, 0, 4, 0, 0, 0, 0}},
    Expansion{"max", "", 'l', {4, 0, 0, 4, 0, 0, 0, 0}},
    Expansion{"min", "", 'd', {7, 0, 3, 3, 1, 0, 0, 0}},
    Expansion{"max", "", 'd', {7, 0, 3, 3, 1, 0, 0, 0}},
};

std::optional<MachineCost> expansion_of(const Instruction& instruction, char letter) {
  // Numbers too small for their exponents become zero, and nothing mends that.
  const bool flushes = instruction.has("ftz") && instruction.has("approx");
  if (flushes && is_any_of(instruction.opcode, {"rcp", "sqrt", "rsqrt", "ex2", "lg2"})) {
    return kSpecial;
  }
  if (flushes && instruction.opcode == "div") {
    return MachineCost{2, 1, 0, 0, 0, 1, 0, 0};
  }
  for (const Expansion& one : kExpansions) {
    const bool is_variant =
        one.variant.empty() || instruction.has(std::string(one.variant).c_str());
    if (one.opcode == instruction.opcode && is_variant && one.type == letter) {
      return one.cost;
    }
  }
  return std::nullopt;
}

MachineCost cost_of_conversion(const Instruction& instruction, const OperationTypes& types) {
  const Type& to = types.first;
  const Type& from = types.last;
  const bool is_long = to.bits == 64 || from.bits == 64;
  if (!to.is_floating() && !from.is_floating()) {
    const bool is_sign_made = to.bits == 64 && from.is_signed() && from.bits < 64;
    if (!is_sign_made && instruction.has("sat")) {
      return kSaturated;
    }
    // 8 and 16 bits become part of what makes or reads them (PRMT, I2F.U8, loads that extend).
    return is_sign_made ? kInteger : kNothing;
  }
  if (to.is_floating() && from.is_floating()) {
    if (to.bits == 16 || from.bits == 16) {
      return to.bits == 16 ? kInteger : kFp32;  // F2FP; HADD2.F32
    }
    return kConversion;  // F2F; FRND
  }
  return to.is_floating() && !is_long ? kInteger : kConversion;  // I2FP; F2I, I2F
}

MachineCost cost_of_float(const Instruction& instruction, const Type& type) {
  const std::string& opcode = instruction.opcode;
  const bool is_double = type.bits == 64 && type.lanes == 1;
  if (is_any_of(opcode, {"neg", "abs"})) {
    return kNothing;  // of the instruction that reads it
  }
  if (is_any_of(opcode, {"setp", "min", "max", "set", "testp"})) {
    return is_double ? kFp64 : kInteger;
  }
  if (is_any_of(opcode, {"selp", "slct", "copysign"})) {
    return is_double ? kTwoIntegers : kInteger;
  }
  if (opcode == "tanh") {
    return kSpecial;
  }
  return is_double ? kFp64 : kFp32;
}

MachineCost cost_of_integer(const Instruction& instruction, const Type& type) {
  const std::string& opcode = instruction.opcode;
  const bool is_long = type.bits == 64;
  if (is_any_of(opcode, {"add", "sub", "addc", "subc"})) {
    return is_long ? kLongAdd : kAdd;
  }
  if (is_any_of(opcode, {"mul", "mad", "mul24", "mad24", "madc", "dp4a", "dp2a"})) {
    const bool is_whole = instruction.has("wide") || instruction.has("hi");
    return is_whole && !opcode.ends_with("24") ? kLongProduct : kMultiply;
  }
  if (is_any_of(opcode, {"popc", "clz", "bfind", "brev", "fns"})) {
    return kConversion;
  }
  if (opcode == "bfe") {
    return {is_long ? 6.0 : 2.0, 0, 0, is_long ? 6.0 : 2.0, 0, 0, 0, 0};
  }
  if (is_any_of(opcode, {"bfi", "sad", "slct", "set"})) {
    return kTwoIntegers;
  }
  return is_long ? kTwoIntegers : kInteger;
}

MachineCost cost_of_move(const Instruction& instruction) {
  const auto& operands = instruction.operands;
  const bool is_special = operands.size() > 1 && operands[1].kind == Operand::Kind::special;
  const bool is_read = is_special && (operands[1].name.starts_with("%tid") ||
                                      operands[1].name.starts_with("%ctaid") ||
                                      operands[1].name.starts_with("%lane"));
  return is_read ? kIssueOnly : kNothing;
}

// Of vectors of 8 or 16 bits each that is not the lowest of its register is cut out or put in
// (PRMT).
MachineCost cost_of_access(const Instruction& instruction) {
  MachineCost cost = kMemory;
  const Type type = types_of(instruction).first;
  const unsigned elements = instruction.has("v4") ? 4 : instruction.has("v2") ? 2 : 1;
  if (type.bits < 32 && elements > 1 && is_any_of(instruction.opcode, {"ld", "ldu", "st"})) {
    const unsigned words = (elements * type.bits + 31) / 32;
    cost.issue += elements - words;
    cost.integer += elements - words;
  }
  return cost;
}

}  // namespace

MachineCost& MachineCost::operator+=(const MachineCost& other) {
  issue += other.issue;
  fp32 += other.fp32;
  multiply += other.multiply;
  integer += other.integer;
  fp64 += other.fp64;
  special += other.special;
  conversions += other.conversions;
  memory += other.memory;
  either += other.either;
  dispatch += other.dispatch;
  return *this;
}

MachineCost machine_cost(const Instruction& instruction) {
  const std::string& opcode = instruction.opcode;
  if (is_any_of(opcode, {"ld", "ldu", "st", "atom", "red", "shfl", "prefetch"})) {
    return instruction.has("param") ? kNothing : cost_of_access(instruction);
  }
  if (is_any_of(opcode, {"bra", "ret", "exit", "bar", "barrier", "call", "brx", "vote",
                         "activemask", "membar", "fence"})) {
    return kIssueOnly;
  }
  if (opcode == "mov") {
    return cost_of_move(instruction);
  }
  const OperationTypes types = types_of(instruction);
  if (!types.is_typed || opcode == "cvta" || opcode == "isspacep") {
    return kNothing;
  }
  if (opcode == "cvt") {
    if (instruction.has("sat") && types.first.bits == 32 && types.last.bits == 32 &&
        types.first.is_floating() && types.last.is_floating()) {
      return {0.5, 0.5, 0, 0, 0, 0, 0, 0};  // of the instruction that makes it, where that can
    }
    return cost_of_conversion(instruction, types);
  }
  const Type& type = is_any_of(opcode, {"setp", "set"}) ? types.last : types.first;
  if (type.kind == Type::Kind::predicate) {
    return {0.5, 0, 0, 0.5, 0, 0, 0, 0};  // most are part of the comparison
  }
  if (const auto expanded = expansion_of(instruction, letter_of(type))) {
    return *expanded;
  }
  return type.is_floating() ? cost_of_float(instruction, type) : cost_of_integer(instruction, type);
}

}  // namespace clgauge::lens::ptx
