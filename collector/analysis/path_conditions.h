#pragma once

#include <map>

#include "collector/analysis/condition.h"
#include "collector/analysis/workspace.h"

namespace clgauge::collector {

// When control gets from one place of the kernel to another within one iteration of a loop.
// Disjoint by construction: the paths of an acyclic graph exclude each other.
class PathConditions {
 public:
  explicit PathConditions(Workspace& workspace) : workspace_(workspace) {}

  // When an iteration of `loop` (null: a work-item's run of the kernel) gets from its start to
  // `target`, which is a block of the loop itself or the header of a loop directly inside.
  [[nodiscard]] Condition reaching(const llvm::Loop* loop, const llvm::BasicBlock& target);

  // When control, being in `from`, gets to `target` by way of the edge from `before`. `from` must
  // dominate `target`; both belong to `loop` itself.
  [[nodiscard]] Condition through_edge(const llvm::BasicBlock& from, const llvm::BasicBlock& before,
                                       const llvm::BasicBlock& target, const llvm::Loop* loop);

 private:
  struct Search;
  Condition from_node(Search& search, const llvm::BasicBlock& block);
  Condition from_block(Search& search, const llvm::BasicBlock& block);
  Condition from_inner_loop(Search& search, const llvm::Loop& inner);
  Condition along(Search& search, const llvm::BasicBlock& from, const llvm::BasicBlock& to);

  Workspace& workspace_;
};

}  // namespace clgauge::collector
