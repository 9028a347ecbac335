#pragma once

#include <string>
#include <vector>

#include "lens/launch/features.h"
#include "lens/simt/group_demand.h"

namespace clgauge::lens {

// The counterpart of lens_features() for PTX, under names that begin with "f_lens_simt_".
[[nodiscard]] LensFeatures simt_features(const simt::GroupDemand& demand,
                                         const simt::LaunchShape& launch);

// Every name that simt_features() gives.
[[nodiscard]] const std::vector<std::string>& simt_feature_names();

}  // namespace clgauge::lens
