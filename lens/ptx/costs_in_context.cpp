#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "lens/ptx/dispatch.h"
#include "lens/ptx/flow.h"
#include "lens/ptx/known_halves.h"
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
constexpr MachineCost kCopy{1, 0, 0, 0, 0, 0, 0, 0, 1};
constexpr MachineCost kProduct{1, 0, 2, 0, 0, 0, 0, 0};  // IMAD.WIDE, with what it is added to
// And what the upper halves add.
constexpr MachineCost kHalfProductAdded{2, 0, 2, 0, 0, 0, 0, 0, 1};
constexpr MachineCost kOneInteger{1, 0, 0, 1, 0, 0, 0, 0};
constexpr MachineCost kAnotherQuotient{3, 3, 0, 0, 0, 0, 0, 0};
constexpr MachineCost kLongConstant{2, 0, 0, 0, 0, 0, 0, 0};
constexpr MachineCost kSet{0.5, 0, 0, 0, 0, 0, 0, 0, 0.5};  // zeros go into two registers at once
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
      operands_.push_back(roles_.back().read);
    }
    homes_ = register_homes(function, roles_);
    known_ = known_halves(function, roles_);
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
    share_in_blocks();
    move_out_of_loops();
    count_dispatch(function_, roles_, homes_, operands_, costs_);
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
    if (is_any_of(instruction.opcode, {"ld", "ldu", "st", "red", "atom"})) {
      return cost_of_access(instruction, i);
    }
    if (roles_[i].written.size() != 1) {
      return machine_cost(instruction);
    }
    const std::uint32_t result = roles_[i].written[0];
    if (instruction.opcode == "mov") {
      return cost_of_move(instruction, result);
    }
    const MachineCost whole = cost_of_long(instruction);
    if (homes_[result].is_shared) {
      return kForAll;
    }
    if (is_only_added(i)) {
      return {};
    }
    const bool is_half = function_.registers[result].type.bits == 64 && homes_[result].words == 1;
    return is_half ? cost_of_half(instruction, whole) : whole;
  }

  // Global memory is addressed by registers of work-items: what all share is copied there first.
  MachineCost cost_of_access(const Instruction& access, std::uint32_t i) const {
    const bool is_shared = access.opcode == "ld" && roles_[i].written.size() == 1 &&
                           homes_[roles_[i].written[0]].is_shared;
    MachineCost cost = is_shared ? MachineCost{} : machine_cost(access);
    if (!access.has("global") || cost.issue <= 0) {
      return cost;
    }
    for (const Operand& operand : access.operands) {
      if (!operand.elements.empty() && operand.kind == Operand::Kind::address &&
          operand.elements[0].kind == Operand::Kind::reg &&
          homes_[operand.elements[0].index].is_shared) {
        cost += kCopy;
        cost += kCopy;
      }
    }
    return cost;
  }

  // Of integers of 64 bits one half of which is known: masks and shifts by 32 only say which
  // register is meant.
  MachineCost cost_of_long(const Instruction& instruction) const {
    const Type type = types_of(instruction).first;
    const MachineCost whole = machine_cost(instruction);
    if (!type.is_integer() || type.bits != 64 || instruction.operands.size() != 3) {
      return whole;
    }
    const std::string& opcode = instruction.opcode;
    if (opcode == "add") {
      return cost_of_added_product(instruction).value_or(whole);
    }
    const KnownHalves first = halves_of(instruction.operands[1], known_);
    const KnownHalves second = halves_of(instruction.operands[2], known_);
    if (is_half_product(instruction)) {
      return kProduct;
    }
    if (is_any_of(opcode, {"and", "or", "xor"})) {
      constexpr std::int64_t kLowerHalf = 0xffffffff;
      const auto is_lower = [&](const Operand& operand) {
        return operand.kind == Operand::Kind::immediate && operand.number == kLowerHalf;
      };
      const bool is_renamed = opcode == "and" ? is_lower(instruction.operands[2])
                                              : (first.is_upper_zero && second.is_lower_zero) ||
                                                    (first.is_lower_zero && second.is_upper_zero);
      const bool is_half = opcode == "and" ? first.is_upper_zero || second.is_upper_zero
                                           : first.is_upper_zero && second.is_upper_zero;
      return is_renamed ? MachineCost{} : is_half ? kOneInteger : whole;
    }
    if (is_any_of(opcode, {"shr", "shl"}) && !type.is_signed() &&
        instruction.operands[2].kind == Operand::Kind::immediate) {
      constexpr std::int64_t kHalfBits = 32;
      const std::int64_t by = instruction.operands[2].number;
      const bool is_half = by > kHalfBits || (opcode == "shr" && first.is_upper_zero);
      return by == kHalfBits ? MachineCost{} : is_half ? kOneInteger : whole;
    }
    return whole;
  }

  // Of an addition of 64 bits where what is added is 32 bits times 32: an index times the size of
  // an element, a stride, a limb of a long number.
  std::optional<MachineCost> cost_of_added_product(const Instruction& add) const {
    std::optional<MachineCost> cost;
    for (const Operand& operand : add.operands) {
      if (operand.kind == Operand::Kind::reg && is_product(operand.index)) {
        cost = is_half_product(at(uses_[operand.index].writer)) ? kHalfProductAdded : kProduct;
      }
    }
    return cost;
  }

  // Of numbers whose upper halves are zero.
  bool is_half_product(const Instruction& instruction) const {
    return instruction.opcode == "mul" && instruction.has("lo") && is_long(instruction) &&
           halves_of(instruction.operands[1], known_).is_upper_zero &&
           halves_of(instruction.operands[2], known_).is_upper_zero;
  }

  bool is_product(std::uint32_t one) const {
    if (uses_[one].writes != 1) {
      return false;
    }
    const Instruction& writer = at(uses_[one].writer);
    if ((writer.opcode == "mul" && writer.has("wide")) || is_half_product(writer)) {
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
      MachineCost half = whole;
      half.multiply = std::min(1.0, whole.multiply);  // IMAD
      return half;
    }
    const double part = 1 / whole.issue;
    return {1, whole.fp32 * part,  whole.multiply * part, whole.integer * part, 0, 0, 0,
            0, whole.either * part};
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
      take_in(reader, i, roles_[i].written[0]);
    } else {
      costs_[i] = {};
      take_in(i, reader, roles_[i].written[0]);
    }
  }

  // What `one` reads becomes operands of `into`; `between` is what the first of them made.
  void take_in(std::uint32_t one, std::uint32_t into, std::uint32_t between) {
    operands_[into].insert(operands_[into].end(), operands_[one].begin(), operands_[one].end());
    std::erase(operands_[into], between);
  }

  // What is made once for several instructions of a block: constants of 64 bits whose lower half is
  // not zero, for no instruction holds them; the reciprocal that several numbers are multiplied by.
  void share_in_blocks() {
    for (const FlowBlock& block : flow_of(function_)) {
      std::set<std::int64_t> constants;
      std::set<std::uint32_t> divisors;
      for (std::uint32_t i = block.first; i < block.end; ++i) {
        if (costs_[i].fp64 == 1 && costs_[i].issue == 1) {
          for (const Operand& operand : at(i).operands) {
            const Operand* const constant = constant_of(operand);
            const bool is_long =
                constant != nullptr && (static_cast<std::uint64_t>(constant->number) << 32U) != 0;
            costs_[i] += is_long && constants.insert(constant->number).second ? kLongConstant
                                                                              : MachineCost{};
          }
        }
        if (at(i).opcode == "div" && (at(i).has("full") || at(i).has("approx")) &&
            costs_[i].issue > kAnotherQuotient.issue &&
            at(i).operands[2].kind == Operand::Kind::reg &&
            !divisors.insert(at(i).operands[2].index).second) {
          costs_[i] = kAnotherQuotient;
        }
      }
    }
  }

  const Operand* constant_of(const Operand& operand) const {
    if (operand.kind == Operand::Kind::immediate) {
      return &operand;
    }
    if (operand.kind != Operand::Kind::reg || uses_[operand.index].writes != 1) {
      return nullptr;
    }
    const Instruction& writer = at(uses_[operand.index].writer);
    const bool is_set = writer.opcode == "mov" && writer.operands.size() == 2 &&
                        writer.operands[1].kind == Operand::Kind::immediate;
    return is_set ? &writer.operands[1] : nullptr;
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
  std::vector<KnownHalves> known_;
  std::vector<Uses> uses_;
  std::vector<MachineCost> costs_;
  std::vector<std::vector<std::uint32_t>> operands_;  // registers
  std::vector<bool> absorbs_;                         // takes in what it reads
  std::vector<bool> is_moved_;                        // out of a loop
};

}  // namespace

std::vector<MachineCost> machine_costs(const Function& function) {
  return CostsInContext(function).find();
}

}  // namespace clgauge::lens::ptx
