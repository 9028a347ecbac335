#pragma once

namespace llvm {
class MCInstrDesc;
namespace mca {
struct InstrDesc;
struct ReadDescriptor;
}  // namespace mca
}  // namespace llvm

namespace clgauge::lens {

// LLVM's tables say by an operand's place how much later than others an instruction needs it. What
// has been said here instead holds in the place of that.

// Every source is needed when the instruction starts.
void need_all_at_start(llvm::mca::InstrDesc& description);

// The source of this place, of those that are spelled out, is needed so many cycles before.
void need_early(unsigned place, unsigned cycles, llvm::mca::InstrDesc& description);

// Whether an address in memory is made of it.
[[nodiscard]] bool is_of_address(const llvm::mca::ReadDescriptor& read,
                                 const llvm::MCInstrDesc& instruction);

// Whether an instruction that loads does something else with operands of its own.
[[nodiscard]] bool needs_more_than_address(const llvm::MCInstrDesc& instruction,
                                           const llvm::mca::InstrDesc& description);

// What an address in memory is made of is needed so many cycles before.
void need_address_early(unsigned cycles, const llvm::MCInstrDesc& instruction,
                        llvm::mca::InstrDesc& description);

// How many cycles before the instruction starts the source of this place is needed; negative where
// the table is to say it.
[[nodiscard]] int cycles_before_start(unsigned place);

}  // namespace clgauge::lens
