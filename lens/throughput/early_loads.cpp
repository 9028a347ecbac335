#include "lens/throughput/early_loads.h"

#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MCA/Instruction.h>

#include <algorithm>

#include "lens/throughput/operand_times.h"

namespace clgauge::lens {
void load_early(const llvm::MCSubtargetInfo& subtarget, llvm::mca::InstrDesc& description) {
  int load_cycles = 0;
  for (const llvm::mca::ReadDescriptor& read : description.Reads) {
    const llvm::MCSchedClassDesc* const schedule =
        subtarget.getSchedModel().getSchedClassDesc(read.SchedClassID);
    constexpr unsigned kAnyWriter = 0;
    load_cycles =
        std::max(load_cycles, subtarget.getReadAdvanceCycles(schedule, read.UseIndex, kAnyWriter));
  }
  if (load_cycles == 0) {
    return;
  }
  need_all_at_start(description);
  const auto without_load = [&](unsigned latency) {
    const auto load = static_cast<unsigned>(load_cycles);
    return latency > load ? latency - load : 1;
  };
  for (llvm::mca::WriteDescriptor& write : description.Writes) {
    write.Latency = without_load(write.Latency);
  }
  description.MaxLatency = without_load(description.MaxLatency);
}

}  // namespace clgauge::lens
