#pragma once

#include <functional>
#include <vector>

#include "lens/items/item_events.h"
#include "lens/items/item_operations.h"
#include "lens/launch/sample_launch.h"
#include "lens/process/request.h"
#include "lens/traffic/launch_traffic.h"

namespace clgauge::lens {

[[nodiscard]] std::vector<InstructionKind> kinds_of(const std::vector<AccessPlace>& places);

// Code that is walked work-item by work-item, as it is sampled.
[[nodiscard]] SampledCode sampled_items(const std::vector<AccessPlace>& places,
                                        const EvaluatedLaunch& launch);

// Fills in features and calls of a launch of it, sampled so, on that machine; what memory sees of
// it. `operations`: of so many runs of each block.
LaunchTraffic look_at_items(
    const EvaluatedLaunch& launch, const MachineShape& machine, LaunchSample sample,
    const std::function<ItemOperations(const std::vector<double>& block_runs)>& operations,
    LensAnswer& answer);

}  // namespace clgauge::lens
