#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace llvm::mca {
struct InstrDesc;
}

namespace clgauge::lens {

// LLVM-MCA's bit masks of a processor's units, by the names that its table gives them.
using UnitMasks = std::map<std::string, std::uint64_t, std::less<>>;

// Mends what LLVM 15's scheduling table of `cpu` has wrong about the instruction that LLVM calls
// `opcode`. Mending twice is mending once.
void apply_errata(std::string_view cpu, std::string_view opcode, const UnitMasks& units,
                  llvm::mca::InstrDesc& description);

// The lines of the tables that are none of these opcodes' first: no such opcode, or lines before
// that fit all that there are. "znver4 KORTEST".
[[nodiscard]] std::vector<std::string> unused_errata(std::span<const std::string_view> opcodes);

}  // namespace clgauge::lens
