#pragma once

#include <cstdint>

#include "lens/code/machine_code.h"
#include "lens/evaluate/comparison.h"
#include "lens/evaluate/lower.h"

// Comparisons lane by lane, the lesser and the greater of integers, too, and those of
// floating-point numbers that set flags. They decide jumps, and which lanes load and store.
namespace clgauge::lens {

// Lets those of the program tell Machine::passes what they compare.
void note_lane_comparisons(const MachineCode& code, Program& program);

// Eight bytes of either operand, as long as the lanes go on by their steps: so many times further
// on, if they go on as from `first` to `last`.
[[nodiscard]] DecidedBy lanes_further_on(const Operation& op, const DecidedBy& first,
                                         const DecidedBy& last, std::uint64_t runs);
// How many times further on, at most `most`, every lane comes out as in `last` without leaving the
// range of its numbers; 0 where one came out otherwise in `first`.
[[nodiscard]] std::uint64_t runs_of_lanes_alike(const Operation& op, const DecidedBy& first,
                                                const DecidedBy& last, std::uint64_t most);

}  // namespace clgauge::lens
