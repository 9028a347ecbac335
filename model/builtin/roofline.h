#pragma once

#include "model/definition.h"

namespace clgauge::model {

// The naive baseline: the larger of arithmetic at the peak rate and bytes at the best bandwidth
// under a perfect cache (Williams, Waterman & Patterson, CACM 2009), and a launch.
[[nodiscard]] ModelDefinition roofline();

}  // namespace clgauge::model
