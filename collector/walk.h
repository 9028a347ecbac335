#pragma once

#include <cstdint>
#include <optional>

#include "collector/frontend/prepare.h"
#include "collector/kernel/kernel_model.h"
#include "collector/oracle/oracle.h"

namespace clgauge::collector {

// The launch with every number known; nothing when a size has no value in `sizes`.
[[nodiscard]] std::optional<ConcreteLaunch> concrete_launch(const KernelModel& model,
                                                            const Bindings& sizes);

// Counts the launch by walking through it with the oracle. Nothing when an integer argument has no
// value, when control flow depends on values in memory, or when the walk takes more than the
// launch's step_limit.
[[nodiscard]] std::optional<WalkedCounts> walk(const PreparedKernel& kernel,
                                               const KernelModel& model,
                                               const ConcreteLaunch& launch);

}  // namespace clgauge::collector
