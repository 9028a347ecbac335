#include "lens/throughput/mended_instructions.h"

#include <algorithm>
#include <utility>

#include "lens/code/zen.h"
#include "lens/throughput/errata.h"
#include "lens/throughput/fused_jumps.h"
#include "lens/throughput/golden_cove.h"
#include "lens/throughput/golden_cove_errata.h"
#include "lens/throughput/half_operations.h"
#include "lens/throughput/lea.h"
#include "lens/throughput/opcode_names.h"
#include "lens/throughput/opcode_pattern.h"
#include "lens/throughput/operand_times.h"
#include "lens/throughput/paired_stores.h"
#include "lens/throughput/wide_operations.h"
#include "lens/throughput/zen5_units.h"
#include "lens/throughput/zen_units.h"

namespace clgauge::lens {
namespace {

// The builder makes descriptions as it needs them, and hands them out as constants.
llvm::mca::InstrDesc& description_of(const llvm::mca::Instruction& made) {
  return const_cast<llvm::mca::InstrDesc&>(made.getDesc());
}

// Instructions that are kept: then all are forgotten, lest a daemon's tables grow with every size
// that it is asked for.
constexpr std::size_t kMostMade = 4096;

}  // namespace

MendedInstructions::MendedInstructions(const McTarget& target, const UnitMasks& units)
    : target_(target), units_(units), early_loads_(target) {}

Lowered MendedInstructions::lower(const std::vector<llvm::MCInst>& sequence,
                                  std::map<std::string, std::uint32_t>& unknown) {
  if (made_.size() > kMostMade) {
    for (auto& [place, builder] : builders_) {
      builder.clear();
    }
    made_.clear();
    mended_.clear();
    told_by_place_.clear();
  }
  Lowered lowered;
  lowered.reserve(sequence.size());
  std::string_view before;
  const bool is_beside_wide =
      target_.cpu == kGoldenCove && std::ranges::any_of(sequence, [&](const llvm::MCInst& inst) {
        return computes_512_bits(target_.opcode_name(inst.getOpcode()));
      });
  const std::vector<bool> paired = stored_with_before(sequence, target_);
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const std::string_view name = target_.opcode_name(sequence[i].getOpcode());
    const bool is_fused = fuses_with_jump(target_.cpu, before, name);
    before = name;
    auto& made = made_.of(
        sequence[i], (is_fused ? 4U : 0U) + (is_beside_wide ? 2U : 0U) + (paired[i] ? 1U : 0U));
    if (!made) {
      made = make(sequence[i],
                  {.is_fused = is_fused, .is_beside_wide = is_beside_wide, .is_paired = paired[i]});
    }
    if (*made == nullptr) {
      ++unknown[std::string(name)];
    }
    lowered.push_back(made->get());
  }
  return lowered;
}

std::unique_ptr<llvm::mca::Instruction> MendedInstructions::make(llvm::MCInst inst, Place place) {
  const bool is_zeroupper = target_.opcode_name(inst.getOpcode()) == "VZEROUPPER";
  const auto half = half_of(inst.getOpcode(), target_.cpu, *target_.instructions);
  inst.setOpcode(half.value_or(inst.getOpcode()));
  if (target_.cpu == kGoldenCove) {
    inst.setOpcode(golden_cove_opcode(inst));
  }
  place.is_half = half.has_value();
  place.is_indexed = computes_by_index(inst);
  place.has_long_address = early_loads_.has_long_address(inst);
  Made made = build(inst, place);
  if (!made) {
    llvm::consumeError(made.takeError());
    return nullptr;
  }
  // MCA takes an eliminated move's source for whatever is written to it later (LLVM 15): a chain
  // through the copy would be lost. Kept, the move waits, and costs what the table says.
  (*made)->clearOptimizableMove();
  // The table says that it writes every vector register. What their lower halves hold passes
  // through it, with all that waits for it: calls of scalar functions have one in front.
  if (is_zeroupper) {
    (*made)->getDefs().clear();
  }
  return std::move(*made);
}

