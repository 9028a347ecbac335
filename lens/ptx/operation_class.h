#pragma once

#include <string>

#include "lens/ptx/module.h"

namespace clgauge::lens::ptx {

// What an instruction is counted as, as the collector classes LLVM IR (collector/analysis/
// op_classes.h): moves, addresses of spaces and conversions among integers are no operations,
// nor is logic of predicates.
struct OperationClass {
  enum class Kind { none, float32, float64, integer, division, atomic, barrier, call };
  Kind kind = Kind::none;
  double count = 1;
  std::string call;  // of mathematics: "exp2"
};
[[nodiscard]] OperationClass operation_class(const Instruction& instruction);

}  // namespace clgauge::lens::ptx
