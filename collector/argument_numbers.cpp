#include "collector/argument_numbers.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "collector/frontend/memory_operation.h"
#include "collector/frontend/parameters.h"
#include "collector/frontend/prepare.h"

namespace clgauge::collector {
namespace {

// One of the numbers that an argument consists of.
struct Number {
  const llvm::Argument* argument;
  std::size_t index;
};

class Numbers {
 public:
  explicit Numbers(const llvm::Function& kernel)
      : layout_(kernel.getParent()->getDataLayout()), parameters_(parameters_of(kernel)) {
    for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
      for (const MemoryOperation& operation : memory_operations(instruction)) {
        if (!operation.is_store) continue;
        for (const llvm::Value* array : origins_of(*operation.pointer).arrays) {
          written_.push_back(array);
        }
      }
    }
  }

  // The number that is lane `lane` of `value`.
  [[nodiscard]] std::optional<Number> lane_of(const llvm::Value& value, unsigned lane) const {
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) {
      return argument->getType()->isPointerTy() ? std::nullopt
                                                : std::optional(Number{argument, lane});
    }
    if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&value)) {
      const int from = shuffle->getMaskValue(lane);
      if (from < 0) return std::nullopt;
      const auto lanes =
          llvm::cast<llvm::FixedVectorType>(shuffle->getOperand(0)->getType())->getNumElements();
      const auto place = static_cast<unsigned>(from);
      return lane_of(*shuffle->getOperand(place < lanes ? 0 : 1), place % lanes);
    }
    if (const auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&value)) {
      const auto* place = llvm::dyn_cast<llvm::ConstantInt>(insert->getOperand(2));
      if (place == nullptr || place->getZExtValue() == lane) return std::nullopt;
      return lane_of(*insert->getOperand(0), lane);
    }
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&value);
    return load == nullptr ? std::nullopt : member_at(*load, lane);
  }

 private:
  [[nodiscard]] std::optional<Number> member_at(const llvm::LoadInst& load, unsigned lane) const {
    const llvm::Value& pointer = *load.getPointerOperand();
    llvm::APInt place(layout_.getIndexTypeSizeInBits(pointer.getType()), 0);
    const auto* argument = llvm::dyn_cast<llvm::Argument>(
        pointer.stripAndAccumulateConstantOffsets(layout_, place, /*AllowNonInbounds=*/true));
    if (argument == nullptr || !argument->hasByValAttr()) return std::nullopt;
    if (std::find(written_.begin(), written_.end(), argument) != written_.end()) {
      return std::nullopt;
    }
    const auto bits =
        static_cast<std::int64_t>(layout_.getTypeSizeInBits(load.getType()->getScalarType()));
    const std::int64_t offset = place.getSExtValue() + lane * bits / 8;
    const std::string dtype = "int" + std::to_string(bits);
    std::size_t first = 0;
    for (const Member& member : parameters_.at(argument->getArgNo()).members) {
      const std::int64_t behind = offset - member.offset;
      if (member.dtype == dtype && behind >= 0 && behind % (bits / 8) == 0 &&
          behind / (bits / 8) < member.count) {
        return Number{argument, first + static_cast<std::size_t>(behind / (bits / 8))};
      }
      first += static_cast<std::size_t>(member.count);
    }
    return std::nullopt;
  }

  const llvm::DataLayout& layout_;
  const std::vector<Parameter> parameters_;
  std::vector<const llvm::Value*> written_;
};

std::optional<Number> read_by(const llvm::Instruction& instruction, const Numbers& numbers) {
  if (!instruction.getType()->isIntegerTy()) return std::nullopt;
  if (const auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction)) {
    const auto* lane = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand());
    if (lane == nullptr) return std::nullopt;
    return numbers.lane_of(*extract->getVectorOperand(),
                           static_cast<unsigned>(lane->getZExtValue()));
  }
  return llvm::isa<llvm::LoadInst>(instruction) ? numbers.lane_of(instruction, 0) : std::nullopt;
}

}  // namespace

void fix_argument_numbers(PreparedKernel& kernel, const Bindings& values) {
  const Numbers numbers(kernel.function());
  for (llvm::Instruction& instruction : llvm::instructions(kernel.function())) {
    const auto number = read_by(instruction, numbers);
    if (!number) continue;
    const std::string whole = number->argument->getName().str();
    auto value = values.find(number_name(whole, number->index));
    if (value == values.end()) value = values.find(whole);
    const unsigned bits = instruction.getType()->getIntegerBitWidth();
    if (value == values.end() || !llvm::isIntN(bits, value->second)) continue;
    instruction.replaceAllUsesWith(
        llvm::ConstantInt::getSigned(instruction.getType(), value->second));
  }
}

}  // namespace clgauge::collector
