#pragma once

#include <vector>

#include "collector/analysis/block_counts.h"
#include "collector/analysis/chains.h"
#include "collector/kernel/kernel_model.h"

namespace clgauge::collector {

// The kernel's loops, outer before inner, with how often their bodies run.
[[nodiscard]] std::vector<LoopCount> loop_counts(Workspace& workspace, BlockCounts& counts,
                                                 const Chains& chains);

}  // namespace clgauge::collector
