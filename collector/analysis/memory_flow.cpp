#include "collector/analysis/memory_flow.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

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
    : parameters_(static_cast<unsigned>(kernel.function().arg_size())), steering_(parameters_) {
  for (const llvm::Argument& argument : kernel.function().args()) {
    // A structure by value is known when the kernel starts.
    if (!argument.getType()->isPointerTy() || argument.hasByValAttr()) continue;
    Sources& own = memory_[&argument];
    own.resize(parameters_);
    own.set(argument.getArgNo());
  }
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

void MemoryFlow::follow(const llvm::Instruction& instruction) {
  Sources sources = reaching_operands(instruction);
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
  if (const llvm::Value* decision = decision_of(instruction)) steering_ |= reaching(*decision);
  for (const MemoryOperation& operation : memory_operations(instruction)) {
    steering_ |= reaching(*operation.pointer);
  }
  for (const llvm::Value* pointer : reached_by_call(instruction)) steering_ |= reaching(*pointer);
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
