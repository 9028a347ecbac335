#pragma once

#include "model/definition.h"

namespace clgauge::model {

// clgauge's own model of kernels whose compiled code it has seen (terms/lens_term.h). Few and
// physical costs: a cycle, what LLVM's tables do not know (lanes of gathers, calls into the
// runtime, lines that an access splits, loads that meet a store under way, unforeseen ends of
// loops), and lines by the level that they come from or go to.
[[nodiscard]] ModelDefinition lens_model();

// Runtimes hand a launch out in parts, about so many for each core where groups are that many, and
// each takes its time (groups of nothing, Intel's runtime, two cores: 1 group 0.27 us, 2 0.51, 4
// 0.74, 8 1.4, 16 2.0, 32 2.5, 64 3.1, 128 4.3).
inline constexpr int kLaunchPartsOfCore = 8;

}  // namespace clgauge::model
