#include "lens/throughput/buffers.h"

#include <llvm/MCA/Instruction.h>
#include <llvm/MCA/Support.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "lens/code/mc.h"
#include "lens/code/zen.h"
#include "lens/throughput/extra_units.h"
#include "lens/throughput/golden_cove.h"
#include "lens/throughput/register_results.h"
#include "lens/throughput/zen_units.h"

namespace clgauge::lens {
namespace {

// While both threads of a core work, each has half of its reorder buffer; alone one has all of it.
// A neighbour works part of the time, and on some cores: between the two, as simulation.h says.
constexpr double kShareOfReorderBuffer = 0.625;

// Of an Emerald Rapids' 512 entries chains beside others overlapped with 380 to 480 on one core,
// and on the other, whose neighbour was loud, with 140 to 480: nearer to all of it.
constexpr double kShareOfGoldenCoveReorderBuffer = 0.75;

// Of a Zen 5's 448 entries fused operations in a chain, eight NOPs behind each, overlap with 387 to
// 394, on either core (an EPYC 9005); with three to six LEA behind each only with 160 to 180 of
// these, for so many registers are left to their results.
constexpr double kShareOfReorderBufferOfZen5 = 0.875;
constexpr unsigned kGeneralRegistersOfZen5 = 180;
// A chain of VSQRTPS of 60 cycles and so many VADDPS that wait for it: 60 take 61 cycles, 70 71, 80
// 75, 100 87.5: what waits for room in the schedulers starts some six cycles after it has left.
constexpr unsigned kCyclesToStartOfZen5 = 6;

// Of a Granite Rapids, alone on its core: two loads of memory overlap beside so many results of
// vectors of 128 or 256 bits, of 512, of both by turns 290; loads of 64 bits; stores of 64 or 512
// bits; 490 NOPs. What computes with an operand of memory by an index holds two registers: 95 of
// 512 bits, 145 of 256.
constexpr Rooms kRoomsOfGoldenCove = [] {
  constexpr unsigned kVectorRegisters = 290;
  constexpr unsigned kWideRegisters = 190;
  constexpr unsigned kLoads = 190;
  constexpr unsigned kStores = 110;
  Rooms rooms{};
  of(rooms, Room::vector_register) = kVectorRegisters;
  of(rooms, Room::wide_register) = kWideRegisters;
  of(rooms, Room::load) = kLoads;
  of(rooms, Room::store) = kStores;
  return rooms;
}();

// LLVM 15 describes Zen 4 by the table of Zen 3, whose buffer holds 256, and says of Intel's cores
// only how many operations are under way. 0: not known.
unsigned reorder_buffer_of(const McTarget& target) {
  constexpr unsigned kEntriesOfZen4 = 320;
  constexpr unsigned kEntriesOfZen5 = 448;
  const llvm::MCSchedModel& model = target.subtarget->getSchedModel();
  return target.cpu == kZen4             ? kEntriesOfZen4
         : target.cpu == kZen5           ? kEntriesOfZen5
         : target.cpu == kGoldenCove     ? kGoldenCoveReorderBuffer
         : model.hasExtraProcessorInfo() ? model.getExtraProcessorInfo().ReorderBufferSize
                                         : 0;
}

// Runs of fetched code under way: loops of one fused operation in a chain, so that each round is a
// run, overlap with the last 57 of an entry on a Zen 4, beside a neighbour with the last 25. On a
// Golden Cove with the last 87, as many as its scheduler holds; on a Zen 5 with the last 70.
constexpr double kRunsOfZen = 57;

// Schedulers of several parts fill unevenly. Of a Zen 4, in loops of 128 to 512 operations in a
// chain, with and without others beside them, the next entry overlaps with the last 56 to 59 of
// 64 vector operations, and of 96 others with the last 79. Rounds of a load and 32, 48, 64
// additions of integers in a chain take 9.0 to 10.6, 16 to 18 and 23.5 to 28 cycles, as if 62
// entries were filled with what waits (simulated 8.6, 16.4, 26; with 79 entries 8.2, 13.4, 21.4).
struct Usable {
  std::string_view scheduler;
  int entries;    // that the operations of one chain fill
  int simulated;  // that any do
};
// Golden Cove's scheduler holds what computes, vectors or not: the next entry overlaps with the
// last 100 to 105.
constexpr std::array<Usable, 3> kUsable = {
    {{"Zn3FP", 57, 57},
     {"Zn3Int", 79, 62},
     {kGoldenCoveScheduler, kGoldenCoveSchedulerEntries, kGoldenCoveSchedulerEntries}}};
// Of a Zen 5, chains as above: fused operations 68, sums and products 65, integers of vectors up to
// 99 (three schedulers of 38); additions of general registers 66, products 78 (one of 88).
constexpr std::array<Usable, 2> kUsableOfZen5 = {{{"Zn3FP", 68, 76}, {"Zn3Int", 66, 70}}};

const Usable* usable(std::string_view scheduler, std::string_view cpu) {
  const std::span<const Usable> all =
      cpu == kZen5 ? std::span<const Usable>(kUsableOfZen5) : std::span<const Usable>(kUsable);
  const auto found = std::ranges::find(all, scheduler, &Usable::scheduler);
  return found == all.end() ? nullptr : &*found;
}

constexpr std::size_t kMostUnits = 64;  // bits of a mask

// The pipes of vectors: Zen's scheduler for them is two, each of which feeds every other pipe. A
// loop of 24 additions in a chain takes 15.9 cycles, which it would not if one scheduler had to
// hold all that wait for the two pipes that add.
constexpr std::string_view kPipesScheduler = "Zn3FP";
constexpr std::array<std::string_view, 4> kPipes = {"Zn3FPP0", "Zn3FPP1", "Zn3FPP2", "Zn3FPP3"};
constexpr std::size_t kParts = 2;

// The units of integers: each has a scheduler of its own. Random loops of 32 to 48 additions,
// shifts, products, loads (96 of eight mixtures, EPYC 9004) are simulated so at 0.98 of their time
// (mean error 6%), at 0.89 where any free unit may take what is ready (13%), at 0.96 where each
// goes where the fewest wait (8%).
constexpr const auto& kIntegerUnits = zen::kIntegerUnit;

// Golden Cove's ports, of which an operation is given one where it enters the scheduler.
constexpr std::array<std::string_view, 4> kPorts = {"ICXPort0", "ICXPort1", "ICXPort5", "ICXPort6"};

}  // namespace

Buffers::Buffers(const McTarget& target) {
  const llvm::MCSchedModel& model = target.subtarget->getSchedModel();
  if (!model.hasInstrSchedModel()) {
    return;  // no table, no resources: LLVM-MCA's masks want one at least
  }
  units_.assign(model.ProcResourceTable, model.ProcResourceTable + model.getNumProcResourceKinds());
  masks_.resize(units_.size());
  llvm::mca::computeProcResourceMasks(model, masks_);
  for (llvm::MCProcResourceDesc& unit : units_) {
    if (const Usable* const one = usable(unit.Name, target.cpu)) {
      unit.BufferSize = one->entries;
    }
  }
  constexpr int kWidthOfZen5 = 8;
  core_.width = target.cpu == kZen5 ? kWidthOfZen5 : static_cast<int>(model.IssueWidth);
  const unsigned reorder_buffer = reorder_buffer_of(target);
  const double share = target.cpu == kGoldenCove ? kShareOfGoldenCoveReorderBuffer
                       : target.cpu == kZen5     ? kShareOfReorderBufferOfZen5
                                                 : kShareOfReorderBuffer;
  core_.reorder_entries =
      reorder_buffer > 0 ? static_cast<unsigned>(share * reorder_buffer) : model.MicroOpBufferSize;
  core_.runs = target.cpu == kGoldenCove || target.cpu == kZen5
                   ? std::numeric_limits<double>::infinity()
                   : kShareOfReorderBuffer * kRunsOfZen;
  shape_units(target.cpu);
  if (target.cpu == kZen5) {  // has one scheduler for all six
    of(core_.rooms, Room::general_register) = kGeneralRegistersOfZen5;
    core_.cycles_to_start = kCyclesToStartOfZen5;
    core_.retired_at_once = kWidthOfZen5;
    core_.shares_third_reads = true;
    integer_scheduler_ = scheduler_named(zen::kIntegerScheduler);
    while (std::string_view(target.registers->getName(flags_)) != "EFLAGS") {
      ++flags_;
    }
  } else {
    give_integers_in_turn();
  }
  for (const ExtraUnit& unit : kExtraUnits) {
    if (unit.is_of(target.cpu)) {
      add_unit(unit.mask);
    }
  }
  if (target.cpu == kGoldenCove) {
    constexpr unsigned kRetiredAtOnce = 8;
    core_.retired_at_once = kRetiredAtOnce;
    core_.rooms = kRoomsOfGoldenCove;
    for (unsigned reg = 0; reg < target.registers->getNumRegs(); ++reg) {
      const std::string_view name = target.registers->getName(reg);
      vector_of_.push_back(name.starts_with("ZMM")           ? Room::wide_register
                           : is_vector_register(reg, target) ? Room::vector_register
                                                             : Room::count);
    }
    choose_ports_early();
  }
}

Buffers Buffers::beside_512_bits() const {
  Buffers less = *this;
  for (std::size_t kind = 1; kind < units_.size(); ++kind) {
    if (kGoldenCoveScheduler == units_[kind].Name) {
      less.core_.scheduler_entries[schedulers_[kind]] = kGoldenCoveSchedulerBesideWide;
    }
  }
  return less;
}

void Buffers::choose_ports_early() {
  std::uint64_t ports = kGoldenCovePort10.mask;
  std::size_t scheduler = 0;
  for (std::size_t kind = 1; kind < units_.size(); ++kind) {
    const bool is_port = std::ranges::find(kPorts, units_[kind].Name) != kPorts.end();
    ports |= is_port ? masks_[kind] : 0;
    scheduler = kGoldenCoveScheduler == units_[kind].Name ? schedulers_[kind] : scheduler;
  }
  core_.pipes = units_of(ports);
  for (std::uint64_t left = core_.pipes; left != 0; left &= left - 1) {
    core_.scheduler_of_pipe[static_cast<std::size_t>(std::countr_zero(left))] = scheduler;
  }
}

std::size_t Buffers::scheduler_named(std::string_view name) const {
  const auto scheduler =
      std::ranges::find(units_, name, [](const auto& unit) { return std::string_view(unit.Name); });
  return scheduler == units_.end()
             ? 0
             : schedulers_[static_cast<std::size_t>(scheduler - units_.begin())];
}

void Buffers::give_integers_in_turn() {
  const std::size_t first = scheduler_named(zen::kIntegerScheduler);
  if (first == 0) {
    return;
  }
  const std::size_t parts = kIntegerUnits.size();
  core_.scheduler_entries[first] =
      static_cast<unsigned>((core_.scheduler_entries[first] + parts - 1) / parts);
  std::size_t part = 0;
  for (std::size_t kind = 1; kind < units_.size(); ++kind) {
    if (std::ranges::find(kIntegerUnits, units_[kind].Name) == kIntegerUnits.end()) {
      continue;
    }
    part = part == 0 ? first : add_part(first);
    core_.in_turn |= single_units_[kind];
    core_.scheduler_of_pipe[static_cast<std::size_t>(std::countr_zero(single_units_[kind]))] = part;
  }
  core_.pipes |= core_.in_turn;
}

std::size_t Buffers::add_part(std::size_t scheduler) {
  const std::size_t part = core_.scheduler_entries.size();
  core_.scheduler_entries.push_back(core_.scheduler_entries[scheduler]);
  core_.has_waiting_room.push_back(core_.has_waiting_room[scheduler]);
  core_.next_part.push_back(std::exchange(core_.next_part[scheduler], part));
  return part;
}

void Buffers::add_unit(std::uint64_t mask) {
  extra_units_.emplace_back(mask, std::uint64_t{1} << unit_count_++);
}

void Buffers::shape_units(std::string_view cpu) {
  constexpr unsigned kEndless = std::numeric_limits<unsigned>::max();
  core_.scheduler_entries = {kEndless};
  core_.next_part = {0};
  core_.has_waiting_room = {false};
  core_.scheduler_of_pipe.assign(kMostUnits, 0);
  single_units_.assign(units_.size(), 0);
  schedulers_.assign(units_.size(), 0);
  std::size_t of_vectors = 0;
  for (std::size_t kind = 1; kind < units_.size(); ++kind) {
    const llvm::MCProcResourceDesc& unit = units_[kind];
    for (unsigned n = 0; unit.SubUnitsIdxBegin == nullptr && n < unit.NumUnits; ++n) {
      if (unit_count_ < kMostUnits) {
        single_units_[kind] |= std::uint64_t{1} << unit_count_++;
      }
    }
    if (unit.BufferSize > 0) {
      const bool is_of_vectors = kPipesScheduler == unit.Name;
      const Usable* const filled = usable(unit.Name, cpu);
      const auto size =
          static_cast<unsigned>(filled == nullptr ? unit.BufferSize : filled->simulated);
      schedulers_[kind] = core_.scheduler_entries.size();
      of_vectors = is_of_vectors ? schedulers_[kind] : of_vectors;
      core_.scheduler_entries.push_back(is_of_vectors ? (size + kParts - 1) / kParts : size);
      core_.next_part.push_back(schedulers_[kind]);
      core_.has_waiting_room.push_back(is_of_vectors);
    }
  }
  if (of_vectors == 0) {
    return;
  }
  const std::array<std::size_t, kParts> parts = {of_vectors, add_part(of_vectors)};
  for (std::size_t kind = 1; kind < units_.size(); ++kind) {
    const auto pipe = std::find(kPipes.begin(), kPipes.end(), units_[kind].Name);
    if (pipe != kPipes.end()) {
      core_.pipes |= single_units_[kind];
      core_.scheduler_of_pipe[static_cast<std::size_t>(std::countr_zero(single_units_[kind]))] =
          parts.at(static_cast<std::size_t>(pipe - kPipes.begin()) % kParts);
    }
  }
}

std::uint64_t Buffers::units_of(std::uint64_t mask) const {
  std::uint64_t units = 0;
  for (std::size_t kind = 1; kind < units_.size(); ++kind) {
    units |= (masks_[kind] & ~mask) == 0 ? single_units_[kind] : 0;
  }
  for (const auto& [extra, unit] : extra_units_) {
    units |= (extra & mask) != 0 ? unit : 0;
  }
  return units;
}

std::size_t Buffers::scheduler_of(std::uint64_t used_buffers) const {
  std::size_t narrowest = 0;
  for (std::size_t kind = 1; kind < units_.size(); ++kind) {
    const unsigned bit = llvm::mca::getResourceStateIndex(masks_[kind]);
    const std::size_t one = schedulers_[kind];
    if (one != 0 && ((used_buffers >> bit) & 1U) != 0 &&
        core_.scheduler_entries[one] < core_.scheduler_entries[narrowest]) {
      narrowest = one;
    }
  }
  return narrowest;
}

unsigned Buffers::general_registers_of(const llvm::mca::Instruction& instruction) const {
  const bool takes_one =
      scheduler_of(instruction.getDesc().UsedBuffers) == integer_scheduler_ &&
      std::ranges::any_of(instruction.getDefs(), [&](const llvm::mca::WriteState& write) {
        return write.getRegisterID() != flags_;
      });
  // 49 sums and as many LEA of three summands, which are two operations, an entry take 40.0 cycles,
  // as with two LEA of two each; with one 34.1.
  return takes_one ? std::clamp(instruction.getDesc().NumMicroOps, 1U, 2U) : 0;
}

Rooms Buffers::rooms_of(const llvm::mca::Instruction& instruction) const {
  Rooms rooms{};
  if (of(core_.rooms, Room::general_register) > 0) {
    of(rooms, Room::general_register) = general_registers_of(instruction);
  }
  const llvm::mca::InstrDesc& description = instruction.getDesc();
  if (vector_of_.empty() || description.Resources.empty()) {
    return rooms;  // what no unit executes is renamed
  }
  if (instruction.getMayLoad()) {
    // A gather's lanes are two in three of its operations.
    of(rooms, Room::load) = std::max(1U, 2 * description.NumMicroOps / 3);
  }
  of(rooms, Room::store) = instruction.getMayStore() ? 1 : 0;
  for (const llvm::mca::WriteState& write : instruction.getDefs()) {
    const Room room = vector_of_[write.getRegisterID()];
    if (room == Room::count) {
      continue;
    }
    // What a load apart brings waits in a register of its own.
    const unsigned registers =
        instruction.getMayLoad() ? std::clamp(description.NumMicroOps, 1U, 2U) : 1;
    of(rooms, Room::vector_register) += registers;
    of(rooms, Room::wide_register) += room == Room::wide_register ? registers : 0;
  }
  return rooms;
}

RoomParts Buffers::room_parts(const Lowered& sequence) const {
  RoomParts parts{};
  for (const llvm::mca::Instruction* const instruction : sequence) {
    const Rooms rooms = instruction == nullptr ? Rooms{} : rooms_of(*instruction);
    for (std::size_t room = 0; room < kRooms; ++room) {
      if (core_.rooms[room] > 0) {
        parts[room] += static_cast<double>(rooms[room]) / core_.rooms[room];
      }
    }
  }
  return parts;
}

Lookahead Buffers::lookahead(const Lowered& round, const std::vector<bool>& held_up,
                             double runs) const {
  double micro_ops = 0;
  std::vector<double> waiting(units_.size(), 0.0);
  for (std::size_t i = 0; i < round.size(); ++i) {
    if (round[i] == nullptr) {
      continue;
    }
    const llvm::mca::InstrDesc& description = round[i]->getDesc();
    micro_ops += description.NumMicroOps;
    for (std::size_t unit = 1; held_up[i] && unit < units_.size(); ++unit) {
      const unsigned bit = llvm::mca::getResourceStateIndex(masks_[unit]);
      waiting[unit] += static_cast<double>((description.UsedBuffers >> bit) & 1U);
    }
  }
  Lookahead ahead;
  if (micro_ops > 0) {
    ahead.in_order = core_.reorder_entries / micro_ops;
  }
  if (const double filled = std::ranges::max(room_parts(round)); filled > 0) {
    ahead.in_order = std::min(ahead.in_order, 1 / filled);
  }
  if (runs > 0) {
    ahead.in_order = std::min(ahead.in_order, core_.runs / runs);
  }
  for (std::size_t unit = 1; unit < units_.size(); ++unit) {
    if (units_[unit].BufferSize > 0 && waiting[unit] > 0) {
      ahead.waiting = std::min(ahead.waiting, units_[unit].BufferSize / waiting[unit]);
    }
  }
  return ahead;
}

}  // namespace clgauge::lens
