#include "kept_loads.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <cstring>

#include "collector/frontend/memory_operation.h"

namespace clgauge::collector {
namespace {

// Clang loads a vector of three as four lanes; the address still knows the type.
bool is_vector_of_three(const MemoryOperation& operation) {
  const auto* address = llvm::dyn_cast<llvm::GEPOperator>(operation.pointer->stripPointerCasts());
  if (address == nullptr) return false;
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(address->getResultElementType());
  return vector != nullptr && vector->getNumElements() == 3;
}

struct Scalar {
  const llvm::Type* type;
  std::int64_t offset;  // in what is loaded
};

void add_scalars(llvm::Type& type, std::int64_t offset, const llvm::DataLayout& layout,
                 std::vector<Scalar>& scalars) {
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(&type)) {
    const llvm::StructLayout& places = *layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i) {
      add_scalars(*structure->getElementType(i),
                  offset + static_cast<std::int64_t>(places.getElementOffset(i)), layout, scalars);
    }
    return;
  }
  auto* array = llvm::dyn_cast<llvm::ArrayType>(&type);
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  if (array == nullptr && vector == nullptr) {
    scalars.push_back({&type, offset});
    return;
  }
  llvm::Type& element = array != nullptr ? *array->getElementType() : *vector->getElementType();
  const std::uint64_t count = array != nullptr ? array->getNumElements() : vector->getNumElements();
  const auto bytes = static_cast<std::int64_t>(layout.getTypeAllocSize(&element).getFixedSize());
  for (std::uint64_t i = 0; i < count; ++i) {
    add_scalars(element, offset + static_cast<std::int64_t>(i) * bytes, layout, scalars);
  }
}

// The structure that is copied: pointers do not say, but the address or the variable it goes to
// may.
llvm::Type* copied_type(const llvm::Instruction& instruction, const MemoryOperation& operation,
                        const llvm::DataLayout& layout) {
  const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction);
  const auto fits = [&](llvm::Type* type) {
    return type->isSized() && layout.getTypeAllocSize(type).getFixedSize() ==
                                  static_cast<std::uint64_t>(operation.bytes);
  };
  for (const llvm::Value* pointer :
       {operation.pointer,
        static_cast<const llvm::Value*>(copy == nullptr ? nullptr : copy->getRawDest())}) {
    if (pointer == nullptr) continue;
    if (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
      if (fits(address->getResultElementType())) return address->getResultElementType();
    } else if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(pointer)) {
      if (fits(variable->getAllocatedType())) return variable->getAllocatedType();
    }
  }
  return nullptr;
}

// What an instruction loads, scalar by scalar; of a copy what the copied structure consists of.
std::vector<Scalar> loaded_scalars(const llvm::Instruction& instruction,
                                   const llvm::DataLayout& layout) {
  std::vector<Scalar> scalars;
  for (const MemoryOperation& operation : memory_operations(instruction)) {
    if (operation.is_store) continue;
    if (operation.type != nullptr) {
      add_scalars(const_cast<llvm::Type&>(*operation.type), 0, layout, scalars);
    } else if (llvm::Type* copied = copied_type(instruction, operation, layout)) {
      add_scalars(*copied, 0, layout, scalars);
    }
  }
  return scalars;
}

std::string one_of(const llvm::Type& type) {
  const auto bytes = [](auto value) {
    std::string text(sizeof(value), '\0');
    std::memcpy(text.data(), &value, sizeof(value));
    return text;
  };
  if (type.isFloatTy()) return bytes(1.0F);
  if (type.isDoubleTy()) return bytes(1.0);
  if (type.isHalfTy()) return bytes(std::uint16_t{0x3c00});
  if (!type.isIntegerTy()) return {};
  return bytes(std::int64_t{1}).substr(0, (type.getIntegerBitWidth() + 7) / 8);
}

}  // namespace

