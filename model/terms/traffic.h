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
  double jumps = 0;      // of these, where nothing but memory says that they are next
  // Irregular ones, but for jumps, that are stored to, and not loaded beside, when the cache has
  // already given them up once.
  double stored_again = 0;
};

// A cache as addresses see it.
struct CacheShape {
  double lines = 512;
  double line_bytes = 64;
  double ways = 8;
  double index_bytes = 0;  // how far addresses go before sets repeat; zero: no sets
  double colours = 1;      // how many such ranges the sets hold, which pages choose at random
};
[[nodiscard]] CacheShape shape_of(const CacheLevel& level, double page_bytes);

// What a cache lets through. Analytical: where one repetition of a level fits, the next one finds
// what they share; the outermost level for which that holds fetches its lines once each time it
// runs (reuse by loop level as in Wolf & Lam, PLDI 1991, with a smooth edge: a cache that is nearly
// large enough helps nearly as much). A stream whose strides share a large divisor with index_bytes
// reaches few sets and loses its reuse when more lines meet in one than it has ways. A stored line
// moves twice: in, because caches allocate on a write, and out.
[[nodiscard]] LineTraffic traffic_beyond(std::span<const Stream> streams, const CacheShape& cache);

// The same for the translation of addresses.
[[nodiscard]] double page_misses(std::span<const Stream> streams, const DeviceTraits& traits);

}  // namespace clgauge::model
