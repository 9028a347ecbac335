#include "lens/throughput/fetched_runs.h"

#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MCA/Instruction.h>

namespace clgauge::lens {
namespace {

constexpr int kJumpsOfRun = 2;

}  // namespace

double fetched_runs(const Lowered& round, const llvm::MCInstrInfo& instructions) {
  double runs = 0;
  int jumps = 0;  // of the run that is open
  for (const auto& one : round) {
    if (one == nullptr || !instructions.get(one->getOpcode()).isBranch()) {
      continue;
    }
    const bool is_taken = instructions.get(one->getOpcode()).isUnconditionalBranch();
    if (is_taken || ++jumps == kJumpsOfRun) {
      ++runs;
      jumps = 0;
    }
  }
  return runs + (jumps > 0 ? 1 : 0);
}

}  // namespace clgauge::lens
