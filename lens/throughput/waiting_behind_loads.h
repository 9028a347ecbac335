#pragma once

#include <vector>

#include "lens/throughput/lowered.h"

namespace clgauge::lens {

struct McTarget;

// In a loop, by the places of its instructions: how many micro-operations a core takes in behind a
// load whose data are far away before as many of them as its scheduler has entries wait for these,
// so that it takes in no more. `most` where so many come first, and of what is no load. What is
// passed on through memory waits for nothing here.
[[nodiscard]] std::vector<double> micro_ops_behind_loads(const Lowered& round,
                                                         const McTarget& target,
                                                         double scheduler_entries, double most);

}  // namespace clgauge::lens
