#include "collector/analysis/narrow_index.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <set>
#include <vector>

#include "collector/analysis/loop_counts.h"
#include "collector/frontend/builtin_call.h"

namespace clgauge::collector {
namespace {

using llvm::dyn_cast;
using llvm::isa;
using llvm::Value;

constexpr unsigned kNarrowBits = 32;
// A loop that always runs so often is no loop when the compiler comes to vectors.
constexpr std::int64_t kMostUnrolled = 64;

using Seen = std::set<const Value*>;

// Whether `is_so(operand)` of any operand that has not been asked yet. Expressions share their
// parts: there are more ways through them than anybody can walk.
template <typename IsSo>
bool any_new_operand(const llvm::User& user, Seen& seen, IsSo is_so) {
  return std::any_of(user.op_begin(), user.op_end(),
                     [&](const Value* each) { return seen.insert(each).second && is_so(*each); });
}

class NarrowIndex {
 public:
  explicit NarrowIndex(const llvm::Loop* outermost) : outermost_(outermost) {}

  bool is_in(const Value& pointer) {
    if (!seen_.insert(&pointer).second) return false;
    if (const auto* address = dyn_cast<llvm::GEPOperator>(&pointer)) {
      // Of an array with a length the compiler knows how far an index goes.
      const bool is_bounded = isa<llvm::ArrayType>(address->getSourceElementType());
      return std::any_of(address->idx_begin(), address->idx_end(),
                         [&](const Value* index) {
                           Seen seen;
                           return may_wrap(*index, is_bounded, seen);
                         }) ||
             is_in(*address->getPointerOperand());
    }
    if (const auto* cast = dyn_cast<llvm::CastInst>(&pointer)) return is_in(*cast->getOperand(0));
    if (const auto* phi = dyn_cast<llvm::PHINode>(&pointer)) {
      return std::any_of(phi->value_op_begin(), phi->value_op_end(),
                         [&](const Value* value) { return is_in(*value); });
    }
    const auto* choice = dyn_cast<llvm::SelectInst>(&pointer);
    return choice != nullptr && (is_in(*choice->getTrueValue()) || is_in(*choice->getFalseValue()));
  }

 private:
  // Of as many bits as a pointer.
  bool may_wrap(const Value& index, bool is_bounded, Seen& seen) {
    const auto* instruction = dyn_cast<llvm::Instruction>(&index);
    if (instruction == nullptr) return false;
    const Value& first = *instruction->getOperand(0);
    switch (instruction->getOpcode()) {
      case llvm::Instruction::ZExt:
        return is_narrow(first) && differs(first);
      case llvm::Instruction::SExt:
        return is_narrow(first) && differs(first) && !is_bounded && signed_may_wrap(first);
      case llvm::Instruction::Add:
      case llvm::Instruction::Sub:
      case llvm::Instruction::Mul:
      case llvm::Instruction::Shl:
        return any_new_operand(*instruction, seen,
                               [&](const Value& each) { return may_wrap(each, is_bounded, seen); });
      default:
        return false;
    }
  }

  static bool is_narrow(const Value& value) {
    return value.getType()->isIntegerTy() && value.getType()->getIntegerBitWidth() <= kNarrowBits;
  }

  // Loops move what does not change in them out in front: that part alone is extended there, if it
  // is the only such index and its step is known.
  bool signed_may_wrap(const Value& value) {
    std::vector<const Value*> parts;
    Seen seen;
    add_parts(value, seen, parts);
    std::erase_if(parts, [&](const Value* part) { return isa<llvm::Constant>(part); });
    const auto changing = std::stable_partition(parts.begin(), parts.end(),
                                                [&](const Value* p) { return !changes(*p); });
    if (changing != parts.end() &&
        (walks_otherwise(value) || std::any_of(changing, parts.end(), [](const Value* part) {
           return has_cut_size(*part);
         }))) {
      return false;
    }
    parts.erase(changing, parts.end());
    if (std::none_of(parts.begin(), parts.end(), [&](const Value* p) { return differs(*p); })) {
      return false;
    }
    if (std::any_of(parts.begin(), parts.end(), [&](const Value* part) {
          return differs(*part) && is_shifted_number(*part);
        })) {
      return false;
    }
    return parts.size() == 1 ||
           std::all_of(parts.begin(), parts.end(), [&](const Value* p) { return is_cut(*p); }) ||
           std::any_of(parts.begin(), parts.end(),
                       [&](const Value* p) { return differs(*p) && is_cut_sum(*p); });
  }

  static void add_parts(const Value& value, Seen& seen, std::vector<const Value*>& parts) {
    if (!seen.insert(&value).second) return;
    const auto* sum = dyn_cast<llvm::BinaryOperator>(&value);
    if (sum != nullptr && (sum->getOpcode() == llvm::Instruction::Add ||
                           sum->getOpcode() == llvm::Instruction::Sub)) {
      add_parts(*sum->getOperand(0), seen, parts);
      add_parts(*sum->getOperand(1), seen, parts);
    } else {
      parts.push_back(&value);
    }
  }

