#pragma once

#include <vector>

#include "lens/ptx/module.h"
#include "lens/ptx/operand_roles.h"

namespace clgauge::lens::ptx {

// Which half of a 64-bit integer is known to be zero: the other is a register by itself, and ptxas
// computes with that alone.
struct KnownHalves {
  bool is_upper_zero = false;
  bool is_lower_zero = false;
};
// Of each register; of those of other types nothing is known.
[[nodiscard]] std::vector<KnownHalves> known_halves(const Function& function,
                                                    const std::vector<OperandRoles>& roles);
// Of an operand, by what is known of registers.
[[nodiscard]] KnownHalves halves_of(const Operand& operand, const std::vector<KnownHalves>& known);

}  // namespace clgauge::lens::ptx
