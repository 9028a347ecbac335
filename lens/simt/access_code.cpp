#include "lens/simt/access_code.h"

#include <algorithm>
#include <map>
#include <optional>

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

struct Loop {
  std::size_t first = 0;
  std::size_t last = 0;  // jumps back
};

// The shortest stretch of code around it that ends in a jump to its beginning.
std::optional<Loop> loop_around(const Function& function, std::size_t place) {
  std::optional<Loop> shortest;
  for (std::size_t i = place; i < function.instructions.size(); ++i) {
    const Instruction& jump = function.instructions[i];
    if (jump.opcode != "bra" || jump.operands.empty()) {
      continue;
    }
    const auto label = function.labels.find(jump.operands[0].name);
    const bool is_around = label != function.labels.end() && label->second <= place;
    if (is_around && (!shortest || i - label->second < shortest->last - shortest->first)) {
      shortest = Loop{label->second, i};
    }
  }
  return shortest;
}

// Whether the loop goes again by what the instruction at `place` found, and with the same address.
bool is_tried_again(const Function& function, const Loop& loop, std::size_t place) {
  std::vector<bool> depends(function.registers.size(), false);
  std::vector<bool> is_written(function.registers.size(), false);
  for (const std::uint32_t one : ptx::roles_of(function.instructions[place]).written) {
    depends[one] = true;
  }
  bool decides = false;
  constexpr int kTimes = 3;  // what goes round comes to what stands before
  for (int time = 0; time < kTimes; ++time) {
    for (std::size_t i = loop.first; i <= loop.last; ++i) {
      const Instruction& instruction = function.instructions[i];
      const OperandRoles roles = ptx::roles_of(instruction);
      const bool follows = std::any_of(roles.read.begin(), roles.read.end(),
                                       [&](std::uint32_t one) { return depends[one]; });
      decides = decides || (follows && instruction.opcode == "bra");
      for (const std::uint32_t one : roles.written) {
        depends[one] = depends[one] || follows;
        is_written[one] = true;
      }
    }
  }
  const Operand& address = function.instructions[place].operands[1];
  return decides &&
         std::none_of(address.elements.begin(), address.elements.end(), [&](const Operand& one) {
           return one.kind == Operand::Kind::reg && is_written[one.index];
         });
}

void add_tries(const Function& function, std::map<const Instruction*, AccessCode>& found) {
  for (std::size_t i = 0; i < function.instructions.size(); ++i) {
    const Instruction& instruction = function.instructions[i];
    const bool exchanges =
        instruction.opcode == "atom" && instruction.has("cas") && instruction.operands.size() > 1;
    const auto loop = exchanges ? loop_around(function, i) : std::nullopt;
    if (loop && is_tried_again(function, *loop, i)) {
      AccessCode& code = found[&instruction];
      code.is_tried_again = true;
      for (std::size_t at = loop->first; at <= loop->last; ++at) {
        code.loads_again = code.loads_again || function.instructions[at].opcode == "ld";
      }
    }
  }
}

void add_function(const Function& function, std::map<const Instruction*, AccessCode>& found) {
  const LaneDependence lanes(function);
  add_tries(function, found);
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
