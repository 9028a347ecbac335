#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lens/throughput/lowered.h"
#include "lens/throughput/recurrence.h"

namespace clgauge::lens {

class Buffers;

// What an operation loads that is not in the first cache.
struct LateOperand {
  double cycles = 0;
  // Where something is done with it at once: what its address takes from then on is in the
  // dependences.
  bool is_folded = false;
};

// Cycles a round that an out-of-order core takes for a loop of these instructions, which wait for
// each other as `dependences` say: what LLVM-MCA simulates, but for where operations of vectors
// wait. A Zen gives each to one of its pipes when it enters a scheduler, the one with the fewest
// waiting that can do it, though another may be free once it could start. Independent operations
// still fill all pipes; those of a chain do not: a popcount by shifts and masks, 19 operations on a
// Zen 4, takes 6.7 cycles (6.2 simulated so, 4.75 when any free pipe may take them).
//
// Of the reorder buffer a core has 5/8 to 7/8 (buffers.cpp): half of it is left where its other
// hardware thread works, as neighbours on clouds' cores do part of the time, all of it where none
// does. One loop of Zen 4, a chain of 67 cycles in each round of 51 micro-operations: 21.3 cycles
// beside a neighbour and 14.6 without; simulated 20.8 by half of the buffer, 14.5 by all of it.
// What is fetched `apart` comes a cycle later (fetched_lines.h).
// Thread-safe.
[[nodiscard]] double simulated_cycles_per_round(const Buffers& buffers, const Lowered& round,
                                                std::span<const Dependence> dependences,
                                                const std::vector<bool>& apart);

// The same of a sequence that is run once, from when the first `warm_up` of it are done. Nothing
// comes in behind those that are `unforeseen`, ascending, until they are done: jumps. `late`, by
// operation: what it loads comes so many cycles later; empty where all is in the first cache.
[[nodiscard]] double simulated_cycles_once(const Buffers& buffers, const Lowered& sequence,
                                           std::span<const Dependence> dependences,
                                           std::size_t warm_up,
                                           std::span<const std::size_t> unforeseen,
                                           std::span<const LateOperand> late,
                                           const std::vector<bool>& apart);

}  // namespace clgauge::lens
