#pragma once

#include "lens/ptx/emitter.h"

namespace clgauge::lens::ptx {

// Appends a load, a store or an atomic update. False for other instructions. Throws Error(input)
// for operands that it does not take.
[[nodiscard]] bool emit_memory(Emitter& emit);

// Whether an instruction does something besides writing registers, so that a guard decides about it
// as about a branch.
[[nodiscard]] bool has_effect(const Instruction& instruction);

}  // namespace clgauge::lens::ptx
