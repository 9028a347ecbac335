#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lens/traffic/hierarchy.h"

namespace clgauge::lens {

// What caches hold after these traces, one behind the other, from fewer accesses: one of each line,
// in the order in which they were touched last (a store, where any of them was), and behind them
// all of the last few, as they are. Non-temporal stores, which leave nothing, are left out before
// those. Thread-safe.
[[nodiscard]] std::vector<Access> last_touches(std::span<const AccessTrace> traces,
                                               std::uint64_t line_bytes);

}  // namespace clgauge::lens
