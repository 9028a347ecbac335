#include "lens/throughput/half_operations.h"

#include <llvm/MCA/Instruction.h>

#include <array>
#include <string>

#include "lens/throughput/remembered_lines.h"

namespace clgauge::lens {
namespace {

// By the length of its vectors: 16 bytes or one number, 32 bytes, 64.
using ByLength = std::array<unsigned, 3>;
constexpr ByLength kNone{0, 0, 0};
constexpr ByLength kOne{1, 1, 1};
constexpr ByLength kTwo{2, 2, 2};

// Unrolled loops of each instruction alone, its result its source or not, on an Emerald Rapids; the
// units by what a loop takes that has as many products or permutations besides.
struct HalfOperation {
  std::string_view opcode;  // opcode_pattern.h
  ByLength division;        // cycles of the unit that divides,
  ByLength crossing;        // of port 5, which moves lanes and makes masks,
  ByLength computing;       // of ports 0 and 1, or 0 and 5 where vectors have 64 bytes
  ByLength latency;         // of its result; of two conversions there and back half each
};
constexpr auto kHalfOperations = std::to_array<HalfOperation>({
    {"VDIVPH", {8, 16, 32}, kNone, kOne, {31, 31, 41}},
    {"VDIVSH", {4, 4, 4}, kNone, kOne, {14, 14, 14}},
    {"VSQRTPH", {11, 19, 37}, kNone, kOne, {33, 33, 45}},
    {"VSQRTSH", {5, 5, 5}, kNone, kOne, {15, 15, 15}},
    {"VCMPPH", kNone, kOne, kNone, {4, 4, 4}},
    {"VCMPSH", kNone, kOne, kNone, {4, 4, 4}},
    {"VFPCLASSPH", kNone, kOne, kNone, {4, 4, 4}},
    {"VFPCLASSSH", kNone, kOne, kNone, {4, 4, 4}},
    {"VCVTPH2PSX", kNone, kOne, kOne, {5, 7, 7}},
    {"VCVTPS2PHX", kNone, kOne, kOne, {6, 8, 8}},
    {"VCVTPH2PD", kNone, {4, 2, 2}, kOne, {14, 14, 15}},
    {"VCVTPD2PH", kNone, kTwo, kOne, {14, 14, 15}},
    {"VCVTSH2SS", kNone, kNone, kOne, {4, 4, 4}},
    {"VCVTSS2SH", kNone, kNone, kOne, {4, 4, 4}},
    {"VCVTSH2SD", kNone, kOne, kOne, {8, 8, 8}},
    {"VCVTSD2SH", kNone, kOne, kTwo, {7, 7, 7}},
    {"VCVT*QQ2PH", kNone, kOne, {2, 2, 3}, {9, 10, 10}},
    {"VCVT*PH2*QQ", kNone, kOne, {2, 2, 3}, {9, 10, 11}},
    {"VCVT*DQ2PH", kNone, {1, 1, 2}, kOne, {7, 8, 8}},
    {"VCVT*PH2*DQ", kNone, kOne, kOne, {7, 8, 8}},
    {"VCVT*W2PH", kNone, kNone, kOne, {4, 4, 5}},
    {"VCVT*PH2*W", kNone, kNone, kOne, {4, 4, 5}},
    {"VRNDSCALEPH", kNone, kNone, kTwo, {8, 8, 11}},
    {"VRNDSCALESH", kNone, kNone, kTwo, {8, 8, 8}},
    {"VREDUCEPH", kNone, kNone, {3, 3, 3}, {12, 12, 16}},
    {"VREDUCESH", kNone, kNone, {3, 3, 3}, {12, 12, 12}},
    {"VGETMANTPH", kNone, kNone, kOne, {4, 4, 5}},
    {"VGETMANTSH", kNone, kNone, kOne, {4, 4, 4}},
    {"VGETEXPPH", kNone, kNone, kOne, {4, 4, 5}},
    {"VGETEXPSH", kNone, kNone, kOne, {4, 4, 4}},
    {"VSCALEFPH", kNone, kNone, kTwo, {8, 8, 11}},
    {"VSCALEFSH", kNone, kNone, kTwo, {8, 8, 8}},
    {"VRSQRTPH", kNone, kNone, {2, 2, 4}, {4, 4, 6}},
    {"VRSQRTSH", kNone, kNone, kTwo, {4, 4, 4}},
    {"VRCPPH", kNone, kNone, {2, 2, 4}, {4, 4, 6}},
    {"VRCPSH", kNone, kNone, kTwo, {4, 4, 4}},
    {"VADDPH", kNone, kNone, kOne, {4, 4, 5}},
    {"VSUBPH", kNone, kNone, kOne, {4, 4, 5}},
    {"VMULPH", kNone, kNone, kOne, {4, 4, 5}},
    {"VMINPH", kNone, kNone, kOne, {4, 4, 5}},
    {"VMINCPH", kNone, kNone, kOne, {4, 4, 5}},
    {"VMAXPH", kNone, kNone, kOne, {4, 4, 5}},
    {"VMAXCPH", kNone, kNone, kOne, {4, 4, 5}},
    {"VFMADD*PHZ", kNone, kNone, kOne, {4, 4, 5}},
    {"VFMSUB*PHZ", kNone, kNone, kOne, {4, 4, 5}},
    {"VFNMADD*PHZ", kNone, kNone, kOne, {4, 4, 5}},
    {"VFNMSUB*PHZ", kNone, kNone, kOne, {4, 4, 5}},
});

// Loads of vectors, until what computes with them starts.
constexpr unsigned kLoadCycles = 7;

unsigned length_of(std::string_view opcode) {
  const bool is_scalar = opcode.find("SHZ") != opcode.npos || opcode.find("SH2S") != opcode.npos;
  return is_scalar || opcode.find("Z128") != opcode.npos ? 0U
         : opcode.find("Z256") != opcode.npos            ? 1U
                                                         : 2U;
}

bool is_from_memory(std::string_view opcode) {
  const std::size_t form = opcode.find_first_of("abcdefghijklmnopqrstuvwxyz");
  return form != opcode.npos && opcode.substr(form, 2).find('m') != opcode.npos;
}

// The table's units that compute with vectors.
constexpr std::array<std::string_view, 9> kComputing{
    "Port0", "Port1", "Port5", "Port01", "Port05", "Port15", "Port015", "Divider", "FPDivider"};

}  // namespace

void mend_half_operation(std::string_view opcode, bool loads_early, const UnitMasks& units,
                         llvm::mca::InstrDesc& description) {
  const HalfOperation* const line = first_line<kHalfOperations>(opcode);
  const std::string make = units.contains("ICXPort5") ? "ICX" : "SKX";
  const auto unit = [&](std::string_view name) { return mask_of(units, make + std::string(name)); };
  if (line == nullptr || unit("Port5") == 0) {
    return;
  }
  for (const std::string_view name : kComputing) {
    if (const std::uint64_t mask = unit(name); mask != 0) {
      drop(mask, description);
    }
  }
  const unsigned length = length_of(opcode);
  const auto occupy_if = [&](std::string_view name, unsigned cycles) {
    if (cycles != 0) {
      occupy(unit(name), cycles, description);
    }
  };
  const bool divides = line->division[length] != 0;
  occupy_if("FPDivider", line->division[length]);
  occupy_if("Port5", line->crossing[length]);
  occupy_if(divides ? "Port0" : length == 2 ? "Port05" : "Port01", line->computing[length]);
  // Where another source may come later than the load, the load has been taken out of the latency
  // (early_loads.h).
  const bool loads_alone = is_from_memory(opcode) && !loads_early;
  set_latency(line->latency[length] + (loads_alone ? kLoadCycles : 0), description);
}

}  // namespace clgauge::lens
