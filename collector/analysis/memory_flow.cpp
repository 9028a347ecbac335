#include "collector/analysis/memory_flow.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "collector/frontend/builtin_call.h"
#include "collector/frontend/memory_operation.h"

namespace clgauge::collector {
namespace {

// What a call without a listed memory operation may read and write through: images, pipes, the
// arrays of builtins that are not known. How large an image is does not depend on what is in it.
std::vector<const llvm::Value*> reached_by_call(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr || !memory_operations(instruction).empty()) return {};
  const auto builtin = builtin_call(*call);
  if (builtin && builtin->name.starts_with("get_image_")) return {};
  std::vector<const llvm::Value*> pointers;
  for (const llvm::Use& argument : call->args()) {
    if (argument->getType()->isPointerTy()) pointers.push_back(argument.get());
  }
  return pointers;
}

// What decides where control goes from here; null where nothing does.
const llvm::Value* decision_of(const llvm::Instruction& instruction) {
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
    const bool decides =
        branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1);
    return decides ? branch->getCondition() : nullptr;
  }
  const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction);
  return choice == nullptr ? nullptr : choice->getCondition();
}

}  // namespace

MemoryFlow::MemoryFlow(const PreparedKernel& kernel)
    : parameters_(static_cast<unsigned>(kernel.function().arg_size())),
      steering_(parameters_),
      reaching_(parameters_) {
  for (const llvm::Argument& argument : kernel.function().args()) {
    // A structure by value is known when the kernel starts.
    if (!argument.getType()->isPointerTy() || argument.hasByValAttr()) continue;
    Sources& own = memory_[&argument];
    own.resize(parameters_);
    own.set(argument.getArgNo());
  }
  find_branches(kernel);
  do {
    changed_ = false;
    for (const llvm::Instruction& instruction : llvm::instructions(kernel.function())) {
      follow(instruction);
    }
  } while (changed_);
  for (const llvm::Instruction& instruction : llvm::instructions(kernel.function())) {
    collect_steering(instruction);
  }
}

// A block depends on a branch when it follows on one of its ways for sure, and not on all of them.
void MemoryFlow::find_branches(const PreparedKernel& kernel) {
  const llvm::PostDominatorTree& after = kernel.post_dominators();
  for (const llvm::BasicBlock& from : kernel.function()) {
    if (decision_of(*from.getTerminator()) == nullptr) continue;
    const llvm::DomTreeNode* const met = after.getNode(&from)->getIDom();
    for (const llvm::BasicBlock* way : llvm::successors(&from)) {
      for (const auto* at = after.getNode(way); at != nullptr && at != met; at = at->getIDom()) {
        if (at->getBlock() != nullptr) branches_[at->getBlock()].insert(&from);
      }
    }
    for (const llvm::Loop* loop = kernel.loops().getLoopFor(&from); loop != nullptr;
         loop = loop->getParentLoop()) {
      if (loop->isLoopExiting(&from)) exits_.insert(&from);
    }
  }
  for (bool grew = true; grew;) {
    grew = false;
    for (auto& [block, branches] : branches_) {
      const std::size_t before = branches.size();
      for (const llvm::BasicBlock* branch : Branches(branches)) {
        const Branches& earlier = branches_before(*branch);
        branches.insert(earlier.begin(), earlier.end());
      }
      grew = grew || branches.size() > before;
    }
  }
  // Loops that are none to LLVM may end anywhere.
  const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&kernel.function());
  if (llvm::containsIrreducibleCFG<const llvm::BasicBlock*>(order, kernel.loops())) {
    for (const llvm::BasicBlock& block : kernel.function()) exits_.insert(&block);
  }
}

const MemoryFlow::Branches& MemoryFlow::branches_before(const llvm::BasicBlock& block) const {
  static const Branches kNone;
  const auto found = branches_.find(&block);
  return found == branches_.end() ? kNone : found->second;
}

MemoryFlow::Sources MemoryFlow::deciding(const Branches& branches) const {
  Sources sources(parameters_);
  for (const llvm::BasicBlock* branch : branches) {
    const llvm::Value* decision = decision_of(*branch->getTerminator());
    if (decision != nullptr) sources |= reaching(*decision);
  }
  return sources;
}

