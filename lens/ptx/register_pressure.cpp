#include "lens/ptx/register_pressure.h"

#include <algorithm>
#include <vector>

#include "lens/ptx/block_pressure.h"
#include "lens/ptx/flow.h"
#include "lens/ptx/liveness.h"
#include "lens/ptx/operand_roles.h"
#include "lens/ptx/register_homes.h"

namespace clgauge::lens::ptx {
namespace {

constexpr unsigned kMostRegisters = 255;
constexpr unsigned kFewestRegisters = 8;  // that are handed out at a time
// ptxas issues loads early as long as that costs no occupancy: 2048 work-items have 32 registers
// each. A few of these are addresses and what it computes in between.
constexpr unsigned kFreeForLoads = 28;
constexpr unsigned kStackPointer = 1;
// One register in so many is lost where pairs and fours have to be aligned.
constexpr unsigned kLostOneIn = 48;

}  // namespace

RegisterUse register_use(const Function& function) {
  std::vector<OperandRoles> roles;
  roles.reserve(function.instructions.size());
  for (const Instruction& instruction : function.instructions) {
    roles.push_back(roles_of(instruction));
  }
  const std::vector<FlowBlock> blocks = flow_of(function);
  const auto live = live_out(blocks, roles, function.registers.size());
  const std::vector<RegisterHome> homes = register_homes(function, roles);
  unsigned words = 0;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    words = std::max(words, words_held(function, blocks[b], roles, live[b], homes, kFreeForLoads));
  }
  const unsigned needed = std::max(words + kStackPointer + words / kLostOneIn, kFewestRegisters);
  RegisterUse use;
  use.registers = std::min(needed, kMostRegisters);
  use.spilled_bytes = 4.0 * (needed - use.registers);
  return use;
}

}  // namespace clgauge::lens::ptx
