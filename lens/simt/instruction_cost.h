#pragma once

#include "lens/ptx/module.h"
#include "lens/simt/costs.h"

namespace clgauge::lens::simt {

[[nodiscard]] InstructionCost instruction_cost(const ptx::Instruction& instruction);

}  // namespace clgauge::lens::simt
