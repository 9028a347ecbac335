#include "lens/throughput/scheduling_table.h"

#include <llvm/MCA/Support.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "lens/code/zen.h"
#include "lens/throughput/components.h"
#include "lens/throughput/early_loads.h"
#include "lens/throughput/extra_units.h"
#include "lens/throughput/fetched_lines.h"
#include "lens/throughput/fetched_runs.h"
#include "lens/throughput/fused_jumps.h"
#include "lens/throughput/golden_cove.h"
#include "lens/throughput/golden_cove_errata.h"
#include "lens/throughput/half_operations.h"
#include "lens/throughput/lea.h"
#include "lens/throughput/occupied_units.h"
#include "lens/throughput/opcode_names.h"
#include "lens/throughput/opcode_pattern.h"
#include "lens/throughput/operand_times.h"
#include "lens/throughput/paired_stores.h"
#include "lens/throughput/port_bound.h"
#include "lens/throughput/register_dependences.h"
#include "lens/throughput/simulation.h"
#include "lens/throughput/waiting_behind_loads.h"
#include "lens/throughput/wide_operations.h"
#include "lens/throughput/zen5_units.h"
#include "lens/throughput/zen_units.h"

namespace clgauge::lens {
namespace {

// The builder makes descriptions as it needs them, and hands them out as constants.
llvm::mca::InstrDesc& description_of(const llvm::mca::Instruction& made) {
  return const_cast<llvm::mca::InstrDesc&>(made.getDesc());
}

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

// Instructions that are kept: then all are forgotten, lest a daemon's tables grow with every size
// that it is asked for.
constexpr std::size_t kMostMade = 4096;

// Instructions that no table knows, and what is said of them.
void leave_out_unknown(Lowered& lowered, std::vector<Dependence>& dependences) {
  std::vector<std::uint32_t> place(lowered.size());
  std::uint32_t known = 0;
  for (std::size_t i = 0; i < lowered.size(); ++i) {
    place[i] = known;
    known += lowered[i] != nullptr ? 1U : 0U;
  }
  std::erase(lowered, nullptr);
  for (Dependence& one : dependences) {
    one.from = place[one.from];
    one.to = place[one.to];
  }
}

}  // namespace

SchedulingTable::SchedulingTable(const std::string& cpu)
    : target_(cpu),
      buffers_(target_),
      buffers_beside_wide_(buffers_.beside_512_bits()),
      early_loads_(target_) {
  const llvm::MCSchedModel& model = target_.subtarget->getSchedModel();
  if (!model.hasInstrSchedModel()) {
    throw Error(ErrorKind::usage, "LLVM has no scheduling table for the processor '" + cpu +
                                      "': name a related one that has");
  }
  const std::vector<std::uint64_t>& masks = buffers_.masks();
  for (unsigned kind = 1; kind < model.getNumProcResourceKinds(); ++kind) {
    const llvm::MCProcResourceDesc& resource = *model.getProcResource(kind);
    units_.emplace(resource.Name, masks[kind]);
    const bool is_group = resource.SubUnitsIdxBegin != nullptr;
    single_units_ |= is_group || resource.NumUnits != 1 ? 0 : masks[kind];
  }
  for (const ExtraUnit& unit : kExtraUnits) {
    if (unit.is_of(target_.cpu)) {
      units_.emplace(unit.name, unit.mask);
      single_units_ |= unit.mask;
    }
  }
  const PlainMoves& moves = plain_moves(*target_.instructions);
  load_units_ = units_of(moves.loads);
  store_units_ = units_of(moves.stores);
}

SequenceCost SchedulingTable::cost(const std::vector<llvm::MCInst>& sequence,
                                   const std::vector<Fetch>& fetches, bool chained,
                                   const std::vector<Forwarding>& forwarded,
                                   std::map<std::string, std::uint32_t>& unknown) {
  Lowered lowered = lower(sequence, unknown);
  std::vector<Dependence> through_memory = memory_dependences(sequence, lowered, forwarded);
  const std::vector<bool> apart =
      fetched_apart(lowered, fetches, static_cast<unsigned>(buffers_.core().width), target_.cpu);
  leave_out_unknown(lowered, through_memory);
  SequenceCost cost;
  if (lowered.empty()) {
    return cost;
  }
  add_throughput(lowered, cost);
  cost.chained_cycles = cost.throughput_cycles;
  if (chained) {
    const Round round = round_of(std::move(lowered), through_memory);
    cost.chained_cycles = std::max(
        cost.throughput_cycles,
        simulated_cycles_per_round(mixes_widths(sequence) ? buffers_beside_wide_ : buffers_,
                                   round.instructions, round.dependences, apart));
    if (cost.chained_cycles > cost.throughput_cycles) {  // else a circle changes nothing
      const CarriedWait wait = carried(round);
      cost.carried_cycles = std::min(cost.chained_cycles, wait.cycles);
      cost.lookahead = wait.lookahead;
    }
  }
  return cost;
}

double SchedulingTable::cycles_once(const std::vector<llvm::MCInst>& sequence,
                                    const std::vector<Fetch>& fetches, const Meetings& met,
                                    std::size_t warm_up, const std::vector<std::size_t>& unforeseen,
                                    const std::vector<double>& late) {
  std::map<std::string, std::uint32_t> unknown;
  Lowered lowered = lower(sequence, unknown);
  std::vector<Dependence> dependences = memory_dependences(sequence, lowered, met.forwarded);
  const std::vector<Dependence> by_renaming =
      memory_dependences(sequence, lowered, met.renamed, true);
  dependences.insert(dependences.end(), by_renaming.begin(), by_renaming.end());
  const auto place_of_known = [&lowered](std::size_t place) {
    const auto end = lowered.begin() + static_cast<std::ptrdiff_t>(place);
    return place - static_cast<std::size_t>(std::count(lowered.begin(), end, nullptr));
  };
  warm_up = place_of_known(warm_up);
  std::multimap<std::uint32_t, std::uint32_t> cautious;  // loads by the stores that they wait for
  for (const Forwarding& one : met.cautious) {
    if (lowered[one.store] != nullptr && lowered[one.load] != nullptr) {
      cautious.emplace(place_of_known(one.store), place_of_known(one.load));
    }
  }
  std::vector<std::size_t> jumps;
  for (const std::size_t place : unforeseen) {
    if (lowered[place] != nullptr) {
      jumps.push_back(place_of_known(place));
    }
  }
  const std::vector<bool> apart =
      fetched_apart(lowered, fetches, static_cast<unsigned>(buffers_.core().width), target_.cpu);
  std::vector<LateOperand> late_of_known;
  for (std::size_t place = 0; place < late.size(); ++place) {
    if (lowered[place] != nullptr) {
      const llvm::mca::Instruction& load = *lowered[place];
      const bool is_folded =
          needs_more_than_address(target_.instructions->get(load.getOpcode()), load.getDesc()) &&
          !is_gather(target_.opcode_name(load.getOpcode()));
      late_of_known.push_back({late[place], is_folded});
    }
  }
  leave_out_unknown(lowered, dependences);
  if (lowered.size() == warm_up) {
    return 0;
  }
  std::vector<Dependence> through_registers = register_dependences_once(lowered, target_);
  for (Dependence& one : through_registers) {
    if (!one.is_for_address) {
      continue;
    }
    const auto [first, last] = cautious.equal_range(one.to);
    for (auto load = first; load != last; ++load) {
      dependences.push_back({one.from, load->second, one.cycles});
    }
    if (!late_of_known.empty() && late_of_known[one.to].is_folded) {
      one.cycles += late_of_known[one.to].cycles;
    }
  }
  dependences.insert(dependences.end(), through_registers.begin(), through_registers.end());
  return simulated_cycles_once(mixes_widths(sequence) ? buffers_beside_wide_ : buffers_, lowered,
                               dependences, warm_up, jumps, late_of_known, apart);
}

SchedulingTable::Round SchedulingTable::round_of(Lowered instructions,
                                                 std::span<const Dependence> through_memory) const {
  Round round{std::move(instructions), {}, 0};
  round.dependences = register_dependences(round.instructions, target_);
  round.dependences.insert(round.dependences.end(), through_memory.begin(), through_memory.end());
  round.cycles = recurrence_cycles(round.instructions.size(), round.dependences);
  return round;
}

bool SchedulingTable::next_entry_waits(const std::vector<llvm::MCInst>& round,
                                       const std::vector<llvm::MCInst>& between) {
  std::map<std::string, std::uint32_t> unknown;
  std::vector<llvm::MCInst> both = round;
  both.insert(both.end(), between.begin(), between.end());
  Lowered of_round = lower(both, unknown);
  const auto end = of_round.begin() + static_cast<std::ptrdiff_t>(round.size());
  const Lowered others(end, of_round.end());
  of_round.erase(end, of_round.end());
  const Round loop = round_of(std::move(of_round));
  if (loop.cycles <= 0) {
    return false;
  }
  const auto circle = in_circles(loop.cycles, round.size(), loop.dependences);
  std::set<unsigned> late;
  (void)waiting_for(loop.instructions, circle, target_, late);
  (void)waiting_for(others, std::vector<bool>(others.size(), false), target_, late);
  const auto waits =
      waiting_for(loop.instructions, std::vector<bool>(round.size(), false), target_, late);
  for (std::size_t i = 0; i < waits.size(); ++i) {
    if (circle[i] && waits[i]) {
      return true;
    }
  }
  return false;
}

std::vector<std::size_t> SchedulingTable::chained_loads(const std::vector<llvm::MCInst>& round) {
  std::map<std::string, std::uint32_t> unknown;
  const Round loop = round_of(lower(round, unknown));
  const auto circle = in_circles(loop.cycles, round.size(), loop.dependences);
  const auto component = strong_components(round.size(), loop.dependences);
  std::vector<std::size_t> loads;
  for (std::size_t i = 0; i < round.size(); ++i) {
    if (!circle[i] || !target_.instructions->get(round[i].getOpcode()).mayLoad()) {
      continue;
    }
    // By its own circle: a sum that is as long a chain as its index is waits for no load.
    std::vector<bool> is_late(round.size());
    for (std::size_t k = 0; k < round.size(); ++k) {
      is_late[k] = component[k] == component[i];
    }
    std::set<unsigned> late;
    (void)waiting_for(loop.instructions, is_late, target_, late);
    // A gather waits for its mask, too.
    if (addresses_by(round[i], late) || is_gather(target_.opcode_name(round[i].getOpcode()))) {
      loads.push_back(i);
    }
  }
  return loads;
}

std::vector<double> SchedulingTable::micro_ops_behind_loads(const std::vector<llvm::MCInst>& round,
                                                            double scheduler_entries, double most) {
  std::map<std::string, std::uint32_t> unknown;
  return lens::micro_ops_behind_loads(lower(round, unknown), target_, scheduler_entries, most);
}

std::vector<std::size_t> SchedulingTable::waiting_jumps(const std::vector<llvm::MCInst>& round) {
  std::map<std::string, std::uint32_t> unknown;
  const Round loop = round_of(lower(round, unknown));
  const auto held_up = held_up_by_circles(loop.cycles, round.size(), loop.dependences);
  std::vector<std::size_t> jumps;
  for (std::size_t i = 0; i < round.size(); ++i) {
    if (held_up[i] && target_.instructions->get(round[i].getOpcode()).isConditionalBranch()) {
      jumps.push_back(i);
    }
  }
  return jumps;
}

std::vector<std::size_t> SchedulingTable::deciding_loads(
    const std::vector<llvm::MCInst>& sequence) {
  std::map<std::string, std::uint32_t> unknown;
  const Round once = round_of(lower(sequence, unknown));
  std::vector<bool> decides(sequence.size(), false);
  decides.back() = true;
  std::vector<Dependence> from_behind = once.dependences;
  std::ranges::sort(from_behind, std::ranges::greater(), &Dependence::to);
  for (const Dependence& one : from_behind) {
    if (one.rounds == 0 && decides[one.to]) {
      decides[one.from] = true;
    }
  }
  std::vector<std::size_t> loads;
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    if (decides[i] && target_.instructions->get(sequence[i].getOpcode()).mayLoad()) {
      loads.push_back(i);
    }
  }
  return loads;
}

