#pragma once

#include <vector>

#include "lens/code/machine_code.h"

namespace clgauge::lens {

// The loops of every function; loops with one header are one loop. Most have one way in. Some have
// more: what Intel's compiler makes of a loop with a barrier, which each work-item enters again
// behind whichever barrier it came from. Loops within more than 64 others are left out.
[[nodiscard]] std::vector<Loop> loops_of(const MachineCode& code);

}  // namespace clgauge::lens
