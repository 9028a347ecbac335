#pragma once

#include <array>
#include <string_view>

#include "lens/throughput/zen_units.h"

// What zen_errata.cpp mends: by table, what LLVM 15 has wrong about AMD's Zen 3 and Zen 4.
namespace clgauge::lens::zen {

// Every table names opcodes by patterns (opcode_pattern.h). What is said of znver3 is true of
// znver4 as well, and both of znver5, unless a line before, or zen5_timed.h, says otherwise.

// Instructions that keep a port busy for one cycle, where the table says longer. AMD 56665,
// Software Optimization Guide for the AMD EPYC 7003: two fused operations a cycle.
struct Pipelined {
  std::string_view cpu;
  std::string_view opcode;
};
inline constexpr std::array<Pipelined, 4> kPipelined = {
    {{"znver3", "VFMADD"}, {"znver3", "VFMSUB"}, {"znver3", "VFNMADD"}, {"znver3", "VFNMSUB"}}};

// Instructions that occupy another unit than the table says, or for another time. The rates are
// those of unrolled loops of these instructions, alone and mixed with others, on an EPYC 7003.
struct Moved {
  std::string_view cpu;
  std::string_view opcode;
  std::string_view from;  // unit of the table
  std::string_view to;
  unsigned cycles;
};
inline constexpr std::array<Moved, 66> kMoved = {{
    // Stores take their turn among the three loads and stores of a cycle once.
    {"znver4", "MOV*mr", kLoadsAndStores, kLoadsAndStores, 1},
    {"znver4", "MOV*mi", kLoadsAndStores, kLoadsAndStores, 1},
    // Two a cycle.
    {"znver4", "SETCCm", kStores, kStores, 2},
    // Four a cycle, where they are no chain.
    {"znver4", "ADC", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "SBB", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "SETCC", kSettingUnits, kSettingUnits, 1},
    // Constants, and moves of bytes: four a cycle, as moves of other registers.
    {"znver4", "MOV32ri", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "MOV64ri", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "MOV16ri", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "MOV8ri", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "MOV8rr", kIntegerUnits, kIntegerUnits, 1},
    // With a constant and the accumulator: four a cycle, as with any other register (beside six
    // additions of 1 to others 2.0 cycles, by the table 2.75).
    {"znver4", "ADD8i8", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "ADD16i16", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "ADD32i32", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "ADD64i32", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "SUB8i8", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "SUB16i16", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "SUB32i32", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "SUB64i32", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "AND8i8", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "AND16i16", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "AND32i32", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "AND64i32", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "OR8i8", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "OR16i16", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "OR32i32", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "OR64i32", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "XOR8i8", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "XOR16i16", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "XOR32i32", kIntegerUnits, kIntegerUnits, 1},
    {"znver4", "XOR64i32", kIntegerUnits, kIntegerUnits, 1},
    // Two a cycle, as any load.
    {"znver4", "VPINSR*rm", kLoadPorts, kShuffles, 1},
    // With a move between the register files.
    {"znver4", "VCVTSI2S*rr", kSums, kConversions, 1},
    {"znver4", "VCVTSI642S*rr", kSums, kConversions, 1},
    {"znver4", "VCVTUSI*rr", kSums, kConversions, 1},
    {"znver4", "VCVT*2SI*rr", kSums, kSums, 1},
    {"znver4", "VCVT*2USI*rr", kSums, kSums, 1},
    // The dividends of indices are short: EPYC 9004.
    {"znver4", "IDIV32r", "Zn3ALU0", kDivider, 6},
    {"znver4", "IDIV64r", "Zn3ALU0", kDivider, 7},
    {"znver4", "DIV32r", "Zn3ALU0", kDivider, 6},
    {"znver4", "DIV64r", "Zn3ALU0", kDivider, 7},
    // As those of registers: EPYC 9005.
    {"znver5", "IDIV32m", "Zn3ALU0", kDivider, 6},
    {"znver5", "IDIV64m", "Zn3ALU0", kDivider, 7},
    {"znver5", "DIV32m", "Zn3ALU0", kDivider, 6},
    {"znver5", "DIV64m", "Zn3ALU0", kDivider, 7},
    // Products of integers share the units of products of floats, shifts and extremes those of
    // sums.
    {"znver4", "VPMUL", "Zn3FPVMul01", "Zn3FPFMul01", 1},
    {"znver4", "VPMADD", "Zn3FPVMul01", "Zn3FPFMul01", 1},
    // To general registers: one a cycle, whatever is loaded or, on a Zen 4, stored meanwhile.
    {"znver4", "VPEXTR*rr", kLoadPorts, kToRegisters, 1},
    {"znver4", "VEXTRACTPS*rr", kLoadPorts, kToRegisters, 1},
    {"znver3", "VMOVPQIto64rr", kLoadPorts, kStorePort, 1},
    {"znver3", "VMOVPDI2DIrr", kLoadPorts, kStorePort, 1},
    {"znver3", "MOVPQIto64rr", kLoadPorts, kStorePort, 1},
    {"znver3", "MOVPDI2DIrr", kLoadPorts, kStorePort, 1},
    {"znver3", "VPEXTR", kLoadPorts, kStorePort, 1},
    {"znver3", "PEXTR", kLoadPorts, kStorePort, 1},
    // From general registers: one a cycle, beside stores and loads.
    {"znver3", "VMOV64toPQIrr", kLoadPorts, "Zn3FPP3", 1},
    {"znver3", "VMOVDI2PDIrr", kLoadPorts, "Zn3FPP3", 1},
    {"znver3", "MOV64toPQIrr", kLoadPorts, "Zn3FPP3", 1},
    {"znver3", "MOVDI2PDIrr", kLoadPorts, "Zn3FPP3", 1},
    {"znver3", "VPINSR", kLoadPorts, "Zn3FPP3", 1},
    // Extraction and insertion of halves together: one a cycle.
    {"znver3", "VEXTRACTF128rr", "Zn3FPP0", kCrossing, 1},
    {"znver3", "VEXTRACTI128rr", "Zn3FPP0", kCrossing, 1},
    // Of numbers such as indices are.
    {"znver3", "IDIV32r", "Zn3ALU0", kDivider, 9},
    {"znver3", "IDIV64r", "Zn3ALU0", kDivider, 9},
    {"znver3", "DIV32r", "Zn3ALU0", kDivider, 6},
    {"znver3", "DIV64r", "Zn3ALU0", kDivider, 7},
}};

// What makes a general register of a vector, or of a number in one, takes all integer units of a
// Zen 3 for a cycle. Loops of four of them and k additions, on an EPYC 7003, cycles a round: 6.0
// for k = 8, 6.9 for 12, 7.8 for 16 (by the table 4.0, 4.0, 4.3); of eight and 16 additions 12.1,
// 22.3 where those wait for each other (8.0, 16). What only sets flags (VCOMISS, VPTEST) takes
// three of the four, and is left as it is.
struct Blocking {
  std::string_view cpu;  // alone: not true of its successors
  std::string_view opcode;
};
inline constexpr std::array<Blocking, 11> kBlocking = {{{"znver3", "VMOVPQIto64rr"},
                                                        {"znver3", "VMOVPDI2DIrr"},
                                                        {"znver3", "MOVPQIto64rr"},
                                                        {"znver3", "MOVPDI2DIrr"},
                                                        {"znver3", "VPEXTR*rr"},
                                                        {"znver3", "PEXTR*rr"},
                                                        {"znver3", "VMOVMSKP"},
                                                        {"znver3", "MOVMSKP"},
                                                        {"znver3", "VPMOVMSKB"},
                                                        {"znver3", "VCVT*2SI*rr"},
                                                        {"znver3", "CVT*2SI*rr"}}};

// On an EPYC 9004, in cycles of any integer unit, by how much longer four of them and 16, 24, 32
// independent operations take than these alone, spread and side by side: to general registers
// and to flags 3.2 to 3.7 units each, where they are two operations up to 4, from general registers
// 1.0 to 2.7, for two of them are not dispatched together.
struct Crossing {
  std::string_view cpu;
  std::string_view opcode;
  unsigned cycles;
};
inline constexpr unsigned kFromRegisters = 2;
inline constexpr std::array<Crossing, 24> kCrossings = {
    {{"znver4", "VMOVPQIto64", 3},
     {"znver4", "VMOVPDI2DI", 3},
     {"znver4", "VPMOVMSKB", 3},
     {"znver4", "KMOV*rk", 3},
     {"znver4", "KORTEST", 3},
     {"znver4", "KTEST", 3},
     {"znver4", "VUCOMIS", 3},
     {"znver4", "VCOMIS", 3},
     {"znver4", "VTESTP", 3},
     {"znver4", "VPTESTr", 3},
     {"znver4", "VPTESTY", 3},
     {"znver4", "VMOVMSKP", 4},
     {"znver4", "VPEXTR*rr", 4},
     {"znver4", "VEXTRACTPS*rr", 4},
     {"znver4", "VCVT*2SI", 4},
     {"znver4", "VCVT*2USI", 4},
     {"znver4", "VMOV64toPQI", kFromRegisters},
     {"znver4", "VMOVDI2PDI", kFromRegisters},
     {"znver4", "VPINSR*rr", kFromRegisters},
     {"znver4", "VCVTSI2S*rr", kFromRegisters},
     {"znver4", "VCVTSI642S*rr", kFromRegisters},
     {"znver4", "VCVTUSI*rr", kFromRegisters},
     {"znver4", "KMOV*kr", kFromRegisters},
     {"znver4", "VPBROADCAST*rZ", kFromRegisters}}};

// Results that come later than the table says: there and back between the register files takes 6
// cycles in a chain of such moves on an EPYC 7003, 8 by VPEXTRQ and VPINSRQ; the table says 2.
struct Late {
  std::string_view cpu;
  std::string_view opcode;
  unsigned latency;
};
inline constexpr std::array<Late, 105> kLate = {{
    // To flags and to general registers, in chains with moves back; from vectors of 256 bits later.
    {"znver4", "VPTESTrr", 5},
    {"znver4", "VPTESTYrr", 7},
    {"znver4", "VTESTP*Yrr", 7},
    {"znver4", "VTESTP*rr", 5},
    {"znver4", "VMOVMSKP*Yrr", 5},
    {"znver4", "VMOVMSKP*rr", 3},
    {"znver4", "VPMOVMSKBYrr", 5},
    {"znver4", "VPMOVMSKBrr", 3},
    {"znver4", "VCVT*2SI*rr", 6},
    {"znver4", "VCVT*2USI*rr", 6},
    {"znver4", "VPEXTRD*rr", 4},
    {"znver4", "VPEXTRQ*rr", 4},
    {"znver4", "VPEXTRB*rr", 5},
    {"znver4", "VPEXTRW*rr", 4},
    {"znver4", "VEXTRACTPS*rr", 4},
    // Of the vector that the register goes into: kSources has the register.
    {"znver4", "VPINSRB*rr", 2},
    {"znver4", "VPINSR*rr", 1},
    {"znver4", "VPINSRB*rm", 2},
    {"znver4", "VPINSR*rm", 1},
    {"znver4", "VCVTSI2S*rr", 3},
    {"znver4", "VCVTSI642S*rr", 3},
    {"znver4", "VCVTUSI*rr", 3},
    // Of the mask, and of the lanes that stay: memory is there by then.
    {"znver4", "VMOV*rmk", 1},
    {"znver4", "VBROADCAST*rmk", 1},
    {"znver4", "VPBROADCAST*rmk", 1},
    {"znver4", "VPMOVZX*rmk", 2},
    {"znver4", "VPMOVSX*rmk", 2},
    {"znver4", "VMOVHP*rm", 1},
    {"znver4", "VMOVLP*rm", 1},
    {"znver4", "VMASKMOVP*rm", 1},
    {"znver4", "VPMASKMOV*rm", 1},
    {"znver4", "VPLZCNT", 2},
    {"znver4", "VPROL*ri", 2},
    {"znver4", "VPROR*ri", 2},
    {"znver4", "VPSLLV", 1},
    {"znver4", "VPSRLV", 1},
    {"znver4", "VPSRAV", 1},
    // By a count in a register; by a constant one cycle.
    {"znver4", "VPSLL*rr", 2},
    {"znver4", "VPSRL*rr", 2},
    {"znver4", "VPSRA*rr", 2},
    {"znver4", "VPSLL*rm", 2},
    {"znver4", "VPSRL*rm", 2},
    {"znver4", "VPSRA*rm", 2},
    {"znver4", "VPAVG", 2},
    {"znver4", "VPALIGNR", 2},
    {"znver4", "VPERMILP*rr", 2},
    {"znver4", "VPERMILP*rm", 2},
    {"znver4", "VPCMPEQQr", 2},
    {"znver4", "VPCMPEQQY", 2},
    {"znver4", "VPCMPGTQr", 2},
    {"znver4", "VPCMPGTQY", 2},
    {"znver4", "VPSHLD", 2},
    {"znver4", "VPSHRD", 2},
    {"znver4", "VRANGE", 2},
    {"znver4", "VFIXUPIMM", 2},
    {"znver4", "VREDUCE", 6},
    {"znver4", "VDPPS", 11},
    {"znver4", "VDPPD", 7},
    {"znver4", "VCVTPD2PSrr", 3},
    {"znver4", "VCVTPH2PSZrr", 6},
    {"znver4", "VHADDP", 4},
    {"znver4", "VHSUBP", 4},
    {"znver4", "VCVTDQ2PDYr", 4},
    {"znver4", "VCVT*DQ2PDZ256r", 4},
    {"znver4", "VPROLV", 2},
    {"znver4", "VPRORV", 2},
    {"znver4", "VPABS", 2},
    {"znver4", "VPERMBZ128", 2},
    {"znver4", "VPERMWZ128", 2},
    {"znver4", "VPERM*2*128rr", 3},
    {"znver4", "VPERMBZ256", 4},
    {"znver4", "VPERMWZ256", 4},
    {"znver4", "VCVT*QQ2PSZ256rr", 6},
    {"znver4", "VCVT*QQ2PSZrr", 7},
    {"znver4", "VCVT*PS2*QQZ256rr", 4},
    {"znver4", "VCVT*PS2*QQZrr", 6},
    {"znver4", "TZCNT", 1},
    {"znver4", "BLS", 1},
    {"znver4", "PDEP", 3},
    {"znver4", "PEXT", 3},
    // Loads: load_times.h.
    {"znver4", "MOVZX*rm", 4},
    {"znver4", "MOVSX*rm", 5},
    {"znver4", "MOV*rm", 4},
    {"znver4", "VMOV*Zrm", 7},
    {"znver4", "VMOV*rm", 6},
    {"znver4", "VBROADCAST*rm", 6},
    {"znver4", "VPBROADCAST*rm", 6},
    {"znver4", "VPMOVZX*rm", 8},
    {"znver4", "VPMOVSX*rm", 8},
    // Of the operand in a register.
    {"znver4", "VMAX*rm", 2},
    {"znver4", "VMIN*rm", 2},
    {"znver3", "VMOVPQIto64rr", 3},
    {"znver3", "VMOVPDI2DIrr", 3},
    {"znver3", "MOVPQIto64rr", 3},
    {"znver3", "MOVPDI2DIrr", 3},
    {"znver3", "VMOV64toPQIrr", 3},
    {"znver3", "VMOVDI2PDIrr", 3},
    {"znver3", "MOV64toPQIrr", 3},
    {"znver3", "MOVDI2PDIrr", 3},
    // With a shuffle before; the table adds the one after.
    {"znver3", "VPEXTRDrr", 4},
    {"znver3", "VPEXTRQrr", 4},
    {"znver3", "PEXTRQrr", 4},
    {"znver3", "VPINSRDrr", 3},
    {"znver3", "VPINSRQrr", 3},
    {"znver3", "PINSRQrr", 3},
}};

// Sources that are needed before the others: results come so many cycles later of them. Chains of
// VPINSRD, of VCVTSI2SS, take 1 and 3 cycles each through the vector, 4 and 6 through the register.
struct Source {
  std::string_view cpu;
  std::string_view opcode;
  unsigned place;  // among the sources
  unsigned cycles;
};
inline constexpr std::array<Source, 17> kSources = {{// The exponents.
                                                     {"znver4", "VSCALEF*rrkz", 2, 3},
                                                     {"znver4", "VSCALEF*rrk", 3, 3},
                                                     {"znver4", "VSCALEF*rr", 1, 3},
                                                     // The mask.
                                                     {"znver4", "V*COMPRESS*rrkz", 0, 4},
                                                     {"znver4", "V*EXPAND*rrkz", 0, 4},
                                                     {"znver4", "V*COMPRESS*rrk", 1, 4},
                                                     {"znver4", "V*EXPAND*rrk", 1, 4},
                                                     {"znver5", "VMOVSSZrrk", 1, 1},
                                                     {"znver5", "VMOVSDZrrk", 1, 1},
                                                     // The general register.
                                                     {"znver4", "VPBROADCAST*rZ*rrkz", 1, 3},
                                                     {"znver4", "VPBROADCAST*rZ*rrk", 2, 3},
                                                     {"znver4", "VPBROADCAST*rZ*rr", 0, 3},
                                                     {"znver4", "VPINSRB*rr", 1, 4},
                                                     {"znver4", "VPINSR*rr", 1, 3},
                                                     {"znver4", "VCVTSI2S*rr", 1, 3},
                                                     {"znver4", "VCVTSI642S*rr", 1, 3},
                                                     {"znver4", "VCVTUSI*rr", 1, 3}}};

// Instructions of two operations, where the table, or what is timed below, has one. Eight of them
// and 176 moves that only take their places among the six of a cycle, on an EPYC 9004.
struct Split {
  std::string_view cpu;
  std::string_view opcode;
};
inline constexpr std::array<Split, 30> kSplit = {
    {{"znver4", "V*COMPRESS*rr"},   {"znver4", "V*EXPAND*r"},       {"znver4", "VCVTPH2PSY"},
     {"znver4", "VCVTPH2PSZ"},      {"znver4", "VCVTPS2PHYrr"},     {"znver4", "VCVTPS2PHZrr"},
     {"znver4", "VCVTPS2PHZ256rr"}, {"znver4", "VUCOMIS"},          {"znver4", "VCOMIS"},
     {"znver4", "KMOV*kr"},         {"znver4", "KORTEST"},          {"znver4", "KTEST"},
     {"znver4", "VPBROADCAST*rZ"},  {"znver4", "VEXTRACT*mr"},      {"znver4", "VPMOV*mr"},
     {"znver4", "VMOVUP*Zmr"},      {"znver4", "VMOVAP*Zmr"},       {"znver4", "VMOVDQ*Zmr"},
     {"znver4", "VCVTPS2PDY"},      {"znver4", "VCVTPS2PDZ256rr"},  {"znver4", "VCVTPS2PDZrr"},
     {"znver4", "VCVTPD2PSY"},      {"znver4", "VCVTPD2PSZ256rr"},  {"znver4", "VCVTPD2PSZrr"},
     {"znver4", "VCVTDQ2PDY"},      {"znver4", "VCVTDQ2PDZ256rr"},  {"znver4", "VCVTDQ2PDZrr"},
     {"znver4", "VCVTTPD2DQY"},     {"znver4", "VCVTTPD2DQZ256rr"}, {"znver4", "VCVTTPD2DQZrr"}}};

// Instructions that are programs of their own, where the table has one operation. Cycles and
// latencies are those of loops and of chains of them, as above; operations four a cycle, which is
// how their programs are read. Of AVX-512's gathers and scatters they are as many as entries of the
// reorder buffer (320): rounds of 15 divisions in a chain, 195 cycles, and four gathers of 8 lanes
// begin every 120 cycles, of 16 lanes every 229.
struct Microcoded {
  std::string_view cpu;
  std::string_view opcode;
  unsigned cycles;  // between halves of vectors
  unsigned latency;
  unsigned micro_ops;
};
inline constexpr std::array<Microcoded, 29> kMicrocoded = {{
    // What was before them ends, and nothing after begins: mem_fence() and
    // atomic_work_item_fence().
    {"znver4", "MFENCE", 57, 57, 228},
    {"znver4", "LFENCE", 20, 20, 80},
    // AVX-512's, on an EPYC 9004; however few lanes are active.
    {"znver4", "VGATHERDPSZrm", 17, 30, 84},
    {"znver4", "VPGATHERDDZrm", 17, 30, 84},
    {"znver4", "VGATHERDPSZ256rm", 9, 20, 40},
    {"znver4", "VPGATHERDDZ256rm", 9, 20, 40},
    {"znver4", "V*GATHER*Z128rm", 4, 12, 16},
    {"znver4", "V*GATHER*Z256rm", 5, 16, 24},
    {"znver4", "V*GATHER*Zrm", 9, 22, 44},
    {"znver4", "VSCATTERDPSZmr", 22, 22, 88},
    {"znver4", "VPSCATTERDDZmr", 22, 22, 88},
    {"znver4", "VSCATTERDPSZ256mr", 13, 13, 44},
    {"znver4", "VPSCATTERDDZ256mr", 13, 13, 44},
    {"znver4", "V*SCATTER*Z128mr", 6, 6, 24},
    {"znver4", "V*SCATTER*Z256mr", 6, 6, 24},
    {"znver4", "V*SCATTER*Zmr", 11, 11, 44},
    {"znver4", "VCOMPRESS*Z128mr", 30, 30, 180},
    {"znver4", "V*COMPRESS*Z256mr", 57, 57, 228},
    {"znver4", "V*COMPRESS*Zmr", 74, 74, 296},
    {"znver3", "VGATHERDPSY", 9, 22, 36},
    {"znver3", "VPGATHERDDY", 9, 22, 36},
    {"znver3", "VGATHERDPDrm", 4, 13, 16},
    {"znver3", "VGATHERQPDrm", 4, 13, 16},
    {"znver3", "VGATHERQPSrm", 4, 13, 16},
    {"znver3", "VPGATHERDQrm", 4, 13, 16},
    {"znver3", "VPGATHERQQrm", 4, 13, 16},
    {"znver3", "VPGATHERQDrm", 4, 13, 16},
    {"znver3", "VGATHER", 5, 16, 20},
    {"znver3", "VPGATHER", 5, 16, 20},
}};

}  // namespace clgauge::lens::zen
