#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lens/throughput/loop_passes.h"
#include "lens/throughput/sequence_cost.h"

namespace clgauge::lens {

// So many instructions of a round around loops are simulated as they come.
inline constexpr double kSimulatedWhole = 800;
// A way round a loop that is gone this often stands for all of them.
inline constexpr double kNearlyAlways = 0.9;

// One round of a loop that holds others: `path` with the rounds of those on it, where they are few.
[[nodiscard]] std::vector<std::uint32_t> with_rounds_within(const LoopPasses& loops,
                                                            std::size_t loop,
                                                            std::vector<std::uint32_t> path);

// A round of a loop that holds innermost ones, as it comes, but that only the first trips of
// these are spelled out.
struct WholeRound {
  std::vector<std::uint32_t> blocks;
  double cycles_left_out = 0;  // of the other trips
};

// Nothing where loops go round in several ways, hold loops themselves, or where too few of their
// trips can be.
[[nodiscard]] std::optional<WholeRound> whole_round(const LoopPasses& loops, SequenceCosts& costs,
                                                    std::size_t loop,
                                                    std::vector<std::uint32_t> path);

}  // namespace clgauge::lens
