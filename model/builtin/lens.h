#pragma once

#include "model/definition.h"

namespace clgauge::model {

// clgauge's own model of kernels whose compiled code it has seen (terms/lens_term.h). Few and
// physical costs: a cycle, what LLVM's tables do not know (lanes of gathers, calls into the
// runtime, lines that an access splits, loads that meet a store under way, unforeseen ends of
// loops), and lines by the level that they come from or go to.
[[nodiscard]] ModelDefinition lens_model();

}  // namespace clgauge::model
