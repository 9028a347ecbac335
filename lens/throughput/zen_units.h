#pragma once

#include <array>
#include <string_view>

#include "lens/throughput/extra_units.h"

// The units of AMD's Zen 3 and Zen 4, as LLVM's table calls them, and those that it lacks.
namespace clgauge::lens::zen {

inline constexpr std::string_view kLoadPorts = "Zn3FPP45";  // vector loads, two a cycle
inline constexpr std::string_view kStorePort = "Zn3FPSt";
inline constexpr std::string_view kLoadsAndStores = "Zn3LSU";
inline constexpr std::string_view kLoads = "Zn3Load";
inline constexpr std::string_view kStores = "Zn3Store";
inline constexpr std::string_view kAddresses = "Zn3AGU012";
inline constexpr std::string_view kCrossing = "Zn3FPP1";  // between halves of a vector
// Schedulers: the tables say how many operations wait in them, but of none that it does.
inline constexpr std::string_view kVectorScheduler = "Zn3FP";
inline constexpr std::string_view kIntegerScheduler = "Zn3Int";
inline constexpr std::string_view kIntegerUnits = "Zn3ALU0123";
inline constexpr std::string_view kSettingUnits = "Zn3ALU03";  // of bits from flags
inline constexpr std::string_view kSums = "Zn3FPFAdd01";
inline constexpr std::string_view kConversions = "Zn3FPFCvt01";
inline constexpr std::string_view kMasks = "Zn3FPVAdd01";
inline constexpr std::string_view kShuffles = "Zn3FPVShuf01";
// Of Zen 4, whose ways to the other registers are not those of stores (extra_units.h).
inline constexpr std::string_view kToRegisters = kZenToRegisters.name;
inline constexpr std::string_view kToFlags = kZenToFlags.name;
inline constexpr std::string_view kLocked = kZenLocked.name;
inline constexpr std::string_view kDivider = kZenDivider.name;
inline constexpr std::string_view kAnyUnit = "Zn3FPVMisc0123";
// What stays within 128 bits and asks no register where: six of them and six permutations, or six
// sums, take 4 cycles, beside six products 3.
inline constexpr std::string_view kSimpleShuffles = "Zn3FPP1|Zn3FPP2|Zn3FPP3";
inline constexpr std::array<std::string_view, 4> kIntegerUnit = {"Zn3ALU0", "Zn3ALU1", "Zn3ALU2",
                                                                 "Zn3ALU3"};

}  // namespace clgauge::lens::zen
