#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lens/traffic/hierarchy.h"

namespace clgauge::lens {

// What caches hold after these traces, one behind the other, from fewer accesses: one of each line,
// in the order in which they were touched last (a store, where any of them was), and behind them
// all of the last ones, as they are. Of what comes out the same comes out. Thread-safe.
[[nodiscard]] AccessTrace last_touches(std::span<const AccessTrace> traces,
                                       std::uint64_t line_bytes);

}  // namespace clgauge::lens
