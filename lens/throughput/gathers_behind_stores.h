#pragma once

#include <span>
#include <vector>

#include "lens/throughput/lowered.h"
#include "lens/throughput/recurrence.h"

namespace clgauge::lens {

struct McTarget;

// Gathers that do not run ahead of the stores before them: on a Zen 5 each waits until it is known
// where those go, of a scatter by which mask and indices; what they store does not matter. Loops of
// four lanes whose gathers decide that, of the same places always (an EPYC 9005, cycles a round):
//
//   gather, comparison, masked store              5.4
//   gather, move and two additions, store by it  22.9
//   gather, comparison, scatter under its mask   24.3 to 26
//   gather, scatter under a mask known early     10.0
//   gather, four operations, scatter by it       28.7
//   three gathers, sum, comparison, scatter      30.0
//
// of sixteen lanes 35 with a store by the gather's result, 43 with a scatter under such a mask.
// Where a mask leaves all lanes out nobody waits, and a mask that was worked out mostly does in the
// loops where it was seen (a reduction of 64 lanes by 32, 16, ... 1 took 29 a round, 37 if its
// gathers waited), so only gathers whose mask is made of ones (KXNOR) are taken to wait. Plain
// loads wait for none of these (6.0), and gathers not for stores that wait for memory: of a
// line of a gigabyte each 45 ns, with a store by what the one before has brought 50, though a wait
// takes 150. Not timed on other processors.

// What such gathers wait for, beside `registers`, which has what all instructions wait for in
// registers; in a loop also for stores of the round before. Of null instructions nothing.
// Thread-safe.
[[nodiscard]] std::vector<Dependence> gathers_behind_stores(const Lowered& instructions,
                                                            const McTarget& target,
                                                            std::span<const Dependence> registers,
                                                            bool is_loop);

}  // namespace clgauge::lens
