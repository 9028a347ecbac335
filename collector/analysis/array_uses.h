#pragma once

#include <vector>

#include "collector/analysis/accesses.h"

namespace clgauge::collector {

// Sums the accesses up by array: how many elements move, how far the array must reach.
[[nodiscard]] std::vector<ArrayUse> array_uses(Workspace& workspace, BlockCounts& counts,
                                               const std::vector<PlacedAccess>& accesses);

}  // namespace clgauge::collector
