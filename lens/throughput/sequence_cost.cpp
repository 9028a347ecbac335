#include "lens/throughput/sequence_cost.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "lens/code/mc.h"
#include "lens/throughput/accumulators.h"
#include "lens/throughput/code_sequence.h"
#include "lens/throughput/fetched_lines.h"
#include "lens/throughput/golden_cove.h"
#include "lens/throughput/opcode_pattern.h"
#include "lens/throughput/scheduling_table.h"
#include "lens/throughput/sequence_forwarding.h"
#include "lens/throughput/sequence_key.h"
#include "lens/throughput/spilled_vectors.h"
#include "lens/throughput/traced_sequence.h"

namespace clgauge::lens {

struct SequenceCosts::Impl {
  explicit Impl(MachineCode of) : code(std::move(of)) {}

  MachineCode code;
  CodeSequences sequences{code};
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
        key.insert(key.end(),
                   {CodeSequence::kElsewhere, one.store, one.load, one.rounds, one.bytes});
      }
    }
    const auto found = answers.find(key);
    return found != answers.end() ? found->second
                                  : answers.emplace(std::move(key), ask()).first->second;
  }

  SequenceCost ask(std::span<const std::uint32_t> blocks, bool chained,
                   std::span<const Forwarding> forwarded) {
    const CodeSequence sequence = sequences.of(blocks);
    const std::vector<Forwarding> within =
        chained ? forwarded_within(code, tables.front()->cpu(), sequence, forwarded)
                : std::vector<Forwarding>{};
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

  [[nodiscard]] std::vector<Fetch> fetches_in(const CodeSequence& sequence) const {
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
    const CodeSequence sequence = sequences.of(blocks);
    const std::vector<Forwarding> within =
        forwarded_within(code, tables.front()->cpu(), sequence, forwarded);
    return within.empty() ? CarriedWait{}
                          : tables.front()->recurrence(sequence.instructions, within);
  }

  CarriedWait carried(std::span<const std::uint32_t> blocks,
                      std::span<const Forwarding> forwarded) {
    const CodeSequence sequence = sequences.of(blocks);
    return tables.front()->recurrence(
        sequence.instructions, forwarded_within(code, tables.front()->cpu(), sequence, forwarded));
  }

  [[nodiscard]] bool next_entry_waits(std::span<const std::uint32_t> round,
                                      std::span<const std::uint32_t> between) const {
    const McTarget& target = *code.mc->target;
    const std::vector<llvm::MCInst> of_round = sequences.of(round).instructions;
    const std::vector<llvm::MCInst> others = sequences.of(between).instructions;
    std::set<unsigned> sums = accumulators(of_round, target);
    if (!sums.empty()) {
      remove_written(others, target, sums);
    }
    return !sums.empty() || tables.front()->next_entry_waits(of_round, others);
  }
};

SequenceCosts::SequenceCosts(MachineCode code, const std::vector<std::string>& cpus)
    : impl_(std::make_unique<Impl>(std::move(code))) {
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
  impl_->sequences.inline_call(call, symbol, code, path);
}

double SequenceCosts::inlined_calls(std::span<const std::uint32_t> blocks) const {
  return impl_->sequences.inlined_calls(blocks);
}

const std::string& SequenceCosts::cpu() const { return impl_->tables.front()->cpu(); }

double SequenceCosts::fused_spills(std::uint32_t block) const {
  const BasicBlock& within = impl_->code.blocks.at(block);
  double fused = 0;
  double loads = 0;
  double stores = 0;
  for (std::uint32_t i = 0; i < within.instruction_count; ++i) {
    const std::uint32_t at = within.first_instruction + i;
    const std::string_view name = impl_->code.mc->opcode_name(at);
    const llvm::MCInstrDesc& description = impl_->code.mc->description(at);
    const bool is_vector = name.starts_with('V');
    fused += is_fused_multiply_add(name) ? 1 : 0;
    loads += is_vector && description.mayLoad();
    stores += is_vector && description.mayStore();
  }
  return std::min({fused, loads, stores});
}

double SequenceCosts::spilled_vectors(std::uint32_t block) const {
  return cycles_of_spilled_vectors(impl_->code, impl_->code.blocks.at(block));
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
    const CodeSequence sequence = impl_->sequences.of(round);
    return sequence.instructions_at(impl_->tables.front()->chained_loads(sequence.instructions));
  });
}

std::map<std::uint32_t, double> SequenceCosts::micro_ops_behind_loads(
    std::span<const std::uint32_t> round) {
  if (cpu() != kGoldenCove) {
    return {};
  }
  return impl_->answer(impl_->behind_loads, round, {}, [&] {
    constexpr double kMost = 1024;  // more than any buffer holds
    const CodeSequence sequence = impl_->sequences.of(round);
    const std::vector<double> behind = impl_->tables.front()->micro_ops_behind_loads(
        sequence.instructions, kGoldenCoveSchedulerEntries, kMost);
    std::map<std::uint32_t, double> by_instruction;
    for (std::size_t i = 0; i < behind.size(); ++i) {
      if (behind[i] < kMost && sequence.places[i] != CodeSequence::kElsewhere) {
        by_instruction[sequence.places[i]] = behind[i];
      }
    }
    return by_instruction;
  });
}

std::vector<std::uint32_t> SequenceCosts::waiting_jumps(std::span<const std::uint32_t> round) {
  return impl_->answer(impl_->jumps_that_wait, round, {}, [&] {
    const CodeSequence sequence = impl_->sequences.of(round);
    return sequence.instructions_at(impl_->tables.front()->waiting_jumps(sequence.instructions));
  });
}

std::vector<std::uint32_t> SequenceCosts::deciding_loads(std::span<const std::uint32_t> blocks) {
  return impl_->answer(impl_->loads_that_decide, blocks, {}, [&] {
    const CodeSequence sequence = impl_->sequences.of(blocks);
    return sequence.instructions.empty()
               ? std::vector<std::uint32_t>()
               : sequence.instructions_at(
                     impl_->tables.front()->deciding_loads(sequence.instructions));
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
  const TracedPath part = part_of(path, warm_up, last);
  std::vector<std::uint32_t> key = part.blocks;
  key.insert(key.end(), {CodeSequence::kElsewhere, static_cast<std::uint32_t>(first - warm_up)});
  for (const TracedForwarding& one : part.forwarded) {
    key.insert(key.end(), {one.stored_in, one.store, one.loaded_in, one.load, one.bytes});
  }
  const std::vector<std::uint32_t> ends = unforeseen_ends(impl_->code, part, unforeseen);
  key.push_back(CodeSequence::kElsewhere);
  key.insert(key.end(), ends.begin(), ends.end());
  return impl_->answer(impl_->traced, key, {}, [&] {
    return simulated_path_cycles(impl_->code, impl_->sequences, *impl_->tables.front(), part,
                                 first - warm_up, ends, nullptr);
  });
}

double SequenceCosts::traced_cycles(const TracedPath& path, std::size_t warm_up, std::size_t first,
                                    std::size_t last, std::span<const double> unforeseen,
                                    const LateLoads& late) {
  if (first >= last) {
    return 0;
  }
  const TracedPath part = part_of(path, warm_up, last);
  return simulated_path_cycles(impl_->code, impl_->sequences, *impl_->tables.front(), part,
                               first - warm_up, unforeseen_ends(impl_->code, part, unforeseen),
                               &late);
}

double SequenceCosts::cycles_until_decided(std::span<const std::uint32_t> blocks) {
  return impl_->answer(impl_->until_decided, blocks, {}, [&] {
    const CodeSequence sequence = impl_->sequences.of(blocks);
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
