#include "lens/throughput/lea.h"

#include <llvm/MC/MCInst.h>
#include <llvm/MCA/Instruction.h>

#include "lens/throughput/operand_times.h"

namespace clgauge::lens {
namespace {

// Operands: what it writes, then these.
constexpr unsigned kBase = 1;
constexpr unsigned kIndex = 3;
constexpr unsigned kDisplacement = 4;

bool adds_three(const llvm::MCInst& lea) {
  const llvm::MCOperand& displacement = lea.getOperand(kDisplacement);
  return lea.getOperand(kBase).getReg() != 0 && lea.getOperand(kIndex).getReg() != 0 &&
         !(displacement.isImm() && displacement.getImm() == 0);
}

}  // namespace

void mend_lea(const llvm::MCInst& lea, const UnitMasks& units, llvm::mca::InstrDesc& description) {
  const auto found = units.find("Zn3ALU0123");
  if (found == units.end()) {
    return;
  }
  const unsigned operations = adds_three(lea) ? 2 : 1;
  description.Resources.clear();
  occupy(found->second, operations, description);
  description.NumMicroOps = operations;
  set_latency(1, description);
  if (operations > 1) {
    need_early(kBase - 1, 1, description);
  }
}

}  // namespace clgauge::lens
