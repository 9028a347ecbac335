#pragma once

#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MCA/Instruction.h>

#include <memory>
#include <span>

namespace clgauge::lens {

// How many runs of code a round is fetched in: each ends behind a jump that is taken, or behind two
// jumps. Of a round's conditional jumps the last one is taken to be taken. Null instructions are no
// jumps.
double fetched_runs(std::span<const std::unique_ptr<llvm::mca::Instruction>> round,
                    const llvm::MCInstrInfo& instructions);

}  // namespace clgauge::lens
