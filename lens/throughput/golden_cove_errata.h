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

// errata.h, for Intel's Golden Cove (golden_cove.h), by the table of Ice Lake.
void apply_golden_cove_errata(std::string_view opcode, const UnitMasks& units,
                      llvm::mca::InstrDesc& description);
// How many cycles before its latency the result of one instruction is there for another: of sums
// for sums.
[[nodiscard]] unsigned golden_cove_bypass(std::string_view producer, std::string_view consumer);
void add_unused_golden_cove_errata(std::span<const std::string_view> opcodes,
                           std::vector<std::string>& unused);

}  // namespace clgauge::lens
