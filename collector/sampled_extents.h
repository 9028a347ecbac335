#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "collector/frontend/prepare.h"
#include "collector/kernel/kernel_model.h"
#include "collector/oracle/oracle.h"

namespace clgauge::collector {

// How far into its arrays chosen work-groups reach: those at the corners of the NDRange, the last
// ones that a guard lets through, and some scattered between them. No proof that others reach no
// further, but addresses that rise or fall with the ids are highest in one of these. In the order
// of model.arrays; nothing for an array whose addresses depend on values in memory, nor for any
// where control flow does, or where a work-group takes too long to walk through.
[[nodiscard]] std::vector<std::optional<std::int64_t>> sampled_extents(
    const PreparedKernel& kernel, const KernelModel& model, const ConcreteLaunch& launch);

}  // namespace clgauge::collector
