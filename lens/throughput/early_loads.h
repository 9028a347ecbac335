#pragma once

namespace llvm {
class MCSubtargetInfo;
namespace mca {
struct InstrDesc;
}
}  // namespace llvm

namespace clgauge::lens {

// Lets a vector instruction that loads one of its operands compute when the others are there: the
// load starts early, on its own. LLVM says the same by a latency that includes the load's and reads
// that may come so much later; but LLVM-MCA lets no instruction start before what it reads has
// started, so that a chain through a copy or any short operation pays for the load in every link.
// Here the latency is the operation's own, and an address counts as known as early as the other
// operands. Doing it twice is doing it once.
void load_early(const llvm::MCSubtargetInfo& subtarget, llvm::mca::InstrDesc& description);

}  // namespace clgauge::lens
