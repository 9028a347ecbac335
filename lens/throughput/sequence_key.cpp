#include "lens/throughput/sequence_key.h"

#include "lens/code/mc.h"

namespace clgauge::lens {
namespace {

// Base, scale, index, displacement, segment.
constexpr unsigned kDisplacement = 3;

// Whether no scheduling table asks for the operand's value. Tables do look at the displacement of
// lea, which LLVM does not call a memory operand.
bool is_of_no_account(const llvm::MCInstrDesc& description, unsigned operand) {
  const auto type = [&](unsigned o) {
    return o < description.getNumOperands() ? description.OpInfo[o].OperandType
                                            : llvm::MCOI::OPERAND_UNKNOWN;
  };
  unsigned first = operand;
  while (first > 0 && type(operand) == llvm::MCOI::OPERAND_MEMORY &&
         type(first - 1) == llvm::MCOI::OPERAND_MEMORY) {
    --first;
  }
  return type(operand) == llvm::MCOI::OPERAND_PCREL ||
         (type(operand) == llvm::MCOI::OPERAND_MEMORY && operand - first == kDisplacement);
}

}  // namespace

SequenceKey key_of(const std::vector<llvm::MCInst>& sequence, const McTarget& target) {
  SequenceKey key;
  for (const llvm::MCInst& inst : sequence) {
    const llvm::MCInstrDesc& description = target.instructions->get(inst.getOpcode());
    key.push_back(inst.getOpcode());
    key.push_back(inst.getNumOperands());
    for (unsigned o = 0; o < inst.getNumOperands(); ++o) {
      const llvm::MCOperand& operand = inst.getOperand(o);
      key.push_back(operand.isReg() ? 1 : operand.isImm() ? 2 : 3);
      if (!is_of_no_account(description, o)) {
        key.push_back(operand.isReg() ? operand.getReg() : operand.isImm() ? operand.getImm() : 0);
      }
    }
  }
  return key;
}

}  // namespace clgauge::lens
