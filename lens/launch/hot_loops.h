#pragma once

#include <vector>

#include "lens/code/machine_code.h"
#include "lens/code/source_span.h"
#include "lens/process/request.h"
#include "lens/throughput/group_cost.h"

namespace clgauge::lens {

// The loops that take 5% of a group's cycles or more, dearest first. `lines` are theirs as
// MachineCode numbers loops (loop_lines.h), and what compilers made of one loop of the source many
// times counts as one; empty where nobody asked. Thread-safe.
[[nodiscard]] std::vector<HotLoop> hot_loops(const GroupCost& cost, const MachineCode& code,
                                             const std::vector<SourceSpan>& lines);

}  // namespace clgauge::lens
