#include "kept_loads.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "collector/frontend/memory_operation.h"
#include "collector/frontend/types.h"

namespace clgauge::collector {
namespace {

// Clang loads a vector of three as four lanes; the address still knows the type.
bool is_vector_of_three(const MemoryOperation& operation) {
  const auto* address = llvm::dyn_cast<llvm::GEPOperator>(operation.pointer);
  if (address == nullptr) return false;
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(address->getResultElementType());
  return vector != nullptr && vector->getNumElements() == 3;
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

std::map<std::string, std::set<std::string>> loaded_dtypes(const PreparedKernel& kernel) {
  std::map<std::string, std::set<std::string>> dtypes;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel.function())) {
    for (const MemoryOperation& operation : memory_operations(instruction)) {
      if (operation.is_store || operation.type == nullptr) continue;
      for (const llvm::Value* array : origins_of(*operation.pointer).arrays) {
        dtypes[array_name(*array, kernel.function())].insert(dtype_of(*operation.type));
      }
    }
  }
  return dtypes;
}

std::int64_t lanes_loaded(const PreparedKernel& kernel, const Execution& execution,
                          const std::vector<std::string>& arrays) {
  std::int64_t lanes = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel.function())) {
    for (const MemoryOperation& operation : memory_operations(instruction)) {
      if (operation.is_store || operation.type == nullptr) continue;
      for (const llvm::Value* array : origins_of(*operation.pointer).arrays) {
        const std::string name = array_name(*array, kernel.function());
        if (std::find(arrays.begin(), arrays.end(), name) == arrays.end()) continue;
        const int each = is_vector_of_three(operation) ? 3 : lanes_of(*operation.type);
        lanes += each * execution.block_runs.at(instruction.getParent());
        break;
      }
    }
  }
  return lanes;
}

}  // namespace clgauge::collector
