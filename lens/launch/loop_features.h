#pragma once

#include <vector>

#include "lens/code/machine_code.h"
#include "lens/launch/features.h"
#include "lens/launch/sample_launch.h"

namespace clgauge::lens {

// What of a launch's features the loops of its code make, as MachineCode numbers them (`cost`: of
// its group): the accesses, the mispredictions and the calls of their instructions, and of the
// loops within; of cycles those alone that accesses take. `f_lens_groups` is the launch's. Empty
// for loops that did not run. Not by loop are: accesses of pages that are not there, what is
// counted for calibrations of before. Simulates the caches of `machine` once more. Thread-safe.
[[nodiscard]] std::vector<LensFeatures> loop_features(const LaunchSample& sample,
                                                      const GroupCost& cost,
                                                      const MachineCode& code,
                                                      const MachineShape& machine);

// Adds the counts of a part of the launch to those of others.
void add_features(const LensFeatures& part, LensFeatures& sum);

}  // namespace clgauge::lens
