#pragma once

#include <llvm/MCA/Instruction.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "lens/code/mc.h"

namespace clgauge::lens {

// Cycles that LLVM-MCA's out-of-order pipeline takes for so many rounds of these instructions, on a
// core whose other hardware thread is busy, as clouds' cores mostly are: that leaves half of the
// reorder buffer, which AMD and Intel divide between the threads that run. One loop of Zen 4, a
// chain of 67 cycles in each round of 51 micro-operations: 21.3 cycles where a neighbour works and
// 14.6 where none does; simulated 20.8 by half of the buffer, 14.5 by all of it.
// Throws Error(internal) where LLVM-MCA gives up. Copies the instructions. Thread-safe.
[[nodiscard]] double simulated_cycles(
    const McTarget& target,
    const std::vector<std::unique_ptr<llvm::mca::Instruction>>& instructions, std::size_t rounds);

}  // namespace clgauge::lens
