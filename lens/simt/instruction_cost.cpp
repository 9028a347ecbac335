#include "lens/simt/instruction_cost.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "lens/ptx/type.h"

namespace clgauge::lens::simt {
namespace {

using ptx::Instruction;
using ptx::Type;

constexpr double kAluCycles = 4;
constexpr double kFloat64Cycles = 8;
constexpr double kSpecialCycles = 22;
constexpr double kConversionCycles = 14;

std::vector<Type> types_of(const Instruction& instruction) {
  std::vector<Type> types;
  for (const std::string& modifier : instruction.modifiers) {
    if (const auto type = ptx::type_of(modifier)) {
      types.push_back(*type);
    }
  }
  return types;
}

bool is_one_of(std::string_view opcode, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), opcode) != names.end();
}

InstructionCost integers(double count, double latency = kAluCycles) {
  return {count, 0, count, 0, 0, 0, latency};
}
InstructionCost products(double count, double latency = kAluCycles) {
  return {count, 2 * count, 0, 0, 0, 0, latency};  // at half the rate of float32
}
InstructionCost float64(double count, double latency) {
  return {count, 0, 0, count, 0, 0, latency};
}

InstructionCost of_division(const Instruction& instruction, const Type& type, bool is_remainder) {
  if (type.is_floating()) {
    if (type.bits == 64) {
      return {20, 0, 4, 12, 1, 0, 150};
    }
    return instruction.has("full") || instruction.has("approx")
               ? InstructionCost{5, 3, 1, 0, 1, 0, kSpecialCycles + 16}
               : InstructionCost{12, 8, 2, 0, 1, 0, 60};
  }
  if (type.bits == 64) {
    return {80, 60, 30, 0, 1, 2, 400};
  }
  const double more = is_remainder ? 2 : 0;
  return {18 + more, 14 + more, 8, 0, 1, 2, 110 + 5 * more};
}

InstructionCost of_conversion(const std::vector<Type>& types, bool rounds) {
  if (types.size() < 2) {
    return integers(1);
  }
  const Type& to = types[0];
  const Type& from = types[1];
  if (to.is_integer() && from.is_integer()) {
    if (to.bits == 64 && from.bits < 64) {
      return from.is_signed() ? integers(1)
                              : InstructionCost{};  // a register of signs, or of zeros
    }
    return to.bits < 32 || from.bits < 32 ? integers(1) : InstructionCost{};
  }
  if (to.is_floating() && from.is_floating() && to.bits == from.bits) {
    return rounds ? InstructionCost{1, 0, 0, 0, 0, 1, kConversionCycles} : integers(1);
  }
  const bool is_wide = to.bits == 64 || from.bits == 64;
  return {1, 0, 0, 0, 0, is_wide ? 1.0 : 1.0, kConversionCycles + (is_wide ? 6 : 0)};
}

}  // namespace

InstructionCost instruction_cost(const Instruction& instruction) {
  const std::string_view opcode = instruction.opcode;
  const std::vector<Type> types = types_of(instruction);
  const Type type = types.empty() ? Type{} : types.front();
  const bool is_wide = type.bits == 64;
  if (is_one_of(opcode, {"mov", "cvta", "ret", "exit", "pragma", "nop"})) {
    return {};
  }
  if (is_one_of(opcode, {"ld", "ldu"})) {
    return instruction.has("param") ? InstructionCost{} : InstructionCost{1, 0, 0, 0, 0, 0, 0};
  }
  if (is_one_of(opcode, {"st", "atom", "red", "bar", "barrier", "membar", "fence", "bra"})) {
    return {1, 0, 0, 0, 0, 0, 0};
  }
  if (opcode == "div" || opcode == "rem") {
    return of_division(instruction, type, opcode == "rem");
  }
  if (opcode == "cvt") {
    return of_conversion(types, instruction.has("rni") || instruction.has("rzi") ||
                                    instruction.has("rmi") || instruction.has("rpi"));
  }
  if (is_one_of(opcode, {"rcp", "sqrt", "rsqrt"})) {
    if (is_wide) {
      return {14, 0, 3, 9, 1, 0, 110};
    }
    return instruction.has("approx") ? InstructionCost{2, 1, 0, 0, 1, 0, kSpecialCycles + 4}
                                     : InstructionCost{9, 5, 2, 0, 1, 0, 50};
  }
  if (is_one_of(opcode, {"ex2", "lg2", "sin", "cos", "tanh"})) {
    return {2, 1, 0, 0, 1, 0, kSpecialCycles + 4};
  }
  if (is_one_of(opcode, {"setp", "set", "selp", "slct", "min", "max", "abs", "neg"})) {
    const Type& compared = types.empty() ? type : types.back();
    if (compared.is_floating() && compared.bits == 64 && opcode != "selp") {
      return float64(1, kFloat64Cycles);
    }
    return integers(compared.bits == 64 ? 2 : 1, opcode == "setp" ? 8 : kAluCycles);
  }
  if (type.is_floating()) {
    return is_wide ? float64(1, kFloat64Cycles) : InstructionCost{1, 1, 0, 0, 0, 0, kAluCycles};
  }
  if (is_one_of(opcode, {"mul", "mad", "mul24", "mad24"})) {
    if (instruction.has("wide")) {
      return products(1, 5);
    }
    return is_wide ? products(4, 14) : products(1);
  }
  if (is_one_of(opcode, {"and", "or", "xor", "not"}) && type.kind == Type::Kind::predicate) {
    return integers(0.5);
  }
  if (is_one_of(opcode, {"popc", "clz", "brev", "bfind"})) {
    return {1, 0, 0, 0, 0, 1, kConversionCycles};
  }
  return integers(is_wide ? 2 : 1, is_wide ? 7 : kAluCycles);
}

}  // namespace clgauge::lens::simt
