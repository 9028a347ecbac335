#pragma once

#include <cstdint>
#include <vector>

#include "lens/ptx/flow.h"
#include "lens/ptx/operand_roles.h"

namespace clgauge::lens::ptx {

// For each block the registers that hold what is read behind it. `roles`: of each instruction.
// Takes time as the answer is long.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> live_out(
    const std::vector<FlowBlock>& blocks, const std::vector<OperandRoles>& roles,
    std::size_t registers);

}  // namespace clgauge::lens::ptx
