#pragma once

#include <llvm/MC/MCSchedule.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "lens/throughput/lookahead.h"
#include "lens/throughput/lowered.h"
#include "lens/throughput/rooms.h"

namespace clgauge::lens {

struct McTarget;

// A core as simulation.h has it. Units are bits of a mask; each scheduler is an index.
struct CoreShape {
  int width = 0;  // micro-operations dispatched in a cycle
  unsigned reorder_entries = 0;
  Rooms rooms{};            // that it has; 0: as many as reorder entries
  double runs = 0;          // of fetched code (fetched_runs.h) that are under way at a time
  std::uint64_t pipes = 0;  // units that operations are given to before they can start
  // Of those, units that take turns: an operation goes to the next one that can do it and has room,
  // however much waits there. The others have the fewest waiting.
  std::uint64_t in_turn = 0;
  std::vector<unsigned> scheduler_entries;     // the first has no end
  std::vector<std::size_t> next_part;          // of a scheduler in parts, round about; else itself
  std::vector<std::size_t> scheduler_of_pipe;  // by unit
  // Operations for which a scheduler has no room wait here, in order, and hold up no others (AMD
  // 56665); those of other schedulers hold up what comes after. By scheduler.
  std::vector<bool> has_waiting_room;
  std::size_t waiting_room = 64;
  // From a scheduler's waiting room, or past it, an operation can start so much later.
  unsigned cycles_to_start = 0;
  bool shares_third_reads = false;  // third_reads.h
  unsigned retired_at_once = 0;     // micro-operations in a cycle; 0: any number
};

// What a core holds operations in until they start, or until they are done: LLVM's table, with as
// many entries as a thread finds that has a neighbour part of the time. Immutable.
class Buffers {
 public:
  explicit Buffers(const McTarget& target);
  // What is left of a Golden Cove's scheduler to operations of up to 256 bits that a few of 512
  // stand among.
  [[nodiscard]] Buffers beside_512_bits() const;

  // LLVM-MCA's bit masks, by resource of the model.
  [[nodiscard]] const std::vector<std::uint64_t>& masks() const { return masks_; }

  [[nodiscard]] const CoreShape& core() const { return core_; }
  // The units among which a resource of this mask is; none for what has no units of its own.
  [[nodiscard]] std::uint64_t units_of(std::uint64_t mask) const;
  // The scheduler of an instruction that waits in these of LLVM-MCA's buffers.
  [[nodiscard]] std::size_t scheduler_of(std::uint64_t used_buffers) const;

  // That it takes, of those that the core has few of.
  [[nodiscard]] Rooms rooms_of(const llvm::mca::Instruction& instruction) const;
  [[nodiscard]] RoomParts room_parts(const Lowered& sequence) const;

  // How many rounds of a loop the buffers hold at a time while the instructions that are `held_up`
  // wait for a result of rounds before, which are fetched in so many runs each. Null instructions
  // take no room.
  [[nodiscard]] Lookahead lookahead(const Lowered& round, const std::vector<bool>& held_up,
                                    double runs) const;

 private:
  // One to what computes with integers, and not for the flags.
  [[nodiscard]] unsigned general_registers_of(const llvm::mca::Instruction& instruction) const;
  void shape_units(std::string_view cpu);
  void give_integers_in_turn();
  // Of the unit of the table that is called so; 0: none.
  [[nodiscard]] std::size_t scheduler_named(std::string_view name) const;
  // Of as many entries as it has.
  std::size_t add_part(std::size_t scheduler);
  // One that the table lacks, with its bit among LLVM-MCA's.
  void add_unit(std::uint64_t mask);
  void choose_ports_early();

  std::vector<llvm::MCProcResourceDesc> units_;  // LLVM's, with entries as above
  std::vector<std::uint64_t> masks_;
  std::vector<std::uint64_t> single_units_;  // by resource of the model: its units, if it has any
  std::size_t unit_count_ = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> extra_units_;  // bits: LLVM-MCA's and ours
  std::vector<std::size_t> schedulers_;  // by resource of the model; 0: it is none
  std::size_t integer_scheduler_ = 0;
  unsigned flags_ = 0;  // LLVM's number of that register
  // By LLVM's number of a register: what room vectors take (Room::count: it is none). Empty where
  // the core has enough of it.
  std::vector<Room> vector_of_;
  CoreShape core_;
};

}  // namespace clgauge::lens
