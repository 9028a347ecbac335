#include "lens/throughput/operand_times.h"

#include <llvm/MC/MCInstrDesc.h>
#include <llvm/MCA/Instruction.h>

#include <algorithm>

namespace clgauge::lens {
namespace {

// No instruction has so many operands, so that no table knows this place; the next ones are needed
// a cycle before the start each.
constexpr unsigned kAtStart = 1000;

}  // namespace

void need_all_at_start(llvm::mca::InstrDesc& description) {
  for (llvm::mca::ReadDescriptor& read : description.Reads) {
    read.UseIndex = kAtStart;
  }
}

void need_early(unsigned place, unsigned cycles, llvm::mca::InstrDesc& description) {
  for (llvm::mca::ReadDescriptor& read : description.Reads) {
    if (read.UseIndex == place && !read.isImplicitRead()) {
      read.UseIndex = kAtStart + cycles;
    }
  }
}

bool is_of_address(const llvm::mca::ReadDescriptor& read, const llvm::MCInstrDesc& instruction) {
  return !read.isImplicitRead() &&
         static_cast<unsigned>(read.OpIndex) < instruction.getNumOperands() &&
         instruction.OpInfo[read.OpIndex].OperandType == llvm::MCOI::OPERAND_MEMORY;
}

bool needs_more_than_address(const llvm::MCInstrDesc& instruction,
                             const llvm::mca::InstrDesc& description) {
  return std::any_of(description.Reads.begin(), description.Reads.end(),
                     [&](const auto& read) { return !is_of_address(read, instruction); });
}

void need_address_early(unsigned cycles, const llvm::MCInstrDesc& instruction,
                        llvm::mca::InstrDesc& description) {
  for (llvm::mca::ReadDescriptor& read : description.Reads) {
    if (is_of_address(read, instruction)) {
      read.UseIndex = kAtStart + cycles;
    }
  }
}

int cycles_before_start(unsigned place) {
  return static_cast<int>(place) - static_cast<int>(kAtStart);
}

}  // namespace clgauge::lens
