#include "collector/analysis/chain_steps.h"

#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "collector/analysis/op_classes.h"
#include "collector/frontend/memory_operation.h"

namespace clgauge::collector {
namespace {

constexpr std::array<std::string_view, 18> kDivisions{
    "div",           "rem",         "sqrt",       "rsqrt",       "cbrt",         "hypot",
    "fmod",          "remainder",   "remquo",     "native_sqrt", "native_rsqrt", "native_recip",
    "native_divide", "half_divide", "half_recip", "half_rsqrt",  "half_sqrt",    "atomic"};

// Of numbers with a fraction.
constexpr std::array<std::string_view, 12> kArithmetic{"add",   "minmax", "cvt",  "floor",
                                                       "ceil",  "round",  "rint", "trunc",
                                                       "fract", "fdim",   "dot",  "step"};

// Whatever the numbers.
constexpr std::array<std::string_view, 9> kSimple{"neg",     "abs",  "bit",      "cmp",    "select",
                                                  "signbit", "sign", "copysign", "shuffle"};

template <std::size_t N>
bool holds(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_float(const OpClass& op) { return op.dtype.starts_with("float"); }

int bytes_of(const llvm::Type& type) {
  constexpr unsigned kBitsInByte = 8;
  return static_cast<int>(type.getPrimitiveSizeInBits().getFixedSize() / kBitsInByte);
}

bool loads_value(const llvm::Instruction& instruction) {
  if (instruction.getType()->isVoidTy()) return false;
  const auto operations = memory_operations(instruction);
  return std::any_of(operations.begin(), operations.end(),
                     [](const MemoryOperation& each) { return !each.is_store; });
}

}  // namespace

Chain chain_step(const llvm::Instruction& instruction) {
  Chain step;
  const auto op = op_class(instruction);
  if (loads_value(instruction)) {
    step.loads = 1;
  } else if (!op || op->index) {
    return step;
  } else if (holds(kDivisions, op->op)) {
    step.divisions = 1;
  } else if (op->op == "mul" || op->op == "madd" || (is_float(*op) && holds(kArithmetic, op->op))) {
    step.arithmetic = 1;
  } else if (!is_float(*op) || holds(kSimple, op->op)) {
    step.simple = 1;
  } else {
    step.functions = 1;
  }
  step.bytes = bytes_of(*instruction.getType());
  return step;
}

Chain operator+(const Chain& first, const Chain& second) noexcept {
  return {first.arithmetic + second.arithmetic, first.simple + second.simple,
          first.divisions + second.divisions,   first.functions + second.functions,
          first.loads + second.loads,           std::max(first.bytes, second.bytes)};
}

}  // namespace clgauge::collector
