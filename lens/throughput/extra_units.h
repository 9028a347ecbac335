#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "lens/code/zen.h"
#include "lens/throughput/golden_cove.h"

namespace clgauge::lens {

// A unit that a processor has and LLVM's table of it lacks: one operation a cycle.
struct ExtraUnit {
  std::string_view cpu;
  std::string_view name;
  std::uint64_t mask = 0;  // bits that LLVM-MCA has no unit for

  [[nodiscard]] constexpr bool is_of(std::string_view core) const {
    return cpu == core || (cpu == kZen4 && core == kZen5);
  }
};

// A fifth one for integers, and a third for loads.
inline constexpr ExtraUnit kGoldenCovePort10{kGoldenCove, "Port10", std::uint64_t{1} << 60U};
inline constexpr ExtraUnit kGoldenCovePort11{kGoldenCove, "Port11", std::uint64_t{1} << 59U};
// Four ways of 512 bits: what computes with them holds one for two cycles, a load of them for one.
// 20 operations and 0, 10, 20, 30 loads take 10.1, 11.5, 14.4, 16.7 cycles, 10 and 20 10.6; of 256
// bits loads and operations do not matter to each other.
inline constexpr ExtraUnit kGoldenCoveWide0{kGoldenCove, "Wide0", std::uint64_t{1} << 47U};
inline constexpr ExtraUnit kGoldenCoveWide1{kGoldenCove, "Wide1", std::uint64_t{1} << 46U};
inline constexpr ExtraUnit kGoldenCoveWide2{kGoldenCove, "Wide2", std::uint64_t{1} << 45U};
inline constexpr ExtraUnit kGoldenCoveWide3{kGoldenCove, "Wide3", std::uint64_t{1} << 44U};
inline constexpr std::uint64_t kGoldenCoveWide =
    kGoldenCoveWide0.mask | kGoldenCoveWide1.mask | kGoldenCoveWide2.mask | kGoldenCoveWide3.mask;
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
inline constexpr ExtraUnit kZenLocked{"znver4", "Locked", std::uint64_t{1} << 54U};

// Divides integers, while the units of integers go on: a division and n additions take 6 cycles up
// to n = 12, 7 with 16, 10.1 with 32 (a Zen 4).
inline constexpr ExtraUnit kZenDivider{"znver4", "Divider", std::uint64_t{1} << 53U};
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

inline constexpr ExtraUnit kZen3Divider{"znver3", kZenDivider.name, kZenDivider.mask};

inline constexpr std::array kExtraUnits = {
    kGoldenCoveWide0, kGoldenCoveWide1, kGoldenCoveWide2,  kGoldenCoveWide3,  kZen5Program,
    kZen5HalfDivider, kZen5OtherHalf,   kZen5FromRegister, kZen5Address3,     kZen5Integer5,
    kZen5Integer4,    kZen3Divider,     kZenDivider,       kZenLocked,        kZenToOtherMask,
    kZenToMask,       kZenToFlags,      kZenToRegisters,   kGoldenCovePort11, kGoldenCovePort10};

}  // namespace clgauge::lens
