#pragma once

#include "collector/frontend/prepare.h"
#include "collector/kernel/kernel_model.h"
#include "collector/oracle/oracle.h"

namespace clgauge::collector {

// How far into its arrays the launch reaches at most: the highest value that each address can take
// when ids, loop counters and what is computed from them are known by their ranges only (LLVM's
// ScalarEvolution). In the order of model.arrays; nothing for an array whose addresses depend on
// values in memory. Takes no longer for a larger launch. Rewrites the kernel for this launch: it is
// no good for others afterwards.
[[nodiscard]] ExtentBounds extent_bounds(PreparedKernel& kernel, const KernelModel& model,
                                         const ConcreteLaunch& launch);

}  // namespace clgauge::collector
