#pragma once

#include <map>
#include <optional>
#include <vector>

#include "collector/analysis/condition.h"
#include "collector/analysis/workspace.h"

namespace clgauge::collector {

// One way out of a loop that is tested in every iteration.
struct LoopExit {
  const llvm::BasicBlock* block = nullptr;
  const llvm::BasicBlock* target = nullptr;
  // Number of the first iteration (from 0) whose test leaves the loop; nothing when it cannot be
  // told, or when the test never leaves.
  std::optional<symbolic::Poly> first;
};

struct LoopSummary {
  symbolic::AtomId iteration = 0;  // "i_L12": 0, 1, ...
  // Complete iterations before the loop is left: the smallest `first` of its exits. An opaque
  // symbol when unknown.
  symbolic::Poly trips;
  std::vector<LoopExit> exits;  // in the order in which an iteration meets them
  bool exact = true;            // false: `trips` is an upper bound, or opaque
  bool data_dependent = false;
};

// How often loops run.
class LoopTrips {
 public:
  explicit LoopTrips(Workspace& workspace) : workspace_(workspace) {}

  [[nodiscard]] const LoopSummary& of(const llvm::Loop& loop);
  [[nodiscard]] symbolic::AtomId iteration_of(const llvm::Loop& loop);

  // Highest iteration number with which `block`, inside the loop, runs: `trips` for blocks that a
  // last, incomplete iteration still meets, less for those behind the test that ends it.
  [[nodiscard]] symbolic::Poly last_iteration_at(const llvm::Loop& loop,
                                                 const llvm::BasicBlock& block);

  // Whether the test at the end of `block` is among the loop's exits above.
  [[nodiscard]] bool counts_exit(const llvm::Loop& loop, const llvm::BasicBlock& block);

  // When the loop is left by the test in `exiting` and no other.
  [[nodiscard]] Condition left_through(const llvm::Loop& loop, const llvm::BasicBlock& exiting);

  // While recurrences are being solved, values hold placeholders: nothing may be remembered.
  void pause_memory(bool pause);

 private:
  LoopSummary summarise(const llvm::Loop& loop);
  LoopSummary unknown(const llvm::Loop& loop);
  [[nodiscard]] bool leaves_on_data(const llvm::Loop& loop, const llvm::BasicBlock& block);
  [[nodiscard]] std::optional<symbolic::Poly> first_failure_by_trial(
      const llvm::Loop& loop, const llvm::BasicBlock& block) const;
  [[nodiscard]] bool tests_every_iteration(const llvm::Loop& loop,
                                           const llvm::BasicBlock& block) const;

  Workspace& workspace_;
  std::map<const llvm::Loop*, symbolic::AtomId> iterations_;
  std::map<const llvm::Loop*, LoopSummary> known_;
  // A layer for each pause: what was found in it goes with it.
  std::vector<std::map<const llvm::Loop*, LoopSummary>> scratch_;
  std::map<const llvm::Loop*, LoopSummary> circular_;
  std::vector<const llvm::Loop*> in_progress_;
};

}  // namespace clgauge::collector
