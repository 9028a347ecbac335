#pragma once

#include "collector/kernel/kernel_model.h"
#include "collector/symbolic/context.h"

namespace clgauge::collector {

// The formula of a count, or "@too_long", which has no value, where it would be too long to be
// written down and read again: no use to anybody, and no reason to refuse a kernel. The flag then
// no longer says that the formula is exact.
[[nodiscard]] Formula written(const symbolic::Context& context, const symbolic::Poly& poly,
                              CountFlag& flag);

// Whether written() would leave it out.
[[nodiscard]] bool is_too_long(const Formula& formula);

// Whether some formula of the model was left out.
[[nodiscard]] bool has_too_long(const KernelModel& model);

}  // namespace clgauge::collector
