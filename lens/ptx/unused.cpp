#include "lens/ptx/unused.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "lens/ptx/flow.h"
#include "lens/ptx/operand_roles.h"
#include "lens/ptx/typed_operation.h"

namespace clgauge::lens::ptx {
namespace {

using Set = std::vector<bool>;

// Whether it does more than to make a number.
bool has_effect(const Instruction& instruction) {
  return !has_result(instruction) || instruction.has("volatile") ||
         is_any_of(instruction.opcode, {"atom", "bar", "barrier", "call", "mbarrier", "mma", "wmma",
                                        "ldmatrix", "tex", "tld4", "suld"});
}

bool is_jump(const Instruction& instruction) {
  return is_any_of(instruction.opcode, {"bra", "ret", "exit"});
}

class Unused {
 public:
  explicit Unused(Function& function) : function_(function), blocks_(flow_of(function)) {}

  void drop() {
    const auto& code = function_.instructions;
    const bool is_plain = std::none_of(code.begin(), code.end(), [](const Instruction& one) {
      return one.opcode == "brx" || one.opcode == "trap";
    });
    constexpr std::size_t kMostBlocks = 1000;  // it takes time as their square
    if (blocks_.empty() || blocks_.size() > kMostBlocks || !is_plain) {
      return;
    }
    replace_products_of_zero();
    for (const Instruction& instruction : code) {
      roles_.push_back(roles_of(instruction));
    }
    find_blocks_behind();
    if (!reaches_end_from_everywhere()) {
      return;
    }
    mark();
    rewrite();
  }

 private:
  void replace_products_of_zero() {
    std::vector<unsigned> writes(function_.registers.size(), 0);
    for (const Instruction& instruction : function_.instructions) {
      for (const std::uint32_t one : roles_of(instruction).written) {
        ++writes[one];
      }
    }
    Set zeros(function_.registers.size(), false);
    const auto is_zero = [&](const Operand& operand) {
      return operand.kind == Operand::Kind::reg
                 ? zeros[operand.index]
                 : operand.kind == Operand::Kind::immediate && operand.number == 0 &&
                       operand.float_bits == 0;
    };
    constexpr int kTimes = 2;  // copies may stand before what they are copied from
    for (int time = 0; time < kTimes; ++time) {
      for (Instruction& instruction : function_.instructions) {
        auto& operands = instruction.operands;
        const bool is_copied = instruction.opcode == "mov" && operands.size() == 2 &&
                               operands[0].kind == Operand::Kind::reg && !instruction.is_guarded;
        if (is_copied && writes[operands[0].index] == 1 && is_zero(operands[1])) {
          zeros[operands[0].index] = true;
        }
        const bool is_product = is_any_of(instruction.opcode, {"mul", "mad"}) &&
                                operands.size() >= 3 && types_of(instruction).first.is_integer();
        if (is_product && (is_zero(operands[1]) || is_zero(operands[2]))) {
          operands[1] = operands[2] = Operand{.kind = Operand::Kind::immediate};
        }
      }
    }
  }

  // For each block those that every way from it comes through, itself among them.
  void find_blocks_behind() {
    behind_.assign(blocks_.size(), Set(blocks_.size(), true));
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (std::size_t b = blocks_.size(); b-- > 0;) {
        Set now(blocks_.size(), !ends(b));
        for (const std::uint32_t to : blocks_[b].successors) {
          for (std::size_t k = 0; k < now.size(); ++k) {
            now[k] = now[k] && behind_[to][k];
          }
        }
        now[b] = true;
        goes_on = goes_on || now != behind_[b];
        behind_[b] = std::move(now);
      }
    }
  }

  [[nodiscard]] const Instruction& last_of(std::size_t block) const {
    return function_.instructions[blocks_[block].end - 1];
  }

  // Whether the kernel may end with it.
  [[nodiscard]] bool ends(std::size_t block) const {
    const Instruction& last = last_of(block);
    return is_any_of(last.opcode, {"ret", "exit"}) || blocks_[block].successors.empty() ||
           (block + 1 == blocks_.size() && (last.is_guarded || last.opcode != "bra"));
  }

