#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "lens/evaluate/trace.h"

namespace clgauge::lens {

struct Mispredictions {
  double of_all = 0;              // as a part of all jumps
  std::vector<double> of_branch;  // as a part of its own, by instruction; nothing of the last
};

// Which part of the jumps with several ways of work-groups that follow one another a core does not
// foresee (branch_predictor.h). The first half of the groups trains it, as a launch is repeated or
// goes on; what is counted is the second. `launch_branches`: how many the whole launch runs. Of few
// a core remembers from launch to launch how each went.
[[nodiscard]] Mispredictions mispredictions_of(std::span<const BranchTrace> groups,
                                               double launch_branches);

// Which part of so many mispredictions, all of a launch on a core, is left once the launch has been
// repeated a few times: a Golden Cove remembers some thousands, in however many outcomes they lie.
// 1 for other processors, of which mispredictions_of() knows how many outcomes they remember.
[[nodiscard]] double forgotten_part(std::string_view cpu, double mispredictions);

}  // namespace clgauge::lens
