#pragma once

#include <vector>

#include "collector/analysis/condition.h"
#include "collector/analysis/workspace.h"
#include "collector/kernel/kernel_model.h"

namespace clgauge::collector {

// When a block runs: for the work-items and iteration numbers that satisfy the guard.
struct Domain {
  struct Loop {
    symbolic::AtomId iteration = 0;
    symbolic::Poly last;  // iteration runs over 0 .. last; none when last < 0
  };
  std::vector<Loop> loops;  // outermost first
  Condition guard;
  CountFlag flag = CountFlag::exact;
};

[[nodiscard]] Domain domain_of(Workspace& workspace, const llvm::BasicBlock& block);

}  // namespace clgauge::collector
