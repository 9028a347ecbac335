#pragma once

#include <string>
#include <vector>

#include "lens/items/item_operations.h"
#include "lens/launch/features.h"

namespace clgauge::lens {

// The counterpart of lens_features() for LLVM IR, under names that begin with "f_lens_ir_":
// `operations` are those of an average group.
[[nodiscard]] LensFeatures ir_features(const ItemOperations& operations, double instructions,
                                       const LaunchTraffic& traffic, const MachineShape& machine);

// Every name that ir_features() gives.
[[nodiscard]] const std::vector<std::string>& ir_feature_names();

}  // namespace clgauge::lens
