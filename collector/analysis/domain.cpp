#include "collector/analysis/domain.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/BasicBlock.h>

#include <algorithm>

#include "collector/analysis/loop_trips.h"
#include "collector/analysis/path_conditions.h"

namespace clgauge::collector {

Domain domain_of(Workspace& workspace, const llvm::BasicBlock& block) {
  Domain domain;
  std::vector<const llvm::Loop*> nest;  // innermost first
  for (const llvm::Loop* loop = workspace.kernel.loops().getLoopFor(&block); loop != nullptr;
       loop = loop->getParentLoop()) {
    nest.push_back(loop);
  }
  std::reverse(nest.begin(), nest.end());

  bool exact = true;
  bool data_dependent = false;
  Condition guard = Condition::always();
  const llvm::Loop* around = nullptr;
  for (const llvm::Loop* loop : nest) {
    guard = both(workspace.context, guard, workspace.paths->reaching(around, *loop->getHeader()));
    const LoopSummary& summary = workspace.loops->of(*loop);
    exact = exact && summary.exact;
    data_dependent = data_dependent || summary.data_dependent;
    domain.loops.push_back({summary.iteration, workspace.loops->last_iteration_at(*loop, block)});
    around = loop;
  }
  domain.guard = both(workspace.context, guard, workspace.paths->reaching(around, block));
  data_dependent = data_dependent || domain.guard.data_dependent;
  if (!exact || !domain.guard.exact) {
    domain.flag = data_dependent ? CountFlag::data_dependent : CountFlag::upper;
  }
  return domain;
}

}  // namespace clgauge::collector
