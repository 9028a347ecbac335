#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "collector/frontend/builtin_call.h"
#include "collector/frontend/memory_operation.h"
#include "collector/frontend/types.h"
#include "collector/oracle/codes.h"
#include "collector/oracle/memory_steps.h"
#include "collector/oracle/program.h"

namespace clgauge::collector::oracle {
namespace {

std::uint8_t width_of(const llvm::Value& value) {
  const llvm::Type* type = value.getType()->getScalarType();
  return type->isIntegerTy() ? static_cast<std::uint8_t>(std::min(type->getIntegerBitWidth(), 64U))
                             : std::uint8_t{64};
}

class Builder {
 public:
  explicit Builder(const llvm::Function& kernel)
      : kernel_(kernel), layout_(kernel.getParent()->getDataLayout()) {}

  Program build() {
    find_skeleton();
    for (const llvm::BasicBlock& block : kernel_) {
      block_numbers_[&block] = static_cast<std::int32_t>(block_numbers_.size());
    }
    for (const llvm::BasicBlock& block : kernel_) build_block(block);
    return std::move(program_);
  }

 private:
  // What branches and addresses depend on, transitively.
  void find_skeleton() {
    std::vector<const llvm::Value*> pending;
    for (const llvm::Instruction& instruction : llvm::instructions(kernel_)) {
      if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
        if (branch->isConditional()) pending.push_back(branch->getCondition());
      } else if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
        pending.push_back(choice->getCondition());
      }
      for (const MemoryOperation& operation : memory_operations(instruction)) {
        pending.push_back(operation.pointer);
      }
    }
    while (!pending.empty()) {
      const auto* instruction = llvm::dyn_cast<llvm::Instruction>(pending.back());
      pending.pop_back();
      if (instruction == nullptr || !skeleton_.insert(instruction).second) continue;
      if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
        const bool first = !read_back_.any();
        if (!read_back_.note_load(*load->getPointerOperand()) || !first) continue;
        for (const llvm::Instruction& each : llvm::instructions(kernel_)) {
          const auto stored = ReadBack::stored_values(each);
          pending.insert(pending.end(), stored.begin(), stored.end());
        }
        continue;
      }
      for (const llvm::Value* operand : instruction->operands()) {
        if (!llvm::isa<llvm::BasicBlock>(operand)) pending.push_back(operand);
      }
    }
  }

  std::int32_t new_slots(int count) {
    const auto first = static_cast<std::int32_t>(program_.initial.size());
    program_.initial.resize(program_.initial.size() + static_cast<std::size_t>(count));
    return first;
  }

  Value& initial(std::int32_t slot) { return program_.initial[static_cast<std::size_t>(slot)]; }

  std::int32_t array_number(const llvm::Value& array) {
    const auto [found, inserted] =
        array_numbers_.try_emplace(&array, static_cast<std::int32_t>(program_.arrays.size()));
    if (inserted) {
      program_.arrays.push_back(
          {array_name(array, kernel_), array_space(array), &array, {}, false});
      if (read_back_.any()) {
        program_.arrays.back().bytes = initial_bytes(array, kernel_);
        program_.arrays.back().is_private = is_private_array(array);
      }
    }
    return found->second;
  }

  std::int32_t slot_of(const llvm::Value& value) {
    const auto found = slots_.find(&value);
    if (found != slots_.end()) return found->second;
    const int lanes = lanes_of(*value.getType());
    const std::int32_t slot = new_slots(lanes);
    slots_[&value] = slot;
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) {
      for (int lane = 0; lane < lanes; ++lane) {
        const llvm::Constant* element =
            constant->getType()->isVectorTy()
                ? constant->getAggregateElement(static_cast<unsigned>(lane))
                : constant;
        if (element != nullptr) initial(slot + lane) = constant_value(*element);
      }
    } else if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) {
      if (argument->getType()->isPointerTy()) {
        initial(slot) = {0, array_number(*argument), true};
      } else if (argument->getType()->isIntegerTy()) {
        program_.arguments.push_back({argument->getName().str(), slot});
      }
    }
    return slot;
  }

  Value constant_value(const llvm::Constant& constant) {
    if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
      if (integer->getBitWidth() <= 64) return {integer->getSExtValue(), -1, true};
    } else if (llvm::isa<llvm::GlobalVariable>(constant)) {
      return {0, array_number(constant), true};
    } else if (constant.getType()->isPointerTy()) {
      llvm::APInt offset(64, 0);
      const llvm::Value* base =
          constant.stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
      if (llvm::isa<llvm::GlobalVariable>(base)) {
        return {offset.getSExtValue(), array_number(*base), true};
      }
    }
    return {};
  }

  Step& emit(Code code, std::int32_t target) {
    Step& step = program_.steps.emplace_back();
    step.code = code;
    step.target = target;
    return step;
  }

  void build_block(const llvm::BasicBlock& block) {
    Block& built = program_.blocks.emplace_back();
    built.source = &block;
    built.first_step = static_cast<std::int32_t>(program_.steps.size());
    for (const llvm::Instruction& instruction : block) {
      if (instruction.isTerminator()) break;
      build_accesses(instruction);
      if (is_group_barrier(instruction)) {
        emit(Code::barrier, 0).immediate = static_cast<std::int64_t>(program_.barriers.size());
        program_.barriers.push_back(&instruction);
      }
      if (skeleton_.count(&instruction) != 0 && !llvm::isa<llvm::PHINode>(instruction)) {
        build_value(instruction);
      }
      if (read_back_.any()) build_contents(instruction);
    }
    build_terminator(block, *block.getTerminator());
  }

  void build_accesses(const llvm::Instruction& instruction) {
    int operand = 0;
    for (const MemoryOperation& operation : memory_operations(instruction)) {
      Step& step = emit(Code::access, 0);
      step.immediate = static_cast<std::int64_t>(program_.accesses.size());
      program_.accesses.push_back({&instruction, operation.is_store, operand++, operation.bytes});
      const std::int32_t address = slot_of(*operation.pointer);
      program_.steps.back().a = address;
    }
  }

  Step& emit_at(Code code, const llvm::Value& pointer, std::int32_t target) {
    const std::int32_t address = slot_of(pointer);
    Step& step = emit(code, target);
    step.a = address;
    return step;
  }

  // Lanes of a type lie one behind the other.
  void per_lane_in_memory(Code code, const llvm::Value& pointer, const llvm::Value& datum) {
    const llvm::Type* type = datum.getType()->getScalarType();
    const bool decides = type->isIntegerTy() || type->isPointerTy();
    const std::int32_t slot = decides ? slot_of(datum) : unknown_slot();
    const auto bits = static_cast<std::uint8_t>(
        std::min<std::uint64_t>(layout_.getTypeSizeInBits(const_cast<llvm::Type*>(type)), 64));
    const auto bytes = static_cast<std::int64_t>(
        layout_.getTypeStoreSize(const_cast<llvm::Type*>(type)).getFixedSize());
    for (int lane = 0; lane < lanes_of(*datum.getType()); ++lane) {
      const std::int32_t at = slot + (decides ? lane : 0);
      Step& step = emit_at(code, pointer, code == Code::fetch ? at : 0);
      step.width = bits;
      step.b = at;
      step.immediate = lane * bytes;
    }
  }

  // What happens to the contents of arrays that are simulated.
  void build_contents(const llvm::Instruction& instruction) {
    if (llvm::isa<llvm::LoadInst>(instruction)) {
      if (skeleton_.count(&instruction) == 0) return;
      per_lane_in_memory(Code::fetch, *instruction.getOperand(0), instruction);
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      per_lane_in_memory(Code::put, *store->getPointerOperand(), *store->getValueOperand());
    } else if (const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&instruction)) {
      const std::int32_t value = slot_of(*fill->getValue());
      Step& step = emit_at(Code::fill, *fill->getRawDest(), 0);
      step.b = value;
      step.immediate = memory_operations(instruction).front().bytes;
    } else if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction)) {
      const std::int32_t from = slot_of(*copy->getRawSource());
      Step& step = emit_at(Code::transfer, *copy->getRawDest(), 0);
      step.b = from;
      step.immediate = memory_operations(instruction).front().bytes;
    } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      for (const llvm::Value* argument : call->args()) {
        if (argument->getType()->isPointerTy()) emit_at(Code::forget, *argument, 0);
      }
    }
  }

  std::int32_t unknown_slot() {
    if (unknown_slot_ < 0) unknown_slot_ = new_slots(1);
    return unknown_slot_;
  }

  void build_value(const llvm::Instruction& instruction) {
    const std::int32_t target = slot_of(instruction);
    const int lanes = lanes_of(*instruction.getType());
    if (llvm::isa<llvm::LoadInst>(instruction)) return;  // build_contents() knows
    if (llvm::isa<llvm::AllocaInst>(instruction)) {
      initial(target) = {0, array_number(instruction), true};
    } else if (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(&instruction)) {
      build_address(*address, target);
    } else if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
      build_call(*call, target, lanes);
    } else if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
      const Comparison comparison = comparison_of(compare->getPredicate());
      const llvm::Value& left = *compare->getOperand(comparison.swapped ? 1 : 0);
      const llvm::Value& right = *compare->getOperand(comparison.swapped ? 0 : 1);
      per_lane(comparison.code, width_of(left), target, lanes, {&left, &right});
    } else if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
      build_select(*choice, target, lanes);
    } else if (const auto code = binary_code(instruction.getOpcode());
               code && instruction.getType()->isIntOrIntVectorTy()) {
      per_lane(*code, width_of(instruction), target, lanes,
               {instruction.getOperand(0), instruction.getOperand(1)});
    } else if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
      build_cast(*cast, target, lanes);
    } else if (llvm::isa<llvm::FreezeInst>(instruction)) {
      per_lane(Code::copy, 64, target, lanes, {instruction.getOperand(0)});
    } else {
      build_lane_moves(instruction, target, lanes);
    }
  }

  void per_lane(Code code, std::uint8_t width, std::int32_t target, int lanes,
                const std::vector<const llvm::Value*>& operands) {
    std::vector<std::int32_t> slots;
    for (const llvm::Value* operand : operands) slots.push_back(slot_of(*operand));
    for (int lane = 0; lane < lanes; ++lane) {
      Step& step = emit(code, target + lane);
      step.width = width;
      step.a = slots[0] + lane;
      if (slots.size() > 1) step.b = slots[1] + lane;
    }
  }

  void build_address(const llvm::GEPOperator& address, std::int32_t target) {
    if (address.getType()->isVectorTy()) return;
    std::int32_t base = slot_of(*address.getPointerOperand());
    std::int64_t constant = 0;
    for (auto index = llvm::gep_type_begin(address), end = llvm::gep_type_end(address);
         index != end; ++index) {
      const llvm::Value& operand = *index.getOperand();
      if (llvm::StructType* type = index.getStructTypeOrNull()) {
        const auto field =
            static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(operand).getZExtValue());
        constant +=
            static_cast<std::int64_t>(layout_.getStructLayout(type)->getElementOffset(field));
        continue;
      }
      const auto scale = static_cast<std::int64_t>(
          layout_.getTypeAllocSize(index.getIndexedType()).getFixedSize());
      if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&operand)) {
        constant += number->getSExtValue() * scale;
        continue;
      }
      const std::int32_t slot = slot_of(operand);
      Step& step = emit(Code::address, target);
      step.a = base;
      step.b = slot;
      step.immediate = scale;
      base = target;
    }
    const std::int32_t one = constant_slot(1);
    Step& step = emit(Code::address, target);
    step.a = base;
    step.b = one;
    step.immediate = constant;
  }

  std::int32_t constant_slot(std::int64_t number) {
    const auto [found, inserted] = constants_.try_emplace(number, 0);
    if (inserted) {
      found->second = new_slots(1);
      initial(found->second) = {number, -1, true};
    }
    return found->second;
  }

  void build_call(const llvm::CallInst& call, std::int32_t target, int lanes) {
    unsigned dimension = 0;
    if (const auto query = query_of(call, dimension)) {
      program_.queries.push_back({*query, dimension, target});
    } else if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
      if (const auto code = intrinsic_code(intrinsic->getIntrinsicID())) {
        std::vector<const llvm::Value*> operands{call.getArgOperand(0)};
        if (*code != Code::abs) operands.push_back(call.getArgOperand(1));
        per_lane(*code, width_of(call), target, lanes, operands);
      }
    }
  }

  void build_select(const llvm::SelectInst& choice, std::int32_t target, int lanes) {
    const std::int32_t condition = slot_of(*choice.getCondition());
    const std::int32_t yes = slot_of(*choice.getTrueValue());
    const std::int32_t no = slot_of(*choice.getFalseValue());
    const bool by_lane = choice.getCondition()->getType()->isVectorTy();
    for (int lane = 0; lane < lanes; ++lane) {
      Step& step = emit(Code::select, target + lane);
      step.a = condition + (by_lane ? lane : 0);
      step.b = yes + lane;
      step.c = no + lane;
    }
  }

  void build_cast(const llvm::CastInst& cast, std::int32_t target, int lanes) {
    const llvm::Value& operand = *cast.getOperand(0);
    const bool integers =
        cast.getType()->isIntOrIntVectorTy() && operand.getType()->isIntOrIntVectorTy();
    switch (cast.getOpcode()) {
      case llvm::Instruction::Trunc:
        per_lane(Code::sign_extend, width_of(cast), target, lanes, {&operand});
        break;
      case llvm::Instruction::SExt:
        per_lane(Code::sign_extend, width_of(operand), target, lanes, {&operand});
        break;
      case llvm::Instruction::ZExt:
        per_lane(Code::zero_extend, width_of(operand), target, lanes, {&operand});
        break;
      case llvm::Instruction::PtrToInt:  // comes with its array, for differences
      case llvm::Instruction::AddrSpaceCast:
        per_lane(Code::copy, 64, target, lanes, {&operand});
        break;
      case llvm::Instruction::BitCast:
        if (integers && lanes == lanes_of(*operand.getType())) {
          per_lane(Code::copy, 64, target, lanes, {&operand});
        }
        break;
      default:
        break;  // from or to floating point: not part of the skeleton
    }
  }

  void copy_lane(std::int32_t from, std::int32_t to) { emit(Code::copy, to).a = from; }

  void build_lane_moves(const llvm::Instruction& instruction, std::int32_t target, int lanes) {
    if (const auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction)) {
      const auto* lane = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand());
      if (lane == nullptr) return;
      copy_lane(
          slot_of(*extract->getVectorOperand()) + static_cast<std::int32_t>(lane->getZExtValue()),
          target);
    } else if (const auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&instruction)) {
      const auto* lane = llvm::dyn_cast<llvm::ConstantInt>(insert->getOperand(2));
      if (lane == nullptr) return;
      const std::int32_t base = slot_of(*insert->getOperand(0));
      const std::int32_t datum = slot_of(*insert->getOperand(1));
      for (int i = 0; i < lanes; ++i) {
        copy_lane(i == static_cast<int>(lane->getZExtValue()) ? datum : base + i, target + i);
      }
    } else if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
      const int width = lanes_of(*shuffle->getOperand(0)->getType());
      const std::int32_t first = slot_of(*shuffle->getOperand(0));
      const std::int32_t second = slot_of(*shuffle->getOperand(1));
      for (int i = 0; i < lanes; ++i) {
        const int from = shuffle->getMaskValue(static_cast<unsigned>(i));
        if (from >= 0) copy_lane(from < width ? first + from : second + from - width, target + i);
      }
    }
  }

  void build_terminator(const llvm::BasicBlock& block, const llvm::Instruction& terminator) {
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&terminator)) {
      std::int32_t condition = 0;
      if (branch->isConditional()) condition = slot_of(*branch->getCondition());
      Step& step = emit(branch->isConditional() ? Code::branch : Code::jump, 0);
      step.a = condition;
      step.immediate = static_cast<std::int64_t>(program_.edges.size());
      for (unsigned i = 0; i < branch->getNumSuccessors(); ++i) {
        add_edge(block, *branch->getSuccessor(i));
      }
    } else if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&terminator)) {
      const std::int32_t condition = slot_of(*choice->getCondition());
      Step& step = emit(Code::choose, 0);
      step.a = condition;
      step.immediate = static_cast<std::int64_t>(program_.edges.size());
      add_edge(block, *choice->getDefaultDest());
      for (const auto& option : choice->cases()) {
        program_.blocks.back().cases.push_back({option.getCaseValue()->getSExtValue(),
                                                static_cast<std::int32_t>(program_.edges.size())});
        add_edge(block, *option.getCaseSuccessor());
      }
    } else {
      emit(Code::finish, 0);
    }
  }

  void add_edge(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
    Edge edge;
    edge.block = block_numbers_.at(&to);
    for (const llvm::PHINode& phi : to.phis()) {
      if (skeleton_.count(&phi) == 0) continue;
      const std::int32_t source = slot_of(*phi.getIncomingValueForBlock(&from));
      const std::int32_t target = slot_of(phi);
      for (int lane = 0; lane < lanes_of(*phi.getType()); ++lane) {
        edge.moves.push_back({source + lane, target + lane});
      }
    }
    program_.edges.push_back(std::move(edge));
  }

  const llvm::Function& kernel_;
  const llvm::DataLayout& layout_;
  Program program_;
  std::set<const llvm::Instruction*> skeleton_;
  std::map<const llvm::BasicBlock*, std::int32_t> block_numbers_;
  std::map<const llvm::Value*, std::int32_t> slots_;
  std::map<const llvm::Value*, std::int32_t> array_numbers_;
  std::map<std::int64_t, std::int32_t> constants_;
  ReadBack read_back_;
  std::int32_t unknown_slot_ = -1;
};

}  // namespace

Program build_program(const llvm::Function& kernel) { return Builder(kernel).build(); }

}  // namespace clgauge::collector::oracle
