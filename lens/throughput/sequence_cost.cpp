#include "lens/throughput/sequence_cost.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

#include "base/error.h"
#include "lens/code/mc.h"
#include "lens/code/zen.h"
#include "lens/throughput/accumulators.h"
#include "lens/throughput/cautious_loads.h"
#include "lens/throughput/fetched_lines.h"
#include "lens/throughput/golden_cove.h"
#include "lens/throughput/loop_passes.h"
#include "lens/throughput/scheduling_table.h"
#include "lens/throughput/sequence_key.h"
#include "lens/throughput/zero_idiom.h"
#include "lens/throughput/zero_uppers.h"

namespace clgauge::lens {

struct SequenceCosts::Impl {
  static constexpr auto kElsewhere = std::numeric_limits<std::uint32_t>::max();

  MachineCode code;
  std::vector<std::unique_ptr<SchedulingTable>> tables;
  std::map<std::string, std::uint32_t> unknown;
  // By blocks, and chained or not.
  std::array<std::map<std::vector<std::uint32_t>, SequenceCost>, 2> known;
  // Unrolled loops repeat themselves but for the addresses.
  std::map<std::pair<SequenceKey, bool>, SequenceCost> alike;

  // Whether the next entry of a loop waits, by its rounds and what lies between.
  std::map<std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>, bool> entries_wait;

  // What was answered before, by blocks and what is forwarded between them: new sizes of a launch
  // ask the same.
  template <typename Answer>
  using Answers = std::map<std::vector<std::uint32_t>, Answer>;
  Answers<CarriedWait> waits_through_memory;
  Answers<CarriedWait> carried_waits;
  Answers<std::vector<std::uint32_t>> loads_in_chains;
  Answers<std::map<std::uint32_t, double>> behind_loads;
  Answers<std::vector<std::uint32_t>> jumps_that_wait;
  Answers<std::vector<std::uint32_t>> loads_that_decide;
  Answers<double> until_decided;
  Answers<double> traced;

  // Only what loads in these blocks says anything of them.
  [[nodiscard]] bool loads_in(std::span<const std::uint32_t> blocks, const Forwarding& one) const {
    return std::ranges::any_of(blocks, [&](std::uint32_t b) {
      const BasicBlock& block = code.blocks[b];
      return one.load - block.first_instruction < block.instruction_count;
    });
  }

  template <typename Answer, typename Ask>
  const Answer& answer(Answers<Answer>& answers, std::span<const std::uint32_t> blocks,
                       std::span<const Forwarding> forwarded, const Ask& ask) const {
    std::vector<std::uint32_t> key(blocks.begin(), blocks.end());
    for (const Forwarding& one : forwarded) {
      if (loads_in(blocks, one)) {
        key.insert(key.end(), {kElsewhere, one.store, one.load, one.rounds, one.bytes});
      }
    }
    const auto found = answers.find(key);
    return found != answers.end() ? found->second
                                  : answers.emplace(std::move(key), ask()).first->second;
  }

  std::map<std::uint32_t, std::string> calls;               // that were inlined
  std::map<std::string, std::vector<llvm::MCInst>> bodies;  // of what they call

  struct Sequence {
    std::vector<llvm::MCInst> instructions;
    std::vector<std::uint32_t> places;  // in the code; of what is called, kElsewhere
    std::vector<std::size_t> starts;    // of the blocks
    // What calls store through their arguments: the call, and the place of the store.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> outputs;
  };

  // What locking costs depends on who else uses the line: counted apart (instruction_kind.h). On a
  // Zen 4 all else goes on beside it (zen4_timed.h).
  static bool is_priced(const McCode& mc, std::uint32_t instruction) {
    const llvm::MCInstrDesc& description = mc.description(instruction);
    return !description.isCall() && !description.isReturn() &&
           (is_zen4_or_later(mc.target->cpu) || mc.opcode_name(instruction) != "LOCK_PREFIX");
  }

  [[nodiscard]] const std::vector<llvm::MCInst>* body_called_by(std::uint32_t instruction) const {
    const auto call = calls.find(instruction);
    return call == calls.end() ? nullptr : &bodies.at(call->second);
  }

