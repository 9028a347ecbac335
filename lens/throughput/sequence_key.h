#pragma once

#include <cstdint>
#include <vector>

namespace llvm {
class MCInst;
}

namespace clgauge::lens {

struct McTarget;

// Equal for sequences that cost the same: their opcodes and operands, but not where jumps lead and
// what is added to an address.
using SequenceKey = std::vector<std::int64_t>;
[[nodiscard]] SequenceKey key_of(const std::vector<llvm::MCInst>& sequence, const McTarget& target);

}  // namespace clgauge::lens
