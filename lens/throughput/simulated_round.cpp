#include "lens/throughput/simulated_round.h"

#include <llvm/MCA/Instruction.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "lens/throughput/buffers.h"
#include "lens/throughput/errata.h"

namespace clgauge::lens {
namespace {

// Of instructions that are described alike: what each does, but for what it waits for, and which of
// all uses are its own.
struct Described {
  SimulatedOperation operation;
  std::size_t first_use = 0;
  std::size_t uses = 0;
};

Described described(const Buffers& buffers, const llvm::mca::InstrDesc& description,
                    std::vector<UnitUse>& uses) {
  Described one{.first_use = uses.size()};
  SimulatedOperation& operation = one.operation;
  operation.latency = description.MaxLatency;
  operation.micro_ops = description.NumMicroOps;
  const bool is_unseen = std::ranges::any_of(description.Resources,
                                             [](const auto& use) { return use.first == kUnseen; });
  for (const auto& [mask, usage] : description.Resources) {
    if (mask == kReadsThreeVectors) {
      operation.reads_three = usage.size();
      continue;
    }
    if (mask == kReadsForStore) {
      operation.reads_for_store = usage.size();
      continue;
    }
    if (mask == kDispatchedAlone) {
      operation.dispatch_cycles = usage.size();
      continue;
    }
    if (mask == kEntriesHeld) {
      operation.entries = usage.size();
      continue;
    }
    if (mask == kDoneInOrder) {
      operation.is_in_order = true;
      operation.latency = std::max(operation.latency, static_cast<double>(usage.size()));
      continue;
    }
    const std::uint64_t units = buffers.units_of(mask);
    if (!is_unseen && (units & ~buffers.core().pipes) == 0 && operation.pipes == 0) {
      operation.pipes = units;
      operation.pipe_cycles = usage.size();
    } else if (units != 0) {
      uses.push_back({units, usage.size()});
    }
  }
  operation.scheduler = buffers.scheduler_of(description.UsedBuffers);
  one.uses = uses.size() - one.first_use;
  return one;
}

}  // namespace

SimulatedRound simulated_round(const Buffers& buffers, const Lowered& instructions,
                               std::span<const Dependence> dependences,
                               const std::vector<bool>& apart) {
  const std::size_t size = instructions.size();
  SimulatedRound round{{}, {}, std::vector<OperationWait>(dependences.size())};
  round.operations.reserve(size);
  std::unordered_map<const llvm::mca::InstrDesc*, Described> known;
  std::vector<const Described*> of_instructions;  // which stay where they are
  of_instructions.reserve(size);
  for (const auto& instruction : instructions) {
    const llvm::mca::InstrDesc& description = instruction->getDesc();
    const auto [found, is_new] = known.try_emplace(&description);
    if (is_new) {
      found->second = described(buffers, description, round.uses);
    }
    of_instructions.push_back(&found->second);
  }
  std::vector<std::size_t> waits_until(size + 1, 0);
  for (const Dependence& one : dependences) {
    ++waits_until[one.to + std::size_t{1}];
  }
  std::partial_sum(waits_until.begin(), waits_until.end(), waits_until.begin());
  for (std::size_t i = 0; i < size; ++i) {
    const Described& of_this = *of_instructions[i];
    SimulatedOperation& one = round.operations.emplace_back(of_this.operation);
    one.is_apart = !apart.empty() && apart[i];
    one.rooms = buffers.rooms_of(*instructions[i]);
    one.uses = std::span(round.uses).subspan(of_this.first_use, of_this.uses);
    one.waits = std::span(round.waits).subspan(waits_until[i], waits_until[i + 1] - waits_until[i]);
  }
  for (const Dependence& one : dependences) {
    round.waits[waits_until[one.to]++] = {one.rounds * size + one.to - one.from, one.cycles};
  }
  return round;
}

}  // namespace clgauge::lens
