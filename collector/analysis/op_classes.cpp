#include "collector/analysis/op_classes.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <vector>

#include "collector/frontend/builtin_call.h"
#include "collector/frontend/memory_operation.h"
#include "collector/frontend/types.h"
#include "collector/kernel/counted_names.h"

namespace clgauge::collector {
namespace {

// Calls that are no arithmetic.
constexpr std::array<std::string_view, 19> kFree{"get_global_id",
                                                 "get_local_id",
                                                 "get_group_id",
                                                 "get_global_size",
                                                 "get_local_size",
                                                 "get_num_groups",
                                                 "get_global_offset",
                                                 "get_work_dim",
                                                 "get_global_linear_id",
                                                 "get_local_linear_id",
                                                 "get_enqueued_local_size",
                                                 "get_sub_group_size",
                                                 "get_max_sub_group_size",
                                                 "get_num_sub_groups",
                                                 "get_enqueued_num_sub_groups",
                                                 "get_sub_group_id",
                                                 "get_sub_group_local_id",
                                                 "prefetch",
                                                 "__translate_sampler_initializer"};

// Takes pointers, to images or to memory, and is counted as an operation or lowered to accesses.
constexpr std::array<std::string_view, 6> kDescribed{"read_image", "write_image", "get_image",
                                                     "prefetch",   "to_",         "get_fence"};

constexpr std::array<CountedAs, 10> kSync{{{"barrier", "barrier"},
                                           {"work_group_barrier", "barrier"},
                                           {"sub_group_barrier", "barrier_sub_group"},
                                           {"mem_fence", "fence"},
                                           {"read_mem_fence", "fence"},
                                           {"write_mem_fence", "fence"},
                                           {"atomic_work_item_fence", "fence"},
                                           {"wait_group_events", "wait_group_events"},
                                           {"async_work_group_copy", "async_copy"},
                                           {"async_work_group_strided_copy", "async_copy"}}};

static_assert(std::all_of(kCountedAs.begin(), kCountedAs.end(),
                          [](const CountedAs& each) { return is_operation(each.name); }));
static_assert(std::all_of(kSync.begin(), kSync.end(), [](const CountedAs& each) {
  return each.name == "barrier" || is_sync_kind(each.name);
}));

template <std::size_t N>
std::optional<std::string> look_up(const std::array<CountedAs, N>& table,
                                   std::string_view builtin) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const CountedAs& entry) { return entry.builtin == builtin; });
  if (found == table.end()) return std::nullopt;
  return std::string(found->name);
}

// What compilers make of a division or remainder of integers by a number that the source names: a
// product, or logic for a power of two. Otherwise as it is called.
std::string integer_division(const llvm::Instruction& instruction, const char* name) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(instruction.getOperand(1));
  if (constant == nullptr) return name;
  const auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(constant);
  if (divisor == nullptr && constant->getType()->isVectorTy()) {
    divisor = llvm::dyn_cast_or_null<llvm::ConstantInt>(constant->getSplatValue());
  }
  return divisor != nullptr && divisor->getValue().isPowerOf2() ? "bit" : "mul";
}

std::optional<std::string> opcode_class(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
      return "add";
    case llvm::Instruction::FMul:
    case llvm::Instruction::Mul:
      return "mul";
    case llvm::Instruction::SDiv:
    case llvm::Instruction::UDiv:
      return integer_division(instruction, "div");
    case llvm::Instruction::FDiv:
      return "div";
    case llvm::Instruction::SRem:
    case llvm::Instruction::URem:
      return integer_division(instruction, "rem");
    case llvm::Instruction::FRem:
      return "rem";
    case llvm::Instruction::FNeg:
      return "neg";
    case llvm::Instruction::FCmp:
    case llvm::Instruction::ICmp:
      return "cmp";
    case llvm::Instruction::Shl:
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr:
    case llvm::Instruction::And:
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor:
      return "bit";
    case llvm::Instruction::SIToFP:
    case llvm::Instruction::UIToFP:
    case llvm::Instruction::FPToSI:
    case llvm::Instruction::FPToUI:
    case llvm::Instruction::FPExt:
    case llvm::Instruction::FPTrunc:
      return "cvt";
    case llvm::Instruction::Select:
      return "select";
    default:
      return std::nullopt;
  }
}

std::optional<std::string> intrinsic_class(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::fmuladd:
    case llvm::Intrinsic::fma:
      return "madd";
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::umin:
    case llvm::Intrinsic::umax:
      return "minmax";
    case llvm::Intrinsic::abs:
      return "abs";
    case llvm::Intrinsic::sqrt:
      return "sqrt";
    default:
      return std::nullopt;
  }
}

std::optional<std::string> call_class(const llvm::CallInst& call) {
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
    return intrinsic_class(intrinsic->getIntrinsicID());
  }
  const auto builtin = builtin_call(call);
  if (!builtin || uncounted(call) || sync_kind(call)) return std::nullopt;
  const std::string& name = builtin->name;
  if (std::find(kFree.begin(), kFree.end(), name) != kFree.end()) return std::nullopt;
  if (is_atomic_builtin(name)) return "atomic";
  if (name.starts_with("convert_")) return "cvt";
  // Everything else that is called counts as itself: "exp", "native_sin", "popcount".
  return look_up(kCountedAs, name).value_or(name);
}

