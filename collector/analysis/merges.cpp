#include "collector/analysis/merges.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <vector>

#include "collector/analysis/path_conditions.h"

namespace clgauge::collector {

using symbolic::Poly;

Poly choose(symbolic::Context& context, const Condition& condition, const Poly& yes,
            const Poly& no) {
  if (condition.is_always() || yes == no) return yes;
  if (condition.is_never()) return no;
  const Poly difference = yes - no;
  if (condition.pieces.size() == 1 && condition.pieces.front().size() == 1) {
    const Poly& constraint = condition.pieces.front().front();
    if (constraint == difference || constraint == difference - Poly(1)) {
      return symbolic::max(context, yes, no);
    }
    if (constraint == -difference || constraint == -difference - Poly(1)) {
      return symbolic::min(context, yes, no);
    }
  }
  return no + difference * indicator_of(context, condition);
}

std::optional<Poly> merge_values(Workspace& workspace, const llvm::PHINode& phi,
                                 const ValueAt& value_at) {
  struct Incoming {
    const llvm::BasicBlock* from;
    Poly value;
  };
  std::vector<Incoming> incoming;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    const llvm::BasicBlock* from = phi.getIncomingBlock(i);
    const bool seen = std::any_of(incoming.begin(), incoming.end(),
                                  [&](const Incoming& other) { return other.from == from; });
    if (!seen) incoming.push_back({from, value_at(*phi.getIncomingValue(i))});
  }
  const bool all_equal = std::all_of(incoming.begin(), incoming.end(), [&](const Incoming& other) {
    return other.value == incoming.front().value;
  });
  if (all_equal) return incoming.front().value;

  const llvm::BasicBlock& block = *phi.getParent();
  const llvm::BasicBlock& start =
      *workspace.kernel.dominators().getNode(&block)->getIDom()->getBlock();
  const llvm::Loop* loop = workspace.kernel.loops().getLoopFor(&block);
  std::vector<Condition> taken;
  for (const Incoming& path : incoming) {
    taken.push_back(workspace.paths->through_edge(start, *path.from, block, loop));
    if (!taken.back().exact) return std::nullopt;
  }
  if (incoming.size() == 2) {
    return choose(workspace.context, taken[0], incoming[0].value, incoming[1].value);
  }
  // Exactly one path is taken: the last needs no indicator of its own.
  Poly value = incoming.back().value;
  for (std::size_t i = 0; i + 1 < incoming.size(); ++i) {
    value +=
        (incoming[i].value - incoming.back().value) * indicator_of(workspace.context, taken[i]);
  }
  return value;
}

}  // namespace clgauge::collector
