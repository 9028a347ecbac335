#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lens/code/machine_code.h"
#include "lens/throughput/forwarding.h"
#include "lens/throughput/instruction_class.h"
#include "lens/throughput/late_loads.h"
#include "lens/throughput/lookahead.h"
#include "lens/throughput/register_results.h"
#include "lens/throughput/rooms.h"
#include "lens/throughput/traced_path.h"

namespace clgauge::lens {

// What one pass through a sequence of instructions costs a core, all data in the first cache and
// every branch foreseen. In cycles.
struct SequenceCost {
  double throughput_cycles = 0;  // when nothing waits for a result: the busiest port, or the width
  double chained_cycles = 0;     // when the sequence follows itself, again and again; at least that
  double carried_cycles = 0;     // of those: what a round waits for the one before it, in registers
                                 // (0 where the ports are busy for as long anyway)
  double micro_ops = 0;
  RegisterResults results{};
  RoomParts rooms{};
  // Of throughput_cycles, by the class of what occupies the units that are busy all the time: all
  // of them, or nothing where the width binds.
  ByClass port_cycles{};
  Lookahead lookahead;  // while it waits so
};

// What a round of a loop waits for the one before it.
struct CarriedWait {
  double cycles = 0;  // a round
  Lookahead lookahead;
};

// Asks LLVM-MCA, by the scheduling tables of `cpus` (scheduling_cpus()). Calls and returns count
// nothing here. Zeroing a register by itself (xor x,x) waits for nothing. Remembers its answers.
// Not thread-safe.
class SequenceCosts {
 public:
  // Throws Error(usage) for an unknown processor.
  SequenceCosts(MachineCode code, const std::vector<std::string>& cpus);
  ~SequenceCosts();
  SequenceCosts(SequenceCosts&&) noexcept;
  SequenceCosts& operator=(SequenceCosts&&) noexcept;

  // From now on what this call calls, these blocks of its code, stands behind it as if it were
  // inlined. To be said before costs of the call's block are asked for; again changes nothing.
  void inline_call(std::uint32_t call, const std::string& symbol, const MachineCode& code,
                   std::span<const std::uint32_t> path);
  // How many calls of these blocks stand so, once each.
  [[nodiscard]] double inlined_calls(std::span<const std::uint32_t> blocks) const;

  // Of the blocks' instructions in this order; a load waits for no store but those of `forwarded`.
  // Without `chained` the simulation, which takes most of the time, is left out: chained_cycles is
  // throughput_cycles, and carried_cycles 0.
  [[nodiscard]] const SequenceCost& of(std::span<const std::uint32_t> blocks, bool chained,
                                       std::span<const Forwarding> forwarded = {});

  // What one round of a loop of these blocks takes at least since its results go through vector
  // stores and the loads that these are forwarded to; nothing if none do.
  [[nodiscard]] CarriedWait wait_through_memory(std::span<const std::uint32_t> blocks,
                                                std::span<const Forwarding> forwarded);

  // The same through registers as well. Of a loop that holds loops of which the blocks say one
  // round it is what its rounds take at least. Simulates nothing.
  [[nodiscard]] CarriedWait carried(std::span<const std::uint32_t> blocks,
                                    std::span<const Forwarding> forwarded);

  // Whether the next entry into a loop of these blocks goes on with what its rounds add up, or
  // waits for it otherwise, after the blocks in between, in the order of their passing.
  [[nodiscard]] bool next_entry_waits(std::span<const std::uint32_t> round,
                                      std::span<const std::uint32_t> between);

  // The loads whose address waits for what they loaded in the round before, by instruction, where a
  // loop of these blocks waits for them longer than for its ports; gathers whatever they wait for.
  [[nodiscard]] std::vector<std::uint32_t> chained_loads(std::span<const std::uint32_t> round);

  // Of a loop of these blocks, by instruction: how many micro-operations a core takes in behind a
  // load that waits for memory before its scheduler is full of what waits with it. Only of
  // processors that were timed, and of loads that less comes behind than registers hold.
  [[nodiscard]] std::map<std::uint32_t, double> micro_ops_behind_loads(
      std::span<const std::uint32_t> round);

  // The conditional jumps, by instruction, that cannot be decided before what a round of a loop of
  // these blocks hands to the next one is there. A loop's counter runs ahead of its sums.
  [[nodiscard]] std::vector<std::uint32_t> waiting_jumps(std::span<const std::uint32_t> round);

  // From the start of these blocks, run one after another, until it is known where the jump at
  // their end goes, all else being there: what it costs not to have foreseen it, beside fetching
  // anew.
  [[nodiscard]] double cycles_until_decided(std::span<const std::uint32_t> blocks);

  // The loads, by instruction, that the jump at the end of these blocks waits for, of those in
  // them.
  [[nodiscard]] std::vector<std::uint32_t> deciding_loads(std::span<const std::uint32_t> blocks);

  // What a core takes from block `first` of a path to before `last`, simulated as they ran behind
  // those from `warm_up` on, in cycles. Of jumps that are not foreseen each time, by instruction, a
  // core waits for as many as `unforeseen` says until they are decided.
  [[nodiscard]] double traced_cycles(const TracedPath& path, std::size_t warm_up, std::size_t first,
                                     std::size_t last, std::span<const double> unforeseen = {});
  // The same where some loads take longer: every n-th pass of an instruction of which the n-th part
  // does, but for the last instructions, with which nothing overlaps that comes behind.
  static constexpr std::size_t kNeverLate = 160;
  [[nodiscard]] double traced_cycles(const TracedPath& path, std::size_t warm_up, std::size_t first,
                                     std::size_t last, std::span<const double> unforeseen,
                                     const LateLoads& late);

  // Fused multiply-adds of the block whose accumulators have no register: each goes with a load and
  // a store of its own.
  [[nodiscard]] double fused_spills(std::uint32_t block) const;
  // Cycles of a Golden Cove (spilled_vectors.h).
  [[nodiscard]] double spilled_vectors(std::uint32_t block) const;

  // The processor whose table comes first.
  [[nodiscard]] const std::string& cpu() const;

  // Instructions that no table knows, by LLVM's name; they cost nothing in the above.
  [[nodiscard]] const std::map<std::string, std::uint32_t>& unknown() const;

  [[nodiscard]] const MachineCode& code() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace clgauge::lens
