#pragma once

#include <cstdint>
#include <optional>

#include "lens/code/machine_code.h"
#include "lens/evaluate/lower.h"
#include "lens/evaluate/machine.h"

namespace clgauge::lens {

// What a conditional jump decides by: the difference of two numbers that the code compares just
// before it.
struct Comparison {
  const Operation* compared = nullptr;  // what sets the flags
  unsigned condition = 0;               // x86's code of the jump's
  bool is_with_zero = false;            // a counter that was stepped or added to, not a comparison
};

// Of a block that ends in such a jump; none where flags come from something else, or where what was
// compared is overwritten before the jump.
[[nodiscard]] std::optional<Comparison> comparison_of(const LoweredCode& code, std::uint32_t block);

// The difference, as the condition takes it (signed or not), once that block was run; none where it
// is not known. |difference| <= 2^64, kept in 128 bits.
__extension__ using Difference = __int128;
[[nodiscard]] std::optional<Difference> difference_of(const Machine& machine,
                                                      const Comparison& comparison);

// If the difference changes by `step` from one run of the block to the next: the first run from now
// on, at least 1, whose jump goes another way than the one of `now` did; none where none does.
[[nodiscard]] std::optional<std::uint64_t> runs_until_other_way(const Comparison& comparison,
                                                                Difference now, Difference step);

}  // namespace clgauge::lens
