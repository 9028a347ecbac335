#pragma once

#include <llvm/MC/MCInst.h>
#include <llvm/MCA/InstrBuilder.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lens/code/mc.h"
#include "lens/throughput/buffers.h"
#include "lens/throughput/early_loads.h"
#include "lens/throughput/errata.h"
#include "lens/throughput/fetched_lines.h"
#include "lens/throughput/forwarding.h"
#include "lens/throughput/lowered.h"
#include "lens/throughput/made_instructions.h"
#include "lens/throughput/recurrence.h"
#include "lens/throughput/sequence_cost.h"

namespace clgauge::lens {

// What sequences of instructions cost by one processor's tables, mended where measurements prove
// them wrong. For .cpp files only, as code/mc.h. Not thread-safe.
class SchedulingTable {
 public:
  // Throws Error(usage) for a processor without a table.
  explicit SchedulingTable(const std::string& cpu);

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
  using Made = llvm::Expected<std::unique_ptr<llvm::mca::Instruction>>;
  // A round of a loop, and how long its longest circle of results takes; zero without one.
  struct Round {
    Lowered instructions;
    std::vector<Dependence> dependences;
    double cycles = 0;
  };

  // Stays until the next sequence is lowered.
  Lowered lower(const std::vector<llvm::MCInst>& sequence,
                std::map<std::string, std::uint32_t>& unknown);
  [[nodiscard]] Round round_of(Lowered instructions,
                               std::span<const Dependence> through_memory = {}) const;
  // Between instructions that are not null, which `lowered` has for those of the sequence.
  [[nodiscard]] std::vector<Dependence> memory_dependences(
      const std::vector<llvm::MCInst>& sequence, const Lowered& lowered,
      const std::vector<Forwarding>& forwarded, bool is_renamed = false) const;
  // What an instruction is in the sequence that it stands in: the same opcode may be several.
  struct Place {
    bool is_half = false;           // of an operation of 512 bits
    bool is_fused = false;          // with what is before it
    bool is_beside_wide = false;    // where others compute with 512 bits
    bool is_paired = false;         // stored with the store before (paired_stores.h)
    bool is_indexed = false;        // computes with what it loads by an index
    bool has_long_address = false;  // EarlyLoads
    auto operator<=>(const Place&) const = default;
  };
  // Of a copy, in which an operation of 512 bits becomes its half, at a place of which is known
  // what its neighbours make of it. Null for what the table does not know.
  std::unique_ptr<llvm::mca::Instruction> make(llvm::MCInst inst, Place place);
  Made build(const llvm::MCInst& inst, const Place& place);
  // Whether what an instruction costs depends on its operands: builders tell those apart by where
  // they lie.
  [[nodiscard]] bool is_told_by_place(unsigned opcode) const;
  void mend(llvm::mca::InstrDesc& description, const llvm::MCInst& inst, const Place& place) const;
  [[nodiscard]] bool computes_by_index(const llvm::MCInst& inst) const;
  // Whether a few operations of 512 bits stand among more vectors of less.
  [[nodiscard]] bool mixes_widths(const std::vector<llvm::MCInst>& sequence) const;
  // golden_cove_errata.h.
  [[nodiscard]] unsigned golden_cove_opcode(const llvm::MCInst& inst) const;
  [[nodiscard]] bool addresses_by(const llvm::MCInst& inst, const std::set<unsigned>& units) const;
  [[nodiscard]] CarriedWait carried(const Round& round) const;
  // Sets throughput_cycles, port_cycles and micro_ops.
  void add_throughput(const Lowered& lowered, SequenceCost& cost) const;
  [[nodiscard]] std::uint64_t units_of(const std::vector<unsigned>& opcodes) const;
  [[nodiscard]] InstructionClass class_of_use(const llvm::mca::Instruction& instruction,
                                              std::uint64_t mask) const;

  McTarget target_;
  Buffers buffers_;
  Buffers buffers_beside_wide_;
  EarlyLoads early_loads_;
  // Each has one description for an opcode.
  std::map<Place, llvm::mca::InstrBuilder> builders_;
  std::deque<llvm::MCInst> told_by_place_;  // what builders have seen lies here
  MadeInstructions made_;
  std::set<const llvm::mca::InstrDesc*> mended_;  // of any builder
  UnitMasks units_;
  std::uint64_t single_units_ = 0;  // bits of those that are no groups
  std::uint64_t load_units_ = 0;    // of loads alone
  std::uint64_t store_units_ = 0;   // of stores alone
};

}  // namespace clgauge::lens
