#include "lens/throughput/errata.h"

#include <llvm/MCA/Instruction.h>

#include "lens/throughput/golden_cove.h"
#include "lens/throughput/golden_cove_errata.h"
#include "lens/throughput/zen_errata.h"

namespace clgauge::lens {
namespace {

// Where indirect calls may land: a NOP, which every table takes for a system call of 100
// micro-operations. Kernels begin with it.
constexpr std::string_view kLandingPad = "ENDBR";

}  // namespace

void apply_errata(std::string_view cpu, std::string_view opcode, bool loads_early,
                  const UnitMasks& units, llvm::mca::InstrDesc& description) {
  if (opcode.starts_with(kLandingPad)) {
    description.Resources.clear();
    description.NumMicroOps = 1;
    set_latency(1, description);
  } else if (cpu == kGoldenCove) {
    apply_golden_cove_errata(opcode, units, description);
  } else {
    apply_zen_errata(cpu, opcode, loads_early, units, description);
  }
}

std::vector<std::string> unused_errata(std::span<const std::string_view> opcodes) {
  std::vector<std::string> unused;
  add_unused_zen_errata(opcodes, unused);
  add_unused_golden_cove_errata(opcodes, unused);
  return unused;
}

}  // namespace clgauge::lens
