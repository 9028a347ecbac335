#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lens/throughput/occupied_units.h"

namespace llvm::mca {
struct InstrDesc;
}

namespace clgauge::lens {

// errata.h, for AMD's Zen 3, 4 and 5 ("znver3", "znver4", "znver5"; nothing for others).
void apply_zen_errata(std::string_view cpu, std::string_view opcode, bool loads_early,
                      const UnitMasks& units, llvm::mca::InstrDesc& description);
void add_unused_zen_errata(std::span<const std::string_view> opcodes,
                           std::vector<std::string>& unused);

}  // namespace clgauge::lens
