#pragma once

#include <vector>

#include "lens/code/machine_code.h"
#include "lens/code/source_span.h"
#include "lens/launch/features.h"
#include "lens/process/request.h"
#include "lens/throughput/group_cost.h"

namespace clgauge::lens {

// What is known of the loops of a code, as MachineCode numbers them.
struct LoopKnowledge {
  std::vector<SourceSpan> lines;       // loop_lines()
  std::vector<LensFeatures> features;  // loop_features()
};

// The loops that take 5% of a group's cycles or more, dearest first.
[[nodiscard]] std::vector<HotLoop> hot_loops(const GroupCost& cost, const MachineCode& code);
// The same explained: what compilers made of one loop of the source many times counts as one, and
// those that make 5% of a kind of traffic of `launch` count, too.
[[nodiscard]] std::vector<HotLoop> hot_loops(const GroupCost& cost, const MachineCode& code,
                                             const LoopKnowledge& known,
                                             const LensFeatures& launch);

}  // namespace clgauge::lens