  [[nodiscard]] Sequence sequence_of(std::span<const std::uint32_t> blocks) const {
    Sequence sequence;
    for (const std::uint32_t b : blocks) {
      const BasicBlock& block = code.blocks.at(b);
      sequence.starts.push_back(sequence.instructions.size());
      for (std::uint32_t i = 0; i < block.instruction_count; ++i) {
        const std::uint32_t at = block.first_instruction + i;
        if (is_priced(*code.mc, at)) {
          sequence.instructions.push_back(code.mc->instructions.at(at));
          sequence.places.push_back(at);
        } else if (const std::vector<llvm::MCInst>* const body = body_called_by(at)) {
          add_body(at, *body, sequence);
        }
      }
    }
    break_zero_idioms(sequence.instructions, *code.mc->target);
    if (code.mc->target->cpu == kZen5) {
      free_known_uppers(sequence.instructions, *code.mc->target);
    }
    return sequence;
  }

  void add_body(std::uint32_t call, const std::vector<llvm::MCInst>& body,
                Sequence& sequence) const {
    for (const llvm::MCInst& one : body) {
      if (stores_vector_elsewhere(one)) {
        sequence.outputs.emplace_back(call,
                                      static_cast<std::uint32_t>(sequence.instructions.size()));
      }
      sequence.instructions.push_back(one);
      sequence.places.push_back(kElsewhere);
    }
  }

  // Of a vector, not to the stack.
  [[nodiscard]] bool stores_vector_elsewhere(const llvm::MCInst& inst) const {
    const McTarget& target = *code.mc->target;
    const bool is_store = target.instructions->get(inst.getOpcode()).mayStore() &&
                          target.instructions->getName(inst.getOpcode()).front() == 'V';
    if (!is_store || inst.getNumOperands() == 0 || !inst.getOperand(0).isReg()) {
      return false;
    }
    const std::string_view base = target.registers->getName(inst.getOperand(0).getReg());
    return base != "RSP" && base != "RBP";
  }

  SequenceCost ask(std::span<const std::uint32_t> blocks, bool chained,
                   std::span<const Forwarding> forwarded) {
    const Sequence sequence = sequence_of(blocks);
    const std::vector<Forwarding> within =
        chained ? forwarded_within(sequence, forwarded) : std::vector<Forwarding>{};
    const std::vector<Fetch> fetches = chained ? fetches_in(sequence) : std::vector<Fetch>{};
    std::pair key{key_of(sequence.instructions, *code.mc->target), chained};
    for (const Forwarding& one : within) {
      key.first.insert(key.first.end(), {one.store, one.load, one.rounds, one.bytes});
    }
    for (std::uint32_t i = 0; i < fetches.size(); ++i) {
      if (fetches[i] != Fetch::with_before) {
        key.first.insert(key.first.end(), {i, static_cast<std::uint32_t>(fetches[i])});
      }
    }
    const auto answer = alike.find(key);
    if (answer != alike.end()) {
      return answer->second;
    }
    return alike.emplace(std::move(key), simulate(sequence.instructions, fetches, chained, within))
        .first->second;
  }

  [[nodiscard]] std::vector<Fetch> fetches_in(const Sequence& sequence) const {
    return fetches_of(sequence.places, code, code.mc->target->cpu);
  }

  SequenceCost simulate(const std::vector<llvm::MCInst>& sequence,
                        const std::vector<Fetch>& fetches, bool chained,
                        const std::vector<Forwarding>& forwarded) {
    SequenceCost least;
    for (std::size_t t = 0; t < tables.size(); ++t) {
      std::map<std::string, std::uint32_t> not_known;
      const SequenceCost cost = tables[t]->cost(sequence, fetches, chained, forwarded, not_known);
      if (t == 0) {
        least = cost;
        unknown.merge(not_known);
        continue;
      }
      if (not_known.empty()) {
        if (cost.throughput_cycles < least.throughput_cycles) {
          least.throughput_cycles = cost.throughput_cycles;
          least.port_cycles = cost.port_cycles;
        }
        least.chained_cycles = std::min(least.chained_cycles, cost.chained_cycles);
        least.carried_cycles = std::min(least.carried_cycles, cost.carried_cycles);
        least.micro_ops = std::min(least.micro_ops, cost.micro_ops);
      }
    }
    return least;
  }

  CarriedWait wait_through_memory(std::span<const std::uint32_t> blocks,
                                  std::span<const Forwarding> forwarded) {
    if (std::ranges::none_of(forwarded, [&](const auto& one) { return loads_in(blocks, one); })) {
      return {};
    }
    const Sequence sequence = sequence_of(blocks);
    const std::vector<Forwarding> within = forwarded_within(sequence, forwarded);
    return within.empty() ? CarriedWait{}
                          : tables.front()->recurrence(sequence.instructions, within);
  }

