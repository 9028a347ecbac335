#include "lens/throughput/errata.h"

#include <llvm/MCA/Instruction.h>

#include <algorithm>
#include <array>

namespace clgauge::lens {
namespace {

// Instructions that keep a port busy for one cycle, where the table says longer.
struct Pipelined {
  std::string_view cpu;
  std::string_view opcode;  // how LLVM's name begins
  std::string_view source;
};
constexpr std::string_view kZen3 =
    "AMD 56665, Software Optimization Guide for the AMD EPYC 7003: two fused operations a cycle";
constexpr std::array<Pipelined, 4> kPipelined = {{{"znver3", "VFMADD", kZen3},
                                                  {"znver3", "VFMSUB", kZen3},
                                                  {"znver3", "VFNMADD", kZen3},
                                                  {"znver3", "VFNMSUB", kZen3}}};

// Instructions that occupy another unit than the table says, or for another time. The rates are
// those of unrolled loops of these instructions, alone and mixed with others, on an EPYC 7003.
struct Moved {
  std::string_view cpu;
  std::string_view opcode;  // how LLVM's name begins; the first line that fits counts
  std::string_view from;    // unit of the table
  std::string_view to;
  unsigned cycles;
};
constexpr std::string_view kLoadPorts = "Zn3FPP45";  // vector loads, two a cycle
constexpr std::string_view kStorePort = "Zn3FPSt";
constexpr std::string_view kCrossing = "Zn3FPP1";  // between halves of a vector
constexpr std::array<Moved, 17> kMoved = {{
    // To general registers: one a cycle, together with stores, whatever is loaded meanwhile.
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
    {"znver3", "IDIV32r", "Zn3ALU0", "Zn3ALU0", 9},
    {"znver3", "IDIV64r", "Zn3ALU0", "Zn3ALU0", 9},
    {"znver3", "DIV32r", "Zn3ALU0", "Zn3ALU0", 6},
    {"znver3", "DIV64r", "Zn3ALU0", "Zn3ALU0", 7},
}};

// Results that come later than the table says: there and back between the register files takes 6
// cycles in a chain of such moves on an EPYC 7003, 8 by VPEXTRQ and VPINSRQ; the table says 2.
struct Late {
  std::string_view cpu;
  std::string_view opcode;  // how LLVM's name begins
  unsigned latency;
};
constexpr std::array<Late, 14> kLate = {{
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

// Instructions that are programs of their own, where the table has one operation. Cycles and
// latencies are those of loops and of chains of them, as above; operations four a cycle, which is
// how their programs are read.
struct Microcoded {
  std::string_view cpu;
  std::string_view opcode;  // how LLVM's name begins; the first line that fits counts
  unsigned cycles;          // between halves of vectors
  unsigned latency;
  unsigned micro_ops;
};
constexpr std::array<Microcoded, 10> kMicrocoded = {{
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

bool begins(std::string_view text, std::string_view beginning) {
  return text.substr(0, beginning.size()) == beginning;
}

void set_latency(unsigned cycles, llvm::mca::InstrDesc& description) {
  description.MaxLatency = cycles;
  for (llvm::mca::WriteDescriptor& write : description.Writes) {
    write.Latency = cycles;
  }
}

// The first line of a table that fits; null where none does.
template <class Table>
const typename Table::value_type* erratum_of(const Table& table, std::string_view cpu,
                                             std::string_view opcode) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const auto& erratum) {
    return erratum.cpu == cpu && begins(opcode, erratum.opcode);
  });
  return found == table.end() ? nullptr : &*found;
}

std::uint64_t mask_of(const UnitMasks& units, std::string_view name) {
  const auto found = units.find(name);
  return found == units.end() ? 0 : found->second;
}

void drop(std::uint64_t mask, llvm::mca::InstrDesc& description) {
  auto& used = description.Resources;
  used.erase(
      std::remove_if(used.begin(), used.end(), [&](const auto& one) { return one.first == mask; }),
      used.end());
}

void occupy(std::uint64_t mask, unsigned cycles, llvm::mca::InstrDesc& description) {
  drop(mask, description);
  description.Resources.emplace_back(
      mask, llvm::mca::ResourceUsage(llvm::mca::CycleSegment(0, cycles, false), 1));
}

bool uses(std::uint64_t mask, const llvm::mca::InstrDesc& description) {
  return std::any_of(description.Resources.begin(), description.Resources.end(),
                     [&](const auto& one) { return one.first == mask; });
}

}  // namespace

void apply_errata(std::string_view cpu, std::string_view opcode, const UnitMasks& units,
                  llvm::mca::InstrDesc& description) {
  if (erratum_of(kPipelined, cpu, opcode) != nullptr) {
    for (auto& [resource, usage] : description.Resources) {
      usage = llvm::mca::ResourceUsage(
          llvm::mca::CycleSegment(0, std::min(usage.size(), 1U), usage.CS.isReserved()),
          usage.NumUnits);
    }
  }
  if (const Moved* const moved = erratum_of(kMoved, cpu, opcode)) {
    const std::uint64_t from = mask_of(units, moved->from);
    const std::uint64_t to = mask_of(units, moved->to);
    if (to != 0 && uses(from, description)) {
      drop(from, description);
      occupy(to, moved->cycles, description);
    }
  }
  if (const Microcoded* const coded = erratum_of(kMicrocoded, cpu, opcode)) {
    occupy(mask_of(units, kCrossing), coded->cycles, description);
    description.NumMicroOps = coded->micro_ops;
    set_latency(coded->latency, description);
  }
  if (const Late* const late = erratum_of(kLate, cpu, opcode)) {
    set_latency(late->latency, description);
  }
  // Stores of vectors have a port of their own: two loads and a store go in one cycle.
  const std::uint64_t store = mask_of(units, kStorePort);
  if (cpu == "znver3" && store != 0 && uses(store, description)) {
    drop(mask_of(units, kLoadPorts), description);
  }
}

}  // namespace clgauge::lens
