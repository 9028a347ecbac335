#pragma once

#include <cstdint>
#include <vector>

#include "lens/ptx/module.h"
#include "lens/ptx/operand_roles.h"

namespace clgauge::lens::ptx {

// Where ptxas keeps what a register of PTX holds.
struct RegisterHome {
  // How many of a work-item's 32-bit registers. None for predicates, which have registers of their
  // own. One for 64 bits that are an extended half, and for those of which only the lower half is
  // read: addresses of shared memory.
  std::uint8_t words = 1;
  // Parameters, sizes, numbers of groups, integers made of these and constants: what is the same
  // for all work-items of a group lies in constant memory, in uniform registers, or in the
  // instruction itself.
  bool is_shared = false;
};
[[nodiscard]] std::vector<RegisterHome> register_homes(const Function& function,
                                                       const std::vector<OperandRoles>& roles);

}  // namespace clgauge::lens::ptx
