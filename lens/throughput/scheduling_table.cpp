#include "lens/throughput/scheduling_table.h"

#include <algorithm>
#include <utility>

#include "lens/throughput/components.h"
#include "lens/throughput/fetched_lines.h"
#include "lens/throughput/fetched_runs.h"
#include "lens/throughput/gathers_behind_stores.h"
#include "lens/throughput/golden_cove.h"
#include "lens/throughput/golden_cove_errata.h"
#include "lens/throughput/opcode_pattern.h"
#include "lens/throughput/operand_times.h"
#include "lens/throughput/register_dependences.h"
#include "lens/throughput/simulation.h"
#include "lens/throughput/throughput_bound.h"
#include "lens/throughput/waiting_behind_loads.h"

namespace clgauge::lens {
namespace {

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
      units_(target_, buffers_.masks()),
      instructions_(target_, units_.by_name) {}

SequenceCost SchedulingTable::cost(const std::vector<llvm::MCInst>& sequence,
                                   const std::vector<Fetch>& fetches, bool chained,
                                   const std::vector<Forwarding>& forwarded,
                                   std::map<std::string, std::uint32_t>& unknown) {
  Lowered lowered = instructions_.lower(sequence, unknown);
  std::vector<Dependence> through_memory = memory_dependences(sequence, lowered, forwarded);
  const std::vector<bool> apart =
      fetched_apart(lowered, fetches, static_cast<unsigned>(buffers_.core().width), target_.cpu);
  leave_out_unknown(lowered, through_memory);
  SequenceCost cost;
  if (lowered.empty()) {
    return cost;
  }
  add_throughput(lowered, target_, buffers_, units_, cost);
  cost.chained_cycles = cost.throughput_cycles;
  if (chained) {
    const Round round = round_of(std::move(lowered), through_memory);
    std::vector<Dependence> dependences =
        gathers_behind_stores(round.instructions, target_, round.dependences, true);
    dependences.insert(dependences.end(), round.dependences.begin(), round.dependences.end());
    cost.chained_cycles = std::max(
        cost.throughput_cycles,
        simulated_cycles_per_round(mixes_widths(sequence) ? buffers_beside_wide_ : buffers_,
                                   round.instructions, dependences, apart));
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
  Lowered lowered = instructions_.lower(sequence, unknown);
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
  if (late.empty()) {
    const std::vector<Dependence> of_gathers =
        gathers_behind_stores(lowered, target_, through_registers, false);
    dependences.insert(dependences.end(), of_gathers.begin(), of_gathers.end());
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
  Lowered of_round = instructions_.lower(both, unknown);
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
  const Round loop = round_of(instructions_.lower(round, unknown));
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
  return lens::micro_ops_behind_loads(instructions_.lower(round, unknown), target_,
                                      scheduler_entries, most);
}

std::vector<std::size_t> SchedulingTable::waiting_jumps(const std::vector<llvm::MCInst>& round) {
  std::map<std::string, std::uint32_t> unknown;
  const Round loop = round_of(instructions_.lower(round, unknown));
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
  const Round once = round_of(instructions_.lower(sequence, unknown));
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
  const Round once = round_of(instructions_.lower(sequence, unknown));
  const auto& last = once.instructions.back();
  return cycles_until_last(once.instructions.size(), once.dependences) +
         (last ? latency_of(*last) : 0);
}

CarriedWait SchedulingTable::recurrence(const std::vector<llvm::MCInst>& sequence,
                                        const std::vector<Forwarding>& forwarded) {
  std::map<std::string, std::uint32_t> unknown;
  Lowered lowered = instructions_.lower(sequence, unknown);
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

}  // namespace clgauge::lens
