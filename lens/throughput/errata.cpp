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

}  // namespace

void apply_errata(std::string_view cpu, std::string_view opcode,
                  llvm::mca::InstrDesc& description) {
  const bool is_pipelined =
      std::any_of(kPipelined.begin(), kPipelined.end(), [&](const Pipelined& erratum) {
        return erratum.cpu == cpu && opcode.substr(0, erratum.opcode.size()) == erratum.opcode;
      });
  if (!is_pipelined) {
    return;
  }
  for (auto& [resource, usage] : description.Resources) {
    usage = llvm::mca::ResourceUsage(
        llvm::mca::CycleSegment(0, std::min(usage.size(), 1U), usage.CS.isReserved()),
        usage.NumUnits);
  }
}

}  // namespace clgauge::lens
