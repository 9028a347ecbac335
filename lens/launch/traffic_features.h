#pragma once

#include <string>

#include "lens/launch/features.h"

namespace clgauge::lens {

// Adds what a launch's accesses cost the memory, under names that begin with `prefix` and a level:
// lines that the first cache missed ("l2_stream", ...), the second ("l3_...") and the last
// ("dram_..."), and pages. `rounds`: groups that the busiest core runs.
void add_traffic(const LaunchTraffic& traffic, const MachineShape& machine, double rounds,
                 const std::string& prefix, LensFeatures& features);

}  // namespace clgauge::lens
