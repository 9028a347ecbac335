#pragma once

#include <string_view>

#include "lens/throughput/occupied_units.h"

namespace llvm::mca {
struct InstrDesc;
}

namespace clgauge::lens {

// LLVM 15 has no table for a processor with AVX512-FP16, and what Ice Lake's and Skylake's say of
// its instructions is what they say of any sum, division or conversion. Mends it, for the
// instruction that LLVM calls `opcode`, as timed on an Emerald Rapids; others, and tables of other
// makes, stay as they are. `loads_early`: early_loads.h. Mending twice is mending once.
void mend_half_operation(std::string_view opcode, bool loads_early, const UnitMasks& units,
                         llvm::mca::InstrDesc& description);

}  // namespace clgauge::lens
