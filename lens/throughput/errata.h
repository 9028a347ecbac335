#pragma once

#include <string_view>

namespace llvm::mca {
struct InstrDesc;
}

namespace clgauge::lens {

// Mends what LLVM 15's scheduling table of `cpu` has wrong about the instruction that LLVM calls
// `opcode`. Mending twice is mending once.
void apply_errata(std::string_view cpu, std::string_view opcode, llvm::mca::InstrDesc& description);

}  // namespace clgauge::lens
