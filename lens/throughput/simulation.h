#pragma once

#include <llvm/MCA/Instruction.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace clgauge::lens {

class Buffers;
struct McTarget;

// Cycles that LLVM-MCA's out-of-order pipeline takes for so many rounds of these instructions, with
// the target's buffers: of a core whose other hardware thread is busy, as clouds' cores mostly are,
// which leaves half of the reorder buffer. One loop of Zen 4, a
// chain of 67 cycles in each round of 51 micro-operations: 21.3 cycles where a neighbour works and
// 14.6 where none does; simulated 20.8 by half of the buffer, 14.5 by all of it.
// Throws Error(internal) where LLVM-MCA gives up. Copies the instructions. Thread-safe.
[[nodiscard]] double simulated_cycles(
    const McTarget& target, const Buffers& buffers,
    const std::vector<std::unique_ptr<llvm::mca::Instruction>>& instructions, std::size_t rounds);

}  // namespace clgauge::lens
