#pragma once

#include "lens/code/machine_code.h"
#include "lens/launch/features.h"
#include "lens/throughput/late_loads.h"
#include "lens/throughput/loop_passes.h"
#include "lens/traffic/launch_traffic.h"

namespace clgauge::lens {

// The loads of a work-group that passes so whose lines come from the third cache, and nothing says
// that they are coming. What comes from memory is not among them.
[[nodiscard]] LateLoads late_loads(const LaunchTraffic& traffic, const MachineShape& machine,
                                   const MachineCode& code, const PassCounts& passes);

}  // namespace clgauge::lens
