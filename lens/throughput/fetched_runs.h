#pragma once

#include "lens/throughput/lowered.h"

namespace llvm {
class MCInstrInfo;
}

namespace clgauge::lens {

// How many runs of code a round is fetched in: each ends behind a jump that is taken, or behind two
// jumps. Of a round's conditional jumps the last one is taken to be taken. Null instructions are no
// jumps.
double fetched_runs(const Lowered& round, const llvm::MCInstrInfo& instructions);

}  // namespace clgauge::lens
