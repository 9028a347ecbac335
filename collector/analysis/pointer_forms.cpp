#include <llvm/ADT/APInt.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "collector/analysis/conditions.h"
#include "collector/analysis/merges.h"
#include "collector/analysis/recurrences.h"
#include "collector/analysis/value_forms.h"

namespace clgauge::collector {

using symbolic::Poly;

PointerForm ValueForms::pointer_at(const llvm::Value& pointer, const llvm::BasicBlock& use) {
  PointerForm form = pointer_form(pointer);
  form.offset = leave_loops(form.offset, pointer, use);
  return form;
}

PointerForm ValueForms::pointer_form(const llvm::Value& pointer) {
  if (const auto stand_in = pointer_stand_ins_.find(&pointer);
      stand_in != pointer_stand_ins_.end()) {
    return stand_in->second;
  }
  if (llvm::isa<llvm::Argument, llvm::GlobalVariable, llvm::AllocaInst>(pointer)) {
    return {&pointer, Poly(0)};
  }
  if (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(&pointer)) {
    return address_form(*address);
  }
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&pointer);
  if (instruction == nullptr) return {nullptr, opaque(pointer)};
  const llvm::BasicBlock& here = *instruction->getParent();
  if (llvm::isa<llvm::CastInst>(instruction) &&
      instruction->getOperand(0)->getType()->isPointerTy()) {
    return pointer_at(*instruction->getOperand(0), here);
  }
  if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(instruction)) {
    const PointerForm yes = pointer_at(*choice->getTrueValue(), here);
    const PointerForm no = pointer_at(*choice->getFalseValue(), here);
    const Condition condition = workspace_.conditions->of(*choice->getCondition(), true, here);
    if (yes.array != nullptr && yes.array == no.array && condition.exact) {
      return {yes.array, choose(workspace_.context, condition, yes.offset, no.offset)};
    }
  }
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction)) return pointer_phi(*phi);
  return {nullptr, opaque(pointer)};
}

// In an address an index that would wrap lies outside of every array: its widening is plain.
Poly ValueForms::index_at(const llvm::Value& index, const llvm::BasicBlock& use) {
  Poly form = at(index, use);
  const auto* cast = llvm::dyn_cast<llvm::CastInst>(&index);
  if (cast == nullptr || !symbolic::is_opaque(workspace_.context, form)) return form;
  const bool widens = llvm::isa<llvm::ZExtInst, llvm::SExtInst>(cast) &&
                      cast->getSrcTy()->isIntegerTy() &&
                      cast->getSrcTy()->getIntegerBitWidth() >= 32;
  return widens ? index_at(*cast->getOperand(0), *cast->getParent()) : form;
}

PointerForm ValueForms::address_form(const llvm::GEPOperator& address) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&address);
  const llvm::BasicBlock& here = instruction != nullptr
                                     ? *instruction->getParent()
                                     : workspace_.kernel.function().getEntryBlock();
  PointerForm form = pointer_at(*address.getPointerOperand(), here);
  form.offset += displacement(address, here);
  return form;
}

Poly ValueForms::displacement(const llvm::GEPOperator& address, const llvm::BasicBlock& use) {
  const llvm::DataLayout& layout = workspace_.kernel.function().getParent()->getDataLayout();
  Poly result;
  for (auto index = llvm::gep_type_begin(address), end = llvm::gep_type_end(address); index != end;
       ++index) {
    const llvm::Value& operand = *index.getOperand();
    if (llvm::StructType* type = index.getStructTypeOrNull()) {
      const auto field =
          static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(operand).getZExtValue());
      result += Poly(layout.getStructLayout(type)->getElementOffset(field));
    } else {
      const auto bytes = layout.getTypeAllocSize(index.getIndexedType()).getFixedSize();
      result += index_at(operand, use) * Poly(bytes);
    }
  }
  return result;
}

PointerForm ValueForms::pointer_phi(const llvm::PHINode& phi) {
  const llvm::Loop* loop = workspace_.kernel.loops().getLoopFor(phi.getParent());
  const bool in_header = loop != nullptr && loop->getHeader() == phi.getParent();
  const PointerForm unknown{nullptr, opaque(phi)};
  if (in_header) {
    const auto form = Recurrences(workspace_).solve_pointer(phi, *loop);
    return form ? *form : unknown;
  }
  const llvm::Value* array = nullptr;
  bool same_array = true;
  const auto merged = merge_values(workspace_, phi, [&](const llvm::Value& value) {
    const PointerForm form = pointer_at(value, *phi.getParent());
    same_array = same_array && form.array != nullptr && (array == nullptr || array == form.array);
    array = form.array;
    return form.offset;
  });
  if (!merged || !same_array) return unknown;
  return {array, *merged};
}

}  // namespace clgauge::collector
