#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lens/throughput/recurrence.h"

namespace clgauge::lens {

// Of each instruction the number of its strong component: two are in the same one if each waits for
// the other, whatever lies between them (Kosaraju's algorithm). Thread-safe.
[[nodiscard]] std::vector<std::uint32_t> strong_components(std::size_t instructions,
                                                           std::span<const Dependence> dependences);

}  // namespace clgauge::lens
