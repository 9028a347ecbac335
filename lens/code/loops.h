#pragma once

#include <vector>

#include "lens/code/machine_code.h"

namespace clgauge::lens {

// The natural loops of every function; loops with one header are one loop. Irreducible cycles (with
// a second way in, which compilers hardly ever make) are left out.
[[nodiscard]] std::vector<Loop> natural_loops(const MachineCode& code);

}  // namespace clgauge::lens
