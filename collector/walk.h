#pragma once

#include <cstdint>
#include <optional>

#include "collector/frontend/prepare.h"
#include "collector/kernel/kernel_model.h"

namespace clgauge::collector {

// Counts the launch by walking through it with the oracle. Nothing when a size or an integer
// argument has no value in `sizes`, when control flow depends on values in memory, or when the walk
// takes more than `most_steps` instructions.
[[nodiscard]] std::optional<WalkedCounts> walk(const PreparedKernel& kernel,
                                               const KernelModel& model, const Bindings& sizes,
                                               std::int64_t most_steps);

}  // namespace clgauge::collector
