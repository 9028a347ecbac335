#pragma once

#include <span>

namespace clgauge::microbench {

// Whether two of repeated measurements of one kernel agree on the shortest of their medians. What
// disturbs a measurement (a neighbour on the same core, another program) makes it longer and never
// shorter, often for longer than a measurement takes: the shortest is the undisturbed one, and a
// second like it is hardly chance.
[[nodiscard]] bool is_confirmed(std::span<const double> medians);

}  // namespace clgauge::microbench
