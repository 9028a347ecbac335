#pragma once

#include "model/definition.h"

namespace clgauge::model {

// clgauge's own model of kernels that it knows from their source alone: cache lines by level and
// pages (terms/traffic_term.h) overlap with instructions, whose costs depend on how a compiler can
// arrange the work-items (terms/control_term.h).
[[nodiscard]] ModelDefinition source_level();

}  // namespace clgauge::model
