#pragma once

#include <span>
#include <vector>

#include "lens/evaluate/trace.h"

namespace clgauge::lens {

struct Mispredictions {
  double of_all = 0;              // as a part of all jumps
  std::vector<double> of_branch;  // as a part of its own, by instruction; nothing of the last
};

// Which part of the conditional jumps of work-groups that follow one another a core does not
// foresee (branch_predictor.h). The first half of the groups trains it, as a launch is repeated or
// goes on; what is counted is the second. `launch_branches`: how many the whole launch runs. Of few
// a core remembers from launch to launch how each went.
[[nodiscard]] Mispredictions mispredictions_of(std::span<const BranchTrace> groups,
                                               double launch_branches);

}  // namespace clgauge::lens
