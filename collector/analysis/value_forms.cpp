#include "collector/analysis/value_forms.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "collector/analysis/conditions.h"
#include "collector/analysis/integer_semantics.h"
#include "collector/analysis/loop_trips.h"
#include "collector/analysis/merges.h"
#include "collector/analysis/recurrences.h"
#include "collector/frontend/builtin_call.h"
#include "collector/frontend/memory_operation.h"

namespace clgauge::collector {
namespace {

using symbolic::Poly;

unsigned width_of(const llvm::Value& value) {
  return value.getType()->isIntegerTy() ? value.getType()->getIntegerBitWidth() : 64;
}

}  // namespace

Poly ValueForms::at(const llvm::Value& value, const llvm::BasicBlock& use) {
  return leave_loops(form(value), value, use);
}

// A value that a finished loop computed is that of the iteration in which the loop was left.
Poly ValueForms::leave_loops(const Poly& poly, const llvm::Value& value,
                             const llvm::BasicBlock& use) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr) return poly;
  Poly result = poly;
  for (const llvm::Loop* loop = workspace_.kernel.loops().getLoopFor(instruction->getParent());
       loop != nullptr && !loop->contains(&use); loop = loop->getParentLoop()) {
    const symbolic::AtomId iteration = workspace_.loops->iteration_of(*loop);
    if (!symbolic::depends_on(workspace_.context, result, iteration)) continue;
    const LoopSummary& summary = workspace_.loops->of(*loop);
    if (!summary.exact) return opaque(value);
    result = symbolic::substitute(workspace_.context, result, iteration, summary.trips);
  }
  return result;
}

Poly ValueForms::form(const llvm::Value& value) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
    if (constant->getBitWidth() <= 64) return Poly(constant->getSExtValue());
  }
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) {
    if (argument->getType()->isIntegerTy()) {
      return workspace_.launch.argument(argument->getName().str());
    }
  }
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr) return opaque(value);
  for (const Memo& layer : memo_) {
    if (const auto found = layer.find(&value); found != layer.end()) return found->second;
  }
  Poly result;
  try {
    result = compute(*instruction);
  } catch (const symbolic::Overflow&) {
    result = opaque(value);
  }
  memo_.back()[&value] = result;
  return result;
}

Poly ValueForms::operand(const llvm::Instruction& instruction, unsigned index) {
  return at(*instruction.getOperand(index), *instruction.getParent());
}

// Equal for equal values, so that differences of one unknown value cancel.
Poly ValueForms::opaque(const llvm::Value& value) {
  const auto number = numbers_.try_emplace(&value, static_cast<int>(numbers_.size()) + 1);
  std::string name = "v";
  name += std::to_string(number.first->second);
  return workspace_.context.opaque(name);
}

const llvm::Value* ValueForms::behind(symbolic::AtomId symbol) const {
  const std::string& name = workspace_.context.atom(symbol).name;
  const auto found = std::find_if(numbers_.begin(), numbers_.end(), [&](const auto& each) {
    return name == "v" + std::to_string(each.second);
  });
  return found == numbers_.end() ? nullptr : found->first;
}

Poly ValueForms::compute(const llvm::Instruction& instruction) {
  if (!instruction.getType()->isIntegerTy()) return opaque(instruction);
  if (llvm::isa<llvm::BinaryOperator>(instruction)) return compute_binary(instruction);
  if (llvm::isa<llvm::CastInst>(instruction)) return compute_cast(instruction);
  if (llvm::isa<llvm::CallInst>(instruction)) return compute_call(instruction);
  if (llvm::isa<llvm::SelectInst>(instruction)) return compute_select(instruction);
  if (llvm::isa<llvm::FreezeInst>(instruction)) return operand(instruction, 0);
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
    const llvm::Loop* loop = workspace_.kernel.loops().getLoopFor(phi->getParent());
    if (loop != nullptr && loop->getHeader() == phi->getParent()) {
      const auto solved = Recurrences(workspace_).solve(*phi, *loop);
      return solved ? *solved : opaque(*phi);
    }
    return compute_merge(*phi);
  }
  if (const auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction)) {
    const auto* lane = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand());
    if (lane == nullptr) return opaque(instruction);
    const llvm::Value* scalar =
        llvm::findScalarElement(const_cast<llvm::Value*>(extract->getVectorOperand()),
                                static_cast<unsigned>(lane->getZExtValue()));
    if (scalar != nullptr && scalar != &instruction) {
      return at(*scalar, *instruction.getParent());
    }
  }
  return opaque(instruction);
}

Poly ValueForms::compute_binary(const llvm::Instruction& instruction) {
  if (width_of(instruction) == 1) return compute_select(instruction);
  const Poly left = operand(instruction, 0);
  const Poly right = operand(instruction, 1);
  const auto result = binary_operation(workspace_.context, instruction.getOpcode(), left, right);
  if (!result || !is_plausible(*result, width_of(instruction))) return opaque(instruction);
  return *result;
}

