#pragma once

#include <cstdint>
#include <vector>

#include "lens/ptx/module.h"
#include "lens/ptx/operand_roles.h"

namespace clgauge::lens::ptx {

// By register of integers: how many low bits of what it holds are known to be zero, up to 4 (16
// bytes). 0 for what is written more than once. Variables of shared memory are taken to begin at
// multiples of 16, where ptxas puts them.
[[nodiscard]] std::vector<std::uint8_t> low_zero_bits(const Function& function,
                                                      const std::vector<OperandRoles>& roles);

}  // namespace clgauge::lens::ptx