  [[nodiscard]] bool reaches_end_from_everywhere() const {
    Set reaches(blocks_.size(), false);
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (std::size_t b = 0; b < blocks_.size(); ++b) {
        const bool now =
            ends(b) || std::any_of(blocks_[b].successors.begin(), blocks_[b].successors.end(),
                                   [&](std::uint32_t to) { return reaches[to]; });
        goes_on = goes_on || (now && !reaches[b]);
        reaches[b] = now;
      }
    }
    return std::ranges::find(reaches, false) == reaches.end();
  }

  void mark() {
    used_.assign(roles_.size(), false);
    has_used_.assign(blocks_.size(), false);
    std::vector<std::vector<std::uint32_t>> writers(function_.registers.size());
    std::vector<std::uint32_t> block_of(roles_.size());
    std::vector<std::uint32_t> found;
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
      for (std::uint32_t i = blocks_[b].first; i < blocks_[b].end; ++i) {
        block_of[i] = b;
        for (const std::uint32_t one : roles_[i].written) {
          writers[one].push_back(i);
        }
        if (has_effect(function_.instructions[i]) && !is_jump(function_.instructions[i])) {
          found.push_back(i);
        }
      }
    }
    while (!found.empty()) {
      const std::uint32_t i = found.back();
      found.pop_back();
      if (used_[i]) {
        continue;
      }
      used_[i] = true;
      for (const std::uint32_t one : roles_[i].read) {
        found.insert(found.end(), writers[one].begin(), writers[one].end());
      }
      const std::uint32_t block = block_of[i];
      if (!has_used_[block]) {
        has_used_[block] = true;
        add_deciders(block, found);
      }
    }
  }

  // Jumps that decide whether a block runs.
  void add_deciders(std::uint32_t block, std::vector<std::uint32_t>& found) const {
    for (std::uint32_t a = 0; a < blocks_.size(); ++a) {
      const bool is_sure = a != block && behind_[a][block];
      const bool is_one_way =
          std::any_of(blocks_[a].successors.begin(), blocks_[a].successors.end(),
                      [&](std::uint32_t to) { return behind_[to][block]; });
      if (is_one_way && !is_sure && is_jump(last_of(a))) {
        found.push_back(blocks_[a].end - 1);
      }
    }
  }

  // The next block that every way from this one comes through.
  [[nodiscard]] std::optional<std::size_t> next_of_all(std::size_t block) const {
    std::optional<std::size_t> next;
    for (std::size_t k = 0; k < blocks_.size(); ++k) {
      const bool is_nearer = behind_[block][k] && k != block && (!next || behind_[k][*next]);
      next = is_nearer ? std::optional(k) : next;
    }
    return next;
  }

  // Jumps that decide nothing go to where their ways come together.
  void rewrite() {
    std::vector<Instruction> code;
    std::vector<std::size_t> place(function_.instructions.size() + 1, 0);
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      for (std::uint32_t i = blocks_[b].first; i < blocks_[b].end; ++i) {
        place[i] = code.size();
        Instruction& instruction = function_.instructions[i];
        const bool is_last = is_jump(instruction) && i + 1 == blocks_[b].end;
        const bool decides = is_last && instruction.is_guarded;
        if (used_[i] || (is_last && !decides)) {
          code.push_back(std::move(instruction));
        } else if (decides) {
          code.push_back(jump_from(b, instruction));
        }
      }
    }
    place.back() = code.size();
    function_.instructions = std::move(code);
    for (auto& [name, at] : function_.labels) {
      at = place[at];
    }
  }

  Instruction jump_from(std::size_t block, const Instruction& instead_of) {
    Instruction jump;
    jump.line = instead_of.line;
    jump.source_line = instead_of.source_line;
    const std::optional<std::size_t> to = next_of_all(block);
    jump.opcode = to ? "bra" : "ret";
    if (to) {
      Operand target;
      target.kind = Operand::Kind::symbol;
      target.name = "unused " + std::to_string(*to);  // no name of PTX has a blank
      function_.labels[target.name] = blocks_[*to].first;
      jump.operands.push_back(target);
    }
    return jump;
  }

  Function& function_;
  std::vector<FlowBlock> blocks_;
  std::vector<OperandRoles> roles_;
  std::vector<Set> behind_;
  Set used_;      // instructions
  Set has_used_;  // blocks
};

}  // namespace

void drop_unused(Function& function) { Unused(function).drop(); }

}  // namespace clgauge::lens::ptx
