#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace clgauge::model {

enum class Op : std::uint8_t {
  constant,
  parameter,
  feature,
  add,
  subtract,
  multiply,
  divide,
  power,
  negate,
  max,
  min,
  smoothmax,
  pnorm,
  tanh,
  exp,
  log,
  sqrt,
  abs,
};

// One operation of an expression. Nodes are stored in evaluation order: operands come first.
struct Node {
  Op op = Op::constant;
  std::uint32_t first = 0;  // operands: index of the first one in the operand list; a parameter or
                            // a feature: its index
  std::uint32_t count = 0;  // of operands
  double constant = 0;
};

struct Function {
  std::string_view name;
  Op op;
  std::size_t least_arguments;
  std::size_t most_arguments;
};

// The functions that an expression may call.
inline constexpr std::size_t kManyArguments = 64;
inline constexpr Function kFunctions[] = {
    {"max", Op::max, 1, kManyArguments},
    {"min", Op::min, 1, kManyArguments},
    {"smoothmax", Op::smoothmax, 2, kManyArguments},
    {"pnorm", Op::pnorm, 2, kManyArguments},
    {"tanh", Op::tanh, 1, 1},
    {"exp", Op::exp, 1, 1},
    {"log", Op::log, 1, 1},
    {"sqrt", Op::sqrt, 1, 1},
    {"abs", Op::abs, 1, 1},
};

[[nodiscard]] constexpr const Function* find_function(std::string_view name) noexcept {
  for (const Function& function : kFunctions) {
    if (function.name == name) {
      return &function;
    }
  }
  return nullptr;
}

}  // namespace clgauge::model
