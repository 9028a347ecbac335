#include "lens/throughput/early_loads.h"

#include <llvm/MCA/Instruction.h>

#include <algorithm>

#include "lens/code/mc.h"
#include "lens/throughput/opcode_names.h"
#include "lens/throughput/opcode_pattern.h"
#include "lens/throughput/operand_times.h"

namespace clgauge::lens {
namespace {

constexpr unsigned kAnyWriter = 0;

// How much later than its address an instruction needs its other operands, by the table.
unsigned advance_by(const llvm::MCSubtargetInfo& subtarget, const llvm::MCSchedClassDesc* schedule,
                    unsigned use) {
  return static_cast<unsigned>(
      std::max(0, subtarget.getReadAdvanceCycles(schedule, use, kAnyWriter)));
}

unsigned load_of(std::string_view opcode, const McTarget& target) {
  const llvm::MCInstrDesc& sum =
      target.instructions->get(opcode_named(opcode, *target.instructions).value());
  constexpr unsigned kOperand = 0;
  return advance_by(*target.subtarget,
                    target.subtarget->getSchedModel().getSchedClassDesc(sum.getSchedClass()),
                    kOperand);
}

bool has(std::string_view part, std::string_view opcode) {
  return opcode.find(part) != std::string_view::npos;
}

unsigned load_into(std::string_view opcode, const LoadTimes& times) {
  const bool is_short = has("Z128", opcode) || has("SSZ", opcode) || has("SDZ", opcode) ||
                        (!has("Y", opcode) && !has("Z", opcode));
  return !opcode.starts_with("V") ? times.general : is_short ? times.vector : times.wide_vector;
}

}  // namespace

EarlyLoads::EarlyLoads(const McTarget& target)
    : target_(target),
      table_{load_of("ADD32rm", target), load_of("VADDPSrm", target), load_of("VADDPSYrm", target)},
      timed_(load_times_of(target.cpu)) {}

bool EarlyLoads::start(const llvm::MCInst& inst, bool has_long_address,
                       llvm::mca::InstrDesc& description) const {
  const llvm::MCInstrDesc& instruction = target_.instructions->get(inst.getOpcode());
  const unsigned later = has_long_address ? timed_.long_address : 0;
  const unsigned load = load_within(inst, description);
  if (load == 0) {
    if (later != 0) {
      need_all_at_start(description);
      need_address_early(later, instruction, description);
    }
    return false;
  }
  const unsigned timed = load_into(target_.opcode_name(inst.getOpcode()), timed_);
  need_all_at_start(description);
  need_address_early((timed == 0 ? load : timed) + later, instruction, description);
  const auto without_load = [&](unsigned latency) { return latency > load ? latency - load : 1; };
  for (llvm::mca::WriteDescriptor& write : description.Writes) {
    write.Latency = without_load(write.Latency);
  }
  description.MaxLatency = without_load(description.MaxLatency);
  return true;
}

bool EarlyLoads::has_long_address(const llvm::MCInst& inst) const {
  const llvm::MCInstrDesc& instruction = target_.instructions->get(inst.getOpcode());
  if (timed_.long_address == 0 || !instruction.mayLoad() ||
      is_gather(target_.opcode_name(inst.getOpcode()))) {
    return false;
  }
  const auto first = first_of_address(inst, instruction);
  return first && (scales_index(inst, *first) || adds_three(inst, *first));
}

unsigned EarlyLoads::load_within(const llvm::MCInst& inst,
                                 const llvm::mca::InstrDesc& description) const {
  unsigned load = 0;
  for (const llvm::mca::ReadDescriptor& read : description.Reads) {
    load = std::max(
        load, advance_by(*target_.subtarget,
                         target_.subtarget->getSchedModel().getSchedClassDesc(read.SchedClassID),
                         read.UseIndex));
  }
  const llvm::MCInstrDesc& instruction = target_.instructions->get(inst.getOpcode());
  const std::string_view name = target_.opcode_name(inst.getOpcode());
  const bool is_program = instruction.mayStore() || instruction.isCall() || is_gather(name);
  if (load != 0 || is_program || !instruction.mayLoad() || !first_of_address(inst, instruction) ||
      !needs_more_than_address(instruction, description)) {
    return load;
  }
  // Lost where a line of the table is for a few instructions alone (Ice Lake's of CMOV, of VCMPPS).
  const unsigned usual = load_into(name, table_);
  return description.MaxLatency > usual ? usual : 0;
}

}  // namespace clgauge::lens
