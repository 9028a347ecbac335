#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "lens/evaluate/trace.h"

namespace clgauge::lens {

struct Mispredictions {
  double of_all = 0;              // as a part of all jumps
  double doubtful = 0;            // jumps that are missed now and then, as a part of all
  double surprise_bits = 0;       // of the average jump: entropy, if its branch's part is at random
  std::vector<double> of_branch;  // as a part of its own, by instruction; nothing of the last
};

// A core is trained with no more than the last ones of so many outcomes.
inline constexpr std::size_t kMostTraining = 65536;

// Which part of the jumps with several ways of work-groups that follow one another a core does not
// foresee (branch_predictor.h) the first time. The first half of the groups trains it; what is
// counted is the second.
// Of a core that runs into many more jumps than these, as far as it goes on to learn.
[[nodiscard]] Mispredictions mispredictions_of(std::span<const BranchTrace* const> groups,
                                               double jumps_of_core = 0);

// Of all jumps of a launch.
struct ToRemember {
  double mispredictions = 0;
  double doubtful = 0;
  double surprise_bits = 0;
};

// Which part of its mispredictions is left once a launch on so many cores has been repeated a few
// times.
[[nodiscard]] double forgotten_part(std::string_view cpu, const ToRemember& launch, unsigned cores);

}  // namespace clgauge::lens
