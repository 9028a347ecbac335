#pragma once

#include <vector>

namespace llvm::mca {
class Instruction;
}

namespace clgauge::lens {

// The instructions of a sequence as LLVM-MCA describes them for one processor; null for what its
// table does not know. They belong to the table that made them (mended_instructions.h).
using Lowered = std::vector<const llvm::mca::Instruction*>;

}  // namespace clgauge::lens
