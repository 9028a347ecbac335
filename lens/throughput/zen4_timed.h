#pragma once

#include <array>
#include <string_view>

#include "lens/throughput/zen_units.h"

// What zen_errata.cpp mends of Zen 4's own, as zen_tables.h does of both.
namespace clgauge::lens::zen {

// Zen 4's vector instructions that Zen 3's table puts elsewhere, and locked ones of both, as timed
// in loops and in chains on an EPYC 9004; of 256 bits or less, whose halves others are
// (wide_operations.h). One micro-operation each.
struct Timed {
  std::string_view cpu;
  std::string_view opcode;
  std::string_view units;  // in place of all others that compute; none
  unsigned cycles;
  unsigned latency;
};
inline constexpr std::array<Timed, 179> kTimed = {{
    // Locked instructions follow each other, beside all else, loads of other lines among it: LOCK
    // XADD and LOCK CMPXCHG of one line take 8.3 and 9.0 cycles, of two lines by turns 8; with 32
    // sums of vectors, or a chain of four, as long as these.
    // So they do on an EPYC 7003: LOCK INC, ADD, XADD and XCHG take 7.7 to 8.8 cycles, LOCK INC
    // beside 8 and 16 NOPs 8, beside 64 17.6, with 16 additions in a chain 16.5.
    {"znver3", "LOCK_PREFIX", kLocked, 8, 0},
    {"znver3", "XCHG*rm", kLocked, 8, 8},
    // Between the register files, of AVX-512's registers, too.
    {"znver4", "VMOVPQIto64*rr", kToRegisters, 1, 3},
    {"znver4", "VMOVPDI2DI*rr", kToRegisters, 1, 3},
    {"znver4", "VMOV64toPQI*rr", "Zn3FPP3", 1, 3},
    {"znver4", "VMOVDI2PDI*rr", "Zn3FPP3", 1, 3},
    // Their results go to flags and general registers (kBeside).
    {"znver4", "VUCOMIS", kSums, 1, 4},
    {"znver4", "VCOMIS", kSums, 1, 4},
    {"znver4", "VMOVMSKP", "", 0, 3},
    {"znver4", "VPMOVMSKB", "", 0, 3},
    // One element of memory for all lanes is a load, and no more, but for AVX-512's of floats, of
    // several elements, and under a mask.
    {"znver4", "VPBROADCAST*Zrmk", kShuffles, 2, 1},
    {"znver4", "VBROADCASTS*Zrm", kShuffles, 2, 1},
    {"znver4", "VBROADCASTS*Z*rm", kShuffles, 1, 1},
    {"znver4", "VBROADCAST*X4rm", kShuffles, 2, 1},
    {"znver4", "VBROADCAST*X8rm", kShuffles, 2, 1},
    {"znver4", "VBROADCAST*X2rm", kShuffles, 2, 1},
    {"znver4", "VPBROADCAST*rm", "", 0, 1},
    {"znver4", "VBROADCASTS*rm", "", 0, 1},
    {"znver4", "VMOVDDUPrm", "", 0, 1},
    {"znver4", "VSHUFP", kSimpleShuffles, 1, 1},
    {"znver4", "VUNPCK", kSimpleShuffles, 1, 1},
    {"znver4", "VPUNPCK", kSimpleShuffles, 1, 1},
    {"znver4", "VPSHUFD*ri", kSimpleShuffles, 1, 1},
    {"znver4", "VMOVSHDUP*rr", kSimpleShuffles, 1, 1},
    {"znver4", "VMOVDDUP*rr", kSimpleShuffles, 1, 1},
    {"znver4", "VPERMILP*ri", kSimpleShuffles, 1, 1},
    {"znver4", "VINSERTPS*rr", kSimpleShuffles, 1, 1},
    {"znver4", "VMOVLHPS", kSimpleShuffles, 1, 1},
    {"znver4", "VBROADCASTSSrr", kSimpleShuffles, 1, 1},
    {"znver4", "VPBROADCASTDrr", kSimpleShuffles, 1, 1},
    {"znver4", "VPBROADCASTQrr", kSimpleShuffles, 1, 1},
    {"znver4", "VPSHUFB", kShuffles, 1, 2},
    {"znver4", "VPACK", kShuffles, 1, 2},
    {"znver4", "VALIGN*Z128", kShuffles, 1, 2},
    {"znver4", "VALIGN", kShuffles, 1, 4},
    {"znver4", "VPERM2F128", kShuffles, 1, 3},
    {"znver4", "VPERM2I128", kShuffles, 1, 3},
    {"znver4", "VPMOVZX", kShuffles, 1, 2},
    {"znver4", "VPMOVSX", kShuffles, 1, 2},
    {"znver4", "VBLENDP", kAnyUnit, 1, 1},
    {"znver4", "VPERMT2", kShuffles, 1, 4},
    {"znver4", "VPERMI2", kShuffles, 1, 4},
    {"znver4", "VPERMPS", kShuffles, 1, 4},
    {"znver4", "VPERMPD", kShuffles, 1, 4},
    {"znver4", "VPERMD", kShuffles, 1, 4},
    {"znver4", "VPERMQ", kShuffles, 1, 4},
    {"znver4", "VSHUFF", kShuffles, 1, 3},
    {"znver4", "VSHUFI", kShuffles, 1, 3},
    {"znver4", "VEXTRACT*64x4Z", kShuffles, 2, 4},
    {"znver4", "VEXTRACT*32x8Z", kShuffles, 2, 4},
    {"znver4", "VEXTRACTF", kShuffles, 1, 3},
    {"znver4", "VEXTRACTI", kShuffles, 1, 3},
    {"znver4", "VINSERT*64x4Z", kShuffles, 2, 1},
    {"znver4", "VINSERT*32x8Z", kShuffles, 2, 1},
    {"znver4", "VINSERTF", kShuffles, 1, 1},
    {"znver4", "VINSERTI", kShuffles, 1, 1},
    {"znver4", "VPMOVM2", kAnyUnit, 1, 1},
    // Into a mask: a cycle later for each half that comes together there (wide_operations.h).
    {"znver4", "VPMOV*2MZ128", kMasks, 1, 3},
    {"znver4", "VPMOV*2M", kMasks, 1, 4},
    {"znver4", "VPMOV*Z128rr", kShuffles, 1, 2},
    {"znver4", "VPMOV*QD", kShuffles, 1, 4},
    {"znver4", "VPMOV*QW", kShuffles, 1, 4},
    {"znver4", "VPMOV*QB", kShuffles, 1, 4},
    {"znver4", "VPMOV*DW", kShuffles, 1, 4},
    {"znver4", "VPMOV*DB", kShuffles, 1, 4},
    {"znver4", "VPMOV*WB", kShuffles, 1, 4},
    {"znver4", "VPCMP*Z128", kMasks, 1, 3},
    {"znver4", "VPCMP*Z", kMasks, 1, 4},
    {"znver4", "VPTESTM*Z128", kMasks, 1, 3},
    {"znver4", "VPTESTM", kMasks, 1, 4},
    {"znver4", "VPTESTNM*Z128", kMasks, 1, 3},
    {"znver4", "VPTESTNM", kMasks, 1, 4},
    {"znver4", "VFPCLASSP*Z256", kMasks, 1, 4},
    {"znver4", "VFPCLASSP*Zrr", kMasks, 1, 4},
    {"znver4", "VFPCLASS", kMasks, 1, 3},
    {"znver4", "VCMPP*Z128", kMasks, 1, 3},
    {"znver4", "VCMPS*Z", kMasks, 1, 3},
    {"znver4", "VCMP*Z", kMasks, 1, 4},
    {"znver4", "VCMP", kSums, 1, 2},
    // From one mask to another; of 64 bits they take twice as long (zen_errata.cpp has the pipe).
    {"znver4", "KAND*Q", kSums, 2, 1},
    {"znver4", "KAND", kSums, 1, 1},
    {"znver4", "KORTESTQ", "Zn3FPP1", 1, 5},
    {"znver4", "KORTEST", "Zn3FPP1", 1, 4},
    {"znver4", "KORQrr", kSums, 2, 1},
    {"znver4", "KOR*rr", kSums, 1, 1},
    {"znver4", "KXORQ", kSums, 2, 1},
    {"znver4", "KXOR", kSums, 1, 1},
    {"znver4", "KXNORQ", kSums, 2, 1},
    {"znver4", "KXNOR", kSums, 1, 1},
    {"znver4", "KNOTQ", kSums, 2, 1},
    {"znver4", "KNOT", kSums, 1, 1},
    {"znver4", "KADDQ", kSums, 2, 1},
    {"znver4", "KADD", kSums, 1, 1},
    {"znver4", "KSHIFTLQ", kSums, 2, 1},
    {"znver4", "KSHIFT*Q", kSums, 2, 2},
    {"znver4", "KSHIFT", kSums, 1, 1},
    {"znver4", "KUNPCKDQ", kSums, 2, 1},
    {"znver4", "KUNPCK", kSums, 1, 1},
    {"znver4", "KTESTQ", "Zn3FPP1", 1, 5},
    {"znver4", "KTEST", "Zn3FPP1", 1, 4},
    // Alone two a cycle, in the pipes of sums; but most are copies for a gather, with which they
    // overlap no better than this: two gathers of 8 lanes and their copies take 20.5 cycles.
    {"znver4", "KMOVQkk", kSums, 2, 1},
    {"znver4", "KMOV*kk", "Zn3FPP1", 1, 1},
    {"znver4", "KMOV*kr", "Zn3FPP3", 1, 6},
    {"znver4", "KMOVQrk", kToRegisters, 1, 4},
    {"znver4", "KMOV*rk", kToRegisters, 1, 3},
    {"znver4", "KMOVQkm", kMasks, 2, 1},
    {"znver4", "KMOV*km", kMasks, 1, 1},
    {"znver4", "KMOVQmk", kStorePort, 2, 1},
    {"znver4", "VPBROADCAST*rZ", "Zn3FPP3", 1, 1},  // kSources has the register
    {"znver4", "VPBROADCAST*rr", kShuffles, 1, 1},
    {"znver4", "VBROADCAST*rr", kShuffles, 1, 1},
    // Two operations for each 256 bits, or for 128.
    {"znver4", "V*COMPRESS*Z128rr", kSimpleShuffles, 2, 2},
    {"znver4", "V*EXPAND*Z128r", kSimpleShuffles, 2, 2},
    {"znver4", "V*COMPRESS*Z256rr", kSimpleShuffles, 2, 4},
    {"znver4", "V*EXPAND*Z256r", kSimpleShuffles, 2, 4},
    {"znver4", "V*COMPRESS*Zrr", kSimpleShuffles, 4, 5},
    {"znver4", "V*EXPAND*Zr", kSimpleShuffles, 4, 5},
    {"znver4", "VPCONFLICT*Z256", kSimpleShuffles, 2, 6},
    // What saturates, counts bits, or compares 64 of them shares the units of products.
    {"znver4", "VPADDS", kMasks, 1, 2},
    {"znver4", "VPADDUS", kMasks, 1, 2},
    {"znver4", "VPSUBS", kMasks, 1, 2},
    {"znver4", "VPSUBUS", kMasks, 1, 2},
    {"znver4", "VPMAX*Q", kMasks, 1, 2},
    {"znver4", "VPMIN*Q", kMasks, 1, 2},
    {"znver4", "VPOPCNT", kMasks, 1, 2},
    {"znver4", "VPMULTISHIFT", kMasks, 1, 3},
    {"znver4", "VGF2P8", kMasks, 1, 3},
    // Shifts and extremes share the units of sums.
    {"znver4", "VPSLLDQ", kShuffles, 1, 2},
    {"znver4", "VPSRLDQ", kShuffles, 1, 2},
    {"znver4", "VPSLL", kSums, 1, 1},
    {"znver4", "VPSRL", kSums, 1, 1},
    {"znver4", "VPSRA", kSums, 1, 1},
    {"znver4", "VMAX", kSums, 1, 2},
    {"znver4", "VMIN", kSums, 1, 2},
    {"znver4", "VBLENDM", kAnyUnit, 1, 1},
    {"znver4", "VPBLENDM", kAnyUnit, 1, 1},
    {"znver4", "VMOV*Z*rrk", kAnyUnit, 1, 1},
    {"znver4", "VMOVSS*rr", kAnyUnit, 1, 1},
    {"znver4", "VMOVSD*rr", kAnyUnit, 1, 1},
    {"znver4", "VRSQRT14", "Zn3FPFMul01", 1, 5},
    {"znver4", "VRCP14", "Zn3FPFMul01", 1, 5},
    {"znver4", "VRSQRTPS", "Zn3FPFMul01", 1, 4},
    // From 128 bits to 256 or back they are two operations; which need no pipe at once.
    {"znver4", "VCVTPS2PDY", kSimpleShuffles, 2, 4},
    {"znver4", "VCVTPS2PDZ256", kSimpleShuffles, 2, 4},
    {"znver4", "VCVTPD2PSY", kSimpleShuffles, 2, 6},
    {"znver4", "VCVTPD2PSZ256", kSimpleShuffles, 2, 6},
    {"znver4", "VCVTDQ2PDY", kSimpleShuffles, 2, 6},
    {"znver4", "VCVTDQ2PDZ256", kSimpleShuffles, 2, 6},
    {"znver4", "VCVTUDQ2PDZ256", kSimpleShuffles, 2, 6},
    {"znver4", "VCVTTPD2DQY", kSimpleShuffles, 2, 6},
    {"znver4", "VCVTTPD2DQZ256", kSimpleShuffles, 2, 6},
    {"znver4", "VCVTTPD2UDQZ256", kSimpleShuffles, 2, 6},
    {"znver4", "VCVTPD2DQY", kSimpleShuffles, 2, 6},
    {"znver4", "VCVTPD2DQZ256", kSimpleShuffles, 2, 6},
    {"znver4", "VCVTPD2UDQZ256", kSimpleShuffles, 2, 6},
    {"znver4", "VCVTPH2PSY", kSimpleShuffles, 2, 4},
    {"znver4", "VCVTPH2PSZ256", kSimpleShuffles, 2, 4},
    {"znver4", "VCVTPS2PHYrr", kSimpleShuffles, 2, 6},
    {"znver4", "VCVTPS2PHZ256rr", kSimpleShuffles, 2, 6},
    {"znver4", "VCVTSI2S*rm", kConversions, 1, 3},
    {"znver4", "VCVTPS2PDrr", kConversions, 1, 3},
    {"znver4", "VCVTDQ2PDrr", kConversions, 1, 3},
    {"znver4", "VCVTTPD2DQrr", kConversions, 1, 3},
    {"znver4", "VCVTPS2PDZ128", kConversions, 1, 3},
    {"znver4", "VCVTPD2PSZ128", kConversions, 1, 3},
    {"znver4", "VCVTDQ2PDZ128", kConversions, 1, 3},
    {"znver4", "VCVTUDQ2PDZ128", kConversions, 1, 3},
    {"znver4", "VCVTTPD2DQZ128", kConversions, 1, 3},
    {"znver4", "VCVTPS2PD", kConversions, 1, 6},
    {"znver4", "VCVTPD2PS", kConversions, 1, 6},
    {"znver4", "VCVTDQ2PD", kConversions, 1, 6},
    {"znver4", "VCVTUDQ2PD", kConversions, 1, 6},
    {"znver4", "VCVTTPD2DQ", kConversions, 1, 6},
    {"znver4", "VCVTPS2PHrr", kConversions, 1, 3},
    {"znver4", "VCVTPS2PHZ128rr", kConversions, 1, 3},
    {"znver4", "VCVT*QQ", kConversions, 1, 3},
    {"znver4", "VSCALEF", "Zn3FPFMul01", 2, 3},
    {"znver4", "VREDUCE", "Zn3FPFMul01", 2, 4},
    {"znver4", "VPABS", kMasks, 1, 1},
}};

// What is done by a second unit beside those of the tables above. Four of them and eight products,
// sums or permutations, on an EPYC 9004.
struct Beside {
  std::string_view cpu;
  std::string_view opcode;
  std::string_view units;
};
inline constexpr std::array<Beside, 16> kBeside = {{{"znver4", "VUCOMIS", kToFlags},
                                                    {"znver4", "VCOMIS", kToFlags},
                                                    {"znver4", "VPTESTrr", kToFlags},
                                                    {"znver4", "VPTESTYrr", kToFlags},
                                                    {"znver4", "VTESTP*rr", kToFlags},
                                                    {"znver4", "KORTEST", kToFlags},
                                                    {"znver4", "KTEST", kToFlags},
                                                    {"znver4", "VMOVMSKP", kToFlags},
                                                    {"znver4", "VPMOVMSKB", kToRegisters},
                                                    {"znver4", "VCVT*2SI", kToRegisters},
                                                    {"znver4", "VCVT*2USI", kToRegisters},
                                                    {"znver4", "KMOV*kr", kMasks},
                                                    {"znver4", "KMOV*km", kLoadPorts},
                                                    {"znver4", "VCVTSI*rr", "Zn3FPP3"},
                                                    {"znver4", "VCVTUSI*rr", "Zn3FPP3"},
                                                    {"znver4", "VPMOV*mr", kStorePort}}};

// Operations that read three vectors: beside a store, or what goes to general registers as stores
// do, one of them a cycle. Eight of them and four stores take 6 to 7 cycles on an EPYC 9004,
// without these 2 to 4; eight that read two vectors and four stores 4.
struct ThreeVectors {
  std::string_view cpu;
  std::string_view opcode;
};
inline constexpr std::array<ThreeVectors, 9> kThreeVectors = {{{"znver4", "VFMADD"},
                                                               {"znver4", "VFMSUB"},
                                                               {"znver4", "VFNM"},
                                                               {"znver4", "VPTERNLOG"},
                                                               {"znver4", "VBLENDV"},
                                                               {"znver4", "VPBLENDV"},
                                                               {"znver4", "VPERMT2"},
                                                               {"znver4", "VPERMI2"},
                                                               {"znver4", "VMOVS*Zrrk"}}};

}  // namespace clgauge::lens::zen