// A negated factor or summand is part of the multiply-add that takes it (fmsub, fnmadd).
bool folds_into_multiply_add(const llvm::Instruction& instruction) {
  if (instruction.getOpcode() != llvm::Instruction::FNeg || instruction.use_empty()) return false;
  return std::all_of(instruction.user_begin(), instruction.user_end(), [](const llvm::User* user) {
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    return intrinsic != nullptr && intrinsic_class(intrinsic->getIntrinsicID()) == "madd";
  });
}

// Whether an integer result ends in nothing but addresses, branches and other such results.
bool is_for_index_only(const llvm::Instruction& instruction) {
  std::set<const llvm::Instruction*> seen;
  std::vector<const llvm::Instruction*> pending{&instruction};
  while (!pending.empty()) {
    const llvm::Instruction* current = pending.back();
    pending.pop_back();
    if (!seen.insert(current).second) continue;
    for (const llvm::User* user : current->users()) {
      const auto* next = llvm::dyn_cast<llvm::Instruction>(user);
      if (next == nullptr || llvm::isa<llvm::GetElementPtrInst>(next) || next->isTerminator()) {
        continue;
      }
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(next)) {
        if (store->getValueOperand() == current) return false;
        continue;
      }
      const bool integer = next->getType()->isIntOrIntVectorTy();
      const auto* call = llvm::dyn_cast<llvm::CallInst>(next);
      const bool data_call = call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call);
      if (!integer || data_call) return false;
      pending.push_back(next);
    }
  }
  return true;
}

bool updates_local_memory(const llvm::Instruction& instruction) {
  const auto operations = memory_operations(instruction);
  return std::any_of(operations.begin(), operations.end(), [](const MemoryOperation& operation) {
    if (!operation.is_atomic) return false;
    const PointerOrigins origins = origins_of(*operation.pointer);
    return std::any_of(origins.arrays.begin(), origins.arrays.end(),
                       [](const llvm::Value* array) { return array_space(*array) == "local"; });
  });
}

}  // namespace

std::optional<std::string> sync_kind(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const auto builtin = call == nullptr ? std::nullopt : builtin_call(*call);
  if (!builtin) return std::nullopt;
  auto kind = look_up(kSync, builtin->name);
  if (!kind || *kind != "barrier") return kind;
  // The flags name the memories that are made consistent: 1 local, 2 global.
  const auto* flags = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
  const std::uint64_t bits = flags == nullptr ? 3 : flags->getZExtValue();
  if ((bits & 3U) == 3U) return "barrier_local_global";
  return (bits & 2U) != 0 ? "barrier_global" : "barrier_local";
}

std::optional<std::string> uncounted(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr || call->getCalledFunction() == nullptr) return std::nullopt;
  const std::string name = source_name(*call->getCalledFunction());
  const bool device_side =
      name.starts_with("__enqueue_kernel") || name.find("pipe") != std::string::npos;
  if (name == "printf" || device_side) return name;
  // Whatever else takes a pointer into memory may access it in a way that nobody has described.
  const auto builtin = builtin_call(*call);
  if (!builtin || !memory_operations(instruction).empty() || sync_kind(instruction)) {
    return std::nullopt;
  }
  const bool described = std::any_of(kDescribed.begin(), kDescribed.end(), [&](auto prefix) {
    return builtin->name.starts_with(prefix);
  });
  if (described) return std::nullopt;
  for (const llvm::Value* argument : call->args()) {
    if (!argument->getType()->isPointerTy()) continue;
    const std::string space = array_space(*argument);
    if (space == "global" || space == "local") return name;
  }
  return std::nullopt;
}

std::optional<OpClass> op_class(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const auto op = call == nullptr ? opcode_class(instruction) : call_class(*call);
  if (!op || folds_into_multiply_add(instruction)) return std::nullopt;
  const llvm::Type* type = instruction.getType();
  const bool compares = llvm::isa<llvm::CmpInst>(instruction);
  // Logic on truth values is control flow.
  if (!compares && type->isIntOrIntVectorTy(1)) return std::nullopt;
  if (compares) type = instruction.getOperand(0)->getType();
  if (call != nullptr && type->isVoidTy()) {
    // What is written is the last argument that is a value: of write_imagef, of atomic_store.
    if (call->arg_empty()) return std::nullopt;
    for (const llvm::Value* argument : call->args()) {
      const llvm::Type* candidate = argument->getType();
      if (candidate->isIntOrIntVectorTy() || candidate->isFPOrFPVectorTy()) type = candidate;
    }
    if (type->isVoidTy()) type = call->getArgOperand(0)->getType();
  }
  OpClass result{*op, dtype_of(*type), lanes_of(*type), false,
                 *op == "atomic" && updates_local_memory(instruction)};
  const bool integer = type->isIntOrIntVectorTy() || type->isPtrOrPtrVectorTy();
  result.index = integer && call == nullptr && is_for_index_only(instruction);
  if (call != nullptr && llvm::isa<llvm::IntrinsicInst>(call) && integer) {
    result.index = is_for_index_only(instruction);
  }
  return result;
}

}  // namespace clgauge::collector
