#pragma once

#include <nlohmann/json_fwd.hpp>

#include "collector/kernel/locality.h"

namespace clgauge::service {

// Cache lines and footprints by sub-group access and by work-group, and what a perfect cache would
// leave: the "locality" of `clgauge count --locality` (docs/features.md). Throws what
// collector::locality_of() throws.
[[nodiscard]] nlohmann::json locality_report(const collector::KernelModel& model,
                                             const collector::Bindings& bindings,
                                             const collector::LocalityOptions& options);

}  // namespace clgauge::service
