#pragma once

#include <string>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "collector/kernel/launch.h"
#include "collector/source.h"
#include "collector/version.h"

namespace clgauge::collector {

// Counts what `kernel` does under `launch` (DESIGN.md, "Collector"). With an empty `kernel` the
// source must hold exactly one. Symbols in `launch.args` are values for evaluation only: counts
// stay symbolic. Where they give all sizes and some count is not exact, the launch is walked
// through as well (KernelModel::walked); where that is too long, extents without a formula get
// bounds (KernelModel::extent_bounds). Throws Error(input) with the compiler's diagnostics in
// detail() when the source does not compile, Error(input) for an unknown kernel (naming those there
// are) or an unusable launch. Not thread-safe against itself in one process: LLVM's option tables
// are global.
[[nodiscard]] KernelModel collect(const Source& source, const std::string& kernel,
                                  const LaunchDescription& launch);

// The names of the kernels in a source, in order.
[[nodiscard]] std::vector<std::string> kernels_in(const Source& source);

}  // namespace clgauge::collector
