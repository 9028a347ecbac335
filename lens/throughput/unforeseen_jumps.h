#pragma once

#include <cstdint>
#include <vector>

#include "lens/throughput/group_cost.h"
#include "lens/throughput/loop_passes.h"
#include "lens/throughput/sequence_cost.h"

namespace clgauge::lens {

// Which part of a loop's entries ends otherwise than foreseen, by jumps that wait for what its
// rounds hand on. `path`: its round.
[[nodiscard]] double unforeseen_exits(const LoopPasses& loops, SequenceCosts& costs,
                                      const Loop& loop, const std::vector<std::uint32_t>& path,
                                      double entries);

// The loads that the jump at the end of this block waits for, which is not always foreseen: into
// chained_loads and micro_ops_behind_loads. `way`: to the jump (LoopPasses::way_to_jump). Needs
// micro_ops.
void add_deciding_loads(const LoopPasses& loops, SequenceCosts& costs, std::uint32_t block,
                        const std::vector<std::uint32_t>& way, GroupCost& cost);

}  // namespace clgauge::lens
