#include "lens/throughput/golden_cove_errata.h"

#include <llvm/MCA/Instruction.h>
#include <llvm/MCA/Support.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "lens/throughput/errata.h"
#include "lens/throughput/extra_units.h"
#include "lens/throughput/golden_cove.h"
#include "lens/throughput/opcode_pattern.h"
#include "lens/throughput/remembered_lines.h"

namespace clgauge::lens {
namespace {

// What loops and chains of the instructions took on an Emerald Rapids (family 6, model 207) where
// Ice Lake's table says otherwise. 1059 forms of instructions of the development kernels and
// microbenchmarks were timed; others agree with the table.

// `ports` by their numbers, A for the tenth; "" where nothing computes.
struct Retimed {
  std::string_view opcode;
  std::string_view ports;
  unsigned cycles = 1;   // that one of them is occupied
  unsigned latency = 0;  // of operands in registers; 0: as the table says
};
constexpr unsigned kRenamed = ~0U;  // a latency: none, for renaming does it
constexpr auto kRetimed = std::to_array<Retimed>({
    // Copies of registers, and additions of a constant to 64 bits, are done when they are renamed.
    {"MOV64rr", "", 0, kRenamed},
    {"MOV32rr", "", 0, kRenamed},
    {"ADD64ri", "", 0, kRenamed},
    {"SUB64ri", "", 0, kRenamed},
    {"INC64r", "", 0, kRenamed},
    {"DEC64r", "", 0, kRenamed},
    // Of a register into itself (opcode_of_copy_into_itself), under a mask: not by renaming.
    {"VMOVAP*rr_REV", "015", 1, 1},
    {"VMOVDQ*rr_REV", "015", 1, 1},
    {"VMOVAP*rrk", "015"},
    {"VMOVDQ*rrk", "015"},
    {"VMOVAPSZrr", "", 0, kRenamed},
    {"VMOVAPDZrr", "", 0, kRenamed},
    {"VMOVDQA*Zrr", "", 0, kRenamed},
    {"VMOVAP*rr", "", 0, kRenamed},
    {"VMOVDQA*rr", "", 0, kRenamed},
    // Between the register files: there and back by VMOVD 4.2 cycles, by VPEXTRQ and VMOVQ 5.2.
    {"VMOVPDI2DIrr", "0", 1, 2},
    {"VMOVPQIto64rr", "0", 1, 2},
    {"VMOVDI2PDIrr", "5", 1, 2},
    {"VMOV64toPQIrr", "5", 1, 2},
    {"VMOVMSKP", "0", 1, 4},
    {"VPMOVMSKB", "0", 1, 3},
    // A load and no more.
    {"VBROADCAST*rmk", "05"},
    {"VPBROADCAST*rmk", "05"},
    {"VBROADCAST*rm", "", 0},
    {"VPBROADCASTD*rm", "", 0},
    {"VPBROADCASTQ*rm", "", 0},
    {"VMOV*Z*rmk", "05"},
    {"VMOVUP*Z*rm", "", 0},
    {"VMOVAP*Z*rm", "", 0},
    {"VMOVDQ*Z*rm", "", 0},
    // Of one number the encoding of AVX-512 is as plain a load as the other one.
    {"VMOVSSZrm", "", 0},
    {"VMOVSDZrm", "", 0},
    {"VPBROADCASTW*rm", "15"},
    {"VPBROADCASTB*rm", "15"},
    {"VMOVLP*rm", "15", 1, 1},
    {"VMOVHP*rm", "5", 1, 1},
    {"VINSERTPS*rm", "5", 1, 1},
    {"VPINSR*rm", "015"},
    {"VINSERT*rm", "015"},
    // Integers.
    {"LEA", "0156A", 1, 1},
    {"ANDN", "15A", 1, 1},
    {"MOVSX*rr", "15A", 1, 1},
    {"RORX*ri", "0", 1, 1},
    {"BZHI", "1", 1, 1},
    // Sums: two cycles to one another (golden_cove_bypass.h), and in pipes of their own.
    {"VADDP*Z256", "15", 1, 3},
    {"VADDP*Z128", "15", 1, 3},
    {"VSUBP*Z256", "15", 1, 3},
    {"VSUBP*Z128", "15", 1, 3},
    {"VADDP*Z", "05", 1, 4},
    {"VSUBP*Z", "05", 1, 4},
    {"VADDP", "15", 1, 3},
    {"VSUBP", "15", 1, 3},
    {"VADDS", "15", 1, 3},
    {"VSUBS", "15", 1, 3},
    {"VCMPP*Z256rri", "5", 1, 3},
    {"VCMPP*Z128rri", "5", 1, 3},
    {"VCMPP*Zrri", "5", 1, 3},
    {"VBLENDMP*Zrr", "05", 1, 1},
    {"VPBLENDM*Zrr", "05", 1, 1},
    {"VBLENDMP", "015", 1, 1},
    {"VBROADCASTSSrr", "5", 1, 1},
    {"VPBLENDWrr", "15", 1, 1},
    {"VPBLENDWYrr", "15", 1, 1},
    {"VPBLENDWrm", "15", 1, 1},
    {"VPBLENDWYrm", "15", 1, 1},
    {"VPACK", "5", 1, 3},
    {"VGF2P8*Z256", "01", 1, 5},
    {"VGF2P8*Z128", "01", 1, 5},
    {"VGF2P8*Z", "0", 1, 5},
    {"VGF2P8", "01", 1, 5},
    {"VCVTDQ2PDrr", "5", 1, 5},
    {"VCVTDQ2PDZ128rr", "5", 1, 5},
    {"VCVTPS2PDrr", "5", 1, 5},
    {"VCVTPS2PDZ128rr", "5", 1, 5},
    {"VPINSR*rr", "5", 1, 2},
    {"VPMOVDBZ128", "5", 1, 2},
    {"VPMOV*DBZ128", "5", 1, 2},
    // Narrower integers, and stores of them: one shuffle where the table has two.
    {"VPMOVQDZ128", "15", 1, 1},
    {"VPMOV*QDZ128", "5", 1, 2},
    {"VPMOV*DWZ128", "5", 1, 4},
    {"VPMOV*QBZ128", "5", 1, 4},
    {"VPMOV*QWZ128", "5", 1, 4},
    {"VPMOV*WBZ128", "5", 1, 4},
    {"VPMOV*DBZ256mr", "5"},
    {"VPMOV*DWZ256mr", "5"},
    {"VPMOV*QBZ256mr", "5"},
    {"VPMOV*QDZ256mr", "5"},
    {"VPMOV*QWZ256mr", "5"},
    {"VPMOV*WBZ256mr", "5"},
    {"VPHADD", "15", 2, 2},
    {"VPHSUB", "15", 2, 2},
    {"VPMULTISHIFTQB", "5", 1, 3},
    // Masks of comparisons and of signs.
    {"VPCMP*Z", "5", 1, 3},
    {"VPTESTM", "5", 1, 3},
    {"VPTESTNM", "5", 1, 3},
    {"VFPCLASS", "5", 1, 3},
    {"VPMOV*2M", "0", 1, 3},
    // Those that say how to round.
    {"VCVTTPS2*DQZrrb", "05", 1, 4},
    {"VCVTPS2*DQZrrb", "05", 1, 4},
    {"VCVTTPD2*QQZrrb", "05", 1, 4},
    {"VCVTPD2*QQZrrb", "05", 1, 4},
    {"VCVTTPD2*DQZrrb", "5", 1, 7},
    {"VCVTPD2*DQZrrb", "5", 1, 7},
    {"VCVTPD2PSZrrb", "5", 1, 7},
    {"VCVTPS2PDZrrb", "5", 1, 7},
    // Numbers of 64 bits made of 32 or the other way, 512 bits: a shuffle beside each.
    {"VCVT*DQ2PDZrr", "05", 2, 7},
    {"VCVT*PS2QQZrr", "05", 2, 7},
    {"VCVT*PS2UQQZrr", "05", 2, 7},
    {"VCVT*PD2DQZrr", "05", 2, 7},
    {"VCVT*PD2UDQZrr", "05", 2, 7},
    {"VCVT*QQ2PSZrr", "05", 2, 7},
    {"VCVTTPS2DQYrr", "01", 1, 4},
    // Parts of a number: one operation where the table has two.
    {"VGETEXPP*Zr", "05", 1, 4},
    {"VGETEXP", "01", 1, 4},
    {"VGETMANTP*Zrr", "05", 1, 4},
    {"VGETMANT", "01", 1, 4},
    {"VREDUCEP*Zrr", "05", 1, 4},
    {"VREDUCE", "01", 1, 4},
    {"VRCP14P*Zr", "0", 2, 6},
    {"VRSQRT14P*Zr", "0", 2, 6},
    {"VPSHLD*Z256", "01", 1, 1},
    {"VPSHRD*Z256", "01", 1, 1},
    {"VPSHLD*Z128", "01", 1, 1},
    {"VPSHRD*Z128", "01", 1, 1},
    {"VPSHLD*Z", "0", 1, 1},
    {"VPSHRD*Z", "0", 1, 1},
    {"VPOPCNT", "5", 1, 3},
    {"VPLZCNT*Zrr", "05", 1, 4},
    {"VPLZCNT", "01", 1, 4},
    {"VPERMT2B", "5", 2, 4},
    {"VPERMI2B", "5", 2, 4},
    {"VPERMW", "5", 1, 3},
    {"VALIGN*Z128", "5", 1, 1},
    {"VPCOMPRESS*Z*rr", "5", 2, 3},
    {"VCOMPRESSP*Z*rr", "5", 2, 3},
    {"VPEXPAND*Z*rr", "5", 2, 3},
    {"VEXPANDP*Z*rr", "5", 2, 3},
    // Products of integers, of 512 bits.
    {"VPMULLDZrr", "05", 2, 11},
    {"VPMULLWZrr", "05", 1, 6},
    {"VPMULH*WZrr", "05", 1, 6},
    {"VPMADDWDZrr", "05", 1, 6},
    {"VPMADDUBSWZrr", "05", 1, 6},
    {"VPDPBUSD*Zr", "05", 1, 6},
    {"VPDPWSSD*Zr", "05", 1, 6},
    {"VDPPS", "015", 8, 14},
    {"VDPPD", "015", 3, 9},
});

// Divisions and roots: how long the divider is busy.
struct Divided {
  std::string_view opcode;
  unsigned cycles = 0;
};
constexpr auto kDivided = std::to_array<Divided>({{"VDIVPDZ256", 8},
                                                  {"VDIVPDZ128", 4},
                                                  {"VDIVPDY", 8},
                                                  {"VDIVPDr", 4},
                                                  {"VDIVSD", 4},
                                                  {"VSQRTSD", 5},
                                                  {"DIV8", 6},
                                                  {"IDIV8", 6},
                                                  {"DIV16", 6},
                                                  {"IDIV16", 6},
                                                  {"DIV32", 6},
                                                  {"IDIV32", 6},
                                                  {"DIV64", 10},
                                                  {"IDIV64", 10}});

// Programs of several operations, where the table has another number of them or another time.
struct Program {
  std::string_view opcode;
  std::string_view port;
  unsigned cycles = 0;
  unsigned latency = 0;
  unsigned micro_ops = 0;
};
constexpr auto kPrograms = std::to_array<Program>({
    // Two lanes of a gather a cycle, a lane of a scatter; however few are active.
    {"VGATHERDPSZrm", "5", 8, 28, 24},
    {"VPGATHERDDZrm", "5", 8, 28, 24},
    {"VGATHERDPSZ256rm", "5", 4, 25, 13},
    {"VPGATHERDDZ256rm", "5", 4, 25, 13},
    {"VGATHERDPSY", "5", 4, 25, 13},
    {"VPGATHERDDY", "5", 4, 25, 13},
    {"V*GATHER*Z128rm", "5", 2, 20, 8},
    {"V*GATHER*Z256rm", "5", 2, 20, 8},
    {"V*GATHER*Zrm", "5", 4, 25, 13},
    {"VGATHER", "5", 2, 20, 8},
    {"VPGATHER", "5", 2, 20, 8},
    {"VSCATTERDPSZmr", "4", 16, 16, 64},
    {"VPSCATTERDDZmr", "4", 16, 16, 64},
    {"VSCATTERDPSZ256mr", "4", 8, 8, 32},
    {"VPSCATTERDDZ256mr", "4", 8, 8, 32},
    {"V*SCATTER*Z128mr", "4", 4, 6, 16},
    {"V*SCATTER*Z256mr", "4", 6, 6, 20},
    {"V*SCATTER*Zmr", "4", 8, 8, 32},
    // Beside the divider (kDivided) port 1: with a DIV twelve products of integers take 16.4
    // cycles, 24 fused multiply-adds 13.5. The remainder comes 3 cycles later.
    {"DIV8", "1", 4, 17, 4},
    {"IDIV8", "1", 4, 17, 4},
    {"DIV16", "1", 4, 16, 4},
    {"IDIV16", "1", 4, 16, 4},
    {"DIV32", "1", 4, 12, 4},
    {"IDIV32", "1", 4, 12, 4},
    {"DIV64", "1", 4, 14, 4},
    {"IDIV64", "1", 4, 14, 4},
    // What was before them ends, and nothing after begins.
    {"MFENCE", "0", 38, 38, 180},
    {"LFENCE", "0", 13, 13, 60},
});

std::uint64_t ports_of(const UnitMasks& units, std::string_view numbers) {
  std::uint64_t ports = 0;
  for (const char number : numbers) {
    ports |=
        number == 'A' ? kGoldenCovePort10.mask : mask_of(units, std::string("ICXPort") + number);
  }
  return ports;
}

// Units by what they do, of the table's.
struct Groups {
  std::uint64_t integers = 0;
  std::uint64_t loads = 0;
  std::uint64_t three_vectors = 0;  // 0, 1, 5: pipes of vectors of up to 256 bits
  std::uint64_t computing = 0;
  std::uint64_t divider = 0;
};

// Of single numbers, and what goes between the two halves of 128 bits, AVX-512 has forms with a Z
// and no more, as it has of 512 bits: VADDSSZrr, VCVTTSS2USIZrr, VINSERTPSZrr.
bool is_of_numbers(std::string_view name) {
  static constexpr std::string_view kBetween[] = {
      "VINSERTPS", "VEXTRACTPS", "VPINSR",     "VPEXTR",   "VMOVHLPS",   "VMOVLHPS", "VMOVDI",
      "VMOVPDI",   "VMOVPQI",    "VMOVQI2PQI", "VMOV64to", "VMOVSDto64", "VMOVSS2DI"};
  return name.ends_with("SS") || name.ends_with("SD") || name.ends_with("SH") ||
         name.find("2SI") != std::string_view::npos ||
         name.find("2USI") != std::string_view::npos ||
         std::ranges::any_of(kBetween, [&](std::string_view one) { return name.starts_with(one); });
}

// One mask in the place of another, as long as before.
void put_in_place(std::uint64_t from, std::uint64_t to, llvm::mca::InstrDesc& description) {
  for (auto& [mask, usage] : description.Resources) {
    mask = mask == from ? to : mask;
  }
}

void drop_ports(std::uint64_t computing, llvm::mca::InstrDesc& description) {
  auto& used = description.Resources;
  used.erase(std::remove_if(used.begin(), used.end(),
                            [&](const auto& one) { return (one.first & computing) != 0; }),
             used.end());
}

// All of them, not broadcasts, nor what is lengthened.
bool loads_512_bits(std::string_view opcode) {
  const std::string_view operands = opcode.substr(opcode.rfind('Z') + 1);  // VADDPSZrmb: rmb
  return is_of_512_bits(opcode) && !opcode.starts_with("VPMOV") &&
         (operands.starts_with("rm") || operands.starts_with('m')) && !operands.starts_with("mr") &&
         operands.find("mb") == std::string_view::npos &&
         opcode.find("BROADCAST") == std::string_view::npos;
}

// Where the table has other units than this core.
void use_own_ports(std::string_view opcode, const UnitMasks& units, const Groups& groups,
                   llvm::mca::InstrDesc& description) {
  put_in_place(groups.integers, groups.integers | kGoldenCovePort10.mask, description);
  if (is_of_512_bits(opcode)) {
    // Pipes 0 and 1 together are one for 512 bits.
    put_in_place(groups.three_vectors, ports_of(units, "05"), description);
  }
  if (uses(groups.loads, description)) {
    drop(groups.loads, description);
    occupy(any_of(kGoldenCoveLoads), loads_512_bits(opcode) ? 3 : 2, description);
  }
}

// As kGoldenCoveWide has it.
void share_wide_ways(std::string_view opcode, std::uint64_t computing,
                     llvm::mca::InstrDesc& description) {
  if (!is_of_512_bits(opcode)) {
    return;
  }
  const bool loads = loads_512_bits(opcode) || opcode.ends_with("mb");
  const unsigned cycles = (computes_with(computing, 0, description) ? 2U : 0U) + (loads ? 1U : 0U);
  if (cycles > 0) {
    occupy(any_of(kGoldenCoveWide), cycles, description);
  }
}

// Alone, and among n NOPs, 17 and the cycles that these retire in, eight at a time
// (28.7, 32.7, 40.6 of n = 96, 128, 192): one starts when all before it is done, and what comes
// behind goes on meanwhile. Among accesses of a line each 17 to 19, and up to 25 beside some (a
// store to the same lines, loads that one of the same word was just stored beside): what makes them
// so was not found, and 20 is between. Among n stores, which have to have left, 23 and half a cycle
// each: not taken.
constexpr unsigned kCyclesOfLock = 18;
constexpr unsigned kCyclesFromLockToLock = 20;

// What computes waits for its operands in one scheduler; the table says how many wait there, but of
// no instruction that it does.
void wait_for_operands(const UnitMasks& units, std::uint64_t computing,
                       llvm::mca::InstrDesc& description) {
  if (computes_with(computing, 0, description)) {
    description.UsedBuffers |=
        std::uint64_t{1} << llvm::mca::getResourceStateIndex(mask_of(units, kGoldenCoveScheduler));
  }
}

}  // namespace

bool is_of_512_bits(std::string_view opcode) {
  // Not the Z of a name: of what fills with zeros, and of fractions.
  static constexpr std::string_view kNamed[] = {"VPMOVZ", "VZERO", "VFRCZ"};
  const auto* const named =
      std::ranges::find_if(kNamed, [&](std::string_view name) { return opcode.starts_with(name); });
  const std::size_t z = opcode.find('Z', named == std::end(kNamed) ? 0 : named->size());
  return opcode.starts_with('V') && z != std::string_view::npos &&
         opcode.find("Z128") == std::string_view::npos &&
         opcode.find("Z256") == std::string_view::npos && !is_of_numbers(opcode.substr(0, z));
}

void apply_golden_cove_errata(std::string_view opcode, const UnitMasks& units,
                              llvm::mca::InstrDesc& description) {
  const Groups groups{.integers = mask_of(units, "ICXPort0156"),
                      .loads = mask_of(units, "ICXPort23"),
                      .three_vectors = mask_of(units, "ICXPort015"),
                      .computing = ports_of(units, "0156A"),
                      .divider = mask_of(units, "ICXFPDivider")};
  // VADDPSrm, MOV32mr, ADD32mi, but VFMADD231SSm.
  const bool accesses_memory = opcode.find('m') != std::string_view::npos;
  // The table counts operations of a scheduler: what loads and computes, what stores, is one where
  // a core is wide and in its reorder buffer.
  if (accesses_memory && description.NumMicroOps > 1) {
    --description.NumMicroOps;
  }
  if (opcode == "LOCK_PREFIX" || fits("XCHG*rm", opcode)) {
    description.Resources.clear();
    occupy(kGoldenCoveLocked.mask, kCyclesFromLockToLock, description);
    occupy(kDoneInOrder, kCyclesOfLock, description);
    set_latency(opcode == "LOCK_PREFIX" ? 0 : kCyclesOfLock, description);
    description.NumMicroOps = 1;
    return;
  }
  const Divided* const divided = first_line<kDivided>(opcode);
  if (const Program* const program = first_line<kPrograms>(opcode)) {
    description.Resources.clear();
    occupy(ports_of(units, program->port), program->cycles, description);
    if (divided != nullptr) {
      occupy(groups.divider, divided->cycles, description);
    }
    description.NumMicroOps = program->micro_ops;
    set_latency(program->latency, description);
    wait_for_operands(units, groups.computing, description);
    return;
  }
  if (divided != nullptr) {
    occupy(groups.divider, divided->cycles, description);
  }
  use_own_ports(opcode, units, groups, description);
  const Retimed* const timed = first_line<kRetimed>(opcode);
  if (timed != nullptr) {
    drop_ports(groups.computing, description);
    if (!timed->ports.empty()) {
      occupy(ports_of(units, timed->ports), timed->cycles, description);
    }
    if (timed->latency != 0) {
      set_latency(timed->latency == kRenamed ? 0 : timed->latency, description);
    }
    description.NumMicroOps = 1;
  }
  share_wide_ways(opcode, groups.computing, description);
  wait_for_operands(units, groups.computing, description);
}

std::string_view opcode_of_copy_into_itself(std::string_view opcode) {
  using Names = std::pair<std::string_view, std::string_view>;
  static constexpr auto kCopies = std::to_array<Names>({{"VMOVAPSrr", "VMOVAPSrr_REV"},
                                                        {"VMOVAPSYrr", "VMOVAPSYrr_REV"},
                                                        {"VMOVAPDrr", "VMOVAPDrr_REV"},
                                                        {"VMOVAPDYrr", "VMOVAPDYrr_REV"},
                                                        {"VMOVDQArr", "VMOVDQArr_REV"},
                                                        {"VMOVDQAYrr", "VMOVDQAYrr_REV"}});
  const auto copy = std::ranges::find(kCopies, opcode, &Names::first);
  return copy != kCopies.end() ? copy->second : opcode;
}

bool computes_512_bits(std::string_view opcode) {
  return is_of_512_bits(opcode) && !opcode.starts_with("VMOV");
}

// On an Emerald Rapids 12 fused multiply-adds of 512 bits and 12 additions of 256 take 12 cycles,
// of 256 bits both 8.7.
void close_port_beside_512_bits(std::string_view opcode, const UnitMasks& units,
                                llvm::mca::InstrDesc& description) {
  if (!opcode.starts_with('V')) {
    return;
  }
  struct Closed {
    const char* group;
    const char* ports;
    const char* left;
  };
  for (const Closed& one : {Closed{"ICXPort015", "015", "05"}, Closed{"ICXPort01", "01", "0"},
                            Closed{"ICXPort15", "15", "5"}, Closed{"ICXPort1", "1", "0"}}) {
    put_in_place(mask_of(units, one.group), ports_of(units, one.left), description);
    put_in_place(ports_of(units, one.ports), ports_of(units, one.left), description);
  }
}

void add_unused_golden_cove_errata(std::span<const std::string_view> opcodes,
                                   std::vector<std::string>& unused) {
  add_unused_lines<kRetimed>(kGoldenCove, opcodes, unused);
  add_unused_lines<kDivided>(kGoldenCove, opcodes, unused);
  add_unused_lines<kPrograms>(kGoldenCove, opcodes, unused);
}

}  // namespace clgauge::lens
