#pragma once

#include <cstdint>
#include <vector>

#include "lens/ptx/flow.h"
#include "lens/ptx/module.h"
#include "lens/ptx/operand_roles.h"
#include "lens/ptx/register_homes.h"

namespace clgauge::lens::ptx {

// The most 32-bit registers that hold something at the same time within a block, whose loads are
// issued as early as `free_words` allow.
[[nodiscard]] unsigned words_held(const Function& function, const FlowBlock& block,
                                  const std::vector<OperandRoles>& roles,
                                  const std::vector<std::uint32_t>& live_out,
                                  const std::vector<RegisterHome>& homes, unsigned free_words);

}  // namespace clgauge::lens::ptx
