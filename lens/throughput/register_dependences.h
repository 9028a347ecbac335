#pragma once

#include <memory>
#include <vector>

#include "lens/throughput/recurrence.h"

namespace llvm {
class MCRegisterInfo;
namespace mca {
class Instruction;
}
}  // namespace llvm

namespace clgauge::lens {

// Cycles from an instruction's start until its last result is there.
[[nodiscard]] double latency_of(const llvm::mca::Instruction& instruction);

// Which instructions of a loop wait for which others through registers, within a round and from one
// to the next. Null instructions write nothing.
[[nodiscard]] std::vector<Dependence> register_dependences(
    const std::vector<std::unique_ptr<llvm::mca::Instruction>>& round,
    const llvm::MCRegisterInfo& registers);

}  // namespace clgauge::lens