std::map<std::string, ArrayTraffic> traffic(const Execution& execution,
                                            const std::vector<std::string>& arrays) {
  std::map<std::string, ArrayTraffic> result;
  for (const TouchedArray& touched : execution.arrays) {
    if (std::find(arrays.begin(), arrays.end(), touched.name) == arrays.end()) continue;
    result[touched.name] = {touched.bytes_loaded, touched.bytes_stored,
                            touched.bytes.count_units(1)};
  }
  return result;
}

std::map<std::string, std::string> ones_where_loaded(const PreparedKernel& kernel,
                                                     const ConcreteLaunch& launch,
                                                     std::size_t least_bytes) {
  const llvm::DataLayout& layout = kernel.function().getParent()->getDataLayout();
  std::map<const llvm::Instruction*, std::vector<Scalar>> scalars;
  std::map<std::string, std::set<std::string>> kinds;  // of ones, by array
  for (const llvm::Instruction& instruction : llvm::instructions(kernel.function())) {
    for (const MemoryOperation& operation : memory_operations(instruction)) {
      if (operation.is_store) continue;
      scalars[&instruction] = loaded_scalars(instruction, layout);
      for (const llvm::Value* array : origins_of(*operation.pointer).arrays) {
        for (const Scalar& scalar : scalars[&instruction]) {
          kinds[array_name(*array, kernel.function())].insert(one_of(*scalar.type));
        }
      }
    }
  }
  std::map<std::size_t, std::map<std::int64_t, std::string>> loaded;  // ones by offset
  const Execution execution =
      execute(kernel.function(), launch, false, [&](const AccessEvent& event) {
        const auto found = scalars.find(event.instruction);
        if (event.operand != 0 || found == scalars.end()) return;
        for (const Scalar& scalar : found->second) {
          loaded[event.array][event.offset + scalar.offset] = one_of(*scalar.type);
        }
      });
  std::map<std::string, std::string> result;
  for (const auto& [array, ones] : kinds) {
    std::string& bytes = result[array];
    while (ones.size() == 1 && !ones.begin()->empty() && bytes.size() < least_bytes) {
      bytes += *ones.begin();
    }
    bytes.resize(std::max(bytes.size(), least_bytes));
  }
  for (const auto& [array, ones] : loaded) {
    std::string& bytes = result[execution.arrays[array].name];
    for (const auto& [offset, one] : ones) {
      if (offset < 0) continue;
      const auto begin = static_cast<std::size_t>(offset);
      bytes.resize(std::max(bytes.size(), begin + one.size()));
      bytes.replace(begin, one.size(), one);
    }
  }
  return result;
}

bool copies_raw_bytes(const PreparedKernel& kernel) {
  const llvm::DataLayout& layout = kernel.function().getParent()->getDataLayout();
  for (const llvm::Instruction& instruction : llvm::instructions(kernel.function())) {
    for (const MemoryOperation& operation : memory_operations(instruction)) {
      if (operation.is_store || operation.type != nullptr) continue;
      const auto arrays = origins_of(*operation.pointer).arrays;
      const bool from_argument =
          std::any_of(arrays.begin(), arrays.end(),
                      [](const llvm::Value* array) { return llvm::isa<llvm::Argument>(array); });
      if (!from_argument) continue;
      const llvm::Type* type = copied_type(instruction, operation, layout);
      if (type == nullptr || !type->isStructTy()) return true;
    }
  }
  return false;
}

std::int64_t lanes_loaded(const PreparedKernel& kernel, const Execution& execution,
                          const std::vector<std::string>& arrays) {
  std::int64_t lanes = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel.function())) {
    for (const MemoryOperation& operation : memory_operations(instruction)) {
      if (operation.is_store) continue;
      for (const llvm::Value* array : origins_of(*operation.pointer).arrays) {
        const std::string name = array_name(*array, kernel.function());
        if (std::find(arrays.begin(), arrays.end(), name) == arrays.end()) continue;
        const auto scalars = static_cast<std::int64_t>(
            loaded_scalars(instruction, kernel.function().getParent()->getDataLayout()).size());
        const std::int64_t each = is_vector_of_three(operation) ? 3 : scalars;
        lanes += each * execution.block_runs.at(instruction.getParent());
        break;
      }
    }
  }
  return lanes;
}

}  // namespace clgauge::collector
