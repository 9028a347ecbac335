#pragma once

#include "collector/analysis/workspace.h"
#include "collector/frontend/prepare.h"
#include "collector/kernel/kernel_model.h"
#include "collector/kernel/launch.h"

namespace clgauge::collector {

// Counts a prepared kernel. Fills everything of the model but its name, hash and options.
[[nodiscard]] KernelModel analyse(const PreparedKernel& kernel, const LaunchDescription& launch,
                                  const AnalysisLimits& limits = {});

}  // namespace clgauge::collector
