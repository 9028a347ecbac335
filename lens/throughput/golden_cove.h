#pragma once

#include <cstdint>
#include <string_view>

namespace clgauge::lens {

// The core of Sapphire Rapids and Emerald Rapids, and as far as was timed that of Granite Rapids.
// LLVM 15 gives them Skylake's table; here they have Ice Lake's, whose units they share but for two
// (lens/code/mc.cpp).
inline constexpr std::string_view kGoldenCove = "sapphirerapids";

// Where what computes waits for its operands, as Ice Lake's table calls it.
inline constexpr std::string_view kGoldenCoveScheduler = "ICXPortAny";

// Entries of that.
inline constexpr unsigned kGoldenCoveSchedulerEntries = 100;

// As many of them as seem to be left to operations of up to 256 bits that a few of 512 stand among.
// Chains of n products and sums by turns (256 bits, behind a load each; cycles a round), alone and
// with one addition of integers of 512 bits that nothing waits for: 11.8, 25.5 (n = 24), 18.3, 37.8
// (32); of products 13.8, 40.5, 20.7, 63.5; an exponential of PoCL, 36 operations in a chain, 18.7,
// 34.3, with an index of 512 bits before it 43. Chains of 512 bits alone take what those of 256 do.
// What was given port 1 may have to wait there while it is closed; where no chain waits, port 1
// stays open.
inline constexpr unsigned kGoldenCoveSchedulerBesideWide = 40;

// Entries of its reorder buffer.
inline constexpr unsigned kGoldenCoveReorderBuffer = 512;

}  // namespace clgauge::lens
