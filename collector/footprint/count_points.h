#pragma once

#include <optional>

#include "collector/footprint/footprint.h"
#include "collector/footprint/isl_handle.h"
#include "collector/footprint/isl_text.h"

namespace clgauge::collector {

// The number of integer points of a set whose basic sets are disjoint, as a polynomial of the
// parameters that `text` named. Nothing when a dimension is unbounded or the work exceeds `limits`.
[[nodiscard]] std::optional<symbolic::Poly> count_points(symbolic::Context& context,
                                                         const IslText& text, const IslSet& set,
                                                         const FootprintLimits& limits);

}  // namespace clgauge::collector
