#pragma once

#include <cstdint>
#include <vector>

#include "lens/traffic/buffer_rounds.h"
#include "lens/traffic/launch_traffic.h"
#include "lens/traffic/neighbourhood.h"
#include "lens/traffic/simulated_groups.h"

namespace clgauge::lens {

// Adds the lines that the second cache missed to the traffic of the part that each is of, by how
// long ago they were used; `traffic` knows its distances. `of_one`: how many of the average group
// one of the judged groups' is.
void add_misses(const SampledGroups& sample, const SimulatedParts& simulated,
                const Neighbourhood& around, const std::vector<BufferRound>& rounds,
                const HierarchyShape& shape, double of_one, std::vector<LaunchTraffic>& traffic);

}  // namespace clgauge::lens
