#pragma once

#include <cstdint>
#include <vector>

#include "lens/ptx/program.h"

namespace clgauge::lens::simt {

// How far the assembler carries instructions of a block.
struct RegionOfBlock {
  // The first of the blocks that are one to it: what little a short `if` skips it makes conditional
  // on a predicate, without a jump.
  std::uint32_t head = 0;
  std::int32_t guard = ptx::kNoSlot;  // that predicate
  // Loads of what nobody writes go where this block begins: the first in the round of a loop that
  // runs whenever this one does. They pass barriers, too.
  std::uint32_t earliest = 0;
};

// By block of the program. `ptxas` 13.0 makes all of 60 forward branches over up to 8 instructions
// conditional, some over up to 15, and none of those over 16 or more that were seen to stay.
[[nodiscard]] std::vector<RegionOfBlock> schedule_regions(const ptx::Program& program);

}  // namespace clgauge::lens::simt
