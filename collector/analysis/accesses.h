#pragma once

#include <vector>

#include "collector/analysis/block_counts.h"
#include "collector/frontend/memory_operation.h"

namespace llvm {
class Value;
}

namespace clgauge::collector {

// One memory operation of the kernel with its place in the address space.
struct PlacedAccess {
  MemoryOperation operation;
  const llvm::BasicBlock* block = nullptr;
  const llvm::Value* array = nullptr;  // null when it cannot be told
  symbolic::Poly offset;               // in bytes; opaque when it depends on values in memory
  bool placed = false;                 // array and offset are known
};

[[nodiscard]] std::vector<PlacedAccess> find_accesses(Workspace& workspace);

[[nodiscard]] Access describe(Workspace& workspace, BlockCounts& counts,
                              const PlacedAccess& access);

}  // namespace clgauge::collector
