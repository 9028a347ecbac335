#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lens/throughput/occupied_units.h"

namespace llvm {
class MCInstrInfo;
}
namespace llvm::mca {
struct InstrDesc;
}

namespace clgauge::lens {

// LLVM 15 has no table for Zen 4, and Zen 3's knows no operations of 512 bits. Zen 4 executes them
// as it does those of 256 bits, one micro-operation each, that takes its unit for twice the time
// (AMD 57647, Software Optimization Guide for the AMD EPYC 9004, 2.11.1).

// The opcode that does with 256 bits what `opcode` does with 512, where `cpu` executes one like the
// other: VADDPSZ256rr of VADDPSZrr. Thread-safe.
[[nodiscard]] std::optional<unsigned> half_of(unsigned opcode, std::string_view cpu,
                                              const llvm::MCInstrInfo& instructions);

// Of `units` those that both halves take together: they load one element for all lanes
// (VADDPSZ256rmb), or store half of what they read (VPMOVDBZ256mr).
[[nodiscard]] std::uint64_t shared_units(unsigned opcode, const llvm::MCInstrInfo& instructions,
                                         const UnitMasks& units);

// Whether the results of its halves come together in a mask, a cycle later: VPCMPDZ256rri.
[[nodiscard]] bool makes_mask(std::string_view opcode);

// How much later than one half's its results are there: in a mask, in both halves of what was one,
// across them. Cycles.
[[nodiscard]] unsigned cycles_after_half(std::string_view opcode);

// The same of a Zen 5, whose units are 512 bits wide.
[[nodiscard]] unsigned cycles_after_half_on_zen5(std::string_view opcode);

// Results come so much later. Not idempotent.
void prolong(llvm::mca::InstrDesc& description, unsigned later);

// Takes every unit for twice the time, but those in `once`; results come `later`. Not idempotent.
void double_pump(llvm::mca::InstrDesc& half, std::uint64_t once, unsigned later);

}  // namespace clgauge::lens
