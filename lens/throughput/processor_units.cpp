#include "lens/throughput/processor_units.h"

#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>

#include "base/error.h"
#include "lens/code/mc.h"
#include "lens/throughput/extra_units.h"

namespace clgauge::lens {
namespace {

// Instructions that do nothing but load, and nothing but store: of a general register, of a vector.
struct PlainMoves {
  std::vector<unsigned> loads;
  std::vector<unsigned> stores;
};

// All x86-64 processors share their opcodes: they are looked for once.
const PlainMoves& plain_moves(const llvm::MCInstrInfo& instructions) {
  static const PlainMoves kMoves = [&] {
    PlainMoves moves;
    for (unsigned opcode = 0; opcode < instructions.getNumOpcodes(); ++opcode) {
      const llvm::StringRef name = instructions.getName(opcode);
      if (name == "MOV64rm" || name == "VMOVUPSYrm") {
        moves.loads.push_back(opcode);
      } else if (name == "MOV64mr" || name == "VMOVUPSYmr") {
        moves.stores.push_back(opcode);
      }
    }
    return moves;
  }();
  return kMoves;
}

std::uint64_t units_of(const std::vector<unsigned>& opcodes, const McTarget& target,
                       const std::vector<std::uint64_t>& masks) {
  const llvm::MCSubtargetInfo& subtarget = *target.subtarget;
  std::uint64_t units = 0;
  for (const unsigned opcode : opcodes) {
    const llvm::MCSchedClassDesc* const scheduling = subtarget.getSchedModel().getSchedClassDesc(
        target.instructions->get(opcode).getSchedClass());
    for (auto* use = subtarget.getWriteProcResBegin(scheduling);
         use != subtarget.getWriteProcResEnd(scheduling); ++use) {
      units |= masks[use->ProcResourceIdx];
    }
  }
  return units;
}

}  // namespace

ProcessorUnits::ProcessorUnits(const McTarget& target, const std::vector<std::uint64_t>& masks) {
  const llvm::MCSchedModel& model = target.subtarget->getSchedModel();
  if (!model.hasInstrSchedModel()) {
    throw Error(ErrorKind::usage, "LLVM has no scheduling table for the processor '" + target.cpu +
                                      "': name a related one that has");
  }
  for (unsigned kind = 1; kind < model.getNumProcResourceKinds(); ++kind) {
    const llvm::MCProcResourceDesc& resource = *model.getProcResource(kind);
    by_name.emplace(resource.Name, masks[kind]);
    const bool is_group = resource.SubUnitsIdxBegin != nullptr;
    single |= is_group || resource.NumUnits != 1 ? 0 : masks[kind];
  }
  for (const ExtraUnit& unit : kExtraUnits) {
    if (unit.is_of(target.cpu)) {
      by_name.emplace(unit.name, unit.mask);
      single |= unit.mask;
    }
  }
  const PlainMoves& moves = plain_moves(*target.instructions);
  loads = units_of(moves.loads, target, masks) |
          (target.cpu == kGoldenCove ? any_of(kGoldenCoveLoads) : 0);
  stores = units_of(moves.stores, target, masks);
}

}  // namespace clgauge::lens
