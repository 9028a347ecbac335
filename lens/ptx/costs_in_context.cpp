#include <algorithm>
#include <cstdint>
#include <utility>

#include "lens/ptx/flow.h"
#include "lens/ptx/machine_cost.h"
#include "lens/ptx/operand_roles.h"
#include "lens/ptx/register_homes.h"
#include "lens/ptx/typed_operation.h"

namespace clgauge::lens::ptx {
namespace {

constexpr std::uint32_t kNoInstruction = ~std::uint32_t{0};

// What is computed once for a whole sub-group, on a path of its own: it is issued, and mostly
// before a loop.
constexpr MachineCost kForAll{0.5, 0, 0, 0, 0, 0, 0, 0};
constexpr MachineCost kCopy{1, 0, 0.5, 0.5, 0, 0, 0, 0};
constexpr MachineCost kProductAdded{1, 0, 1, 0, 0, 0, 0, 0};  // IMAD.WIDE
constexpr MachineCost kSet{0.5, 0, 0.2, 0.3, 0, 0, 0, 0};     // zeros go into two registers at once
// What every kernel begins with: its stack pointer, the descriptor of global memory.
constexpr MachineCost kBeginning{4, 0, 0, 0, 0, 0, 0, 0};

// Which instruction writes a register, and which read it.
struct Uses {
  std::uint32_t writes = 0;
  std::uint32_t writer = kNoInstruction;
  std::uint32_t reads = 0;
  std::uint32_t reader = kNoInstruction;
  std::uint32_t copies = 0;
  std::uint32_t additions = 0;  // of long numbers
};

class CostsInContext {
 public:
  explicit CostsInContext(const Function& function)
      : function_(function), uses_(function.registers.size()) {
    for (const Instruction& instruction : function.instructions) {
      roles_.push_back(roles_of(instruction));
    }
    homes_ = register_homes(function, roles_);
    for (std::uint32_t i = 0; i < roles_.size(); ++i) {
      for (const std::uint32_t one : roles_[i].written) {
        ++uses_[one].writes;
        uses_[one].writer = i;
      }
      for (const std::uint32_t one : roles_[i].read) {
        ++uses_[one].reads;
        uses_[one].reader = i;
        uses_[one].copies += at(i).opcode == "mov" ? 1U : 0U;
        uses_[one].additions += at(i).opcode == "add" && is_long(at(i)) ? 1U : 0U;
      }
    }
  }

  std::vector<MachineCost> find() {
    for (std::uint32_t i = 0; i < roles_.size(); ++i) {
      costs_.push_back(cost_of(i));
    }
    absorbs_.assign(costs_.size(), false);
    is_moved_.assign(costs_.size(), false);
    for (std::uint32_t i = 0; i < roles_.size(); ++i) {
      merge_into_reader(i);
    }
    move_out_of_loops();
    if (!costs_.empty()) {
      costs_[0] += kBeginning;
    }
    return std::move(costs_);
  }

 private:
  const Instruction& at(std::uint32_t i) const { return function_.instructions[i]; }

  MachineCost cost_of(std::uint32_t i) const {
    const Instruction& instruction = at(i);
    if (instruction.opcode == "bra") {
      return jumps_to_next(i) ? MachineCost{} : machine_cost(instruction);
    }
    if (roles_[i].written.size() != 1) {
      return machine_cost(instruction);
    }
    const std::uint32_t result = roles_[i].written[0];
    if (instruction.opcode == "mov") {
      return cost_of_move(instruction, result);
    }
    const MachineCost whole = adds_product(instruction) ? kProductAdded : machine_cost(instruction);
    if (homes_[result].is_shared) {
      return instruction.opcode == "ld" ? MachineCost{} : kForAll;
    }
    if (is_only_added(i)) {
      return {};
    }
    const bool is_half = function_.registers[result].type.bits == 64 && homes_[result].words == 1;
    return is_half ? cost_of_half(instruction, whole) : whole;
  }

  // Whether a long number is added that is 32 bits times a constant: an index times the size of an
  // element, a stride.
  bool adds_product(const Instruction& instruction) const {
    const Type type = types_of(instruction).first;
    if (instruction.opcode != "add" || type.is_floating() || type.bits != 64) {
      return false;
    }
    for (const Operand& operand : instruction.operands) {
      if (operand.kind == Operand::Kind::reg && is_product(operand.index)) {
        return true;
      }
    }
    return false;
  }

  bool is_product(std::uint32_t one) const {
    if (uses_[one].writes != 1) {
      return false;
    }
    const Instruction& writer = at(uses_[one].writer);
    if (writer.opcode == "mul" && writer.has("wide")) {
      return true;
    }
    const bool is_shift = writer.opcode == "shl" && writer.operands.size() == 3 &&
                          writer.operands[1].kind == Operand::Kind::reg &&
                          writer.operands[2].kind == Operand::Kind::immediate;
    if (!is_shift || uses_[writer.operands[1].index].writes != 1) {
      return false;
    }
    const Instruction& widening = at(uses_[writer.operands[1].index].writer);
    return widening.opcode == "cvt" && types_of(widening).first.bits == 64;
  }

  // Products that are only added cost nothing by themselves.
  bool is_only_added(std::uint32_t i) const {
    const std::uint32_t result = roles_[i].written[0];
    return is_product(result) && uses_[result].reads > 0 &&
           uses_[result].reads == uses_[result].additions;
  }

  bool jumps_to_next(std::uint32_t i) const {
    const auto& operands = at(i).operands;
    if (operands.empty()) {
      return false;
    }
    const auto label = function_.labels.find(operands[0].name);
    return label != function_.labels.end() && label->second == i + 1;
  }

