#pragma once

#include <vector>

#include "lens/process/request.h"
#include "lens/simt/group_demand.h"
#include "lens/simt/look_at_groups.h"

namespace clgauge::lens {

// A launch of PTX that was looked at.
struct SimtLaunch {
  const simt::KernelCode& code;
  const EvaluatedLaunch& launch;
  simt::Surroundings around;
  double memory_share;  // of the loads that the first cache misses
  simt::LaunchShape shape;
};

// The loops that its sub-groups spend their time in: iterations are a sub-group's, cycles those in
// which a scheduler issues its instructions. Walks the groups again for each of them. `whole` is
// what simt::WalkedGroups says of the launch.
[[nodiscard]] std::vector<HotLoop> simt_loops(const SimtLaunch& launch,
                                              const simt::GroupDemand& whole);

}  // namespace clgauge::lens
