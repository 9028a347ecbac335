#pragma once

#include <cstdint>
#include <vector>

#include "collector/analysis/accesses.h"
#include "collector/analysis/block_counts.h"
#include "collector/analysis/chains.h"
#include "collector/kernel/kernel_model.h"

namespace clgauge::collector {

// The kernel's loops, outer before inner, with how often their bodies run.
[[nodiscard]] std::vector<LoopCount> loop_counts(Workspace& workspace, BlockCounts& counts,
                                                 const std::vector<PlacedAccess>& accesses,
                                                 const Chains& chains);

// How often every entry runs the loop; zero where a size, a work-item or data decide it.
[[nodiscard]] std::int64_t constant_trips(Workspace& workspace, const llvm::Loop& loop);

}  // namespace clgauge::collector
