#pragma once

#include <span>

namespace clgauge::lens {

struct MachineCode;

// How many instructions that compute with floating-point numbers, or multiply integers, of 512 bits
// a group executes that passes its blocks so often. Intel's cores turn their clock down for these,
// one in 192 cycles being enough, and for half a millisecond after: a Granite Rapids runs at 3.8
// GHz then, where loads, shuffles, comparisons, sums and logic of 512 bits, and anything of 256,
// leave it at 4.1; an Emerald Rapids that does nothing else at 2.4 to 2.8 instead of 3.0.
[[nodiscard]] double wide_arithmetic(const MachineCode& code, std::span<const double> passes);

}  // namespace clgauge::lens
