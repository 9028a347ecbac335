#pragma once

#include <cstdint>
#include <string_view>

namespace clgauge::lens {

// How a core waits for lines, beside the sizes of its caches. As it stands: a Zen 3's or Zen 4's.
struct CoreWaits {
  // Micro-operations that it has in flight while a load is on its way: about the half of its
  // reorder buffer (224 to 512) that its other thread leaves. Few gathers fill it.
  std::uint64_t window = 160;
  // While stores wait for their lines registers bind it: loops of a Zen 4 lose no line where 224
  // micro-operations call for fewer of a set than it holds.
  std::uint64_t commit_window = 224;
  // Stores that wait for their lines, in order (Skylake: 56).
  std::uint64_t queued_stores = 64;
  // A store whose line is new in the first cache, in a set that took as many lines as it holds
  // within `commit_window`, has lost it again when its turn comes, and all younger ones wait: so
  // long, in times that a line takes to come from the second cache. Loads wait for no set. 0: sets
  // keep loads and stores waiting as set_queues.h and stores_in_flight.h say.
  double lost_store = 0;
  // A lane of a gather whose line an earlier lane called for, and which has to be loaded again when
  // that has come: in the same times.
  double replayed_lane = 0;
  // What a load takes longer from the second cache than from the first, in cycles: 14, not 4.
  // Loads of a chain wait for it one after the other.
  double second_cache_cycles = 10;
  // An access of a page that is not there, under a mask that keeps every such byte out: the
  // processor takes it for a fault first. 460 to 490 cycles on a Zen 4 for loads of 16 and 32 bytes
  // and all stores, 1040 for loads of 64; as long if the page was only never written, or is
  // read-only.
  double suppressed_fault_cycles = 480;
};

// Of the processor that LLVM calls so; as it stands for those that were not timed.
[[nodiscard]] CoreWaits core_waits(std::string_view cpu);

}  // namespace clgauge::lens