  CarriedWait carried(std::span<const std::uint32_t> blocks,
                      std::span<const Forwarding> forwarded) {
    const Sequence sequence = sequence_of(blocks);
    return tables.front()->recurrence(sequence.instructions, forwarded_within(sequence, forwarded));
  }

  // Those between instructions of the sequence, by their places in it. Where rounds of a loop are
  // spelled out, each pass has places of its own.
  [[nodiscard]] std::vector<Forwarding> forwarded_within(
      const Sequence& sequence, std::span<const Forwarding> forwarded) const {
    std::vector<Forwarding> within;
    for (const Forwarding& one : forwarded) {
      const std::vector<std::uint32_t> loads = places_of(one.load, sequence);
      const std::vector<std::uint32_t> stores = stores_of(one, sequence);
      if (loads.empty() || stores.empty()) {
        continue;
      }
      // What is called may store at several places in one pass.
      const std::size_t passes = stores.size() % loads.size() == 0 ? loads.size() : 1;
      const std::size_t parts = stores.size() / passes;
      for (std::size_t pass = 0; pass < passes; ++pass) {
        const std::size_t back = one.rounds + passes - 1 - pass;  // from the last pass
        const auto rounds = static_cast<std::uint32_t>(back / passes);
        const std::size_t stored = passes - 1 - back % passes;
        for (std::size_t part = 0; part < parts; ++part) {
          const std::uint32_t from = stores[stored * parts + part];
          // A circle takes a round at least.
          if (rounds > 0 || from < loads[pass]) {
            within.push_back({from, loads[pass], rounds, one.bytes});
          }
        }
      }
    }
    return within;
  }

  static std::vector<std::uint32_t> places_of(std::uint32_t instruction, const Sequence& sequence) {
    std::vector<std::uint32_t> places;
    for (std::uint32_t place = 0; place < sequence.places.size(); ++place) {
      if (sequence.places[place] == instruction) {
        places.push_back(place);
      }
    }
    return places;
  }

  // Where the sequence stores what is forwarded, unless renaming does it: a call within its body.
  [[nodiscard]] std::vector<std::uint32_t> stores_of(const Forwarding& one,
                                                     const Sequence& sequence) const {
    std::vector<std::uint32_t> stores;
    if (!is_renamed(one.store, one.load, one.bytes)) {
      stores = places_of(one.store, sequence);
    }
    for (const auto& [call, place] : sequence.outputs) {
      if (call == one.store) {
        stores.push_back(place);
      }
    }
    return stores;
  }

  // Where an instruction of the code stands in this block of a sequence; of a call that was
  // inlined, where its body stores what it hands out.
  [[nodiscard]] std::vector<std::uint32_t> places_in(std::size_t block, std::uint32_t instruction,
                                                     const Sequence& sequence) const {
    std::vector<std::uint32_t> places;
    const std::size_t end =
        block + 1 < sequence.starts.size() ? sequence.starts[block + 1] : sequence.places.size();
    for (std::size_t place = sequence.starts[block]; place < end; ++place) {
      if (sequence.places[place] == instruction) {
        places.push_back(static_cast<std::uint32_t>(place));
      }
    }
    for (const auto& [call, place] : sequence.outputs) {
      if (call == instruction && place >= sequence.starts[block] && place < end) {
        places.push_back(place);
      }
    }
    return places;
  }

  // A part of a path by itself: what went through memory within it.
  static TracedPath part_of(const TracedPath& path, std::size_t first, std::size_t last) {
    TracedPath part;
    part.blocks.assign(path.blocks.begin() + static_cast<std::ptrdiff_t>(first),
                       path.blocks.begin() + static_cast<std::ptrdiff_t>(last));
    const auto start = static_cast<std::uint32_t>(first);
    auto one = std::ranges::lower_bound(path.forwarded, start, {}, &TracedForwarding::loaded_in);
    for (; one != path.forwarded.end() && one->loaded_in < last; ++one) {
      if (one->stored_in >= start) {
        part.forwarded.push_back(
            {one->stored_in - start, one->store, one->loaded_in - start, one->load, one->bytes});
      }
    }
    return part;
  }

