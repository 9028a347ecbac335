#include "collector/analysis/loop_trips.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "collector/analysis/conditions.h"
#include "collector/analysis/first_failure.h"
#include "collector/analysis/path_conditions.h"
#include "collector/kernel/kernel_model.h"

namespace clgauge::collector {
using symbolic::AtomId;
using symbolic::Poly;

namespace {

// What a formula's text says of it has a sign before its name (collector/symbolic/print.h).
Poly unknown_trips_of(const Workspace& workspace, const llvm::Loop& loop) {
  return workspace.context.opaque(unknown_trips(name_of(workspace, loop)).substr(1));
}

}  // namespace

AtomId LoopTrips::iteration_of(const llvm::Loop& loop) {
  const auto found = iterations_.find(&loop);
  if (found != iterations_.end()) return found->second;
  const AtomId id = workspace_.context.symbol_id("i_" + name_of(workspace_, loop));
  workspace_.context.set_range(id, {Poly(0), std::nullopt, false});
  iterations_[&loop] = id;
  return id;
}

const LoopSummary& LoopTrips::of(const llvm::Loop& loop) {
  if (const auto found = known_.find(&loop); found != known_.end()) return found->second;
  for (const auto& layer : scratch_) {
    if (const auto found = layer.find(&loop); found != layer.end()) return found->second;
  }
  const bool circular =
      std::find(in_progress_.begin(), in_progress_.end(), &loop) != in_progress_.end();
  if (circular) return circular_[&loop] = unknown(loop);
  in_progress_.push_back(&loop);
  LoopSummary summary = summarise(loop);
  in_progress_.pop_back();
  if (!scratch_.empty()) return scratch_.back()[&loop] = std::move(summary);
  const bool bounded = !symbolic::is_opaque(workspace_.context, summary.trips);
  workspace_.context.set_range(
      summary.iteration, {Poly(0), bounded ? std::optional(summary.trips) : std::nullopt, false});
  return known_[&loop] = std::move(summary);
}

// For a loop whose bound depends on how often it has run.
LoopSummary LoopTrips::unknown(const llvm::Loop& loop) {
  LoopSummary summary;
  summary.iteration = iteration_of(loop);
  summary.trips = unknown_trips_of(workspace_, loop);
  summary.exact = false;
  summary.data_dependent = true;
  return summary;
}

LoopSummary LoopTrips::summarise(const llvm::Loop& loop) {
  LoopSummary summary;
  summary.iteration = iteration_of(loop);
  llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
  loop.getExitingBlocks(exiting);
  const llvm::DominatorTree& dominators = workspace_.kernel.dominators();
  std::vector<const llvm::BasicBlock*> tested;  // in every iteration
  for (const llvm::BasicBlock* block : exiting) {
    if (tests_every_iteration(loop, *block)) {
      tested.push_back(block);
    } else {
      summary.exact = false;
      summary.data_dependent = summary.data_dependent || leaves_on_data(loop, *block);
    }
  }
  std::sort(tested.begin(), tested.end(),
            [&](const llvm::BasicBlock* a, const llvm::BasicBlock* b) {
              return a != b && dominators.dominates(a, b);
            });
  std::optional<Poly> fewest;
  for (const llvm::BasicBlock* block : tested) {
    LoopExit exit{block, nullptr, std::nullopt};
    Condition stay = Condition::never();
    for (const llvm::BasicBlock* successor : llvm::successors(block)) {
      if (loop.contains(successor)) {
        stay = either(stay, workspace_.conditions->edge(*block, *successor));
      } else {
        exit.target = successor;
      }
    }
    FirstFailure failure =
        first_failure(workspace_.context, stay, summary.iteration, exiting.size() == 1);
    if (!failure.exact) {
      if (const auto tried = first_failure_by_trial(loop, *block)) failure = {tried, true};
    }
    exit.first = failure.iteration;
    if (!failure.exact) {
      summary.exact = false;
      summary.data_dependent = summary.data_dependent || stay.data_dependent;
    }
    if (exit.first) {
      fewest = fewest ? symbolic::min(workspace_.context, *fewest, *exit.first) : *exit.first;
    }
    summary.exits.push_back(std::move(exit));
  }
  if (fewest) {
    summary.trips = *fewest;
  } else {
    summary.trips = unknown_trips_of(workspace_, loop);
    summary.exact = false;
  }
  return summary;
}

// LLVM runs loops in which everything is a number: a byte that wraps around.
std::optional<Poly> LoopTrips::first_failure_by_trial(const llvm::Loop& loop,
                                                      const llvm::BasicBlock& block) const {
  const llvm::SCEV* count = workspace_.kernel.scalar_evolution().getExitCount(&loop, &block);
  const auto* number = llvm::dyn_cast<llvm::SCEVConstant>(count);
  if (number == nullptr || number->getAPInt().getActiveBits() > 31) return std::nullopt;
  return Poly(static_cast<std::int64_t>(number->getAPInt().getZExtValue()));
}

bool LoopTrips::tests_every_iteration(const llvm::Loop& loop, const llvm::BasicBlock& block) const {
  const llvm::BasicBlock* latch = loop.getLoopLatch();
  // Inside an inner loop the test runs many times an iteration.
  return latch != nullptr && workspace_.kernel.loops().getLoopFor(&block) == &loop &&
         workspace_.kernel.dominators().dominates(&block, latch);
}

// Whether a test that only some iterations meet depends on values in memory, or is met on such.
bool LoopTrips::leaves_on_data(const llvm::Loop& loop, const llvm::BasicBlock& block) {
  for (const llvm::BasicBlock* successor : llvm::successors(&block)) {
    if (workspace_.conditions->edge(block, *successor).data_dependent) return true;
  }
  const bool own = workspace_.kernel.loops().getLoopFor(&block) == &loop;
  return own && workspace_.paths->reaching(&loop, block).data_dependent;
}

bool LoopTrips::counts_exit(const llvm::Loop& loop, const llvm::BasicBlock& block) {
  return tests_every_iteration(loop, block);
}

Poly LoopTrips::last_iteration_at(const llvm::Loop& loop, const llvm::BasicBlock& block) {
  const LoopSummary& summary = of(loop);
  const llvm::DominatorTree& dominators = workspace_.kernel.dominators();
  std::optional<Poly> last;
  for (const LoopExit& exit : summary.exits) {
    if (!exit.first) continue;
    const bool behind = exit.block != &block && dominators.dominates(exit.block, &block);
    const Poly bound = behind ? *exit.first - Poly(1) : *exit.first;
    last = last ? symbolic::min(workspace_.context, *last, bound) : bound;
  }
  // Without a bound, as many complete iterations as the opaque number says.
  return last ? *last : summary.trips - Poly(1);
}

Condition LoopTrips::left_through(const llvm::Loop& loop, const llvm::BasicBlock& exiting) {
  const LoopSummary& summary = of(loop);
  if (!summary.exact) return Condition::unknown(summary.data_dependent);
  const auto taken = std::find_if(summary.exits.begin(), summary.exits.end(),
                                  [&](const LoopExit& exit) { return exit.block == &exiting; });
  if (taken == summary.exits.end()) return Condition::unknown(/*depends_on_data=*/true);
  if (!taken->first) return Condition::never();
  Condition result = Condition::always();
  for (auto other = summary.exits.begin(); other != summary.exits.end(); ++other) {
    if (other == taken || !other->first) continue;
    // An earlier test of the same iteration wins.
    const Poly margin = *other->first - *taken->first - Poly(other < taken ? 1 : 0);
    result = both(workspace_.context, result, Condition::nonnegative(margin));
  }
  return result;
}

void LoopTrips::pause_memory(bool pause) {
  if (pause) {
    scratch_.emplace_back();
  } else {
    scratch_.pop_back();
  }
}

}  // namespace clgauge::collector
