#include "lens/ptx/operation_class.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "lens/ptx/typed_operation.h"

namespace clgauge::lens::ptx {
namespace {

using Kind = OperationClass::Kind;

constexpr std::array<std::string_view, 44> kArithmetic{
    "add",  "sub",  "mul", "mad",   "fma",      "mul24", "mad24", "sad",   "addc", "subc",  "madc",
    "neg",  "abs",  "min", "max",   "and",      "or",    "xor",   "not",   "cnot", "lop3",  "shl",
    "shr",  "shf",  "bfe", "bfi",   "prmt",     "popc",  "clz",   "bfind", "brev", "setp",  "set",
    "selp", "slct", "cvt", "testp", "copysign", "dp4a",  "dp2a",  "fns",   "bmsk", "szext", "vadd"};

struct Mathematics {
  std::string_view opcode;
  const char* call;
};
constexpr std::array<Mathematics, 7> kMathematics{{{"sqrt", "sqrt"},
                                                   {"rsqrt", "rsqrt"},
                                                   {"sin", "sin"},
                                                   {"cos", "cos"},
                                                   {"lg2", "log2"},
                                                   {"ex2", "exp2"},
                                                   {"tanh", "tanh"}}};

OperationClass of_type(const Type& type) {
  switch (type.kind) {
    case Type::Kind::predicate:
      return {};
    case Type::Kind::floating:
      return {type.bits == 64 && type.lanes == 1 ? Kind::float64 : Kind::float32,
              static_cast<double>(type.lanes),
              {}};
    default:
      return {Kind::integer, 1, {}};
  }
}

OperationClass of_arithmetic(const Instruction& instruction) {
  const OperationTypes types = types_of(instruction);
  if (!types.is_typed) {
    return {Kind::integer, 1, {}};
  }
  const bool compares = instruction.opcode == "setp" || instruction.opcode == "set";
  const bool converts_integers =
      instruction.opcode == "cvt" && types.first.is_integer() && types.last.is_integer();
  if (converts_integers) {
    return {};
  }
  return of_type(compares ? types.last : types.first);
}

}  // namespace

OperationClass operation_class(const Instruction& instruction) {
  const std::string& opcode = instruction.opcode;
  if (opcode == "div" || opcode == "rem" || opcode == "rcp") {
    return {Kind::division, 1, {}};
  }
  if (opcode == "atom" || opcode == "red") {
    return {Kind::atomic, 1, {}};
  }
  if (opcode == "bar" || opcode == "barrier") {
    return {Kind::barrier, 1, {}};
  }
  for (const Mathematics& function : kMathematics) {
    if (function.opcode == opcode) {
      return {Kind::call, 1, function.call};
    }
  }
  const bool is_arithmetic =
      std::find(kArithmetic.begin(), kArithmetic.end(), opcode) != kArithmetic.end();
  return is_arithmetic ? of_arithmetic(instruction) : OperationClass{};
}

}  // namespace clgauge::lens::ptx
