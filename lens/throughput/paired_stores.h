#pragma once

#include <vector>

namespace llvm {
class MCInst;
}

namespace clgauge::lens {

struct McTarget;

// Which instructions of a sequence store together with the store before them: a Zen 4 takes two
// stores of general registers, one behind the other, in a cycle where both go to the same line.
// Four a round to one line, of 1 to 8 bytes each, or two to each of two lines, take 2 cycles, by
// turns to two lines 4; those of vectors, of 4 to 32 bytes, 4 (EPYC 9004). A Golden Cove does so
// with vectors of up to 32 bytes, too: 64 stores of 4, 8, 16 bytes side by side take 32 to 35
// cycles, 32 of 32 bytes 16, to two lines by turns 32, of 64 bytes one each (a Granite Rapids).
// None for other processors.
[[nodiscard]] std::vector<bool> stored_with_before(const std::vector<llvm::MCInst>& sequence,
                                                   const McTarget& target);

}  // namespace clgauge::lens
