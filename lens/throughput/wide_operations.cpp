#include "lens/throughput/wide_operations.h"

#include <llvm/ADT/Twine.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MCA/Instruction.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "lens/code/zen.h"
#include "lens/throughput/opcode_names.h"
#include "lens/throughput/opcode_pattern.h"

namespace clgauge::lens {
namespace {

// Programs of many operations, for which half of them is no measure: errata.cpp has them.
bool is_program(llvm::StringRef name) {
  return name.contains("GATHER") || name.contains("SCATTER") || name.contains("COMPRESS") ||
         name.contains("EXPAND");
}

// Copies of one element, of memory or of a general register: half a vector of them takes as long
// as a whole one.
bool copies_element(llvm::StringRef name) {
  return name.contains("BROADCAST") && (name.contains("Zrm") || name.contains("rZrr"));
}

// An operation of registers may say how to round (VADDPDZrrb, VRNDSCALEPSZrribk), one of 256 bits
// may not.
std::string without_rounding(std::string operands) {
  const std::size_t b = operands.find('b');
  if (b != std::string::npos) {
    operands.erase(b, 1);
  }
  return operands;
}

}  // namespace

std::optional<unsigned> half_of(unsigned opcode, std::string_view cpu,
                                const llvm::MCInstrInfo& instructions) {
  const llvm::StringRef name = instructions.getName(opcode);
  if (!is_zen4_or_later(cpu) || !name.startswith("V") || is_program(name) || copies_element(name)) {
    return std::nullopt;
  }
  // VPERMT2D256rr and its kin.
  const std::size_t form = name.find_if([](char c) { return c >= 'a' && c <= 'z'; });
  if (name.startswith("VPERMT2") || name.startswith("VPERMI2")) {
    return opcode_named((name.substr(0, form) + "256" + name.substr(form)).str(), instructions);
  }
  for (std::size_t at = name.find('Z'); at != llvm::StringRef::npos; at = name.find('Z', at + 1)) {
    const std::string operation = name.substr(0, at).str() + "Z256";
    const std::string operands = name.substr(at + 1).str();
    for (const std::string& rest : {operands, without_rounding(operands)}) {
      if (const auto half = opcode_named(operation + rest, instructions)) {
        return half;
      }
    }
  }
  return std::nullopt;
}

std::uint64_t shared_units(unsigned opcode, const llvm::MCInstrInfo& instructions,
                           const UnitMasks& units) {
  const llvm::StringRef name = instructions.getName(opcode);
  const bool loads_element = name.contains("mb");
  const bool stores_half =
      name.contains("mr") &&
      (name.startswith("VPMOV") || name.startswith("VEXTRACT") || name.startswith("VCVT"));
  return loads_element || stores_half ? mask_of(units, "Zn3LSU|Zn3Load|Zn3Store|Zn3FPP45|Zn3FPSt")
                                      : 0;
}

bool makes_mask(std::string_view opcode) {
  const bool compares = opcode.starts_with("VPCMP") || opcode.starts_with("VCMP") ||
                        opcode.starts_with("VPTEST") || opcode.starts_with("VFPCLASS");
  return opcode.find('Z') != std::string_view::npos && (compares || fits("VPMOV*2M", opcode));
}

bool fits_any(std::span<const std::string_view> patterns, std::string_view opcode) {
  return std::ranges::any_of(patterns, [&](std::string_view one) { return fits(one, opcode); });
}

unsigned cycles_after_half(std::string_view opcode) {
  constexpr auto kLengthening =
      std::to_array<std::string_view>({"VPMOVSX", "VPMOVZX", "VCVT*DQ2PD", "VCVTPS2PD"});
  constexpr auto kCrossing = std::to_array<std::string_view>(
      {"VPERMB", "VPERMW", "VPERMD", "VPERMQ", "VPERMP", "VPERMT", "VPERMI2", "VALIGND", "VSHUFF",
       "VSHUFI", "VEXTRACT*32x4", "VEXTRACT*64x2"});
  return fits_any(kLengthening, opcode)                      ? 2
         : makes_mask(opcode) || fits_any(kCrossing, opcode) ? 1
                                                             : 0;
}

unsigned cycles_after_half_on_zen5(std::string_view opcode) {
  constexpr auto kNarrowing = std::to_array<std::string_view>(
      {"VCVT*PD2", "VCVT*QQ2PS", "VCVTPS2PH", "VPMOV*QB", "VPMOV*QW", "VPMOV*DB"});
  constexpr auto kTwoLater =
      std::to_array<std::string_view>({"VPMOVSX", "VPMOVZX", "VSHUFF", "VSHUFI"});
  return makes_mask(opcode) || fits_any(kTwoLater, opcode) ? 2
         : fits_any(kNarrowing, opcode)                    ? 1
                                        : std::min(cycles_after_half(opcode), 1U);
}

void prolong(llvm::mca::InstrDesc& description, unsigned later) {
  description.MaxLatency += later;
  for (llvm::mca::WriteDescriptor& write : description.Writes) {
    write.Latency += later;
  }
}

void double_pump(llvm::mca::InstrDesc& half, std::uint64_t once, unsigned later) {
  prolong(half, later);
  for (auto& [resource, usage] : half.Resources) {
    if ((resource & ~once) == 0) {
      continue;
    }
    usage = llvm::mca::ResourceUsage(
        llvm::mca::CycleSegment(0, 2 * usage.size(), usage.CS.isReserved()), usage.NumUnits);
  }
}

}  // namespace clgauge::lens