  // The blocks of a path that end with a jump which is not foreseen this time.
  [[nodiscard]] std::vector<std::uint32_t> unforeseen_ends(
      const TracedPath& path, std::span<const double> unforeseen) const {
    std::vector<std::uint32_t> ends;
    double due = 0.5;
    for (std::uint32_t i = 0; i < path.blocks.size(); ++i) {
      due += unforeseen_at_end(code.blocks[path.blocks[i]], unforeseen);
      if (due >= 1) {
        due -= 1;
        ends.push_back(i);
      }
    }
    return ends;
  }

  // By place of a sequence, so many cycles later than from the first cache.
  static std::vector<double> late_in(const Sequence& sequence, const LateLoads& late) {
    std::vector<double> cycles(sequence.instructions.size());
    std::map<std::uint32_t, double> due;
    for (std::size_t place = 0; place + kNeverLate < cycles.size(); ++place) {
      const auto load = late.part.find(sequence.places[place]);
      if (load == late.part.end()) {
        continue;
      }
      double& owed = due.try_emplace(load->first, 0.5).first->second;
      owed += load->second;
      if (owed >= 1) {
        owed -= 1;
        cycles[place] = late.cycles;
      }
    }
    return cycles;
  }

  [[nodiscard]] double traced_cycles(const TracedPath& path, std::size_t first,
                                     std::span<const std::uint32_t> unforeseen,
                                     const LateLoads* late = nullptr) const {
    const Sequence sequence = sequence_of(path.blocks);
    std::vector<std::size_t> jumps;
    for (const std::uint32_t block : unforeseen) {
      const std::size_t end = block + 1 < sequence.starts.size() ? sequence.starts[block + 1]
                                                                 : sequence.instructions.size();
      if (end > sequence.starts[block]) {
        jumps.push_back(end - 1);
      }
    }
    SchedulingTable::Meetings met;
    const auto add = [&](const TracedForwarding& one, std::vector<Forwarding>& meetings) {
      for (const std::uint32_t load : places_in(one.loaded_in, one.load, sequence)) {
        for (const std::uint32_t store : places_in(one.stored_in, one.store, sequence)) {
          if (store < load) {
            meetings.push_back({store, load, 0, one.bytes});
          }
        }
      }
    };
    for (const TracedForwarding& one : path.forwarded) {
      const bool by_renaming = !calls.contains(one.store) && !calls.contains(one.load) &&
                               is_renamed(one.store, one.load, one.bytes);
      add(one, by_renaming ? met.renamed : met.forwarded);
    }
    for (const TracedForwarding& one : cautious_loads(code, tables.front()->cpu(), path)) {
      add(one, met.cautious);
    }
    return tables.front()->cycles_once(
        sequence.instructions, fetches_in(sequence), met, sequence.starts[first], jumps,
        late == nullptr ? std::vector<double>() : late_in(sequence, *late));
  }

  [[nodiscard]] bool next_entry_waits(std::span<const std::uint32_t> round,
                                      std::span<const std::uint32_t> between) const {
    const McTarget& target = *code.mc->target;
    const std::vector<llvm::MCInst> of_round = sequence_of(round).instructions;
    const std::vector<llvm::MCInst> others = sequence_of(between).instructions;
    std::set<unsigned> sums = accumulators(of_round, target);
    if (!sums.empty()) {
      remove_written(others, target, sums);
    }
    return !sums.empty() || tables.front()->next_entry_waits(of_round, others);
  }

  // Those of these places in a sequence that are in the code itself, as its instructions.
  static std::vector<std::uint32_t> instructions_at(const std::vector<std::size_t>& places,
                                                    const Sequence& sequence) {
    std::vector<std::uint32_t> instructions;
    for (const std::size_t place : places) {
      if (sequence.places[place] != kElsewhere) {
        instructions.push_back(sequence.places[place]);
      }
    }
    return instructions;
  }

