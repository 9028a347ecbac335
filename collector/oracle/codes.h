#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Intrinsics.h>

#include <optional>

#include "collector/oracle/program.h"

namespace clgauge::collector::oracle {

// What LLVM's instructions are in the oracle's program; nothing for those that it does not know.
[[nodiscard]] std::optional<Code> binary_code(unsigned opcode);
[[nodiscard]] std::optional<Code> intrinsic_code(llvm::Intrinsic::ID id);

// A comparison as one of six codes, perhaps with swapped operands.
struct Comparison {
  Code code;
  bool swapped;
};
[[nodiscard]] Comparison comparison_of(llvm::CmpInst::Predicate predicate);

// A question for an id or a size of the launch.
[[nodiscard]] std::optional<Query> query_of(const llvm::CallBase& call, unsigned& dimension);

}  // namespace clgauge::collector::oracle
