#pragma once

#include <vector>

namespace llvm {
class MCInst;
}

namespace clgauge::lens {

struct McTarget;

// Lets scalar instructions that take what lies above their result from a register (VCVTSI2SS,
// VSQRTSD, VROUNDSS, VMOVSS of registers) not read it where a Zen 5 knows that to be zero: since
// a scalar was loaded there, with what scalars were computed of it. The sequence follows itself,
// or what computes with scalars as well.
void free_known_uppers(std::vector<llvm::MCInst>& sequence, const McTarget& target);

}  // namespace clgauge::lens
