#include "collector/analysis/path_conditions.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <set>
#include <vector>

#include "collector/analysis/conditions.h"
#include "collector/analysis/loop_trips.h"

namespace clgauge::collector {
namespace {

// The loop directly inside `outer` that holds `block`; null when `block` is `outer`'s own.
const llvm::Loop* inner_loop_of(const llvm::LoopInfo& loops, const llvm::Loop* outer,
                                const llvm::BasicBlock& block) {
  const llvm::Loop* loop = loops.getLoopFor(&block);
  while (loop != nullptr && loop != outer && loop->getParentLoop() != outer) {
    loop = loop->getParentLoop();
  }
  return loop == outer ? nullptr : loop;
}

}  // namespace

struct PathConditions::Search {
  const llvm::Loop* loop = nullptr;
  const llvm::BasicBlock* target = nullptr;
  const llvm::BasicBlock* before = nullptr;  // the path must end with the edge from here
  std::map<const llvm::BasicBlock*, Condition> known;
};

Condition PathConditions::reaching(const llvm::Loop* loop, const llvm::BasicBlock& target) {
  Search search{loop, &target, nullptr, {}};
  const llvm::BasicBlock& start =
      loop == nullptr ? workspace_.kernel.function().getEntryBlock() : *loop->getHeader();
  return from_node(search, start);
}

Condition PathConditions::through_edge(const llvm::BasicBlock& from, const llvm::BasicBlock& before,
                                       const llvm::BasicBlock& target, const llvm::Loop* loop) {
  Search search{loop, &target, &before, {}};
  return from_node(search, from);
}

// The condition that control, having arrived in `block`, gets to the target.
Condition PathConditions::from_node(Search& search, const llvm::BasicBlock& block) {
  if (search.before == nullptr && search.target == &block) return Condition::always();
  const auto found = search.known.find(&block);
  if (found != search.known.end()) return found->second;
  const llvm::Loop* inner = inner_loop_of(workspace_.kernel.loops(), search.loop, block);
  Condition condition =
      inner == nullptr ? from_block(search, block) : from_inner_loop(search, *inner);
  search.known[&block] = condition;
  return condition;
}

Condition PathConditions::along(Search& search, const llvm::BasicBlock& from,
                                const llvm::BasicBlock& to) {
  if (search.before != nullptr && search.target == &to) {
    return search.before == &from ? Condition::always() : Condition::never();
  }
  // The next iteration is another story.
  if (search.loop != nullptr && search.loop->getHeader() == &to) return Condition::never();
  return from_node(search, to);
}

Condition PathConditions::from_block(Search& search, const llvm::BasicBlock& block) {
  std::vector<const llvm::BasicBlock*> successors;
  bool leaves = false;
  for (const llvm::BasicBlock* successor : llvm::successors(&block)) {
    if (search.loop != nullptr && !search.loop->contains(successor)) {
      leaves = true;  // the range of the iteration number accounts for it
    } else if (std::find(successors.begin(), successors.end(), successor) == successors.end()) {
      successors.push_back(successor);
    }
  }
  if (successors.empty()) return Condition::never();
  std::vector<Condition> onward;
  for (const llvm::BasicBlock* successor : successors) {
    onward.push_back(along(search, block, *successor));
  }
  const bool all_equal = std::all_of(onward.begin(), onward.end(), [&](const Condition& other) {
    return other == onward.front();
  });
  if (all_equal) {
    const bool tested_always = !leaves || workspace_.loops->counts_exit(*search.loop, block);
    if (tested_always || onward.front().is_never()) return onward.front();
    // A test that only some iterations meet may end the loop: no count can tell when.
    Condition result = onward.front();
    result.exact = false;
    return result;
  }
  Condition result = Condition::never();
  for (std::size_t i = 0; i < successors.size(); ++i) {
    if (onward[i].is_never() && onward[i].exact) continue;
    const Condition taken = workspace_.conditions->edge(block, *successors[i]);
    result = either(result, both(workspace_.context, taken, onward[i]));
  }
  return result;
}

// An inner loop is passed through; where it has several ways out, the one that is taken is the one
// whose test fails first.
Condition PathConditions::from_inner_loop(Search& search, const llvm::Loop& inner) {
  llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
  inner.getExitingBlocks(exiting);
  struct Way {
    const llvm::BasicBlock* from;
    Condition onward;
  };
  std::vector<Way> ways;
  for (const llvm::BasicBlock* block : exiting) {
    for (const llvm::BasicBlock* successor : llvm::successors(block)) {
      if (inner.contains(successor)) continue;
      if (search.loop != nullptr && !search.loop->contains(successor)) {
        ways.push_back({block, Condition::never()});  // leaves the outer loop too
      } else {
        ways.push_back({block, along(search, *block, *successor)});
      }
    }
  }
  if (ways.empty()) return Condition::never();
  const bool all_equal = std::all_of(
      ways.begin(), ways.end(), [&](const Way& way) { return way.onward == ways.front().onward; });
  if (all_equal) return ways.front().onward;
  Condition result = Condition::never();
  for (const Way& way : ways) {
    const Condition taken = workspace_.loops->left_through(inner, *way.from);
    result = either(result, both(workspace_.context, taken, way.onward));
  }
  return result;
}

}  // namespace clgauge::collector