unsigned MendedInstructions::golden_cove_opcode(const llvm::MCInst& inst) const {
  const bool is_into_itself = inst.getNumOperands() == 2 && inst.getOperand(0).isReg() &&
                              inst.getOperand(1).isReg() &&
                              inst.getOperand(0).getReg() == inst.getOperand(1).getReg();
  if (!is_into_itself) {
    return inst.getOpcode();
  }
  return opcode_named(opcode_of_copy_into_itself(target_.opcode_name(inst.getOpcode())),
                      *target_.instructions)
      .value_or(inst.getOpcode());
}

bool MendedInstructions::is_told_by_place(unsigned opcode) const {
  const llvm::MCInstrDesc& description = target_.instructions->get(opcode);
  const llvm::MCSchedModel& model = target_.subtarget->getSchedModel();
  return description.isVariadic() ||
         model.getSchedClassDesc(description.getSchedClass())->isVariant();
}

MendedInstructions::Made MendedInstructions::build(const llvm::MCInst& inst, const Place& place) {
  const unsigned opcode = inst.getOpcode();
  llvm::mca::InstrBuilder& builder =
      builders_
          .try_emplace(place, *target_.subtarget, *target_.instructions, *target_.registers,
                       target_.analysis.get())
          .first->second;
  Made made = builder.createInstruction(is_told_by_place(opcode) ? told_by_place_.emplace_back(inst)
                                                                 : inst);
  if (made) {
    llvm::mca::InstrDesc& description = description_of(**made);
    if (mended_.insert(&description).second) {
      mend(description, inst, place);
      if (place.is_half && target_.cpu == kZen5) {
        prolong(description, cycles_after_half_on_zen5(target_.opcode_name(opcode)));
        if (shared_units(opcode, *target_.instructions, units_) == 0) {  // stores all of it
          widen_store_of_zen5(units_, description);
        }
      } else if (place.is_half) {
        double_pump(description, shared_units(opcode, *target_.instructions, units_),
                    cycles_after_half(target_.opcode_name(opcode)));
      }
      if (place.is_indexed) {
        ++description.NumMicroOps;
      }
      if (place.is_fused) {
        description.NumMicroOps = 0;
      } else if (place.is_beside_wide) {
        close_port_beside_512_bits(target_.opcode_name(opcode), units_, description);
      }
      if (place.is_paired) {
        drop(mask_of(units_, target_.cpu == kGoldenCove ? "ICXPort4" : zen::kStores), description);
      }
    }
  }
  return made;
}

void MendedInstructions::mend(llvm::mca::InstrDesc& description, const llvm::MCInst& inst,
                              const Place& place) const {
  const std::string_view name = target_.opcode_name(inst.getOpcode());
  const bool loads_early = early_loads_.start(inst, place.has_long_address, description);
  mend_half_operation(name, loads_early, units_, description);
  apply_errata(target_.cpu, name, loads_early, units_, description);
  if (is_zen4_or_later(target_.cpu) && name.starts_with("LEA")) {
    mend_lea(inst, units_, description);
  }
  if (target_.cpu == kZen5) {
    use_units_of_zen5(name, units_, description);
  }
}

// A Golden Cove takes what computes with an operand of memory apart where its address has an index:
// six of them and 30 NOPs take 8 cycles, without an index 6.2, moves by an index 6.2, too.
bool MendedInstructions::computes_by_index(const llvm::MCInst& inst) const {
  const llvm::MCInstrDesc& description = target_.instructions->get(inst.getOpcode());
  const std::string_view name = target_.opcode_name(inst.getOpcode());
  const auto says = [&](std::string_view part) { return name.find(part) != name.npos; };
  if (target_.cpu != kGoldenCove || !description.mayLoad() || description.mayStore() ||
      says("MOV") || says("BROADCAST") || is_gather(name)) {
    return false;
  }
  return has_index(inst, description);
}

}  // namespace clgauge::lens
