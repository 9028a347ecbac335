#pragma once

#include <vector>

#include "collector/analysis/accesses.h"
#include "collector/analysis/block_counts.h"
#include "collector/footprint/footprint.h"

namespace clgauge::collector {

// The distinct elements of `element_bytes` that accesses to one array touch in the whole launch.
// Where a place in the array cannot be told, the number of accesses, flagged.
[[nodiscard]] Footprint footprint_in_elements(Workspace& workspace, BlockCounts& counts,
                                              const std::vector<const PlacedAccess*>& accesses,
                                              int element_bytes);

}  // namespace clgauge::collector
