#pragma once

namespace llvm::mca {
struct InstrDesc;
}

namespace clgauge::lens {

// LLVM's tables say by an operand's place how much later than others an instruction needs it. What
// has been said here instead holds in the place of that.

// Every source is needed when the instruction starts.
void need_all_at_start(llvm::mca::InstrDesc& description);

// The source of this place, of those that are spelled out, is needed so many cycles before.
void need_early(unsigned place, unsigned cycles, llvm::mca::InstrDesc& description);

// How many cycles before the instruction starts the source of this place is needed; negative where
// the table is to say it.
[[nodiscard]] int cycles_before_start(unsigned place);

}  // namespace clgauge::lens
