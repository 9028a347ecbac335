#pragma once

#include <vector>

#include "lens/throughput/loop_passes.h"
#include "lens/throughput/sequence_cost.h"
#include "lens/throughput/traced_path.h"

namespace clgauge::lens {

// How many times as long as group_cost() says a work-group takes that runs this way, if an
// out-of-order core is simulated as it runs it, jump by jump, each result waited for where it is
// made: what group_cost() makes of loops it has to guess where rounds go several ways, wait for
// entries before, or hand results on by an index or through functions. Of `counts`, what is handed
// on through memory and what is not foreseen. A few parts of a long path stand for the rest. 1 for
// a path of nothing.
[[nodiscard]] double simulated_part(SequenceCosts& costs, const TracedPath& path,
                                    const PassCounts& counts);

// How much longer it takes where some loads are late, as a part of what group_cost() says.
[[nodiscard]] double simulated_wait(SequenceCosts& costs, const TracedPath& path,
                                    const PassCounts& counts, const LateLoads& late);

}  // namespace clgauge::lens
