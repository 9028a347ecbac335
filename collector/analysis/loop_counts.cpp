#include "collector/analysis/loop_counts.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "collector/analysis/op_classes.h"

namespace clgauge::collector {
namespace {

bool has_barrier(const llvm::Loop& loop) {
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      const auto kind = sync_kind(instruction);
      if (kind && kind->rfind("barrier", 0) == 0) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<LoopCount> loop_counts(Workspace& workspace, BlockCounts& counts) {
  std::vector<LoopCount> result;
  for (const llvm::Loop* loop : workspace.kernel.loops().getLoopsInPreorder()) {
    LoopCount count;
    count.name = name_of(workspace, *loop);
    if (const llvm::Loop* parent = loop->getParentLoop()) {
      count.parent = name_of(workspace, *parent);
    }
    count.has_barrier = has_barrier(*loop);
    // loop-simplify has given every loop one latch, which a complete iteration ends with.
    if (const llvm::BasicBlock* latch = loop->getLoopLatch()) {
      count.iterations = count_of(workspace.context, counts.of(*latch), 1);
    } else {
      count.iterations.flag = CountFlag::data_dependent;
    }
    result.push_back(std::move(count));
  }
  return result;
}

}  // namespace clgauge::collector
