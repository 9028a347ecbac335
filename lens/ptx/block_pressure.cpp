#include "lens/ptx/block_pressure.h"

#include <algorithm>
#include <unordered_map>

namespace clgauge::lens::ptx {
namespace {

constexpr std::uint32_t kBefore = ~std::uint32_t{0};  // made before the block
constexpr std::size_t kLongestPath = 64;              // of what makes a load's address
constexpr unsigned kNever = 1U << 20U;                // a room that is never there

// What a register holds from one write to the next.
struct Value {
  std::uint32_t maker = kBefore;  // a step
  std::uint32_t reads = 0;        // still to come
  std::uint8_t words = 0;
  bool is_awaited = false;  // behind the block
};

struct BlockStep {
  std::vector<std::uint32_t> read;  // values, each once
  std::vector<std::uint32_t> written;
  unsigned constants = 0;         // words of what it reads from constant memory, but one operand
  std::uint32_t cannot_pass = 0;  // the steps before this one must be behind it
  bool is_load = false;
  bool is_pure = true;  // only computes
  bool is_done = false;
};

// Runs a block's instructions in an order like that of ptxas, and counts what is held.
class BlockRun {
 public:
  BlockRun(const Function& function, const FlowBlock& block, const std::vector<OperandRoles>& roles,
           const std::vector<std::uint32_t>& live_out, const std::vector<RegisterHome>& homes)
      : homes_(homes) {
    for (std::uint32_t i = block.first; i < block.end; ++i) {
      add(function.instructions[i], roles[i]);
    }
    for (const std::uint32_t one : live_out) {
      values_[value_of(one)].is_awaited = true;
    }
    for (const Value& value : values_) {
      held_ += value.maker == kBefore ? value.words : 0U;
    }
    most_ = held_;
  }

  unsigned most_held(unsigned free_words) {
    for (std::uint32_t at = 0; at < steps_.size(); ++at) {
      while (issue_next_load(at, free_words)) {
      }
      if (!steps_[at].is_done) {
        run(at);
      }
    }
    return most_;
  }

 private:
  std::uint32_t value_of(std::uint32_t one) {
    const auto [found, is_new] = current_.emplace(one, static_cast<std::uint32_t>(values_.size()));
    if (is_new) {
      values_.push_back({kBefore, 0, homes_[one].words, false});
    }
    return found->second;
  }

  void add(const Instruction& instruction, const OperandRoles& roles) {
    const auto number = static_cast<std::uint32_t>(steps_.size());
    BlockStep step;
    for (const std::uint32_t one : roles.read) {
      const std::uint32_t value = value_of(one);
      if (std::find(step.read.begin(), step.read.end(), value) == step.read.end()) {
        step.read.push_back(value);
        ++values_[value].reads;
      }
    }
    for (const std::uint32_t one : roles.written) {
      current_[one] = static_cast<std::uint32_t>(values_.size());
      step.written.push_back(current_[one]);
      values_.push_back({number, 0, homes_[one].words, false});
    }
    step.constants = constants_of(instruction);
    const bool is_global = instruction.has("global") || instruction.has("shared");
    step.is_load = instruction.opcode == "ld" && is_global && !instruction.is_guarded;
    step.is_pure = has_result(instruction) && instruction.opcode != "atom";
    step.cannot_pass = step.is_load && instruction.has("nc") ? 0 : last_effect_;
    if (!step.is_pure) {
      last_effect_ = number + 1;
    }
    steps_.push_back(std::move(step));
  }

  // An instruction reads one constant; others are put into registers before it.
  unsigned constants_of(const Instruction& instruction) const {
    if (instruction.opcode == "mov" || instruction.opcode == "ld" || instruction.opcode == "st") {
      return 0;
    }
    unsigned operands = 0;
    for (const Operand& operand : instruction.operands) {
      const bool is_constant =
          operand.kind == Operand::Kind::immediate ||
          (operand.kind == Operand::Kind::reg && homes_[operand.index].is_shared);
      operands += is_constant ? 1U : 0U;
    }
    return operands > 1 ? (operands - 1) * (instruction.has("f64") ? 2U : 1U) : 0U;
  }

