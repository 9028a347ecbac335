#include "lens/throughput/zero_idiom.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "lens/code/mc.h"
#include "lens/code/zen.h"

namespace clgauge::lens {
namespace {

// Beginnings of LLVM's names of instructions whose result is the same for any two equal operands.
constexpr std::array<std::string_view, 14> kIdioms = {
    "XOR32rr", "XOR64rr", "SUB32rr", "SUB64rr", "XORP",    "VXORP",  "PXORrr",
    "VPXOR",   "PSUB",    "VPSUB",   "PCMPEQ",  "VPCMPEQ", "PCMPGT", "VPCMPGT"};

bool is_idiom(const llvm::MCInst& inst, const McTarget& target) {
  const llvm::StringRef name = target.instructions->getName(inst.getOpcode());
  // A Zen asks for the flags alone: 24 by turns with subtractions take 14 cycles, not 24.
  if (llvm::StringRef(target.cpu).startswith("znver") && (name == "SBB32rr" || name == "SBB64rr")) {
    return true;
  }
  // Nor is a comparison into a mask one, on a Zen 5: eight of them and VPMOVM2D in a chain 62
  // cycles.
  if (name.startswith("VPCMPEQ") && name.contains('Z') && target.cpu == kZen5) {
    return false;
  }
  return std::any_of(kIdioms.begin(), kIdioms.end(), [&](std::string_view idiom) {
    return name.startswith({idiom.data(), idiom.size()});
  });
}

}  // namespace

void break_zero_idioms(std::vector<llvm::MCInst>& sequence, const McTarget& target) {
  for (llvm::MCInst& inst : sequence) {
    const unsigned operands = inst.getNumOperands();
    // The two sources come last: "dst, src, src", or "dst, mask, src, src".
    if (operands < 3 || !is_idiom(inst, target)) {
      continue;
    }
    llvm::MCOperand& left = inst.getOperand(operands - 2);
    llvm::MCOperand& right = inst.getOperand(operands - 1);
    if (left.isReg() && right.isReg() && left.getReg() == right.getReg()) {
      constexpr unsigned kNoRegister = 0;
      left.setReg(kNoRegister);
      right.setReg(kNoRegister);
    }
  }
}

}  // namespace clgauge::lens
