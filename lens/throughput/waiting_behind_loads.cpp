#include "lens/throughput/waiting_behind_loads.h"

#include <llvm/MCA/Instruction.h>

#include <algorithm>
#include <bit>
#include <cstddef>

#include "lens/code/mc.h"

namespace clgauge::lens {
namespace {

using Instruction = llvm::mca::Instruction;

// Some loads, one bit each.
using Loads = std::uint64_t;
constexpr std::size_t kLoadsAtOnce = 64;

double micro_ops_of(const Instruction& instruction) {
  return static_cast<double>(instruction.getDesc().NumMicroOps);
}

// What waits for which of a few loads, as a core takes in round after round.
class Waiting {
 public:
  Waiting(const McTarget& target, double entries, double most)
      : registers_(*target.registers),
        entries_(entries),
        most_(most),
        behind_(registers_.getNumRegUnits(), 0) {}

  // Adds a load; the rest of the first round, and the others, come behind it.
  void begin(std::size_t place) { loads_.push_back({place, taken_in_, 0}); }

  // Of the first round the load that was begun last, or an instruction behind it.
  void take_in(const Instruction& instruction, bool begins) {
    Loads waits = begins ? Loads{1} << (loads_.size() - 1) : 0;
    for (const llvm::mca::ReadState& read : instruction.getUses()) {
      for (llvm::MCRegUnitIterator unit(read.getRegisterID(), &registers_); unit.isValid();
           ++unit) {
        waits |= behind_[*unit];
      }
    }
    for (const llvm::mca::WriteState& write : instruction.getDefs()) {
      for (llvm::MCRegUnitIterator unit(write.getRegisterID(), &registers_); unit.isValid();
           ++unit) {
        behind_[*unit] = waits;
      }
    }
    taken_in_ += micro_ops_of(instruction);
    for (Loads left = waits; left != 0; left &= left - 1) {
      Load& load = loads_[static_cast<std::size_t>(std::countr_zero(left))];
      const double waited_before = load.waiting;
      load.waiting += micro_ops_of(instruction);
      if (waited_before < entries_ && load.waiting >= entries_) {
        load.micro_ops = std::min(taken_in_ - load.begun_at, most_);
      }
    }
  }

  // Whether nothing that comes now changes an answer.
  [[nodiscard]] bool is_done() const {
    return std::ranges::all_of(loads_, [this](const Load& load) {
      return load.waiting >= entries_ || taken_in_ - load.begun_at >= most_;
    });
  }

  void put(std::vector<double>& micro_ops) const {
    for (const Load& load : loads_) {
      micro_ops[load.place] = load.micro_ops > 0 ? load.micro_ops : most_;
    }
  }

 private:
  struct Load {
    std::size_t place = 0;
    double begun_at = 0;
    double waiting = 0;  // micro-operations, behind it
    double micro_ops = 0;
  };

  const llvm::MCRegisterInfo& registers_;
  double entries_;
  double most_;
  double taken_in_ = 0;
  std::vector<Load> loads_;
  std::vector<Loads> behind_;  // by unit, the smallest part of registers
};

}  // namespace

std::vector<double> micro_ops_behind_loads(const Lowered& round, const McTarget& target,
                                           double scheduler_entries, double most) {
  std::vector<double> micro_ops(round.size(), most);
  for (std::size_t from = 0; from < round.size();) {
    Waiting waiting(target, scheduler_entries, most);
    std::size_t loads = 0;
    const std::size_t begin = from;
    for (std::size_t at = begin; at < round.size(); ++at) {
      if (round[at] == nullptr) {
        continue;
      }
      const bool begins = round[at]->getMayLoad() && loads < kLoadsAtOnce;
      if (begins) {
        waiting.begin(at);
        ++loads;
        from = at + 1;
      }
      waiting.take_in(*round[at], begins);
    }
    if (loads == 0) {
      break;
    }
    // A round that holds nothing takes no more in, however often it comes.
    const auto rounds = static_cast<std::size_t>(most);
    for (std::size_t again = 0; again < rounds && !waiting.is_done(); ++again) {
      for (const auto& instruction : round) {
        if (instruction != nullptr) {
          waiting.take_in(*instruction, false);
        }
      }
    }
    waiting.put(micro_ops);
    if (loads < kLoadsAtOnce) {
      break;
    }
  }
  return micro_ops;
}

}  // namespace clgauge::lens
