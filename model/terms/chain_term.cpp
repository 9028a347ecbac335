#include "model/terms/chain_term.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "model/terms/term_of.h"

namespace clgauge::model {

namespace {

using collector::Chain;
using collector::KernelModel;

// Operations that a core looks at while the oldest of them waits. Cores keep 200 to 500
// instructions in flight, and some of these are for addresses and control.
constexpr double kWindow = 128;

// What shares a register: a lane has 32 bits at least, a register of cores with AVX2 eight of them.
double words_of(const Chain& chain) {
  constexpr int kWordBytes = 4;
  constexpr int kRegisterBytes = 32;
  return static_cast<double>(std::clamp(chain.bytes, kWordBytes, kRegisterBytes)) / kWordBytes;
}

double lane_cycles(const Chain& chain) { return chain.cycles() * words_of(chain); }

class BoundChain : public BoundTerm {
 public:
  BoundChain(const KernelModel& model, const DeviceTraits& traits, FormulaTable& table)
      : compute_units_(traits.compute_units), straight_cycles_(lane_cycles(model.straight_chain)) {
    for (const auto& op : model.ops) {
      if (!op.index) {
        operations_.push_back(table.add(op.count.total));
      }
    }
    for (const auto& access : model.accesses) {
      operations_.push_back(table.add(access.count.total));
    }
    for (const auto& loop : model.loops) {
      if (loop.has_barrier) {
        steps_.push_back(table.add(loop.iterations.total));
      } else if (loop.chain.cycles() > 0) {
        loops_.push_back({table.add(loop.iterations.total), lane_cycles(loop.chain)});
      }
    }
  }

  void count(const FormulaTable::Values& values, const LaunchShape& shape,
             std::span<double> counts) const override {
    const auto items = static_cast<double>(shape.work_items());
    double cycles = items * straight_cycles_;
    for (const Loop& loop : loops_) {
      cycles += number(values, loop.iterations) * loop.cycles;
    }
    // Runs of code that know nothing of one another: work-items, as far as the next barrier.
    const double runs = items + sum(values, steps_);
    const double in_window = sum(values, operations_) / runs / kWindow;
    counts[0] = cycles * std::min(1.0, in_window) * shape.idle_factor(compute_units_);
  }

 private:
  struct Loop {
    std::size_t iterations;
    double cycles;  // of one
  };

  static double sum(const FormulaTable::Values& values, const std::vector<std::size_t>& slots) {
    double result = 0;
    for (const std::size_t slot : slots) {
      result += number(values, slot);
    }
    return result;
  }

  unsigned compute_units_;
  double straight_cycles_;
  std::vector<std::size_t> operations_;
  std::vector<std::size_t> steps_;  // of loops with a barrier
  std::vector<Loop> loops_;         // without one
};

}  // namespace

std::unique_ptr<Term> chain_term() {
  return std::make_unique<TermOf<BoundChain>>("chain", std::vector<std::string>{"f_chain"});
}

}  // namespace clgauge::model
