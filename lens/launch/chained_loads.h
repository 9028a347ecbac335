#pragma once

#include <cstdint>
#include <map>

#include "lens/throughput/group_cost.h"
#include "lens/traffic/launch_traffic.h"

namespace clgauge::lens {

// Tells the accesses of these loads, by instruction, how much of their waits nothing overlaps with
// (Access::chained_percent). Of rounds of a loop that wait together, the lines that they ask for
// side by side come with the first one.
void mark_chained(const std::map<std::uint32_t, ChainedLoad>& loads, SampledGroups& groups);

}  // namespace clgauge::lens