Poly ValueForms::compute_cast(const llvm::Instruction& instruction) {
  const llvm::Value& source = *instruction.getOperand(0);
  if (llvm::isa<llvm::PtrToIntInst>(instruction)) {
    // Where an array begins is not known, but that cancels in differences.
    const PointerForm form = pointer_at(source, *instruction.getParent());
    if (form.array == nullptr || width_of(instruction) != 64) return opaque(instruction);
    return opaque(*form.array) + form.offset;
  }
  if (!source.getType()->isIntegerTy()) return opaque(instruction);
  if (width_of(source) == 1) {
    const Condition condition = workspace_.conditions->of(source, true, *instruction.getParent());
    if (!condition.exact) return opaque(instruction);
    const Poly one_or_zero = indicator_of(workspace_.context, condition);
    return instruction.getOpcode() == llvm::Instruction::SExt ? -one_or_zero : one_or_zero;
  }
  const auto result = cast_operation(workspace_.context, instruction.getOpcode(), width_of(source),
                                     width_of(instruction), operand(instruction, 0));
  return result ? *result : opaque(instruction);
}

Poly ValueForms::compute_call(const llvm::Instruction& instruction) {
  const auto& call = llvm::cast<llvm::CallInst>(instruction);
  if (const auto query = work_item_query(call)) {
    const LaunchSpace::Dimension& dimension = workspace_.launch.dimension(query->dimension);
    const auto one_of = [](const Poly& size, symbolic::AtomId id) {
      return size == Poly(1) ? Poly(0) : Poly::atom(id);
    };
    if (query->name == "get_global_id") return one_of(dimension.global, dimension.global_id);
    if (query->name == "get_local_id") return one_of(dimension.local, dimension.local_id);
    if (query->name == "get_group_id") return one_of(dimension.groups, dimension.group_id);
    if (query->name == "get_global_size") return dimension.global;
    if (query->name == "get_num_groups") return dimension.groups;
    if (query->name == "get_global_offset") return Poly(0);
    return dimension.local;
  }
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
    const bool binary =
        intrinsic->arg_size() > 1 && intrinsic->getIntrinsicID() != llvm::Intrinsic::abs;
    const auto result = intrinsic_operation(
        workspace_.context, intrinsic->getIntrinsicID(), operand(instruction, 0),
        binary && call.getArgOperand(1)->getType()->isIntegerTy() ? operand(instruction, 1)
                                                                  : Poly());
    return result ? *result : opaque(instruction);
  }
  if (const auto linear = linear_query(workspace_.launch, call)) return *linear;
  return opaque(instruction);
}

// A select, and the logical operations on i1 that stand for one.
Poly ValueForms::compute_select(const llvm::Instruction& instruction) {
  const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction);
  if (choice == nullptr || !choice->getCondition()->getType()->isIntegerTy(1)) {
    return opaque(instruction);
  }
  const Poly yes = operand(instruction, 1);
  const Poly no = operand(instruction, 2);
  if (yes == no) return yes;
  const Condition condition =
      workspace_.conditions->of(*choice->getCondition(), true, *instruction.getParent());
  if (!condition.exact) return opaque(instruction);
  return choose(workspace_.context, condition, yes, no);
}

Poly ValueForms::compute_merge(const llvm::PHINode& phi) {
  const auto merged = merge_values(
      workspace_, phi, [&](const llvm::Value& value) { return at(value, *phi.getParent()); });
  return merged ? *merged : opaque(phi);
}

ValueForms::Placeholder::Placeholder(ValueForms& values, const llvm::PHINode& phi,
                                     const llvm::Loop& loop, symbolic::AtomId stand_in,
                                     const llvm::Value* array)
    : values_(values), phi_(phi) {
  values.memo_.emplace_back();
  if (array == nullptr) {
    values.memo_.back()[&phi] = Poly::atom(stand_in);
  } else {
    values.pointer_stand_ins_[&phi] = {array, Poly::atom(stand_in)};
  }
  values.unsolved_.push_back({stand_in, &loop});
  values.workspace_.loops->pause_memory(true);
}

ValueForms::Placeholder::~Placeholder() {
  values_.memo_.pop_back();
  values_.pointer_stand_ins_.erase(&phi_);
  values_.unsolved_.pop_back();
  values_.workspace_.loops->pause_memory(false);
}

bool ValueForms::is_in_flux(const Poly& poly, const llvm::Loop& loop,
                            symbolic::AtomId except) const {
  return std::any_of(unsolved_.begin(), unsolved_.end(), [&](const Unsolved& unsolved) {
    return unsolved.stand_in != except && loop.contains(unsolved.loop) &&
           symbolic::depends_on(workspace_.context, poly, unsolved.stand_in);
  });
}

}  // namespace clgauge::collector
