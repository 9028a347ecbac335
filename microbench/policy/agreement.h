#pragma once

#include <span>
#include <utility>
#include <vector>

namespace clgauge::microbench {

// The shortest and the second shortest of these; infinite where there are not so many.
[[nodiscard]] std::pair<double, double> shortest_two(std::span<const double> medians);

// Whether two of repeated measurements of one kernel agree on the shortest of their medians. What
// disturbs a measurement (a neighbour on the same core, another program) makes it longer and never
// shorter, often for longer than a measurement takes: the shortest is the undisturbed one, and a
// second like it is hardly chance.
[[nodiscard]] bool is_confirmed(std::span<const double> medians);

// By what a run is usually disturbed: how many times as long as the shortest of a kernel's
// measurements (medians) the one in the middle takes, of most kernels. 1 where none was measured
// twice.
[[nodiscard]] double usual_disturbance(std::span<const std::vector<double>> medians_of_kernels);

}  // namespace clgauge::microbench
