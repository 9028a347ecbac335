#pragma once

#include <cstdint>
#include <vector>

#include "lens/ptx/machine_cost.h"
#include "lens/ptx/module.h"
#include "lens/ptx/operand_roles.h"
#include "lens/ptx/register_homes.h"

namespace clgauge::lens::ptx {

// Puts into `costs` for how many cycles each instruction keeps the scheduler. `operands` are the
// registers of PTX that it reads when it has taken in others. The two banks of registers give a
// word of a sub-group in a cycle each, and nothing else is issued meanwhile: on an H200 three
// registers of 32 bits take 1.5 cycles (FFMA, LOP3, IMAD alike), three of 64 bits 3 (DFMA), one
// that stands twice counts once, and so does one that the instruction before it read, for the slot
// of the operand keeps it (.reuse). One that needs the result of the one before is put elsewhere.
void count_dispatch(const Function& function, const std::vector<OperandRoles>& roles,
                    const std::vector<RegisterHome>& homes,
                    const std::vector<std::vector<std::uint32_t>>& operands,
                    std::vector<MachineCost>& costs);

}  // namespace clgauge::lens::ptx
