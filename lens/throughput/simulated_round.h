#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lens/throughput/lowered.h"
#include "lens/throughput/recurrence.h"
#include "lens/throughput/rooms.h"

namespace clgauge::lens {

class Buffers;

// For how long an operation occupies a unit.
struct UnitUse {
  std::uint64_t units = 0;  // one of them
  unsigned cycles = 0;
};

// For an operation that comes so many before it, from when that starts.
struct OperationWait {
  std::size_t back = 0;
  double cycles = 0;
};

// An instruction as the simulated core does it.
struct SimulatedOperation {
  double latency = 0;
  unsigned micro_ops = 0;
  std::span<const UnitUse> uses;
  std::span<const OperationWait> waits;
  std::uint64_t pipes = 0;  // that it may be given to; 0: it takes what is free when it starts
  unsigned pipe_cycles = 0;
  std::size_t scheduler = 0;     // 0: of no size
  unsigned reads_three = 0;      // vectors, for so many cycles
  unsigned reads_for_store = 0;  // a vector, for so many cycles
  unsigned dispatch_cycles = 0;  // kDispatchedAlone
  unsigned entries = 1;          // kEntriesHeld
  bool is_in_order = false;      // kDoneInOrder
  bool is_apart = false;         // fetched a cycle after the one before
  Rooms rooms{};
};

// What operations use and wait for lies side by side: there are thousands of them. Not to be
// copied, for they point there.
struct SimulatedRound {
  std::vector<SimulatedOperation> operations;
  std::vector<UnitUse> uses;
  std::vector<OperationWait> waits;
};

// Of instructions that are not null, with what they wait for each other; those are fetched `apart`
// that a true stands for (fetched_lines.h), empty: none. Thread-safe.
[[nodiscard]] SimulatedRound simulated_round(const Buffers& buffers, const Lowered& instructions,
                                             std::span<const Dependence> dependences,
                                             const std::vector<bool>& apart);

}  // namespace clgauge::lens
