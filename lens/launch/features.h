#pragma once

#include <map>
#include <string>
#include <vector>

#include "lens/launch/sample_launch.h"
#include "lens/throughput/group_cost.h"
#include "lens/traffic/hierarchy.h"
#include "lens/traffic/launch_traffic.h"

namespace clgauge::lens {

// What a launch meets beyond one core's own caches.
struct MachineShape {
  HierarchyShape core;
  unsigned cores = 1;  // that work-groups are dealt out to
  // Of the last cache; 0 for none: what the core's second one misses comes from memory. A GPU's
  // second cache is its last one, and stands for each core's own.
  std::uint64_t shared_cache_bytes = 33554432;
  // How suddenly it gives way (share_lost): of 12.6 MB that both cores of a Zen 4 go round nothing
  // comes from memory, of 14.4 MB all.
  double shared_sharpness = 8;
  // Whether misses of its TLBs are felt; where not, none are counted.
  bool translations_cost = true;
  // How a group executes where the lens walks LLVM IR or PTX (items/sub_group.h); compiled code
  // says itself.
  unsigned sub_group_items = 1;
  bool sub_groups_take_turns = false;
  // Of one load that waits for the one before it: from each cache, then from memory; where
  // measured.
  std::vector<double> load_seconds{};
  // Whose tables of ports and timings, as scheduling_cpus() takes it; empty: this machine's.
  std::string processor{};
};

// Counts of a launch that costs apply to, under names that begin with "f_lens_". docs/lens.md says
// what each counts. All are of the core that is busiest: groups are dealt out evenly, and the last
// round may be uneven.
using LensFeatures = std::map<std::string, double>;
[[nodiscard]] LensFeatures lens_features(const LaunchSample& sample, const GroupCost& cost,
                                         const LaunchTraffic& traffic, const MachineShape& machine);
// Of those cycles, of a group, what lines on their way into the first cache take from accesses, as
// far as those bind.
[[nodiscard]] double filling_cycles(const GroupCost& cost, const LaunchTraffic& traffic,
                                    const MachineShape& machine);

// Adds calls of mathematics by what they compute: "calls", "calls_exp", ... behind `prefix`.
void add_calls(const std::map<std::string, double>& calls, double rounds, const std::string& prefix,
               LensFeatures& features);

[[nodiscard]] std::vector<std::string> names_of(const LensFeatures& features);

// Every name that lens_features() gives.
[[nodiscard]] const std::vector<std::string>& lens_feature_names();

}  // namespace clgauge::lens
