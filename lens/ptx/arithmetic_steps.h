#pragma once

#include "lens/ptx/emitter.h"

namespace clgauge::lens::ptx {

// Appends what the instruction computes: exactly where it is of integers, else that its results are
// not known. False for an instruction that does more than compute. Throws Error(input) for operands
// that it does not take.
[[nodiscard]] bool emit_arithmetic(Emitter& emit);

}  // namespace clgauge::lens::ptx
