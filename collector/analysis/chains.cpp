#include "collector/analysis/chains.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "collector/analysis/chain_steps.h"
#include "collector/analysis/heaviest_cycle.h"

namespace clgauge::collector {

// The instructions of a loop, or of the whole kernel, with what each adds to a chain there.
struct Chains::Region {
  const llvm::BasicBlock* header = nullptr;  // of the loop
  std::vector<std::pair<const llvm::Instruction*, Chain>> steps;
};

Chains::Chains(const PreparedKernel& kernel) : kernel_(kernel) {
  const llvm::ReversePostOrderTraversal<const llvm::Function*> blocks(&kernel.function());
  for (const llvm::BasicBlock* block : blocks) {
    for (const llvm::Instruction& instruction : *block) {
      if (!instruction.getType()->isVoidTy()) {
        steps_.emplace_back(&instruction, chain_step(instruction));
      }
    }
  }
}

Chains::Region Chains::region_of(const llvm::Loop* loop) const {
  Region region;
  region.header = loop == nullptr ? nullptr : loop->getHeader();
  for (const auto& [instruction, step] : steps_) {
    const llvm::BasicBlock* block = instruction->getParent();
    if (loop != nullptr && !loop->contains(block)) continue;
    const bool is_inner = kernel_.loops().getLoopFor(block) != loop;
    region.steps.emplace_back(instruction, is_inner ? Chain{} : step);
  }
  return region;
}

// From instructions that paths lead to, to those that use their results, within an iteration. What
// an inner loop hands on from one of its iterations to the next weighs nothing, so that rounds
// through it end.
void Chains::extend(const Region& region, Paths& paths) {
  for (std::size_t round = 0; round <= region.steps.size(); ++round) {
    bool changed = false;
    for (const auto& [instruction, step] : region.steps) {
      if (llvm::isa<llvm::PHINode>(instruction) && instruction->getParent() == region.header) {
        continue;
      }
      for (const llvm::Value* operand : instruction->operands()) {
        const auto before = paths.find(llvm::dyn_cast<llvm::Instruction>(operand));
        if (before == paths.end()) continue;
        const Chain through = before->second + step;
        const auto [known, is_new] = paths.try_emplace(instruction, through);
        if (!is_new && through.cycles() > known->second.cycles()) {
          known->second = through;
          changed = true;
        }
        changed = changed || is_new;
      }
    }
    if (!changed) return;
  }
}

Chain Chains::of(const llvm::Loop& loop) const {
  const llvm::BasicBlock* latch = loop.getLoopLatch();
  if (latch == nullptr) return {};
  const Region region = region_of(&loop);
  std::vector<const llvm::PHINode*> variables;
  for (const llvm::PHINode& phi : loop.getHeader()->phis()) variables.push_back(&phi);
  std::vector<Edge> edges;
  std::vector<Chain> chains;  // by edge
  for (std::size_t from = 0; from < variables.size(); ++from) {
    Paths paths{{variables[from], Chain{}}};
    extend(region, paths);
    for (std::size_t to = 0; to < variables.size(); ++to) {
      const llvm::Value* next = variables[to]->getIncomingValueForBlock(latch);
      const auto path = paths.find(llvm::dyn_cast<llvm::Instruction>(next));
      if (path == paths.end()) continue;
      edges.push_back({from, to, path->second.cycles()});
      chains.push_back(path->second);
    }
  }
  const std::vector<std::size_t> cycle = heaviest_cycle(variables.size(), edges);
  Chain result;
  for (const std::size_t edge : cycle) result = result + chains[edge];
  for (double* count :
       {&result.arithmetic, &result.simple, &result.divisions, &result.functions, &result.loads}) {
    *count /= std::max(1.0, static_cast<double>(cycle.size()));
  }
  return result;
}

Chain Chains::outside_of_loops() const {
  const Region region = region_of(nullptr);
  Paths paths;
  for (const auto& [instruction, step] : region.steps) paths.emplace(instruction, step);
  extend(region, paths);
  Chain longest;
  for (const auto& [instruction, path] : paths) {
    if (path.cycles() > longest.cycles()) longest = path;
  }
  return longest;
}

}  // namespace clgauge::collector
