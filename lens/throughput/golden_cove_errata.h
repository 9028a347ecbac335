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
// The opcode that stands for this one where it copies a register into itself, by which compilers
// zero what is above its lower half: another of the same bits, whose times are theirs.
[[nodiscard]] std::string_view opcode_of_copy_into_itself(std::string_view opcode);
// By its name: of vectors of 512 bits, nothing of single numbers.
[[nodiscard]] bool is_of_512_bits(std::string_view opcode);
// Whether it keeps port 1 from all other vectors while it is under way: what computes with 512
// bits.
[[nodiscard]] bool computes_512_bits(std::string_view opcode);
// Takes port 1 from an instruction of vectors.
void close_port_beside_512_bits(std::string_view opcode, const UnitMasks& units,
                                llvm::mca::InstrDesc& description);
void add_unused_golden_cove_errata(std::span<const std::string_view> opcodes,
                                   std::vector<std::string>& unused);

}  // namespace clgauge::lens
