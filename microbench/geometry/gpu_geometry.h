#pragma once

#include <cstddef>

#include "microbench/geometry/geometry.h"

namespace clgauge::microbench {

// Lines of GPUs: nodes this far apart lie in one each.
inline constexpr std::size_t kGpuLineBytes = 128;

// Entries that are said of a TLB whose misses no walk has felt: with pages of 2 MiB, 128 GiB.
inline constexpr double kTlbWithoutEdge = 65536;

// What the curves of a GPU say. Its first cache is what a driver leaves of a memory that local
// memory shares, its second one often two halves of which each compute unit is near to one: sizes
// are no designer's, but where a quarter of the rise is done, in sixteenths of a power of two: what
// is a little longer loses as much in a cache that gives up lines at random. At most two: what
// comes behind the second edge (its other half, then memory) is no cache to count on. A pure
// function of the curves.
[[nodiscard]] Geometry gpu_geometry_of(const GeometryCurves& curves);

// Which rings to walk on a GPU, where one load takes 20 to 500 ns. Exceptions of `seconds` pass
// through.
[[nodiscard]] GeometryCurves gpu_survey(const RingSeconds& seconds, const SurveyLimits& limits);

}  // namespace clgauge::microbench
