#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

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

}  // namespace clgauge::lens
