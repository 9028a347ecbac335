#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "lens/throughput/loop_passes.h"
#include "lens/throughput/sequence_cost.h"

namespace clgauge::lens {

// An innermost loop as it ran.
struct LoopCost {
  std::uint32_t header = 0;         // block
  std::vector<std::uint32_t> path;  // blocks of the most frequent way round
  double entries = 0;               // times that the loop was begun
  double iterations = 0;            // passes through the header, all entries together
  double cycles_per_iteration = 0;  // of the path
  bool waits_for_results = false;   // its bound: latency, not ports
  double cycles = 0;                // of all passes together
};

// A load that a core waits for alone.
struct ChainedLoad {
  double share = 0;   // of such waits
  double rounds = 1;  // of its loop, which wait together
};

// What a work-group costs a core whose data lie in the first cache.
struct GroupCost {
  double cycles = 0;
  std::vector<double> block_cycles;  // of `cycles`
  double throughput_cycles = 0;      // the same if nothing ever waited for a result
  // Of `cycles`, those that units bind, by the class of the instructions that occupy these; the
  // others are bound by the width of the core or by waiting.
  ByClass port_cycles{};
  double micro_ops = 0;
  RegisterResults results{};
  RoomParts rooms{};
  double fused_spills = 0;     // fused multiply-adds that go with a load and a store each
  double long_loop_exits = 0;  // ends of loops too long for a branch predictor to foresee
  // Loads that say where the same load of the next round goes (lists, chains of indices), or which
  // way a jump goes that is not foreseen, by instruction.
  std::map<std::uint32_t, ChainedLoad> chained_loads;
  // What a core takes in behind a load that waits for memory: until its scheduler is full of what
  // waits with it (SequenceCosts), or until it comes to a jump that the load decides and that is
  // not foreseen.
  std::map<std::uint32_t, double> micro_ops_behind_loads;
  std::vector<LoopCost> loops;  // dearest first

  // As if the core took `times` as long.
  void stretch(double times);

  // What a core waits for beside these, in cycles by instruction of `code`: of the loops as well
  // that they stand in.
  void add_waits(const MachineCode& code, const std::map<std::uint32_t, double>& waits);

  // So many times another's, but for loops and their loads.
  void add(const GroupCost& other, double times) {
    cycles += times * other.cycles;
    throughput_cycles += times * other.throughput_cycles;
    add_to(port_cycles, other.port_cycles, times);
    micro_ops += times * other.micro_ops;
    results.add(other.results, times);
    add_to(rooms, other.rooms, times);
    fused_spills += times * other.fused_spills;
    long_loop_exits += times * other.long_loop_exits;
  }
};

// Straight code at its throughput, for out-of-order cores overlap what surrounds it, unless it is
// long enough to fill their buffers: then as it waits for its own results. So do the rounds of an
// innermost loop, whether they are of one entry or of many. What a round waits for the one before,
// through registers or through memory, counts as latency x w / (w + window), where w are the
// instructions of one entry: a run much longer than the window that a core can look ahead waits for
// its chain, a short one overlaps with what follows, unless its end was not foreseen and waits
// for the chain. No round takes less than a cycle for each jump that is taken. What a loop that
// holds others does around these runs as one. A loop that seldom goes round again is straight code.
// Throws Error(internal) for counts of another kernel.
[[nodiscard]] GroupCost group_cost(SequenceCosts& costs, const PassCounts& counts);

}  // namespace clgauge::lens
