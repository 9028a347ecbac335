#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstddef>
#include <map>
#include <utility>

#include "collector/collect.h"
#include "collector/frontend/memory_operation.h"
#include "collector/frontend/prepare.h"

namespace clgauge::collector {

// Which of KernelModel::accesses an instruction's operand is, as AccessEvent names it.
using AccessPlaces = std::map<std::pair<const llvm::Instruction*, int>, std::size_t>;
inline AccessPlaces access_places(const PreparedKernel& kernel) {
  AccessPlaces places;
  for (const llvm::BasicBlock& block : kernel.function()) {
    for (const llvm::Instruction& instruction : block) {
      const auto operations = memory_operations(instruction).size();
      for (std::size_t i = 0; i < operations; ++i) {
        places.emplace(std::pair(&instruction, static_cast<int>(i)), places.size());
      }
    }
  }
  return places;
}

}  // namespace clgauge::collector