  void run(std::uint32_t at) {
    BlockStep& step = steps_[at];
    step.is_done = true;
    most_ = std::max(most_, held_ + step.constants);
    for (const std::uint32_t one : step.read) {
      Value& value = values_[one];
      if (--value.reads == 0 && !value.is_awaited) {
        held_ -= value.words;
      }
    }
    unsigned unread = 0;
    for (const std::uint32_t one : step.written) {
      held_ += values_[one].words;
      unread += is_over(values_[one]) ? values_[one].words : 0U;
    }
    most_ = std::max(most_, held_);
    held_ -= unread;
  }

  void take_back(std::uint32_t at) {
    BlockStep& step = steps_[at];
    step.is_done = false;
    for (const std::uint32_t one : step.written) {
      held_ -= is_over(values_[one]) ? 0U : values_[one].words;
    }
    for (const std::uint32_t one : step.read) {
      Value& value = values_[one];
      held_ += is_over(value) ? value.words : 0U;
      ++value.reads;
    }
  }

  static bool is_over(const Value& value) { return value.reads == 0 && !value.is_awaited; }

  // Issues the next load of the block before step `at` and what makes its address, if that holds no
  // more than `free_words`.
  bool issue_next_load(std::uint32_t at, unsigned free_words) {
    while (next_load_ < steps_.size() &&
           (!steps_[next_load_].is_load || steps_[next_load_].is_done)) {
      ++next_load_;
      room_needed_ = 0;
    }
    if (next_load_ >= steps_.size() || held_ + room_needed_ > free_words ||
        !find_path(next_load_, at)) {
      return false;
    }
    const unsigned held_before = held_;
    const unsigned most_before = most_;
    most_ = held_;
    std::for_each(path_.begin(), path_.end(), [&](std::uint32_t one) { run(one); });
    const unsigned most = most_;
    most_ = std::max(most_before, most);
    if (most <= free_words) {
      return true;
    }
    std::for_each(path_.rbegin(), path_.rend(), [&](std::uint32_t one) { take_back(one); });
    room_needed_ = std::max(most - held_before, 1U);
    most_ = most_before;
    return false;
  }

  // What must run before a load can, in the order of the code; false if that cannot go before `at`,
  // or is so much that it would keep others waiting.
  bool find_path(std::uint32_t load, std::uint32_t at) {
    path_.assign(1, load);
    for (std::size_t i = 0; i < path_.size(); ++i) {
      const BlockStep& step = steps_[path_[i]];
      if (!step.is_pure || (step.is_load && step.cannot_pass > at)) {
        return false;
      }
      if (path_.size() > kLongestPath) {
        room_needed_ = kNever;
        return false;
      }
      for (const std::uint32_t value : step.read) {
        const std::uint32_t maker = values_[value].maker;
        if (maker != kBefore && !steps_[maker].is_done &&
            std::find(path_.begin(), path_.end(), maker) == path_.end()) {
          path_.push_back(maker);
        }
      }
    }
    std::sort(path_.begin(), path_.end());
    return true;
  }

  const std::vector<RegisterHome>& homes_;
  std::unordered_map<std::uint32_t, std::uint32_t> current_;  // by register: its value
  std::vector<Value> values_;
  std::vector<BlockStep> steps_;
  std::uint32_t last_effect_ = 0;
  std::uint32_t next_load_ = 0;
  unsigned room_needed_ = 0;  // for the next load, when it was last tried
  std::vector<std::uint32_t> path_;
  unsigned held_ = 0;
  unsigned most_ = 0;
};

}  // namespace

unsigned words_held(const Function& function, const FlowBlock& block,
                    const std::vector<OperandRoles>& roles,
                    const std::vector<std::uint32_t>& live_out,
                    const std::vector<RegisterHome>& homes, unsigned free_words) {
  return BlockRun(function, block, roles, live_out, homes).most_held(free_words);
}

}  // namespace clgauge::lens::ptx
