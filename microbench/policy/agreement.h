#pragma once

#include <span>
#include <utility>

namespace clgauge::microbench {

// The shortest and the second shortest of these; infinite where there are not so many.
[[nodiscard]] std::pair<double, double> shortest_two(std::span<const double> medians);

// Whether two of repeated measurements of one kernel agree on the shortest of their medians. What
// disturbs a measurement (a neighbour on the same core, another program) makes it longer and never
// shorter, often for longer than a measurement takes: the shortest is the undisturbed one, and a
// second like it is hardly chance.
[[nodiscard]] bool is_confirmed(std::span<const double> medians);

}  // namespace clgauge::microbench
