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
  // Where it goes. A pointer that is exchanged for another as loops run has several places, each
  // with its part of the block's domain.
  struct Place {
    const llvm::Value* array = nullptr;
    symbolic::Poly offset;           // in bytes; opaque when it depends on values in memory
    symbolic::Poly offset_in_block;  // the same in terms of the iterations of the block's loops
    Domain domain;
    symbolic::Poly executions;  // over the whole NDRange
    bool known = false;         // the offset is
  };
  MemoryOperation operation;
  const llvm::BasicBlock* block = nullptr;
  std::vector<Place> places;  // none: it cannot be told which array
  [[nodiscard]] bool placed() const;
};

[[nodiscard]] std::vector<PlacedAccess> find_accesses(Workspace& workspace, BlockCounts& counts);

[[nodiscard]] Access describe(Workspace& workspace, BlockCounts& counts,
                              const PlacedAccess& access);

}  // namespace clgauge::collector
