#include "lens/throughput/throughput_bound.h"

#include <llvm/MCA/Instruction.h>
#include <llvm/MCA/Support.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lens/code/mc.h"
#include "lens/throughput/buffers.h"
#include "lens/throughput/instruction_class.h"
#include "lens/throughput/port_bound.h"
#include "lens/throughput/processor_units.h"
#include "lens/throughput/register_results.h"
#include "lens/throughput/sequence_cost.h"

namespace clgauge::lens {
namespace {

InstructionClass class_of_use(const llvm::mca::Instruction& instruction, std::uint64_t mask,
                              const McTarget& target, const ProcessorUnits& units) {
  const llvm::MCInstrDesc& description = target.instructions->get(instruction.getOpcode());
  if (description.mayStore() && (mask & ~units.stores) == 0) {
    return InstructionClass::store;
  }
  if (description.mayLoad() && (mask & ~units.loads) == 0) {
    return InstructionClass::load;
  }
  return class_of(target.opcode_name(instruction.getOpcode()), description);
}

}  // namespace

void add_throughput(const Lowered& lowered, const McTarget& target, const Buffers& buffers,
                    const ProcessorUnits& units, SequenceCost& cost) {
  const llvm::MCSchedModel& model = target.subtarget->getSchedModel();
  const std::vector<std::uint64_t>& masks = buffers.masks();
  std::vector<unsigned> used(model.getNumProcResourceKinds(), 0);
  PortUse use;
  unsigned ops = 0;
  for (const auto& instruction : lowered) {
    const llvm::mca::InstrDesc& description = instruction->getDesc();
    ops += description.NumMicroOps;
    for (const auto& [mask, usage] : description.Resources) {
      const auto resource = std::find(masks.begin(), masks.end(), mask);
      if (resource != masks.end()) {  // errata name sets of units that are no group of the table
        used[static_cast<std::size_t>(resource - masks.begin())] += usage.size();
      }
      if (const std::uint64_t among = mask & units.single; among != 0) {
        use[among] += usage.size();
      }
    }
  }
  const PortBound bound = port_bound(use);
  cost.micro_ops = ops;
  cost.results = register_results(lowered, target);
  cost.rooms = buffers.room_parts(lowered);
  cost.throughput_cycles =
      std::max(bound.cycles, llvm::mca::computeBlockRThroughput(
                                 model, static_cast<unsigned>(buffers.core().width), ops, used));
  // The busy units, or else one resource of several alike ones.
  std::uint64_t busy = bound.units;
  if (bound.cycles < cost.throughput_cycles) {
    busy = 0;
    for (std::size_t kind = 1; kind < used.size(); ++kind) {
      const double cycles = static_cast<double>(used[kind]) /
                            model.getProcResource(static_cast<unsigned>(kind))->NumUnits;
      busy = cycles >= cost.throughput_cycles ? masks[kind] : busy;
    }
  }
  double occupied = 0;
  for (const auto& instruction : lowered) {
    for (const auto& [mask, usage] : instruction->getDesc().Resources) {
      const std::uint64_t among = (mask & units.single) != 0 ? mask & units.single : mask;
      if ((among & ~busy) == 0) {
        cost.port_cycles[static_cast<std::size_t>(
            class_of_use(*instruction, mask, target, units))] += usage.size();
        occupied += usage.size();
      }
    }
  }
  for (double& cycles : cost.port_cycles) {
    cycles *= occupied > 0 ? cost.throughput_cycles / occupied : 0;
  }
}

}  // namespace clgauge::lens