// A value by the way that control came says which way it was; so does a store.
void MemoryFlow::follow_ways(const llvm::Instruction& instruction, Sources& sources) const {
  if (const auto* merge = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
    const Branches& here = branches_before(*merge->getParent());
    Branches ways;
    for (const llvm::BasicBlock* from : merge->blocks()) {
      const Branches& before = branches_before(*from);
      std::set_difference(before.begin(), before.end(), here.begin(), here.end(),
                          std::inserter(ways, ways.end()));
      if (decision_of(*from->getTerminator()) != nullptr && here.count(from) == 0) {
        ways.insert(from);
      }
    }
    sources |= deciding(ways);
  } else if (instruction.mayWriteToMemory()) {
    sources |= deciding(branches_before(*instruction.getParent()));
  }
}

void MemoryFlow::follow(const llvm::Instruction& instruction) {
  Sources sources = reaching_operands(instruction);
  follow_ways(instruction, sources);
  const auto operations = memory_operations(instruction);
  const std::vector<const llvm::Value*> others = reached_by_call(instruction);
  for (const MemoryOperation& operation : operations) {
    if (!operation.is_store) sources |= contents(*operation.pointer);
  }
  for (const llvm::Value* pointer : others) sources |= contents(*pointer);
  if (sources.none()) return;
  join(values_[&instruction], sources);
  for (const MemoryOperation& operation : operations) {
    if (operation.is_store) store(*operation.pointer, sources);
  }
  for (const llvm::Value* pointer : others) store(*pointer, sources);
}

void MemoryFlow::collect_steering(const llvm::Instruction& instruction) {
  if (const llvm::Value* decision = decision_of(instruction)) {
    steering_ |= reaching(*decision);
    if (exits_.count(instruction.getParent()) > 0) reaching_ |= reaching(*decision);
  }
  for (const MemoryOperation& operation : memory_operations(instruction)) {
    reaching_ |= reaching(*operation.pointer);
  }
  for (const llvm::Value* pointer : reached_by_call(instruction)) reaching_ |= reaching(*pointer);
  if (is_group_barrier(instruction)) {
    reaching_ |= deciding(branches_before(*instruction.getParent()));
  }
  steering_ |= reaching_;
}

MemoryFlow::Sources MemoryFlow::reaching(const llvm::Value& value) const {
  const auto found = values_.find(&value);
  return found == values_.end() ? Sources(parameters_) : found->second;
}

MemoryFlow::Sources MemoryFlow::reaching_operands(const llvm::Instruction& instruction) const {
  Sources sources(parameters_);
  for (const llvm::Use& operand : instruction.operands()) sources |= reaching(*operand);
  return sources;
}

MemoryFlow::Sources MemoryFlow::contents(const llvm::Value& pointer) {
  Sources sources = memory_[nullptr];
  sources.resize(parameters_);
  for (const llvm::Value* array : arrays_behind(pointer)) {
    if (array == nullptr) {
      for (const auto& [any, held] : memory_) sources |= held;
    } else {
      sources |= memory_[array];
    }
  }
  return sources;
}

void MemoryFlow::store(const llvm::Value& pointer, const Sources& sources) {
  for (const llvm::Value* array : arrays_behind(pointer)) join(memory_[array], sources);
}

void MemoryFlow::join(Sources& into, const Sources& sources) {
  Sources joined = into;
  joined.resize(parameters_);
  joined |= sources;
  if (joined.count() == into.count()) return;
  into = std::move(joined);
  changed_ = true;
}

const std::vector<const llvm::Value*>& MemoryFlow::arrays_behind(const llvm::Value& pointer) {
  const auto [entry, is_new] = arrays_.try_emplace(&pointer);
  if (is_new) {
    PointerOrigins origins = origins_of(pointer);
    entry->second.assign(origins.arrays.begin(), origins.arrays.end());
    if (!origins.complete) entry->second.push_back(nullptr);
  }
  return entry->second;
}

}  // namespace clgauge::collector
