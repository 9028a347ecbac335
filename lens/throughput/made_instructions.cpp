#include "lens/throughput/made_instructions.h"

#include <llvm/MC/MCInst.h>

#include "base/scrambled.h"

namespace clgauge::lens {
namespace {

enum Kind : std::int64_t { kRegister, kImmediate, kOther };

}  // namespace

std::size_t MadeInstructions::Hash::operator()(const Key& key) const {
  std::uint64_t hash = 0;
  for (const std::int64_t word : key) {
    hash = mixed(hash + static_cast<std::uint64_t>(word)) + 1;
  }
  return hash;
}

MadeInstructions::Made& MadeInstructions::of(const llvm::MCInst& inst, unsigned neighbours) {
  key_.clear();
  key_.push_back(inst.getOpcode());
  key_.push_back(neighbours);
  for (unsigned o = 0; o < inst.getNumOperands(); ++o) {
    const llvm::MCOperand& operand = inst.getOperand(o);
    if (operand.isReg()) {
      key_.push_back(kRegister);
      key_.push_back(operand.getReg());
    } else if (operand.isImm()) {
      key_.push_back(kImmediate);
      key_.push_back(operand.getImm());
    } else {
      key_.push_back(kOther);
    }
  }
  const auto known = made_.find(key_);
  return known != made_.end() ? known->second : made_.emplace(key_, std::nullopt).first->second;
}

}  // namespace clgauge::lens
