#pragma once

#include <vector>

namespace llvm {
class MCInst;
}

namespace clgauge::lens {

struct McTarget;

// Lets instructions whose result does not depend on their operands (xor x,x and vpcmpeq x,x) read
// no register, as processors do and not every scheduling table says.
void break_zero_idioms(std::vector<llvm::MCInst>& sequence, const McTarget& target);

}  // namespace clgauge::lens
