#pragma once

#include <string_view>

#include "lens/throughput/occupied_units.h"

namespace llvm {
class MCInst;
}

namespace clgauge::lens {

// Mends what LLVM 15's table of Zen 3 says of an LEA on Zen 4, where it is an operation of the four
// integer units, and leaves loads alone: one cycle, four of them at a time. A base, an index and a
// displacement to add take two operations, and two cycles from the base, one from the index (chains
// of LEA on an EPYC 9004; scaling the index costs nothing). Mending twice is mending once.
// Thread-safe.
void mend_lea(const llvm::MCInst& lea, const UnitMasks& units, llvm::mca::InstrDesc& description);

}  // namespace clgauge::lens
