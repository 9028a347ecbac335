#include "lens/throughput/lea.h"

#include <llvm/MC/MCInst.h>
#include <llvm/MCA/Instruction.h>

#include "lens/code/mc.h"
#include "lens/throughput/operand_times.h"

namespace clgauge::lens {
namespace {

// The first of its operands behind what it writes.
constexpr unsigned kBase = 1;

}  // namespace

void mend_lea(const llvm::MCInst& lea, const UnitMasks& units, llvm::mca::InstrDesc& description) {
  const auto found = units.find("Zn3ALU0123");
  if (found == units.end()) {
    return;
  }
  const unsigned operations = adds_three(lea, kBase) ? 2 : 1;
  description.Resources.clear();
  occupy(found->second, operations, description);
  description.NumMicroOps = operations;
  set_latency(1, description);
  if (operations > 1) {
    need_early(kBase - 1, 1, description);
  }
}

}  // namespace clgauge::lens
