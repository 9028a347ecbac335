#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "lens/code/zen.h"
#include "lens/throughput/golden_cove.h"

namespace clgauge::lens {

// A unit that a processor has and LLVM's table of it lacks: one operation a cycle. AMD's that came
// after it have it, too.
struct ExtraUnit {
  std::string_view cpu;
  std::string_view name;
  std::uint64_t mask = 0;  // bits that LLVM-MCA has no unit for

  [[nodiscard]] constexpr bool is_of(std::string_view core) const {
    return cpu == core || (cpu == kZen3 && is_zen4_or_later(core)) ||
           (cpu == kZen4 && core == kZen5);
  }
};

// A fifth one for integers.
inline constexpr ExtraUnit kGoldenCovePort10{kGoldenCove, "Port10", std::uint64_t{1} << 60U};
// What loads of up to 32 bytes, and broadcasts, hold one of for two cycles, and loads of 64 for
// three: 24 take 8.0 and 12.0 cycles, twelve of each 10.1 (two ports that 64 bytes leave nothing
// of, three for all else). Only where all lie at the same place of a line, 24 of any kind take 12.
inline constexpr std::array kGoldenCoveLoads = {
    ExtraUnit{kGoldenCove, "Load0", std::uint64_t{1} << 53U},
    ExtraUnit{kGoldenCove, "Load1", std::uint64_t{1} << 54U},
    ExtraUnit{kGoldenCove, "Load2", std::uint64_t{1} << 55U},
    ExtraUnit{kGoldenCove, "Load3", std::uint64_t{1} << 56U},
    ExtraUnit{kGoldenCove, "Load4", std::uint64_t{1} << 57U},
    ExtraUnit{kGoldenCove, "Load5", std::uint64_t{1} << 58U}};
// Ways of 512 bits: what computes with them holds one for two cycles, a load of them for one, as an
// operand that is broadcast. 20 operations and 10, 15, 20, 30 loads take 10.0, 11.7, 12.3, 15.9
// cycles, 10 and 10 6.3, 24 with a broadcast operand each 13.4, beside 8 broadcasts 12.0; of 256
// bits neither matters to the other. (While a neighbour works on the core's other
// thread all of this takes a fifth to two fifths longer.)
inline constexpr std::array kGoldenCoveWide = {
    ExtraUnit{kGoldenCove, "Wide0", std::uint64_t{1} << 48U},
    ExtraUnit{kGoldenCove, "Wide1", std::uint64_t{1} << 49U},
    ExtraUnit{kGoldenCove, "Wide2", std::uint64_t{1} << 50U},
    ExtraUnit{kGoldenCove, "Wide3", std::uint64_t{1} << 51U},
    ExtraUnit{kGoldenCove, "Wide4", std::uint64_t{1} << 52U}};
// Where locked instructions follow each other.
inline constexpr ExtraUnit kGoldenCoveLocked{kGoldenCove, "Locked", std::uint64_t{1} << 44U};
// Ways of vectors to general registers (VMOVD, VPEXTR, VCVTTSS2SI, KMOV), and to flags (VUCOMISS,
// VPTEST, KORTEST, VMOVMSKPS). Twelve of two by turns take 24 cycles where both go the same way, 12
// to 16 else; beside twelve stores of vectors 12 to 17 (a Zen 4).
inline constexpr ExtraUnit kZenToRegisters{"znver4", "ToRegisters", std::uint64_t{1} << 58U};
inline constexpr ExtraUnit kZenToFlags{"znver4", "ToFlags", std::uint64_t{1} << 57U};
// Into masks, two a cycle: twelve comparisons and twelve KOR take 11 cycles, of either alone 6; 24
// and 12 16.
inline constexpr ExtraUnit kZenToMask{"znver4", "ToMask", std::uint64_t{1} << 56U};
inline constexpr ExtraUnit kZenToOtherMask{"znver4", "ToOtherMask", std::uint64_t{1} << 55U};

// Where locked instructions follow each other.
inline constexpr ExtraUnit kZenLocked{"znver3", "Locked", std::uint64_t{1} << 54U};

// Divides integers, while the units of integers go on: a division and n additions take 6 cycles up
// to n = 12, 7 with 16, 10.1 with 32 (a Zen 4).
inline constexpr ExtraUnit kZenDivider{"znver3", "Divider", std::uint64_t{1} << 53U};
// Two more for integers, and a fourth one for addresses.
inline constexpr ExtraUnit kZen5Integer4{kZen5, "Integer4", std::uint64_t{1} << 60U};
inline constexpr ExtraUnit kZen5Integer5{kZen5, "Integer5", std::uint64_t{1} << 59U};
// Divides vectors, beside the pipes that multiply: half an operation at a time.
inline constexpr ExtraUnit kZen5HalfDivider{kZen5, "HalfDivider", std::uint64_t{1} << 50U};
inline constexpr ExtraUnit kZen5OtherHalf{kZen5, "OtherHalf", std::uint64_t{1} << 49U};
// Makes vectors and masks of general registers, beside all pipes.
inline constexpr ExtraUnit kZen5FromRegister{kZen5, "FromRegister", std::uint64_t{1} << 52U};
inline constexpr ExtraUnit kZen5Address3{kZen5, "Address3", std::uint64_t{1} << 51U};
// Goes through a program of microcode for vectors.
inline constexpr ExtraUnit kZen5Program{kZen5, "Program", std::uint64_t{1} << 48U};

// One of several that are alike.
template <std::size_t kCount>
constexpr std::uint64_t any_of(const std::array<ExtraUnit, kCount>& units) {
  std::uint64_t mask = 0;
  for (const ExtraUnit& unit : units) {
    mask |= unit.mask;
  }
  return mask;
}

inline constexpr std::array kExtraUnits = {
    kGoldenCoveLocked,   kGoldenCoveLoads[0], kGoldenCoveLoads[1], kGoldenCoveLoads[2],
    kGoldenCoveLoads[3], kGoldenCoveLoads[4], kGoldenCoveLoads[5], kGoldenCoveWide[0],
    kGoldenCoveWide[1],  kGoldenCoveWide[2],  kGoldenCoveWide[3],  kGoldenCoveWide[4],
    kZen5Program,        kZen5HalfDivider,    kZen5OtherHalf,      kZen5FromRegister,
    kZen5Address3,       kZen5Integer5,       kZen5Integer4,       kZenDivider,
    kZenLocked,          kZenToOtherMask,     kZenToMask,          kZenToFlags,
    kZenToRegisters,     kGoldenCovePort10};

}  // namespace clgauge::lens
