#pragma once

#include <string_view>

#include "lens/throughput/occupied_units.h"

namespace llvm::mca {
struct InstrDesc;
}

namespace clgauge::lens {

// Puts Zen 5's units in the place of those of Zen 3's table, which the instruction that LLVM calls
// `opcode` takes by it or by errata: six of integers, four of addresses for general registers.
void use_units_of_zen5(std::string_view opcode, const UnitMasks& units,
                       llvm::mca::InstrDesc& description);

// Of 512 bits one a cycle, which reads what it stores for two: fused multiply-adds beside it, two
// to a store, take 31.5 cycles for 16 stores, products 16.2; of 256 bits 24 and 16.2.
void widen_store_of_zen5(const UnitMasks& units, llvm::mca::InstrDesc& description);

}  // namespace clgauge::lens
