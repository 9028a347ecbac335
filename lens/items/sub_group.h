#pragma once

#include <cstdint>
#include <vector>

#include "lens/evaluate/trace.h"
#include "lens/items/item_events.h"

namespace clgauge::lens {

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
void merge_sub_groups(const std::vector<ItemEvents>& items, const std::vector<AccessPlace>& places,
                      const ExecutionShape& shape, std::uint64_t line_bytes,
                      std::vector<MemoryAccess>& accesses);

}  // namespace clgauge::lens