  [[nodiscard]] bool is_vector(std::uint32_t instruction) const {
    return code.mc->opcode_name(instruction).front() == 'V';
  }
  [[nodiscard]] bool is_renamed(std::uint32_t store, std::uint32_t load,
                                std::uint32_t bytes) const {
    const std::string_view loads_by = code.mc->opcode_name(load);
    const llvm::MCInstrDesc& what = code.mc->description(load);
    const bool extends = loads_by.starts_with("MOVZX") || loads_by.starts_with("MOVSX");
    const ThroughMemory way{
        .stored_by_index = goes_by_index(store),
        .loaded_by_index = goes_by_index(load),
        .is_moved = (loads_by.starts_with("MOV") && !extends) || what.mayStore() || what.isCall(),
        .bytes = bytes};
    return !is_vector(store) && !is_vector(load) && renames_memory(tables.front()->cpu(), way);
  }
  [[nodiscard]] bool goes_by_index(std::uint32_t instruction) const {
    return has_index(code.mc->instructions[instruction], code.mc->description(instruction));
  }
};

SequenceCosts::SequenceCosts(MachineCode code, const std::vector<std::string>& cpus)
    : impl_(std::make_unique<Impl>()) {
  impl_->code = std::move(code);
  for (const std::string& cpu : cpus) {
    impl_->tables.push_back(std::make_unique<SchedulingTable>(cpu));
  }
}
SequenceCosts::~SequenceCosts() = default;
SequenceCosts::SequenceCosts(SequenceCosts&&) noexcept = default;
SequenceCosts& SequenceCosts::operator=(SequenceCosts&&) noexcept = default;

const SequenceCost& SequenceCosts::of(std::span<const std::uint32_t> blocks, bool chained,
                                      std::span<const Forwarding> forwarded) {
  return impl_->answer(impl_->known.at(chained ? 1 : 0), blocks, forwarded,
                       [&] { return impl_->ask(blocks, chained, forwarded); });
}

void SequenceCosts::inline_call(std::uint32_t call, const std::string& symbol,
                                const MachineCode& code, std::span<const std::uint32_t> path) {
  impl_->calls.try_emplace(call, symbol);
  const auto [body, is_new] = impl_->bodies.try_emplace(symbol);
  if (!is_new) {
    return;
  }
  for (const std::uint32_t b : path) {
    const BasicBlock& block = code.blocks.at(b);
    for (std::uint32_t i = 0; i < block.instruction_count; ++i) {
      if (Impl::is_priced(*code.mc, block.first_instruction + i)) {
        body->second.push_back(code.mc->instructions.at(block.first_instruction + i));
      }
    }
  }
}

double SequenceCosts::inlined_calls(std::span<const std::uint32_t> blocks) const {
  double calls = 0;
  for (const std::uint32_t b : blocks) {
    const BasicBlock& block = impl_->code.blocks.at(b);
    const auto first = impl_->calls.lower_bound(block.first_instruction);
    const auto end = impl_->calls.lower_bound(block.first_instruction + block.instruction_count);
    calls += static_cast<double>(std::distance(first, end));
  }
  return calls;
}

const std::string& SequenceCosts::cpu() const { return impl_->tables.front()->cpu(); }

double SequenceCosts::fused_spills(std::uint32_t block) const {
  const BasicBlock& within = impl_->code.blocks.at(block);
  double fused = 0;
  double loads = 0;
  double stores = 0;
  for (std::uint32_t i = 0; i < within.instruction_count; ++i) {
    const std::uint32_t at = within.first_instruction + i;
    const llvm::StringRef name = impl_->code.mc->opcode_name(at);
    const llvm::MCInstrDesc& description = impl_->code.mc->description(at);
    const bool is_vector = name.startswith("V");
    fused += name.startswith("VFMADD") || name.startswith("VFMSUB") || name.startswith("VFNM");
    loads += is_vector && description.mayLoad();
    stores += is_vector && description.mayStore();
  }
  return std::min({fused, loads, stores});
}

CarriedWait SequenceCosts::wait_through_memory(std::span<const std::uint32_t> blocks,
                                               std::span<const Forwarding> forwarded) {
  return impl_->answer(impl_->waits_through_memory, blocks, forwarded,
                       [&] { return impl_->wait_through_memory(blocks, forwarded); });
}

CarriedWait SequenceCosts::carried(std::span<const std::uint32_t> blocks,
                                   std::span<const Forwarding> forwarded) {
  return impl_->answer(impl_->carried_waits, blocks, forwarded,
                       [&] { return impl_->carried(blocks, forwarded); });
}

bool SequenceCosts::next_entry_waits(std::span<const std::uint32_t> round,
                                     std::span<const std::uint32_t> between) {
  std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>> key{
      {round.begin(), round.end()}, {between.begin(), between.end()}};
  const auto found = impl_->entries_wait.find(key);
  if (found != impl_->entries_wait.end()) {
    return found->second;
  }
  const bool waits = impl_->next_entry_waits(round, between);
  return impl_->entries_wait.emplace(std::move(key), waits).first->second;
}

std::vector<std::uint32_t> SequenceCosts::chained_loads(std::span<const std::uint32_t> round) {
  if (carried(round, {}).cycles <= of(round, false).throughput_cycles) {
    return {};
  }
  return impl_->answer(impl_->loads_in_chains, round, {}, [&] {
    const Impl::Sequence sequence = impl_->sequence_of(round);
    return Impl::instructions_at(impl_->tables.front()->chained_loads(sequence.instructions),
                                 sequence);
  });
}

std::map<std::uint32_t, double> SequenceCosts::micro_ops_behind_loads(
    std::span<const std::uint32_t> round) {
  if (cpu() != kGoldenCove) {
    return {};
  }
  return impl_->answer(impl_->behind_loads, round, {}, [&] {
    constexpr double kMost = 1024;  // more than any buffer holds
    const Impl::Sequence sequence = impl_->sequence_of(round);
    const std::vector<double> behind = impl_->tables.front()->micro_ops_behind_loads(
        sequence.instructions, kGoldenCoveSchedulerEntries, kMost);
    std::map<std::uint32_t, double> by_instruction;
    for (std::size_t i = 0; i < behind.size(); ++i) {
      if (behind[i] < kMost && sequence.places[i] != Impl::kElsewhere) {
        by_instruction[sequence.places[i]] = behind[i];
      }
    }
    return by_instruction;
  });
}

std::vector<std::uint32_t> SequenceCosts::waiting_jumps(std::span<const std::uint32_t> round) {
  return impl_->answer(impl_->jumps_that_wait, round, {}, [&] {
    const Impl::Sequence sequence = impl_->sequence_of(round);
    return Impl::instructions_at(impl_->tables.front()->waiting_jumps(sequence.instructions),
                                 sequence);
  });
}

std::vector<std::uint32_t> SequenceCosts::deciding_loads(std::span<const std::uint32_t> blocks) {
  return impl_->answer(impl_->loads_that_decide, blocks, {}, [&] {
    const Impl::Sequence sequence = impl_->sequence_of(blocks);
    return sequence.instructions.empty()
               ? std::vector<std::uint32_t>()
               : Impl::instructions_at(impl_->tables.front()->deciding_loads(sequence.instructions),
                                       sequence);
  });
}

double SequenceCosts::traced_cycles(const TracedPath& path, std::size_t warm_up, std::size_t first,
                                    std::size_t last, std::span<const double> unforeseen) {
  if (first >= last) {
    return 0;
  }
  constexpr std::size_t kRememberedParts = 256;  // each is as long as the part
  if (impl_->traced.size() >= kRememberedParts) {
    impl_->traced.clear();
  }
  const TracedPath part = Impl::part_of(path, warm_up, last);
  std::vector<std::uint32_t> key = part.blocks;
  key.insert(key.end(), {Impl::kElsewhere, static_cast<std::uint32_t>(first - warm_up)});
  for (const TracedForwarding& one : part.forwarded) {
    key.insert(key.end(), {one.stored_in, one.store, one.loaded_in, one.load, one.bytes});
  }
  const std::vector<std::uint32_t> ends = impl_->unforeseen_ends(part, unforeseen);
  key.push_back(Impl::kElsewhere);
  key.insert(key.end(), ends.begin(), ends.end());
  return impl_->answer(impl_->traced, key, {},
                       [&] { return impl_->traced_cycles(part, first - warm_up, ends); });
}

double SequenceCosts::traced_cycles(const TracedPath& path, std::size_t warm_up, std::size_t first,
                                    std::size_t last, std::span<const double> unforeseen,
                                    const LateLoads& late) {
  if (first >= last) {
    return 0;
  }
  const TracedPath part = Impl::part_of(path, warm_up, last);
  return impl_->traced_cycles(part, first - warm_up, impl_->unforeseen_ends(part, unforeseen),
                              &late);
}

double SequenceCosts::cycles_until_decided(std::span<const std::uint32_t> blocks) {
  return impl_->answer(impl_->until_decided, blocks, {}, [&] {
    const Impl::Sequence sequence = impl_->sequence_of(blocks);
    return sequence.instructions.empty()
               ? 0.0
               : impl_->tables.front()->cycles_until_decided(sequence.instructions);
  });
}

const std::map<std::string, std::uint32_t>& SequenceCosts::unknown() const {
  return impl_->unknown;
}

const MachineCode& SequenceCosts::code() const { return impl_->code; }

}  // namespace clgauge::lens
