#include "lens/simt/access_code.h"

#include <algorithm>
#include <map>

#include "lens/ptx/operand_roles.h"

namespace clgauge::lens::simt {
namespace {

using ptx::Function;
using ptx::Instruction;
using ptx::Operand;
using ptx::OperandRoles;

// By register of a function: whether lanes of a sub-group may hold different numbers, by what they
// are computed of. That lanes take different ways is not seen.
class LaneDependence {
 public:
  explicit LaneDependence(const Function& function)
      : function_(function), differs_(function.registers.size(), !function.is_entry) {
    for (const Instruction& instruction : function.instructions) {
      roles_.push_back(ptx::roles_of(instruction));
    }
    bool goes_on = function.is_entry;
    while (goes_on) {
      goes_on = false;
      for (std::size_t i = 0; i < roles_.size(); ++i) {
        const bool differs = makes_different(i);
        for (const std::uint32_t written : roles_[i].written) {
          goes_on = goes_on || (differs && !differs_[written]);
          differs_[written] = differs_[written] || differs;
        }
      }
    }
  }

  [[nodiscard]] bool differs(const Operand& operand) const {
    if (operand.kind == Operand::Kind::reg) {
      return differs_[operand.index];
    }
    if (operand.kind == Operand::Kind::special) {
      return operand.name.starts_with("%tid") || operand.name.starts_with("%lane") ||
             operand.name.starts_with("%clock") || operand.name.starts_with("%globaltimer");
    }
    return std::any_of(operand.elements.begin(), operand.elements.end(),
                       [&](const Operand& one) { return differs(one); });
  }

 private:
  bool makes_different(std::size_t i) const {
    const Instruction& instruction = function_.instructions[i];
    const bool is_own = instruction.opcode == "atom" || instruction.opcode == "call" ||
                        (instruction.opcode == "ld" && instruction.has("local"));
    return is_own || (instruction.is_guarded && differs(instruction.guard)) ||
           std::any_of(roles_[i].read.begin(), roles_[i].read.end(),
                       [&](std::uint32_t one) { return static_cast<bool>(differs_[one]); }) ||
           std::any_of(
               instruction.operands.begin(), instruction.operands.end(),
               [&](const Operand& one) { return one.kind != Operand::Kind::reg && differs(one); });
  }

  const Function& function_;
  std::vector<OperandRoles> roles_;
  std::vector<bool> differs_;
};

// Those that a sub-group's lanes can add up before: of integers of 32 bits. CUDA 13.0's ptxas does
// not for xor, exch, cas, inc, floats and longer integers.
bool can_be_combined(const Instruction& update) {
  const bool adds_up = update.has("add") || update.has("min") || update.has("max") ||
                       update.has("and") || update.has("or");
  return (update.opcode == "atom" || update.opcode == "red") && adds_up &&
         (update.has("u32") || update.has("s32") || update.has("b32"));
}

void add_function(const Function& function, std::map<const Instruction*, AccessCode>& found) {
  const LaneDependence lanes(function);
  for (const Instruction& instruction : function.instructions) {
    const std::size_t address = instruction.opcode == "atom" ? 1 : 0;
    found[&instruction].is_combined = can_be_combined(instruction) &&
                                      address < instruction.operands.size() &&
                                      !lanes.differs(instruction.operands[address]);
  }
}

}  // namespace

std::vector<AccessCode> access_code(const ptx::Program& program) {
  std::map<const Instruction*, AccessCode> found;
  for (const Function* function : program.functions) {
    add_function(*function, found);
  }
  std::vector<AccessCode> codes(program.accesses.size());
  for (const ptx::Step& step : program.steps) {
    if (step.code == ptx::Code::access) {
      codes[step.index] = found[program.origins[step.origin]];
    }
  }
  return codes;
}

}  // namespace clgauge::lens::simt
