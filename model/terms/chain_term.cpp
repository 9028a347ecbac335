#include "model/terms/chain_term.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "model/terms/arrangement.h"
#include "model/terms/term_of.h"

namespace clgauge::model {

namespace {

using collector::Chain;
using collector::KernelModel;

// Operations that a core looks at while the oldest of them waits. Cores keep 200 to 500
// instructions in flight, and some of these are for addresses and control.
constexpr double kWindow = 128;

// Cycles of work-items that share registers as lanes do, 32 bits at least each, and of work-items
// that run alone.
struct Cycles {
  double shared = 0;
  double alone = 0;

  Cycles(const Chain& chain, double register_bytes) {
    constexpr double kWordBytes = 4;
    const auto bytes = static_cast<double>(chain.bytes);
    shared = chain.cycles() * std::clamp(bytes, kWordBytes, register_bytes) / kWordBytes;
    alone = chain.cycles() * std::max(1.0, bytes / register_bytes);
  }
};

class BoundChain : public BoundTerm {
 public:
  BoundChain(const KernelModel& model, const DeviceTraits& traits, FormulaTable& table)
      : compute_units_(traits.compute_units),
        straight_(model.straight_chain, traits.vector_register_bytes),
        arrangement_(model, table) {
    for (const auto& op : model.ops) {
      if (!op.index) {
        operations_.push_back(table.add(op.count));
      }
    }
    for (const auto& access : model.accesses) {
      operations_.push_back(table.add(access.count));
    }
    for (const auto& loop : model.loops) {
      if (loop.has_barrier) {
        steps_.push_back(table.add(loop.iterations));
      } else if (loop.chain.cycles() > 0) {
        loops_.emplace_back(table.add(loop.iterations),
                            Cycles(loop.chain, traits.vector_register_bytes));
      }
    }
  }

  void count(const FormulaTable::Values& values, const LaunchShape& shape,
             std::span<double> counts) const override {
    const auto items = static_cast<double>(shape.work_items());
    const bool alone = arrangement_.has_loop(values);
    const auto of = [alone](const Cycles& cycles) { return alone ? cycles.alone : cycles.shared; };
    double cycles = items * of(straight_);
    for (const auto& [iterations, one] : loops_) {
      cycles += number(values, iterations) * of(one);
    }
    // Runs of code that know nothing of one another: work-items, as far as the next barrier.
    const double runs = items + sum(values, steps_);
    const double in_window = sum(values, operations_) / runs / kWindow;
    counts[kShared] = 0;
    counts[kAlone] = 0;
    counts[alone ? kAlone : kShared] =
        cycles * std::min(1.0, in_window) * shape.idle_factor(compute_units_);
  }

 private:
  // Of features.
  static constexpr std::size_t kShared = 0;
  static constexpr std::size_t kAlone = 1;

  static double sum(const FormulaTable::Values& values, const std::vector<std::size_t>& slots) {
    double result = 0;
    for (const std::size_t slot : slots) {
      result += number(values, slot);
    }
    return result;
  }

  unsigned compute_units_;
  Cycles straight_;
  Arrangement arrangement_;
  std::vector<std::size_t> operations_;
  std::vector<std::size_t> steps_;                     // of loops with a barrier
  std::vector<std::pair<std::size_t, Cycles>> loops_;  // without one: iterations, and of one
};

}  // namespace

std::unique_ptr<Term> chain_term() {
  return std::make_unique<TermOf<BoundChain>>("chain",
                                              std::vector<std::string>{"f_chain", "f_loop_chain"});
}

}  // namespace clgauge::model
