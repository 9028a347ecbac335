#pragma once

#include <vector>

#include "collector/analysis/block_counts.h"
#include "collector/kernel/kernel_model.h"

namespace clgauge::collector {

// The kernel's loops, outer before inner, with how often their bodies run.
[[nodiscard]] std::vector<LoopCount> loop_counts(Workspace& workspace, BlockCounts& counts);

}  // namespace clgauge::collector