  // Nothing but numbers of work-items and groups, cut off to fewer bits.
  static bool is_cut(const Value& value) {
    Seen seen;
    return !has_other_than_cut(value, seen);
  }
  static bool has_other_than_cut(const Value& value, Seen& seen) {
    if (isa<llvm::TruncInst>(value)) return false;
    const auto* operation = dyn_cast<llvm::BinaryOperator>(&value);
    return operation == nullptr || any_new_operand(*operation, seen, [&](const Value& each) {
             return has_other_than_cut(each, seen);
           });
  }

  static const llvm::BinaryOperator* cut_operation(const Value& value) {
    const auto* cut = dyn_cast<llvm::TruncInst>(&value);
    return cut == nullptr ? nullptr : dyn_cast<llvm::BinaryOperator>(cut->getOperand(0));
  }

  // (int)(get_group_id(0) * 64 + get_local_id(0)): several numbers add up before they are cut.
  bool is_cut_sum(const Value& value) {
    const llvm::BinaryOperator* sum = cut_operation(value);
    return sum != nullptr && is_of_numbers(*sum->getOperand(0)) &&
           is_of_numbers(*sum->getOperand(1));
  }

  // (int)(get_global_id(0) + 1), which is cut before it adds up.
  bool is_shifted_number(const Value& value) {
    const llvm::BinaryOperator* sum = cut_operation(value);
    return sum != nullptr && !is_cut_sum(value) &&
           (sum->getOpcode() == llvm::Instruction::Add ||
            sum->getOpcode() == llvm::Instruction::Sub);
  }

  static bool is_of_numbers(const Value& value) {
    Seen seen;
    return is_of_numbers(value, seen);
  }
  static bool is_of_numbers(const Value& value, Seen& seen) {
    if (const auto* call = dyn_cast<llvm::CallInst>(&value))
      return work_item_query(*call).has_value();
    const auto* operation = dyn_cast<llvm::BinaryOperator>(&value);
    return operation != nullptr && any_new_operand(*operation, seen, [&](const Value& each) {
             return is_of_numbers(each, seen);
           });
  }

  // Between neighbours along the first dimension.
  bool differs(const Value& value) {
    Seen seen;
    return differs(value, seen);
  }
  bool differs(const Value& value, Seen& seen) {
    const auto* instruction = dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr) return false;
    if (const auto* call = dyn_cast<llvm::CallInst>(instruction)) {
      if (const auto query = work_item_query(*call)) {
        return query->dimension == 0 &&
               (query->name == "get_global_id" || query->name == "get_local_id");
      }
    }
    return any_new_operand(*instruction, seen,
                           [&](const Value& each) { return differs(each, seen); });
  }

  // Whether the loops reach something else, too, by a signed index that changes in them and differs
  // between neighbours.
  bool walks_otherwise(const Value& value) {
    Seen pointers;
    for (const llvm::BasicBlock* block : outermost_->blocks()) {
      for (const llvm::Instruction& instruction : *block) {
        const auto* address = dyn_cast<llvm::GetElementPtrInst>(&instruction);
        if (address == nullptr || isa<llvm::ArrayType>(address->getSourceElementType())) continue;
        const auto* index = dyn_cast<llvm::SExtInst>(*address->idx_begin());
        if (index == nullptr) continue;
        const Value& cut = *index->getOperand(0);
        if (&cut == &value || (is_narrow(cut) && differs(cut) && changes(cut))) {
          pointers.insert(address);
        }
      }
    }
    return pointers.size() > 1;
  }

  // A step that is a size of the launch, cut off.
  static bool has_cut_size(const Value& value) {
    Seen seen;
    return has_cut_size(value, seen);
  }
  static bool has_cut_size(const Value& value, Seen& seen) {
    if (const auto* cut = dyn_cast<llvm::TruncInst>(&value)) {
      const auto* call = dyn_cast<llvm::CallInst>(cut->getOperand(0));
      const auto query = call == nullptr ? std::nullopt : work_item_query(*call);
      return query && (query->name == "get_local_size" || query->name == "get_global_size");
    }
    const auto* operation = dyn_cast<llvm::BinaryOperator>(&value);
    return operation != nullptr && any_new_operand(*operation, seen, [&](const Value& each) {
             return has_cut_size(each, seen);
           });
  }

  // From one iteration of the loops to the next.
  bool changes(const Value& value) const {
    Seen seen;
    return changes(value, seen);
  }
  bool changes(const Value& value, Seen& seen) const {
    const auto* instruction = dyn_cast<llvm::Instruction>(&value);
    if (outermost_ == nullptr || instruction == nullptr || !outermost_->contains(instruction)) {
      return false;
    }
    return isa<llvm::PHINode, llvm::LoadInst>(instruction) ||
           any_new_operand(*instruction, seen,
                           [&](const Value& each) { return changes(each, seen); });
  }

  const llvm::Loop* outermost_;  // around the access that is not unrolled, nullptr for none
  Seen seen_;
};

}  // namespace

bool has_narrow_index(Workspace& workspace, const Value& pointer, const llvm::BasicBlock& block) {
  const llvm::Loop* outermost = nullptr;
  for (const llvm::Loop* loop = workspace.kernel.loops().getLoopFor(&block); loop != nullptr;
       loop = loop->getParentLoop()) {
    const std::int64_t trips = constant_trips(workspace, *loop);
    if (trips == 0 || trips > kMostUnrolled) outermost = loop;
  }
  return NarrowIndex(outermost).is_in(pointer);
}

}  // namespace clgauge::collector
