#include "collector/frontend/memory_operation.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <string_view>

#include "collector/frontend/builtin_call.h"

namespace clgauge::collector {
namespace {

// Address spaces of SPIR.
enum AddressSpace : unsigned { kPrivate = 0, kGlobal = 1, kConstant = 2, kLocal = 3 };

int size_of(const llvm::Instruction& instruction, llvm::Type& type) {
  return static_cast<int>(
      instruction.getModule()->getDataLayout().getTypeStoreSize(&type).getFixedSize());
}

// A copy of unknown length moves no countable number of bytes; OpenCL C has no such construct.
int constant_length(const llvm::MemIntrinsic& copy) {
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
  const bool usable =
      length != nullptr && length->getValue().ult(std::uint64_t{std::numeric_limits<int>::max()});
  return usable ? static_cast<int>(length->getZExtValue()) : 0;
}

// Builtins of arithmetic that return a second result through their last argument, and whether that
// is an integer.
struct SecondResult {
  std::string_view builtin;
  bool is_integer;
};
constexpr std::array<SecondResult, 6> kSecondResults{{{"fract", false},
                                                      {"modf", false},
                                                      {"sincos", false},
                                                      {"frexp", true},
                                                      {"lgamma_r", true},
                                                      {"remquo", true}}};

// The pointers that the kernel puts into a private variable; nothing when they cannot all be seen.
std::optional<std::vector<const llvm::Value*>> pointers_stored_in(
    const llvm::AllocaInst& variable) {
  std::vector<const llvm::Value*> stored;
  std::vector<const llvm::Value*> pending{&variable};
  while (!pending.empty()) {
    const llvm::Value* address = pending.back();
    pending.pop_back();
    for (const llvm::User* user : address->users()) {
      if (llvm::isa<llvm::GEPOperator, llvm::BitCastOperator>(user)) {
        pending.push_back(user);
      } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        if (store->getValueOperand() == address) return std::nullopt;
        if (store->getValueOperand()->getType()->isPointerTy()) {
          stored.push_back(store->getValueOperand());
        }
      } else if (!llvm::isa<llvm::LoadInst>(user)) {
        return std::nullopt;
      }
    }
  }
  return stored;
}

const SecondResult* second_result_of(std::string_view builtin) {
  const auto* found =
      std::find_if(kSecondResults.begin(), kSecondResults.end(),
                   [&](const SecondResult& each) { return each.builtin == builtin; });
  return found == kSecondResults.end() ? nullptr : found;
}

// What a pointer that is loaded from private variables can be.
std::optional<std::vector<const llvm::Value*>> loaded_pointers(const llvm::LoadInst& load) {
  const llvm::Value* base = load.getPointerOperand()->stripPointerCasts();
  while (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(base)) {
    base = address->getPointerOperand()->stripPointerCasts();
  }
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(base);
  return variable == nullptr ? std::nullopt : pointers_stored_in(*variable);
}

}  // namespace

std::optional<std::int64_t> declared_bytes(const llvm::Value& array) {
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&array)) {
    const llvm::DataLayout& layout = variable->getParent()->getDataLayout();
    return static_cast<std::int64_t>(
        layout.getTypeAllocSize(variable->getValueType()).getFixedSize());
  }
  const auto* slot = llvm::dyn_cast<llvm::AllocaInst>(&array);
  if (slot == nullptr) return std::nullopt;
  const auto bits = slot->getAllocationSizeInBits(slot->getModule()->getDataLayout());
  if (!bits || bits->isScalable()) return std::nullopt;
  return static_cast<std::int64_t>(bits->getFixedSize() / 8);
}

bool is_atomic_builtin(const std::string& name) {
  if (name.starts_with("atomic_work_item_fence") || name.starts_with("atomic_init")) return false;
  return name.starts_with("atomic_") || name.starts_with("atom_");
}

bool has_second_result(const std::string& name) { return second_result_of(name) != nullptr; }

