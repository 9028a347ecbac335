#include "lens/throughput/traced_sequence.h"

#include <map>
#include <string_view>

#include "lens/code/mc.h"
#include "lens/throughput/cautious_loads.h"
#include "lens/throughput/fetched_lines.h"
#include "lens/throughput/loop_passes.h"
#include "lens/throughput/scheduling_table.h"
#include "lens/throughput/sequence_cost.h"
#include "lens/throughput/sequence_forwarding.h"

namespace clgauge::lens {
namespace {

// By place of a sequence, so many cycles later than from the first cache.
std::vector<double> late_in(const CodeSequence& sequence, const LateLoads& late) {
  std::vector<double> cycles(sequence.instructions.size());
  std::map<std::uint32_t, double> due;
  for (std::size_t place = 0; place + SequenceCosts::kNeverLate < cycles.size(); ++place) {
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

// What went through memory on the path, by places of its sequence.
SchedulingTable::Meetings meetings_of(const MachineCode& code, const CodeSequences& sequences,
                                      std::string_view cpu, const TracedPath& path,
                                      const CodeSequence& sequence) {
  SchedulingTable::Meetings met;
  const auto add = [&](const TracedForwarding& one, std::vector<Forwarding>& meetings) {
    for (const std::uint32_t load : sequence.places_in(one.loaded_in, one.load)) {
      for (const std::uint32_t store : sequence.places_in(one.stored_in, one.store)) {
        if (store < load) {
          meetings.push_back({store, load, 0, one.bytes});
        }
      }
    }
  };
  for (const TracedForwarding& one : path.forwarded) {
    const bool by_renaming = !sequences.is_inlined(one.store) && !sequences.is_inlined(one.load) &&
                             is_renamed(code, cpu, one.store, one.load, one.bytes);
    add(one, by_renaming ? met.renamed : met.forwarded);
  }
  for (const TracedForwarding& one : cautious_loads(code, cpu, path)) {
    add(one, met.cautious);
  }
  return met;
}

}  // namespace

std::vector<std::uint32_t> unforeseen_ends(const MachineCode& code, const TracedPath& path,
                                           std::span<const double> unforeseen) {
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

double simulated_path_cycles(const MachineCode& code, const CodeSequences& sequences,
                             SchedulingTable& table, const TracedPath& path, std::size_t first,
                             std::span<const std::uint32_t> unforeseen, const LateLoads* late) {
  const CodeSequence sequence = sequences.of(path.blocks);
  std::vector<std::size_t> jumps;
  for (const std::uint32_t block : unforeseen) {
    const std::size_t end = sequence.end_of(block);
    if (end > sequence.starts[block]) {
      jumps.push_back(end - 1);
    }
  }
  return table.cycles_once(
      sequence.instructions, fetches_of(sequence.places, code, code.mc->target->cpu),
      meetings_of(code, sequences, table.cpu(), path, sequence), sequence.starts[first], jumps,
      late == nullptr ? std::vector<double>() : late_in(sequence, *late));
}

}  // namespace clgauge::lens
