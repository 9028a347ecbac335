#pragma once

#include <set>
#include <vector>

#include "lens/throughput/lowered.h"
#include "lens/throughput/recurrence.h"

namespace llvm::mca {
class Instruction;
}

namespace clgauge::lens {

struct McTarget;

// Cycles from an instruction's start until its last result is there.
[[nodiscard]] double latency_of(const llvm::mca::Instruction& instruction);

// Which instructions of a loop wait for which others through registers, within a round and from one
// to the next. Null instructions write nothing.
[[nodiscard]] std::vector<Dependence> register_dependences(const Lowered& round,
                                                           const McTarget& target);

// The same of a sequence that is run once.
[[nodiscard]] std::vector<Dependence> register_dependences_once(const Lowered& sequence,
                                                                const McTarget& target);

// Which instructions of a sequence wait for what is in some registers when it begins, which
// `units`, the smallest parts of registers, are; it becomes what there is to wait for at the end:
// the results of these instructions. `is_late` names more that come late.
[[nodiscard]] std::vector<bool> waiting_for(const Lowered& sequence,
                                            const std::vector<bool>& is_late,
                                            const McTarget& target, std::set<unsigned>& units);

}  // namespace clgauge::lens
