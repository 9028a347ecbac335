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

// Among an instruction's resources, bits of no unit: it reads three vectors, which it may hardly do
// beside what reads one for a store or for a general register (simulation.h).
inline constexpr std::uint64_t kReadsThreeVectors = std::uint64_t{1} << 63U;
inline constexpr std::uint64_t kReadsForStore = std::uint64_t{1} << 62U;
// The pipe that it takes is not seen to be busy by those that are given theirs when they enter a
// scheduler: it makes a vector of a general register, or a mask of masks.
inline constexpr std::uint64_t kUnseen = std::uint64_t{1} << 61U;
// It comes of microcode: it begins a cycle, and for so many nothing else is dispatched.
inline constexpr std::uint64_t kDispatchedAlone = std::uint64_t{1} << 47U;
// It takes so many entries of its scheduler, from all of its parts alike.
inline constexpr std::uint64_t kEntriesHeld = std::uint64_t{1} << 46U;
// It starts when all before it is done, and for so many cycles nothing behind it is.
inline constexpr std::uint64_t kDoneInOrder = std::uint64_t{1} << 45U;

// Mends what LLVM 15's scheduling table of `cpu` has wrong about the instruction that LLVM calls
// `opcode`; `loads_early`: early_loads.h. Mending twice is mending once.
void apply_errata(std::string_view cpu, std::string_view opcode, bool loads_early,
                  const UnitMasks& units, llvm::mca::InstrDesc& description);

// The lines of the tables that are none of these opcodes' first: no such opcode, or lines before
// that fit all that there are. "znver4 KORTEST".
[[nodiscard]] std::vector<std::string> unused_errata(std::span<const std::string_view> opcodes);

}  // namespace clgauge::lens
