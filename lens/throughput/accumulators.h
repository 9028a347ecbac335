#pragma once

#include <llvm/MC/MCInst.h>

#include <set>
#include <vector>

namespace clgauge::lens {

struct McTarget;

// The vector registers to which every round of a loop of these instructions adds something: read
// before they are written, by an instruction that writes them, too. As units of registers.
// Thread-safe.
[[nodiscard]] std::set<unsigned> accumulators(const std::vector<llvm::MCInst>& round,
                                              const McTarget& target);

// Takes away what any of these instructions writes.
void remove_written(const std::vector<llvm::MCInst>& sequence, const McTarget& target,
                    std::set<unsigned>& units);

}  // namespace clgauge::lens
