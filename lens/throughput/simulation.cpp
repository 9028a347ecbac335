#include "lens/throughput/simulation.h"

#include <llvm/MCA/HardwareUnits/LSUnit.h>
#include <llvm/MCA/HardwareUnits/RegisterFile.h>
#include <llvm/MCA/HardwareUnits/RetireControlUnit.h>
#include <llvm/MCA/HardwareUnits/Scheduler.h>
#include <llvm/MCA/Pipeline.h>
#include <llvm/MCA/SourceMgr.h>
#include <llvm/MCA/Stages/DispatchStage.h>
#include <llvm/MCA/Stages/EntryStage.h>
#include <llvm/MCA/Stages/ExecuteStage.h>
#include <llvm/MCA/Stages/RetireStage.h>

#include "base/error.h"
#include "lens/code/mc.h"
#include "lens/throughput/buffers.h"

namespace clgauge::lens {

double simulated_cycles(const McTarget& target, const Buffers& buffers,
                        const std::vector<std::unique_ptr<llvm::mca::Instruction>>& instructions,
                        std::size_t rounds) {
  const llvm::MCSchedModel& model = buffers.model();
  llvm::mca::CircularSourceMgr source(instructions, static_cast<unsigned>(rounds));
  llvm::mca::RetireControlUnit retiring(model);
  llvm::mca::RegisterFile registers(model, *target.registers);
  llvm::mca::LSUnit memory(model, 0, 0, /*AssumeNoAlias=*/true);  // queues as the table says
  llvm::mca::Scheduler scheduler(model, memory);
  llvm::mca::Pipeline pipeline;
  pipeline.appendStage(std::make_unique<llvm::mca::EntryStage>(source));
  pipeline.appendStage(std::make_unique<llvm::mca::DispatchStage>(
      *target.subtarget, *target.registers, model.IssueWidth, retiring, registers));
  pipeline.appendStage(std::make_unique<llvm::mca::ExecuteStage>(scheduler));
  pipeline.appendStage(std::make_unique<llvm::mca::RetireStage>(retiring, registers, memory));
  auto cycles = pipeline.run();
  if (!cycles) {
    throw Error(ErrorKind::internal, "LLVM-MCA gave up: " + llvm::toString(cycles.takeError()));
  }
  return *cycles;
}

}  // namespace clgauge::lens
