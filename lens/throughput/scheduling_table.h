#pragma once

#include <llvm/MC/MCInst.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "lens/code/mc.h"
#include "lens/throughput/buffers.h"
#include "lens/throughput/fetched_lines.h"
#include "lens/throughput/forwarding.h"
#include "lens/throughput/lowered.h"
#include "lens/throughput/mended_instructions.h"
#include "lens/throughput/processor_units.h"
#include "lens/throughput/recurrence.h"
#include "lens/throughput/sequence_cost.h"

namespace clgauge::lens {

// What sequences of instructions cost by one processor's tables, mended where measurements prove
// them wrong. For .cpp files only, as code/mc.h. Not thread-safe.
class SchedulingTable {
 public:
  // Throws Error(usage) for a processor without a table.
  explicit SchedulingTable(const std::string& cpu);
  SchedulingTable(const SchedulingTable&) = delete;
  SchedulingTable& operator=(const SchedulingTable&) = delete;

  [[nodiscard]] const std::string& cpu() const { return target_.cpu; }

  // What the table does not know is left out and counted in `unknown`. Chained, loads wait for the
  // stores that `forwarded` says pass results on to them, by their places in the sequence.
  // `fetches`: of its instructions, or none (fetched_lines.h).
  SequenceCost cost(const std::vector<llvm::MCInst>& sequence, const std::vector<Fetch>& fetches,
                    bool chained, const std::vector<Forwarding>& forwarded,
                    std::map<std::string, std::uint32_t>& unknown);

  // What loads of a sequence that is run once wait for in memory, by their places in it.
  struct Meetings {
    std::vector<Forwarding> forwarded;  // the results that stores pass on to them,
    std::vector<Forwarding> renamed;    // as in a register,
    std::vector<Forwarding> cautious;   // or only that it is known where a store goes
  };
  // Of such a sequence, from when the first `warm_up` of it are done: cycles. All waits for the
  // jumps at these places, ascending, that are not foreseen. `late`: how many cycles longer each
  // takes, or nothing of any.
  double cycles_once(const std::vector<llvm::MCInst>& sequence, const std::vector<Fetch>& fetches,
                     const Meetings& met, std::size_t warm_up,
                     const std::vector<std::size_t>& unforeseen,
                     const std::vector<double>& late = {});

  // Whether an instruction of the longest circle of `round` waits, when the loop is entered again,
  // for what the circle made before: as it was, or as `between` made something else of it.
  bool next_entry_waits(const std::vector<llvm::MCInst>& round,
                        const std::vector<llvm::MCInst>& between);

  // The loads of a loop, by their places in it, whose address waits for the longest circle that
  // they are a part of. A gather waits for its mask and its index, too.
  std::vector<std::size_t> chained_loads(const std::vector<llvm::MCInst>& round);

  // By the places of a loop's loads: how much comes behind each until it fills the core
  // (waiting_behind_loads.h).
  std::vector<double> micro_ops_behind_loads(const std::vector<llvm::MCInst>& round,
                                             double scheduler_entries, double most);

  // The jumps of a loop, by their places in it, that wait for its longest circle.
  std::vector<std::size_t> waiting_jumps(const std::vector<llvm::MCInst>& round);

  // The loads, by their places, that the last one waits for, a jump.
  std::vector<std::size_t> deciding_loads(const std::vector<llvm::MCInst>& sequence);

  // From the first instruction's start, all that it waits for being there, until it is known where
  // the jump at the end of the sequence goes.
  double cycles_until_decided(const std::vector<llvm::MCInst>& sequence);

  // Of a loop whose instructions pass results on through memory: these, by their places in it.
  CarriedWait recurrence(const std::vector<llvm::MCInst>& sequence,
                         const std::vector<Forwarding>& forwarded);

 private:
  // A round of a loop, and how long its longest circle of results takes; zero without one.
  struct Round {
    Lowered instructions;
    std::vector<Dependence> dependences;
    double cycles = 0;
  };

  [[nodiscard]] Round round_of(Lowered instructions,
                               std::span<const Dependence> through_memory = {}) const;
  // Between instructions that are not null, which `lowered` has for those of the sequence.
  [[nodiscard]] std::vector<Dependence> memory_dependences(
      const std::vector<llvm::MCInst>& sequence, const Lowered& lowered,
      const std::vector<Forwarding>& forwarded, bool is_renamed = false) const;
  // Whether a few operations of 512 bits stand among more vectors of less.
  [[nodiscard]] bool mixes_widths(const std::vector<llvm::MCInst>& sequence) const;
  [[nodiscard]] bool addresses_by(const llvm::MCInst& inst, const std::set<unsigned>& units) const;
  [[nodiscard]] CarriedWait carried(const Round& round) const;

  McTarget target_;
  Buffers buffers_;
  Buffers buffers_beside_wide_;
  ProcessorUnits units_;
  MendedInstructions instructions_;
};

}  // namespace clgauge::lens