  // A copy is made of what is copied more than once or changes later: values that move through a
  // queue. Others share a register with what they are copied from.
  MachineCost cost_of_move(const Instruction& move, std::uint32_t result) const {
    if (function_.registers[result].type.kind == Type::Kind::predicate ||
        move.operands.size() != 2) {
      return {};
    }
    const Operand& source = move.operands[1];
    const bool is_kept = source.kind == Operand::Kind::reg && !homes_[source.index].is_shared &&
                         (uses_[source.index].copies > 1 || uses_[source.index].writes > 1);
    const bool is_set = source.kind == Operand::Kind::immediate && uses_[result].writes > 1;
    MachineCost cost = machine_cost(move);
    for (unsigned word = 0; (is_kept || is_set) && word < homes_[result].words; ++word) {
      cost += is_kept ? kCopy : kSet;
    }
    return cost;
  }

  // Of 64 bits of which 32 are enough.
  static MachineCost cost_of_half(const Instruction& instruction, const MachineCost& whole) {
    if (is_any_of(instruction.opcode, {"cvt", "shl"}) && whole.conversions == 0) {
      return {};  // becomes part of what reads it, or is made again there
    }
    if (whole.issue <= 1) {
      return whole;
    }
    const double part = 1 / whole.issue;
    return {1, whole.fp32 * part, whole.multiply * part, whole.integer * part, 0, 0, 0, 0};
  }

  // What is read once, by an instruction that does it as well: IMAD and FFMA multiply and add, LEA
  // shifts and adds, IADD3 adds three, LOP3 takes three.
  void merge_into_reader(std::uint32_t i) {
    if (roles_[i].written.size() != 1 || at(i).is_guarded) {
      return;
    }
    const Uses& result = uses_[roles_[i].written[0]];
    if (result.reads != 1 || result.writes != 1 || costs_[i].issue == 0) {
      return;
    }
    const std::uint32_t reader = result.reader;
    if (absorbs_[reader] || at(reader).is_guarded || !can_merge(at(i), at(reader))) {
      return;
    }
    absorbs_[reader] = true;
    if (is_any_of(at(i).opcode, {"mul"}) && !is_float(at(i))) {
      costs_[reader] = {};  // the product takes the addend in
    } else {
      costs_[i] = {};
    }
  }

  // What a loop of one block computes of values from before it is computed before it.
  void move_out_of_loops() {
    const std::vector<FlowBlock> blocks = flow_of(function_);
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
      const auto& to = blocks[b].successors;
      if (std::find(to.begin(), to.end(), b) == to.end()) {
        continue;
      }
      for (std::uint32_t i = blocks[b].first; i < blocks[b].end; ++i) {
        if (changes_in(i, blocks[b])) {
          continue;
        }
        is_moved_[i] = true;
        costs_[i] = {};
      }
    }
  }

  bool changes_in(std::uint32_t i, const FlowBlock& block) const {
    const Instruction& instruction = at(i);
    const bool computes = has_result(instruction) && !instruction.is_guarded &&
                          !is_any_of(instruction.opcode, {"ld", "ldu", "atom", "shfl", "mov"});
    if (!computes || roles_[i].written.size() != 1 || uses_[roles_[i].written[0]].writes != 1 ||
        function_.registers[roles_[i].written[0]].type.kind == Type::Kind::predicate) {
      return true;
    }
    return std::any_of(roles_[i].read.begin(), roles_[i].read.end(), [&](std::uint32_t one) {
      const std::uint32_t writer = uses_[one].writer;
      const bool is_outside =
          uses_[one].writes == 1 && (writer < block.first || writer >= block.end);
      const bool is_set =
          uses_[one].writes == 1 && at(writer).opcode == "mov" && roles_[writer].read.empty();
      return !is_outside && !is_set && !(uses_[one].writes == 1 && is_moved_[writer]);
    });
  }

  static bool is_long(const Instruction& instruction) {
    return types_of(instruction).first.bits == 64;
  }
  static bool is_float(const Instruction& instruction) {
    return types_of(instruction).first.is_floating();
  }

  static bool can_merge(const Instruction& first, const Instruction& second) {
    const bool adds = is_any_of(second.opcode, {"add", "sub"});
    const Type type = types_of(first).first;
    const Type other = types_of(second).first;
    if (type.is_floating() || other.is_floating()) {
      return first.opcode == "mul" && adds && type.is_floating() && other.is_floating() &&
             !is_rounded(first) && !is_rounded(second);
    }
    if (first.opcode == "mul" && adds) {
      return first.has("wide") ? other.bits == 64 : other.bits == 32 && first.has("lo");
    }
    if (first.opcode == "shl" && second.opcode == "add") {
      return first.operands.size() == 3 && first.operands[2].kind == Operand::Kind::immediate;
    }
    if (is_any_of(first.opcode, {"add", "sub"}) && adds) {
      return type.bits == 32 && other.bits == 32;
    }
    return is_any_of(first.opcode, {"and", "or", "xor", "not"}) &&
           is_any_of(second.opcode, {"and", "or", "xor", "not"}) && type.bits == other.bits;
  }

  // With a rounding of its own it stays what it is.
  static bool is_rounded(const Instruction& instruction) {
    return instruction.has("rn") || instruction.has("rz") || instruction.has("rm") ||
           instruction.has("rp");
  }

  const Function& function_;
  std::vector<OperandRoles> roles_;
  std::vector<RegisterHome> homes_;
  std::vector<Uses> uses_;
  std::vector<MachineCost> costs_;
  std::vector<bool> absorbs_;   // takes in what it reads
  std::vector<bool> is_moved_;  // out of a loop
};

}  // namespace

std::vector<MachineCost> machine_costs(const Function& function) {
  return CostsInContext(function).find();
}

}  // namespace clgauge::lens::ptx
