#pragma once

#include <cstdint>
#include <vector>

#include "lens/throughput/loop_passes.h"
#include "lens/throughput/sequence_cost.h"

namespace clgauge::lens {

// What a loop adds up, from its first round until something else is made of it.
struct CarriedSum {
  std::vector<std::uint32_t> blocks;   // of the outermost loop that adds to it
  std::vector<std::uint32_t> between;  // of these, those that lie between the entries
  double rounds = 0;                   // of the innermost loop
};

// Loops around this one that go on with its sums make one chain of many entries: `sum`, of which
// so far the loop itself is known, with those. `path`: its round.
[[nodiscard]] CarriedSum follow_sum(const LoopPasses& loops, SequenceCosts& costs, const Loop& loop,
                                    const std::vector<std::uint32_t>& path, CarriedSum sum);

}  // namespace clgauge::lens
