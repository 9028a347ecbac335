#pragma once

#include <cstdint>
#include <span>

#include "lens/throughput/loop_passes.h"
#include "lens/throughput/sequence_cost.h"

namespace clgauge::lens {

// What one pass of blocks takes at least for other reasons than units, width and waiting. In
// cycles.

// Fetching them, in this order.
[[nodiscard]] double fetch_cycles(const LoopPasses& loops, const SequenceCosts& costs,
                                  std::span<const std::uint32_t> blocks);

// Their fused multiply-adds that go with a load and a store each.
[[nodiscard]] double spill_cycles(const SequenceCosts& costs,
                                  std::span<const std::uint32_t> blocks);

}  // namespace clgauge::lens
