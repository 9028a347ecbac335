#include "collector/analysis/loop_counts.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "collector/analysis/chains.h"
#include "collector/analysis/loop_trips.h"
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

// Whether neither the work-item nor an iteration of a loop around it changes how often it runs.
bool is_uniform(Workspace& workspace, const llvm::Loop& loop) {
  const LoopSummary& summary = workspace.loops->of(loop);
  if (!summary.exact) return false;
  const auto varies_with = [&](symbolic::AtomId variable) {
    return symbolic::depends_on(workspace.context, summary.trips, variable);
  };
  for (const LaunchSpace::Dimension& dimension : workspace.launch.dimensions()) {
    if (varies_with(dimension.global_id) || varies_with(dimension.local_id) ||
        varies_with(dimension.group_id)) {
      return false;
    }
  }
  for (const llvm::Loop* outer = loop.getParentLoop(); outer != nullptr;
       outer = outer->getParentLoop()) {
    if (varies_with(workspace.loops->iteration_of(*outer))) return false;
  }
  return true;
}

void add_carried(const llvm::Loop& loop, LoopCount& count) {
  for (const llvm::PHINode& phi : loop.getHeader()->phis()) {
    if (phi.getType()->isFPOrFPVectorTy()) {
      ++count.carried_values;
      count.carried_bytes +=
          static_cast<int>(phi.getType()->getPrimitiveSizeInBits().getFixedSize() / 8);
    }
  }
}

}  // namespace

std::int64_t constant_trips(Workspace& workspace, const llvm::Loop& loop) {
  const LoopSummary& summary = workspace.loops->of(loop);
  return summary.exact && summary.trips.is_constant()
             ? static_cast<std::int64_t>(summary.trips.constant_term().floor())
             : 0;
}

std::vector<LoopCount> loop_counts(Workspace& workspace, BlockCounts& counts,
                                   const Chains& chains) {
  std::vector<LoopCount> result;
  for (const llvm::Loop* loop : workspace.kernel.loops().getLoopsInPreorder()) {
    LoopCount count;
    count.name = name_of(workspace, *loop);
    if (const llvm::Loop* parent = loop->getParentLoop()) {
      count.parent = name_of(workspace, *parent);
    }
    count.has_barrier = has_barrier(*loop);
    count.uniform = is_uniform(workspace, *loop);
    count.constant_trips = constant_trips(workspace, *loop);
    add_carried(*loop, count);
    count.chain = chains.of(*loop);
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