llvm::SmallVector<MemoryOperation, 2> memory_operations(const llvm::Instruction& instruction) {
  llvm::SmallVector<MemoryOperation, 2> operations;
  const auto add = [&](const llvm::Value* pointer, llvm::Type* type, bool is_store, bool is_atomic,
                       int bytes) {
    operations.push_back({&instruction, pointer, type, is_store, is_atomic, bytes});
  };
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    add(load->getPointerOperand(), load->getType(), false, load->isAtomic(),
        size_of(instruction, *load->getType()));
  } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    llvm::Type* type = store->getValueOperand()->getType();
    add(store->getPointerOperand(), type, true, store->isAtomic(), size_of(instruction, *type));
  } else if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    const int bytes = size_of(instruction, *update->getType());
    add(update->getPointerOperand(), update->getType(), false, true, bytes);
    add(update->getPointerOperand(), update->getType(), true, true, bytes);
  } else if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction)) {
    const int bytes = constant_length(*copy);
    add(copy->getRawSource(), nullptr, false, false, bytes);
    add(copy->getRawDest(), nullptr, true, false, bytes);
  } else if (const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&instruction)) {
    add(fill->getRawDest(), nullptr, true, false, constant_length(*fill));
  } else if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    const auto builtin = builtin_call(*call);
    if (!builtin || call->arg_empty()) return operations;
    if (const SecondResult* second = second_result_of(builtin->name)) {
      llvm::Type* datum = call->getType();
      if (second->is_integer) {
        datum = datum->getWithNewType(llvm::Type::getInt32Ty(call->getContext()));
      }
      add(call->getArgOperand(call->arg_size() - 1), datum, true, false,
          size_of(instruction, *datum));
      return operations;
    }
    if (!is_atomic_builtin(builtin->name)) return operations;
    // The datum has the type of the result, or of the value that atomic_store writes.
    llvm::Type* type = call->getType();
    if (type->isVoidTy() && call->arg_size() > 1) type = call->getArgOperand(1)->getType();
    const int bytes = type->isSized() ? size_of(instruction, *type) : 0;
    const bool only_stores = builtin->name.starts_with("atomic_store");
    const bool only_loads = builtin->name.starts_with("atomic_load");
    if (!only_stores) add(call->getArgOperand(0), type, false, true, bytes);
    if (!only_loads) add(call->getArgOperand(0), type, true, true, bytes);
  }
  return operations;
}

PointerOrigins origins_of(const llvm::Value& pointer) {
  PointerOrigins origins;
  std::set<const llvm::Value*> seen;
  std::vector<const llvm::Value*> pending{&pointer};
  while (!pending.empty()) {
    const llvm::Value* value = pending.back()->stripPointerCasts();
    pending.pop_back();
    if (!seen.insert(value).second) continue;
    if (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(value)) {
      pending.push_back(address->getPointerOperand());
    } else if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(value)) {
      pending.push_back(choice->getTrueValue());
      pending.push_back(choice->getFalseValue());
    } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(value)) {
      for (const llvm::Value* incoming : phi->incoming_values()) pending.push_back(incoming);
    } else if (const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(value)) {
      pending.push_back(cast->getOperand(0));
    } else if (llvm::isa<llvm::Argument, llvm::GlobalVariable, llvm::AllocaInst>(value)) {
      origins.arrays.push_back(value);
    } else if (!llvm::isa<llvm::ConstantPointerNull, llvm::UndefValue>(value)) {
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
      const auto stored = load == nullptr ? std::nullopt : loaded_pointers(*load);
      if (stored) pending.insert(pending.end(), stored->begin(), stored->end());
      origins.complete = origins.complete && stored;
    }
  }
  return origins;
}

std::string array_name(const llvm::Value& array, const llvm::Function& kernel) {
  std::string name = array.getName().str();
  const std::string prefix = kernel.getName().str() + ".";
  if (name.starts_with(prefix)) name.erase(0, prefix.size());
  // SROA keeps the part of a private variable that stays in memory as "q.sroa.0".
  if (const std::size_t part = name.find(".sroa"); part != std::string::npos) name.erase(part);
  return name.empty() ? "unnamed" : name;
}

std::string array_space(const llvm::Value& array) {
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&array);
      argument != nullptr && argument->hasByValAttr()) {
    return "private";
  }
  switch (array.getType()->getPointerAddressSpace()) {
    case kGlobal:
      return "global";
    case kConstant:
      return "constant";
    case kLocal:
      return "local";
    default:
      return "private";
  }
}

}  // namespace clgauge::collector