double SchedulingTable::cycles_until_decided(const std::vector<llvm::MCInst>& sequence) {
  std::map<std::string, std::uint32_t> unknown;
  const Round once = round_of(lower(sequence, unknown));
  const auto& last = once.instructions.back();
  return cycles_until_last(once.instructions.size(), once.dependences) +
         (last ? latency_of(*last) : 0);
}

CarriedWait SchedulingTable::recurrence(const std::vector<llvm::MCInst>& sequence,
                                        const std::vector<Forwarding>& forwarded) {
  std::map<std::string, std::uint32_t> unknown;
  Lowered lowered = lower(sequence, unknown);
  const std::vector<Dependence> through_memory = memory_dependences(sequence, lowered, forwarded);
  return carried(round_of(std::move(lowered), through_memory));
}

std::vector<Dependence> SchedulingTable::memory_dependences(
    const std::vector<llvm::MCInst>& sequence, const Lowered& lowered,
    const std::vector<Forwarding>& forwarded, bool is_renamed) const {
  std::vector<Dependence> dependences;
  for (const Forwarding& one : forwarded) {
    if (lowered[one.store] == nullptr || lowered[one.load] == nullptr) {
      continue;
    }
    // A move from memory has no operation but its load, whose cycles are in the forwarding; what
    // changes memory (INC, ADD) computes before it stores.
    const std::string_view loads_by = target_.opcode_name(sequence[one.load].getOpcode());
    const bool only_moves = loads_by.starts_with("VMOV") || loads_by.starts_with("MOV");
    const double own = only_moves ? latency_of(*lowered[one.load]) : 0;
    const bool computes = target_.instructions->get(sequence[one.store].getOpcode()).mayLoad();
    const bool is_general = !loads_by.starts_with("V") &&
                            !target_.opcode_name(sequence[one.store].getOpcode()).starts_with("V");
    const double passing = is_renamed ? 0 : forwarding_cycles(target_.cpu, is_general, one.bytes);
    dependences.push_back({one.store, one.load, passing - own + (computes ? 1 : 0), one.rounds});
  }
  return dependences;
}

