#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lens/evaluate/trace.h"
#include "lens/ir/ir_kernel.h"

namespace clgauge::lens {

// What a work-item does to global memory, in its order: places of IrKernel, barriers among them.
struct ItemEvent {
  std::uint64_t address = 0;
  std::uint32_t place = 0;
};
using ItemEvents = std::span<const ItemEvent>;

// How work-items of a group execute: so many at a time in step with each other, and those bundles
// either one after the other between barriers (a core that vectorises), or in turns, an access each
// (a core that hides the latency of one by another).
struct ExecutionShape {
  unsigned sub_group_items = 1;
  bool takes_turns = false;
};

// The accesses of a group as the memory sees them, appended to `accesses`: items of a sub-group
// that are at the same place access together, once each line that they touch. Items that took
// different ways wait where the code, in its order, brings them together again. `items` are in the
// order of their local ids. Line sizes are powers of two up to 32 KiB.
void merge_sub_groups(const std::vector<ItemEvents>& items, const std::vector<IrPlace>& places,
                      const ExecutionShape& shape, std::uint64_t line_bytes,
                      std::vector<MemoryAccess>& accesses);

}  // namespace clgauge::lens
