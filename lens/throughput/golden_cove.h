#pragma once

#include <cstdint>
#include <string_view>

namespace clgauge::lens {

// The core of Sapphire Rapids and Emerald Rapids. LLVM 15 gives them Skylake's table; here they
// have Ice Lake's, whose units they share but for two (lens/code/mc.cpp).
inline constexpr std::string_view kGoldenCove = "sapphirerapids";

// Bits of units that Ice Lake's table lacks: a fifth one for integers, and a third for loads.
inline constexpr std::uint64_t kGoldenCovePort10 = std::uint64_t{1} << 60U;
inline constexpr std::uint64_t kGoldenCovePort11 = std::uint64_t{1} << 59U;

// Where what computes waits for its operands, as Ice Lake's table calls it.
inline constexpr std::string_view kGoldenCoveScheduler = "ICXPortAny";

// Entries of that.
inline constexpr unsigned kGoldenCoveSchedulerEntries = 100;

// Entries of its reorder buffer.
inline constexpr unsigned kGoldenCoveReorderBuffer = 512;

// The units of `cpu` that its table lacks, one bit each.
[[nodiscard]] constexpr std::uint64_t extra_units(std::string_view cpu) {
  return cpu == kGoldenCove ? kGoldenCovePort10 | kGoldenCovePort11 : 0;
}

}  // namespace clgauge::lens
