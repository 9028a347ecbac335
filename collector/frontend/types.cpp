#include "collector/frontend/types.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Type.h>

namespace clgauge::collector {

std::string dtype_of(const llvm::Type& type) {
  const llvm::Type& lane = *type.getScalarType();
  if (lane.isFloatTy()) return "float32";
  if (lane.isDoubleTy()) return "float64";
  if (lane.isHalfTy()) return "float16";
  if (lane.isIntegerTy()) return "int" + std::to_string(lane.getIntegerBitWidth());
  return lane.isPointerTy() ? "pointer" : "struct";
}

int lanes_of(const llvm::Type& type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return vector == nullptr ? 1 : static_cast<int>(vector->getNumElements());
}

}  // namespace clgauge::collector
