#pragma once

#include <array>
#include <string_view>

#include "lens/throughput/extra_units.h"
#include "lens/throughput/zen_units.h"

// Zen 5's instructions that are not as Zen 4's (zen4_timed.h, zen_tables.h), as timed in loops and
// in chains on an EPYC 9005 (bench/lens/instruction_bench); of 512 bits as of 256
// (wide_operations.h).
namespace clgauge::lens::zen {

// 2.5, 4, 4.5 and 7.2 cycles an operation, beside all else.
inline constexpr std::string_view kHalvesOfDivider = "HalfDivider|OtherHalf";
// To general registers, to flags and to memory, from vectors and from masks: two a cycle together.
// Sixteen stores of any width up to 32 bytes and sixteen VMOVQ, KMOV or VUCOMISS take 16.5 cycles,
// of either alone 8.5; of 64 bytes 16.8, with 32 VMOVQ 24.7. Stores of general registers and VMOVQ
// go side by side.
inline constexpr std::string_view kOutOfVectors = "ToRegisters|ToFlags";
inline constexpr std::string_view kFromRegister = kZen5FromRegister.name;
inline constexpr std::string_view kProgram = kZen5Program.name;
// What makes masks of masks: 24 KOR and as many products take 20.7 cycles, sums 20, VPERMD 13.6,
// moves of masks to general registers 25.6.
inline constexpr std::string_view kOfMasks = "Zn3FPP0|Zn3FPP3";
// Of a Zen 5 (EPYC 9005): alone, and among n NOPs 17 and the cycles that these retire in, eight at
// a time (33, 49, 81 of n = 128, 256, 512); LFENCE, four of them and a chain of 74 cycles behind
// 89.5, sixteen chained loads behind 88.5, before 154. So one starts when all before it is done,
// and what comes behind goes on meanwhile, as far as the reorder buffer reaches.
inline constexpr unsigned kCyclesOfLock = 17;
// From one lock to the next at least, of whatever kind, of one line or two: 19.5 to 20.2 up to 16
// NOPs between, 21.3 with 32, 25.4 with 64.
inline constexpr unsigned kCyclesFromLockToLock = 20;
inline constexpr std::string_view kPipes03 = "Zn3FPVMul01";
inline constexpr std::string_view kProducts = "Zn3FPFMul01";

struct TimedOfZen5 {
  std::string_view opcode;
  std::string_view units;  // in place of all others that compute; none
  unsigned cycles;
  unsigned latency;
  std::string_view beside{};  // other units, for a cycle
};
inline constexpr auto kTimedOfZen5 = std::to_array<TimedOfZen5>({
    {"LOCK_PREFIX", kLocked, kCyclesFromLockToLock, 0},
    {"XCHG*rm", kLocked, kCyclesFromLockToLock, kCyclesOfLock},
    {"CMOV", kIntegerUnits, 2, 1},
    {"NOOP", "", 0, 0},
    // One element of memory for all lanes, or several, is a load; under a mask, or several, a
    // shuffle as well.
    {"VBROADCAST*rmk", kShuffles, 1, 2},
    {"VPBROADCAST*rmk", kShuffles, 1, 2},
    {"VBROADCAST*X*rm", kShuffles, 1, 1},
    {"VBROADCAST*rm", "", 0, 1},
    {"VPBROADCAST*rm", "", 0, 1},
    {"VPMOV*mr", kShuffles, 1, 2},
    {"VPEXTRB*mr", kShuffles, 1, 2},
    {"VPEXTR*mr", kAnyUnit, 1, 2},
    {"VMOVHP*mr", kAnyUnit, 1, 2},
    {"VEXTRACTPS*mr", kAnyUnit, 1, 2},
    {"VEXTRACT*mr", kShuffles, 1, 2},
    {"VCVT*2SI*rm", kSums, 1, 7, kOutOfVectors},
    {"VCVT*2USI*rm", kSums, 1, 7, kOutOfVectors},
    {"VCVTSI2S*rm", kConversions, 1, 3},
    {"VCVTSI642S*rm", kConversions, 1, 3},
    {"VCVTUSI*rm", kConversions, 1, 3},
    {"VREDUCE*rm", kProducts, 4, 6},
    {"VPCONFLICT", kSimpleShuffles, 3, 6},
    // Within 128 bits: four a cycle.
    {"VSHUFP", kAnyUnit, 1, 2},
    {"VUNPCK", kAnyUnit, 1, 2},
    {"VPUNPCK", kAnyUnit, 1, 2},
    {"VPSHUFD", kAnyUnit, 1, 2},
    {"VPSHUFHW", kAnyUnit, 1, 2},
    {"VPSHUFLW", kAnyUnit, 1, 2},
    {"VMOVSHDUP*rr", kAnyUnit, 1, 2},
    {"VMOVSLDUP*rr", kAnyUnit, 1, 2},
    {"VMOVDDUPrr", kAnyUnit, 1, 2},
    {"VMOVDDUPYrr", kAnyUnit, 1, 2},
    {"VMOVDDUP*rr", kShuffles, 1, 2},
    {"VPERMILP*ri", kAnyUnit, 1, 2},
    {"VINSERTPS*rr", kAnyUnit, 1, 2},
    {"VMOVLHPS", kAnyUnit, 1, 2},
    {"VMOVHLPS", kAnyUnit, 1, 2},
    {"VPSHUFBITQMB", kShuffles, 1, 4},
    {"VPERMPDYri", kShuffles, 1, 4},
    {"VPERMQYri", kShuffles, 1, 4},
    {"VPERMPD*ri", kShuffles, 1, 3},
    {"VPERMQ*ri", kShuffles, 1, 3},
    {"VEXTRACTF32x4Z256rr", kShuffles, 1, 4},
    {"VEXTRACTF64x2Z256rr", kShuffles, 1, 4},
    {"VEXTRACTI32x4Z256rr", kShuffles, 1, 4},
    {"VEXTRACTI64x2Z256rr", kShuffles, 1, 4},
    {"VEXTRACT*64x4Z", kShuffles, 1, 4},
    {"VEXTRACT*32x8Z", kShuffles, 1, 4},
    {"VINSERT*64x4Z", kShuffles, 1, 2},
    {"VINSERT*32x8Z", kShuffles, 1, 2},
    {"V*COMPRESS*Z128rr", kShuffles, 2, 2},
    {"V*EXPAND*Z128r", kShuffles, 2, 2},
    {"V*COMPRESS*Z256rr", kShuffles, 2, 4},
    {"V*EXPAND*Z256r", kShuffles, 2, 4},
    {"V*COMPRESS*Zrr", kShuffles, 2, 5},
    {"V*EXPAND*Zr", kShuffles, 2, 5},
    {"VPSLLV", kSums, 1, 2},
    {"VPSRLV", kSums, 1, 2},
    {"VPSRAV", kSums, 1, 2},
    // Rotations, shifts by a register, dot products.
    {"VPSLL*rr", kProducts, 1, 2},
    {"VPSRL*rr", kProducts, 1, 2},
    {"VPSRA*rr", kProducts, 1, 2},
    {"VPSLL*rm", kProducts, 1, 2},
    {"VPSRL*rm", kProducts, 1, 2},
    {"VPSRA*rm", kProducts, 1, 2},
    {"VPROL", kProducts, 1, 2},
    {"VPROR", kProducts, 1, 2},
    {"VPSHLD", kProducts, 1, 2},
    {"VPSHRD", kProducts, 1, 2},
    {"VFIXUPIMM", kProducts, 1, 2},
    {"VPSADBW", kProducts, 1, 3},
    {"VPDPBUSD", kProducts, 1, 4},
    {"VPDPWSSD", kProducts, 1, 4},
    {"VPMADD52", kProducts, 1, 4},
    {"VGF2P8", kShuffles, 1, 3},
    {"VRCP14", kShuffles, 1, 5},
    {"VRSQRT14", kShuffles, 1, 5},
    // What saturates, counts bits, or compares 64 of them.
    {"VPABS", kPipes03, 1, 2},
    {"VPADDS", kPipes03, 1, 2},
    {"VPADDUS", kPipes03, 1, 2},
    {"VPSUBS", kPipes03, 1, 2},
    {"VPSUBUS", kPipes03, 1, 2},
    {"VPSIGN", kPipes03, 1, 2},
    {"VPMAX*Q", kPipes03, 1, 2},
    {"VPMIN*Q", kPipes03, 1, 2},
    {"VPOPCNT", kPipes03, 1, 2},
    {"VPLZCNT", kPipes03, 1, 2},
    {"VPCMPEQQr", kPipes03, 1, 2},
    {"VPCMPEQQY", kPipes03, 1, 2},
    {"VPCMPGTQr", kPipes03, 1, 2},
    {"VPCMPGTQY", kPipes03, 1, 2},
    // Between 128 bits and more: two operations.
    {"VCVTPS2PDY", kSimpleShuffles, 2, 5},
    {"VCVTPS2PDZ256", kSimpleShuffles, 2, 5},
    {"VCVTDQ2PDY", kSimpleShuffles, 2, 5},
    {"VCVT*DQ2PDZ256", kSimpleShuffles, 2, 5},
    {"VCVTPH2PSY", kSimpleShuffles, 2, 5},
    {"VCVTPH2PSZ256", kSimpleShuffles, 2, 5},
    {"VCVT*PS2*QQZ256", kSimpleShuffles, 2, 5},
    {"VCVT*QQ2PSZ256", kSimpleShuffles, 2, 6},
    {"VHADDP", kProgram, 2, 5},
    {"VHSUBP", kProgram, 2, 5},
    {"VPHADD", kProgram, 2, 4},
    {"VPHSUB", kProgram, 2, 4},
    {"VDPPS*rm", kProgram, 6, 13},
    {"VDPPS", kProgram, 4, 13},
    {"VDPPD*rm", kProgram, 5, 8},
    {"VDPPD", kProgram, 3, 8},
    // Into masks, and between them.
    {"VPMOV*2MZ128", kShuffles, 1, 3},
    {"VPMOV*2M", kShuffles, 1, 4},
    {"VPCMP*Z128", kShuffles, 1, 3},
    {"VPCMP*Z", kShuffles, 1, 4},
    {"VPTESTM*Z128", kShuffles, 1, 3},
    {"VPTESTM", kShuffles, 1, 4},
    {"VPTESTNM*Z128", kShuffles, 1, 3},
    {"VPTESTNM", kShuffles, 1, 4},
    {"VFPCLASSP*Z256", kShuffles, 1, 4},
    {"VFPCLASS", kShuffles, 1, 3},
    {"VCMPP*Z128", kShuffles, 1, 3},
    {"VCMPS*Z", kShuffles, 1, 3},
    {"VCMP*Z", kShuffles, 1, 4},
    {"KORTEST", "Zn3FPP1|Zn3FPP2", 1, 6, kOutOfVectors},
    {"KTEST", "Zn3FPP1|Zn3FPP2", 1, 6, kOutOfVectors},
    {"KMOV*kr", "", 0, 5, kFromRegister},
    {"KMOV*rk", kOfMasks, 1, 4, kOutOfVectors},
    {"KAND", kOfMasks, 1, 1},
    {"KOR", kOfMasks, 1, 1},
    {"KXOR", kOfMasks, 1, 1},
    {"KXNOR", kOfMasks, 1, 1},
    {"KNOT", kOfMasks, 1, 1},
    {"KADD", kOfMasks, 1, 1},
    {"KSHIFT", kOfMasks, 1, 1},
    {"KUNPCK", kOfMasks, 1, 1},
    {"KMOV*kk", kOfMasks, 1, 1},
    // To flags and general registers, and from them.
    {"VUCOMIS", kSums, 1, 6, kOutOfVectors},
    {"VCOMIS", kSums, 1, 6, kOutOfVectors},
    {"VPTESTrr", kShuffles, 1, 6, kOutOfVectors},
    {"VPTESTYrr", kShuffles, 1, 8, kOutOfVectors},
    {"VTESTP*Yrr", kShuffles, 1, 8, kOutOfVectors},
    {"VTESTP*rr", kShuffles, 1, 6, kOutOfVectors},
    {"VMOVMSKP*Yrr", "", 0, 6, kOutOfVectors},
    {"VMOVMSKP*rr", "", 0, 4, kOutOfVectors},
    {"VPMOVMSKBYrr", "", 0, 6, kOutOfVectors},
    {"VPMOVMSKBrr", "", 0, 4, kOutOfVectors},
    {"VCVT*2SI*rr", kSums, 1, 7, kOutOfVectors},
    {"VCVT*2USI*rr", kSums, 1, 7, kOutOfVectors},
    {"VMOVPQIto64*rr", "", 0, 4, kOutOfVectors},
    {"VMOVPDI2DI*rr", "", 0, 4, kOutOfVectors},
    {"VPEXTRB*rr", kShuffles, 1, 6, kOutOfVectors},
    {"VPEXTR*rr", kAnyUnit, 1, 6, kOutOfVectors},
    {"VEXTRACTPS*rr", kAnyUnit, 1, 6, kOutOfVectors},
    {"VMOV64toPQI*rr", "", 0, 3, kFromRegister},
    {"VMOVDI2PDI*rr", "", 0, 3, kFromRegister},
    {"VPINSR*rr", kAnyUnit, 1, 2, kFromRegister},
    {"VPBROADCAST*rZ", "", 0, 2, kFromRegister},
    {"VCVTSI2S*rr", kConversions, 1, 3, kFromRegister},
    {"VCVTSI642S*rr", kConversions, 1, 3, kFromRegister},
    {"VCVTUSI*rr", kConversions, 1, 3, kFromRegister},
    // The dividers.
    {"VDIVPS", kHalvesOfDivider, 5, 10},
    {"VDIVSS", kHalvesOfDivider, 5, 10},
    {"VDIVPD", kHalvesOfDivider, 8, 13},
    {"VDIVSD", kHalvesOfDivider, 8, 13},
    {"VSQRTPS", kHalvesOfDivider, 9, 14},
    {"VSQRTSS", kHalvesOfDivider, 9, 14},
    {"VSQRTPD", kHalvesOfDivider, 14, 20},
    {"VSQRTSD", kHalvesOfDivider, 14, 20},
});

// What microcode does beside its own unit. It is dispatched alone for so many cycles: eight VDPPS
// and six additions each take 33 cycles, and 24 NOPs each 50; SHLD alone takes one, with one to six
// LEA, NOP or MOV each two.
struct MicrocodeOfZen5 {
  std::string_view opcode;
  unsigned dispatch_cycles;  // none: with others
  unsigned micro_ops;        // in the reorder buffer
  unsigned sums = 0;
  unsigned products = 0;
  unsigned others = 0;
};
inline constexpr auto kMicrocodeOfZen5 = std::to_array<MicrocodeOfZen5>({
    {"SHLD", 1, 1},
    {"SHRD", 1, 1},
    {"VDPPS", 3, 7, 1, 1, 1},
    {"VDPPD", 2, 4, 1, 1},
    {"VHADDP", 0, 4, 2},
    {"VHSUBP", 0, 4, 2},
    {"VPHADD", 0, 3, 0, 0, 1},
    {"VPHSUB", 0, 3, 0, 0, 1},
});

// Programs: fences, scatters however few lanes are active, compressing into memory.
struct ProgramOfZen5 {
  std::string_view opcode;
  unsigned cycles;
  unsigned latency;
  unsigned micro_ops;
  unsigned entries = 0;      // of the schedulers, while it waits
  unsigned third_reads = 0;  // cycles (third_reads.h)
};
inline constexpr auto kProgramsOfZen5 = std::to_array<ProgramOfZen5>({
    {"MFENCE", 80, 80, 320},
    {"LFENCE", 15, 15, 60},
    {"VSCATTERDPSZmr", 17, 17, 88, 32, 34},
    {"VPSCATTERDDZmr", 17, 17, 88, 32, 34},
    {"VSCATTERDPSZ256mr", 9, 9, 44, 16, 17},
    {"VPSCATTERDDZ256mr", 9, 9, 44, 16, 17},
    {"V*SCATTER*Z128mr", 6, 6, 24, 8, 9},
    {"V*SCATTER*Z256mr", 5, 5, 24, 8, 9},
    {"V*SCATTER*Zmr", 9, 9, 44, 16, 17},
    {"V*COMPRESS*mr", 2, 6, 4},
});

// Gathers, of AVX-512 however few lanes are active, and of AVX2. Twelve products, sums or
// permutations beside one of eight lanes take no time of their own; 128 NOPs beside one of 16, 8
// or 4 lanes take 9.2, 5.1 or 4.1 cycles more, instructions that make masks of masks go on behind
// 12.4, 4.4 or 3.0, loads of vectors behind 9.8, 4.5 or 2.3. Behind a chain of 60 cycles that they
// wait for three gathers of eight lanes take 62 cycles, four 86; one of 16 61, two 85; four
// scatters of eight 61, five 75 (those of four lanes were not timed so).
struct GatherOfZen5 {
  std::string_view opcode;
  unsigned cycles;           // one after the other
  unsigned latency;          // from what it is merged with
  unsigned later;            // from its indices, its mask or its base
  unsigned until_mask;       // from these to the mask that it leaves
  unsigned micro_ops;        // in the reorder buffer
  unsigned dispatch_cycles;  // alone
  unsigned load_cycles;      // of both ports
  unsigned mask_cycles;      // of both ways into masks
  unsigned register_cycles;  // of the ways to general registers and to flags
  unsigned entries;          // of the schedulers, while it waits
  unsigned third_reads;      // cycles (third_reads.h)
};
inline constexpr auto kGathersOfZen5 = std::to_array<GatherOfZen5>({
    {"VGATHERDPSZrm", 13, 20, 8, 19, 84, 9, 9, 12, 10, 40, 17},
    {"VPGATHERDDZrm", 13, 20, 8, 19, 84, 9, 9, 12, 10, 40, 17},
    {"VGATHERDPSZ256rm", 6, 12, 11, 11, 38, 4, 4, 5, 5, 20, 9},
    {"VPGATHERDDZ256rm", 6, 12, 11, 11, 38, 4, 4, 5, 5, 20, 9},
    {"VGATHERDPSY", 6, 12, 11, 11, 38, 4, 4, 5, 5, 20, 9},
    {"VPGATHERDDY", 6, 12, 11, 11, 38, 4, 4, 5, 5, 20, 9},
    {"V*GATHER*Z128rm", 4, 6, 10, 3, 18, 3, 3, 3, 3, 10, 5},
    {"V*GATHER*Z256rm", 4, 6, 10, 3, 20, 3, 3, 3, 3, 10, 5},
    {"V*GATHER*Zrm", 7, 14, 10, 11, 44, 5, 5, 5, 5, 20, 9},
    {"VGATHER*Y", 5, 7, 10, 3, 24, 4, 3, 3, 3, 10, 5},
    {"VPGATHER*Y", 4, 7, 11, 3, 24, 3, 3, 3, 3, 10, 5},
    {"V*GATHER*rm", 4, 6, 10, 3, 18, 3, 3, 3, 3, 10, 5},
});

}  // namespace clgauge::lens::zen
