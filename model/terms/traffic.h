#pragma once

#include <span>
#include <vector>

#include "model/terms/device_traits.h"
#include "model/terms/nest.h"

namespace clgauge::model {

// Lines (or pages) of a memory hierarchy's level that a launch moves, if it has run before.
struct LineTraffic {
  double streaming = 0;  // in runs that a prefetcher can follow
  double irregular = 0;  // alone or in short runs
};

// What a cache of `lines_held` lines of `line_bytes` lets through. Analytical: where one repetition
// of a level fits, the next one finds what they share; the outermost level for which that holds
// fetches its lines once each time it runs (reuse by loop level as in Wolf & Lam, PLDI 1991, with a
// smooth edge: a cache that is nearly large enough helps nearly as much). `index_bytes` is how far
// addresses go before sets repeat: strides that share a large divisor with it reach few sets and
// count as more lines. A stored line moves twice: in, because caches allocate on a write, and out.
[[nodiscard]] LineTraffic traffic_beyond(std::span<const Stream> streams, double lines_held,
                                         double line_bytes, double index_bytes);

// The same for a cache level, and for the translation of addresses.
[[nodiscard]] LineTraffic traffic_beyond(std::span<const Stream> streams, const CacheLevel& level,
                                         double page_bytes);
[[nodiscard]] double page_misses(std::span<const Stream> streams, const DeviceTraits& traits);

}  // namespace clgauge::model
