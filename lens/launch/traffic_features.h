#pragma once

#include <string>

#include "lens/launch/features.h"

namespace clgauge::lens {

// How much of what was used `distance` ago a cache of this capacity has lost: none when it is much
// larger, all when it is much smaller. Real caches give way around their capacity, not at it.
inline constexpr double kSharpness = 3;
[[nodiscard]] double share_lost(double distance_bytes, double capacity_bytes,
                                double sharpness = kSharpness);

// What of the second cache the lines share that lie between two uses of one, in bytes.
[[nodiscard]] double second_cache_bytes(const LaunchTraffic& traffic, const MachineShape& machine,
                                        Reuse reuse = Reuse::none);
// How much of these it has lost: UnforeseenLoads, ChainedMisses.
template <typename Lines>
[[nodiscard]] double share_beyond_second(const Lines& lines, const LaunchTraffic& traffic,
                                         const MachineShape& machine) {
  return lines.is_lost ? 1 : share_lost(lines.distance_bytes, second_cache_bytes(traffic, machine));
}

// Adds what a launch's accesses cost the memory, under names that begin with `prefix` and a level:
// lines that the first cache missed ("l2_stream", ...), the second ("l3_...") and the last
// ("dram_..."), and pages. `rounds`: groups that the busiest core runs.
void add_traffic(const LaunchTraffic& traffic, const MachineShape& machine, double rounds,
                 const std::string& prefix, LensFeatures& features);

}  // namespace clgauge::lens
