#pragma once

#include "collector/kernel/chain.h"

namespace llvm {
class Instruction;
}

namespace clgauge::collector {

// What an instruction adds to a chain of operations that runs through it: nothing for moves, merges
// of control flow, and integer arithmetic for addresses and control, which runs ahead of the rest.
[[nodiscard]] Chain chain_step(const llvm::Instruction& instruction);

// One after the other.
[[nodiscard]] Chain operator+(const Chain& first, const Chain& second) noexcept;

}  // namespace clgauge::collector