Lowered SchedulingTable::lower(const std::vector<llvm::MCInst>& sequence,
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

std::unique_ptr<llvm::mca::Instruction> SchedulingTable::make(llvm::MCInst inst, Place place) {
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

unsigned SchedulingTable::golden_cove_opcode(const llvm::MCInst& inst) const {
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

bool SchedulingTable::is_told_by_place(unsigned opcode) const {
  const llvm::MCInstrDesc& description = target_.instructions->get(opcode);
  const llvm::MCSchedModel& model = target_.subtarget->getSchedModel();
  return description.isVariadic() ||
         model.getSchedClassDesc(description.getSchedClass())->isVariant();
}

SchedulingTable::Made SchedulingTable::build(const llvm::MCInst& inst, const Place& place) {
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
        drop(mask_of(units_, zen::kStores), description);
      }
    }
  }
  return made;
}

void SchedulingTable::mend(llvm::mca::InstrDesc& description, const llvm::MCInst& inst,
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
bool SchedulingTable::computes_by_index(const llvm::MCInst& inst) const {
  const llvm::MCInstrDesc& description = target_.instructions->get(inst.getOpcode());
  const std::string_view name = target_.opcode_name(inst.getOpcode());
  const auto says = [&](std::string_view part) { return name.find(part) != name.npos; };
  if (target_.cpu != kGoldenCove || !description.mayLoad() || description.mayStore() ||
      says("MOV") || says("BROADCAST") || is_gather(name)) {
    return false;
  }
  return has_index(inst, description);
}

bool SchedulingTable::mixes_widths(const std::vector<llvm::MCInst>& sequence) const {
  if (target_.cpu != kGoldenCove) {
    return false;
  }
  // Where they are more, as in code of Intel's runtime, which computes with 512 bits anyway, chains
  // did not wait so (flash_rows, sobel_uchar4, asian_paths: 1.3 to 1.7 of their time by it).
  constexpr std::size_t kFewBeside = 8;
  std::size_t wide = 0;
  std::size_t others = 0;
  for (const llvm::MCInst& inst : sequence) {
    const std::string_view name = target_.opcode_name(inst.getOpcode());
    const bool is_wide = computes_512_bits(name);
    wide += is_wide ? 1 : 0;
    others += !is_wide && name.starts_with("V") && !name.starts_with("VMOV") ? 1 : 0;
  }
  return wide > 0 && others >= kFewBeside * wide;
}

bool SchedulingTable::addresses_by(const llvm::MCInst& inst,
                                   const std::set<unsigned>& units) const {
  const llvm::MCInstrDesc& description = target_.instructions->get(inst.getOpcode());
  for (unsigned o = 0; o < inst.getNumOperands(); ++o) {
    const llvm::MCOperand& operand = inst.getOperand(o);
    if (o >= description.getNumOperands() || !operand.isReg() || operand.getReg() == 0 ||
        description.OpInfo[o].OperandType != llvm::MCOI::OPERAND_MEMORY) {
      continue;
    }
    for (llvm::MCRegUnitIterator unit(operand.getReg(), target_.registers.get()); unit.isValid();
         ++unit) {
      if (units.contains(*unit)) {
        return true;
      }
    }
  }
  return false;
}

CarriedWait SchedulingTable::carried(const Round& round) const {
  const std::vector<bool> held_up =
      held_up_by_circles(round.cycles, round.instructions.size(), round.dependences);
  return {round.cycles,
          buffers_.lookahead(round.instructions, held_up,
                             fetched_runs(round.instructions, *target_.instructions))};
}

std::uint64_t SchedulingTable::units_of(const std::vector<unsigned>& opcodes) const {
  const llvm::MCSubtargetInfo& subtarget = *target_.subtarget;
  std::uint64_t units = 0;
  for (const unsigned opcode : opcodes) {
    const llvm::MCSchedClassDesc* const scheduling = subtarget.getSchedModel().getSchedClassDesc(
        target_.instructions->get(opcode).getSchedClass());
    for (auto* use = subtarget.getWriteProcResBegin(scheduling);
         use != subtarget.getWriteProcResEnd(scheduling); ++use) {
      units |= buffers_.masks()[use->ProcResourceIdx];
    }
  }
  return units;
}

InstructionClass SchedulingTable::class_of_use(const llvm::mca::Instruction& instruction,
                                               std::uint64_t mask) const {
  const llvm::MCInstrDesc& description = target_.instructions->get(instruction.getOpcode());
  if (description.mayStore() && (mask & ~store_units_) == 0) {
    return InstructionClass::store;
  }
  if (description.mayLoad() && (mask & ~load_units_) == 0) {
    return InstructionClass::load;
  }
  return class_of(target_.opcode_name(instruction.getOpcode()), description);
}

void SchedulingTable::add_throughput(const Lowered& lowered, SequenceCost& cost) const {
  const llvm::MCSchedModel& model = target_.subtarget->getSchedModel();
  const std::vector<std::uint64_t>& masks = buffers_.masks();
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
      if (const std::uint64_t units = mask & single_units_; units != 0) {
        use[units] += usage.size();
      }
    }
  }
  const PortBound bound = port_bound(use);
  cost.micro_ops = ops;
  cost.results = register_results(lowered, target_);
  cost.throughput_cycles =
      std::max(bound.cycles, llvm::mca::computeBlockRThroughput(
                                 model, static_cast<unsigned>(buffers_.core().width), ops, used));
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
      const std::uint64_t units = (mask & single_units_) != 0 ? mask & single_units_ : mask;
      if ((units & ~busy) == 0) {
        cost.port_cycles[static_cast<std::size_t>(class_of_use(*instruction, mask))] +=
            usage.size();
        occupied += usage.size();
      }
    }
  }
  for (double& cycles : cost.port_cycles) {
    cycles *= occupied > 0 ? cost.throughput_cycles / occupied : 0;
  }
}

}  // namespace clgauge::lens
