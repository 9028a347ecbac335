#include "collector/analysis/variation.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <set>
#include <vector>

#include "collector/frontend/builtin_call.h"

namespace clgauge::collector {

Variation Variation::along_local(const Workspace& workspace, unsigned dimension) {
  return {workspace, "get_local_id", dimension, nullptr};
}

Variation Variation::along_group(const Workspace& workspace, unsigned dimension) {
  return {workspace, "get_group_id", dimension, nullptr};
}

Variation Variation::along_loop(const Workspace& workspace, const llvm::Loop& loop) {
  return {workspace, nullptr, 0, &loop};
}

bool Variation::of(const llvm::Value& value) {
  const auto [place, is_new] = known_.emplace(&value, false);
  if (!is_new) return place->second;
  const bool varies = compute(value);
  known_[&value] = varies;
  return varies;
}

bool Variation::compute(const llvm::Value& value) {
  if (!llvm::isa<llvm::Instruction>(value)) return false;  // constants, arguments
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value)) return of_phi(*phi);
  if (llvm::isa<llvm::AllocaInst>(value)) return true;  // what is in it is a work-item's own
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&value)) {
    if (const auto query = work_item_query(*call)) {
      return id_ != nullptr && query->dimension == dimension_ &&
             (query->name == id_ || query->name == "get_global_id");
    }
    if (!call->doesNotAccessMemory()) return true;
  }
  return of_operands(value);
}

bool Variation::of_phi(const llvm::PHINode& phi) {
  const llvm::BasicBlock* block = phi.getParent();
  const llvm::Loop* loop = workspace_.kernel.loops().getLoopFor(block);
  if (loop != nullptr && loop->getHeader() == block) {
    return loop == loop_ || of_operands(phi);
  }
  const auto* above = workspace_.kernel.dominators().getNode(block)->getIDom();
  const auto* branch = above == nullptr
                           ? nullptr
                           : llvm::dyn_cast<llvm::BranchInst>(above->getBlock()->getTerminator());
  const bool is_same_way =
      branch != nullptr && branch->isConditional() && !of(*branch->getCondition());
  return !is_same_way || of_operands(phi);
}

bool Variation::of_operands(const llvm::Value& value) {
  const auto& instruction = llvm::cast<llvm::Instruction>(value);
  return std::any_of(instruction.op_begin(), instruction.op_end(),
                     [&](const llvm::Use& operand) { return of(*operand.get()); });
}

bool is_from_private_memory(const llvm::Value& value) {
  std::vector<const llvm::Value*> left = {&value};
  std::set<const llvm::Value*> seen;
  while (!left.empty()) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(left.back());
    left.pop_back();
    if (instruction == nullptr || !seen.insert(instruction).second) continue;
    if (llvm::isa<llvm::AllocaInst>(instruction)) return true;
    left.insert(left.end(), instruction->op_begin(), instruction->op_end());
  }
  return false;
}

}  // namespace clgauge::collector
