#pragma once

#include <limits>

namespace clgauge::lens {

// How far a core sees past a loop that waits, round after round, for the one before. In rounds.
struct Lookahead {
  // That the reorder buffer holds, and what keeps account of fetched code (fetched_runs.h):
  // everything since the oldest operation that is not done.
  double in_order = std::numeric_limits<double>::infinity();
  // That schedulers hold: only what has not started.
  double waiting = std::numeric_limits<double>::infinity();

  // Of what rounds of an entry into the loop wait for each other, the share that is left after what
  // overlaps with the entries that follow, which wait for nothing of this one. From 0, of a few
  // short rounds, to 1. Thread-safe.
  //
  // A Zen 4 in chains of n = 8 to 512 fused operations an entry, alone and with up to five others
  // beside each (docs/lens-throughput.md): within 30%.
  [[nodiscard]] double share_of_wait(double rounds) const;
};

}  // namespace clgauge::lens
