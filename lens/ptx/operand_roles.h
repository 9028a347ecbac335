#pragma once

#include <cstdint>
#include <vector>

#include "lens/ptx/module.h"

namespace clgauge::lens::ptx {

// The registers (of Function::registers) that an instruction writes, and those that it reads: its
// guard among them, and what it writes only under that guard.
struct OperandRoles {
  std::vector<std::uint32_t> written;
  std::vector<std::uint32_t> read;
};
[[nodiscard]] OperandRoles roles_of(const Instruction& instruction);

// Whether the first operand is where the result goes.
[[nodiscard]] bool has_result(const Instruction& instruction);

}  // namespace clgauge::lens::ptx
