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

// Mends what LLVM 15's scheduling table of `cpu` has wrong about the instruction that LLVM calls
// `opcode`. Mending twice is mending once.
void apply_errata(std::string_view cpu, std::string_view opcode, const UnitMasks& units,
                  llvm::mca::InstrDesc& description);

// The lines of the tables that are none of these opcodes' first: no such opcode, or lines before
// that fit all that there are. "znver4 KORTEST".
[[nodiscard]] std::vector<std::string> unused_errata(std::span<const std::string_view> opcodes);

}  // namespace clgauge::lens
