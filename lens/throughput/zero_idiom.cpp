#include "lens/throughput/zero_idiom.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "lens/code/mc.h"

namespace clgauge::lens {
namespace {

// Beginnings of LLVM's names of instructions whose result is the same for any two equal operands.
constexpr std::array<std::string_view, 14> kIdioms = {
    "XOR32rr", "XOR64rr", "SUB32rr", "SUB64rr", "XORP",    "VXORP",  "PXORrr",
    "VPXOR",   "PSUB",    "VPSUB",   "PCMPEQ",  "VPCMPEQ", "PCMPGT", "VPCMPGT"};

bool is_idiom(const llvm::MCInst& inst, const McTarget& target) {
  const llvm::StringRef name = target.instructions->getName(inst.getOpcode());
  return std::any_of(kIdioms.begin(), kIdioms.end(), [&](std::string_view idiom) {
    return name.startswith({idiom.data(), idiom.size()});
  });
}

// Every register that the sequence writes, with all that overlaps it.
std::set<unsigned> written(const std::vector<llvm::MCInst>& sequence, const McTarget& target) {
  std::set<unsigned> registers;
  for (const llvm::MCInst& inst : sequence) {
    const llvm::MCInstrDesc& description = target.instructions->get(inst.getOpcode());
    for (unsigned o = 0; o < description.getNumDefs() && o < inst.getNumOperands(); ++o) {
      if (inst.getOperand(o).isReg() && inst.getOperand(o).getReg() != 0) {
        for (llvm::MCRegAliasIterator alias(inst.getOperand(o).getReg(), target.registers.get(),
                                            true);
             alias.isValid(); ++alias) {
          registers.insert(*alias);
        }
      }
    }
  }
  return registers;
}

}  // namespace

void break_zero_idioms(std::vector<llvm::MCInst>& sequence, const McTarget& target) {
  std::set<unsigned> taken;
  for (llvm::MCInst& inst : sequence) {
    const llvm::MCInstrDesc& description = target.instructions->get(inst.getOpcode());
    const unsigned operands = inst.getNumOperands();
    // The two sources come last: "dst, src, src", or "dst, mask, src, src".
    if (operands < 3 || !is_idiom(inst, target)) {
      continue;
    }
    const llvm::MCOperand& left = inst.getOperand(operands - 2);
    const llvm::MCOperand& right = inst.getOperand(operands - 1);
    if (!left.isReg() || !right.isReg() || left.getReg() != right.getReg()) {
      continue;
    }
    if (taken.empty()) {
      taken = written(sequence, target);
    }
    const auto& choices = target.registers->getRegClass(
        static_cast<unsigned>(description.OpInfo[operands - 1].RegClass));
    const auto free = std::find_if(choices.begin(), choices.end(),
                                   [&](unsigned reg) { return taken.count(reg) == 0; });
    if (free != choices.end()) {
      inst.getOperand(operands - 2).setReg(*free);
      inst.getOperand(operands - 1).setReg(*free);
    }
  }
}

}  // namespace clgauge::lens
