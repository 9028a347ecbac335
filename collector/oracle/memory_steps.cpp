#include "collector/oracle/memory_steps.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>

#include "collector/frontend/memory_operation.h"

namespace clgauge::collector::oracle {
namespace {

constexpr std::int64_t kMostBytes = 65536;  // of an array that is simulated

bool into_private_array(const llvm::Value& pointer) {
  const PointerOrigins origins = origins_of(pointer);
  return std::any_of(origins.arrays.begin(), origins.arrays.end(),
                     [](const llvm::Value* array) { return is_private_array(*array); });
}

}  // namespace

bool is_private_array(const llvm::Value& array) { return llvm::isa<llvm::AllocaInst>(array); }

bool is_table(const llvm::Value& array) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&array);
  return variable != nullptr && variable->isConstant() && variable->hasDefinitiveInitializer();
}

std::vector<std::int16_t> initial_bytes(const llvm::Value& array, const llvm::Function& kernel) {
  const std::optional<std::int64_t> size = declared_bytes(array);
  if (!size || *size > kMostBytes) return {};
  if (is_private_array(array)) {
    return std::vector<std::int16_t>(static_cast<std::size_t>(*size), -1);
  }
  if (!is_table(array)) return {};
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  const auto& variable = llvm::cast<llvm::GlobalVariable>(array);
  std::vector<std::int16_t> bytes;
  auto& initializer = const_cast<llvm::Constant&>(*variable.getInitializer());
  auto* byte_type = llvm::Type::getInt8Ty(kernel.getContext());
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(*size); ++i) {
    const llvm::Constant* byte =
        llvm::ConstantFoldLoadFromConst(&initializer, byte_type, llvm::APInt(64, i), layout);
    const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(byte);
    bytes.push_back(number == nullptr ? std::int16_t{-1}
                                      : static_cast<std::int16_t>(number->getZExtValue()));
  }
  return bytes;
}

bool ReadBack::note_load(const llvm::Value& pointer) {
  const PointerOrigins origins = origins_of(pointer);
  const bool simulated = std::any_of(
      origins.arrays.begin(), origins.arrays.end(),
      [](const llvm::Value* array) { return is_private_array(*array) || is_table(*array); });
  any_ = any_ || simulated;
  return simulated;
}

std::vector<const llvm::Value*> ReadBack::stored_values(const llvm::Instruction& instruction) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    const llvm::Type* type = store->getValueOperand()->getType()->getScalarType();
    const bool decides = type->isIntegerTy() || type->isPointerTy();
    if (decides && into_private_array(*store->getPointerOperand())) {
      return {store->getValueOperand()};
    }
  } else if (const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&instruction)) {
    if (into_private_array(*fill->getRawDest())) return {fill->getValue()};
  }
  return {};
}

}  // namespace clgauge::collector::oracle
