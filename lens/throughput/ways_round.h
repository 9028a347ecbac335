#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lens/code/machine_code.h"

namespace clgauge::lens {

// A way from a loop's header back to it.
struct WayRound {
  std::vector<std::uint32_t> path;  // blocks, the header first
  double passes = 0;                // how often it was gone at least
};

// The ways round a loop, with rounds that end it where others go back, the most frequent first:
// each follows the edges that are passed most often and not yet taken by those before it. At most
// `most` of them, and no more once what is left is gone less often than `least` times. Empty where
// the header is never reached again.
[[nodiscard]] std::vector<WayRound> ways_round(const MachineCode& code, const Loop& loop,
                                               std::span<const double> passes_of_edges,
                                               std::size_t most, double least);

}  // namespace clgauge::lens
