#include "lens/ptx/operand_roles.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace clgauge::lens::ptx {
namespace {

constexpr std::array<std::string_view, 17> kWithoutResult{
    "st",     "red",   "bra",  "brx",      "ret",       "exit", "trap",      "bar", "barrier",
    "membar", "fence", "call", "prefetch", "prefetchu", "sust", "nanosleep", "cp"};

void add_registers(const Operand& operand, std::vector<std::uint32_t>& registers) {
  if (operand.kind == Operand::Kind::reg) {
    registers.push_back(operand.index);
  }
  for (const Operand& element : operand.elements) {
    add_registers(element, registers);
  }
}

}  // namespace

bool has_result(const Instruction& instruction) {
  const bool reduces =
      (instruction.opcode == "bar" || instruction.opcode == "barrier") && instruction.has("red");
  return reduces || std::find(kWithoutResult.begin(), kWithoutResult.end(), instruction.opcode) ==
                        kWithoutResult.end();
}

OperandRoles roles_of(const Instruction& instruction) {
  OperandRoles roles;
  const bool writes = has_result(instruction);
  for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
    add_registers(instruction.operands[i], i == 0 && writes ? roles.written : roles.read);
  }
  if (instruction.is_guarded) {
    add_registers(instruction.guard, roles.read);
    roles.read.insert(roles.read.end(), roles.written.begin(), roles.written.end());
  }
  return roles;
}

}  // namespace clgauge::lens::ptx
