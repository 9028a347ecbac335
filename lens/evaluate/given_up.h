#pragma once

#include <cstdint>
#include <vector>

namespace clgauge::lens {

// What the groups of a launch that were walked so far have shown of its rounds: which are not to be
// skipped (AlikeRounds), or foreseen (ForeseenRounds). Apart from it no group's walk says anything
// to the next one's.
struct GivenUp {
  bool skipping = false;  // of all but what is foreseen
  bool foreseeing = false;
  std::vector<std::uint32_t> loops;  // by their block: nothing of them is foreseen
  bool all = false;                  // every round is walked, and nothing watched

  bool operator==(const GivenUp&) const = default;
};

}  // namespace clgauge::lens
