#include "lens/throughput/spelled_out_rounds.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace clgauge::lens {
namespace {

// Rounds of a loop within another one are spelled out where they are so many instructions or fewer.
constexpr double kSpelledOut = 200;
// Of a loop of more trips so many instructions at least: a core sees no further ahead.
constexpr double kSeenAhead = 320;

}  // namespace

std::vector<std::uint32_t> with_rounds_within(const LoopPasses& loops, std::size_t loop,
                                              std::vector<std::uint32_t> path) {
  for (const Loop& inner : loops.code().loops) {
    const auto is_inside = [&](std::uint32_t b) {
      return std::binary_search(inner.blocks.begin(), inner.blocks.end(), b);
    };
    const double entries = inner.parent == loop ? loops.entries_of(inner) : 0;
    if (entries <= 0) {
      continue;
    }
    const auto first = std::find_if(path.begin(), path.end(), is_inside);
    const std::vector<std::uint32_t> round(first, std::find_if_not(first, path.end(), is_inside));
    const double trips = std::round(loops.counts().blocks[inner.header] / entries);
    if (trips * loops.instructions_of(round) <= kSpelledOut) {
      const auto at = first - path.begin();
      for (double trip = 1; trip < trips; ++trip) {
        path.insert(path.begin() + at, round.begin(), round.end());
      }
    }
  }
  return path;
}

std::optional<WholeRound> whole_round(const LoopPasses& loops, SequenceCosts& costs,
                                      std::size_t loop, std::vector<std::uint32_t> path) {
  struct Inner {
    std::vector<std::uint32_t> round;
    double more_trips = 0;
  };
  std::vector<Inner> inner_loops;
  for (std::size_t i = 0; i < loop; ++i) {  // inner loops come first
    const Loop& inner = loops.code().loops[i];
    const double entries =
        inner.parent == loop && loops.goes_round(i) ? loops.entries_of(inner) : 0;
    if (inner.parent == loop && loops.holds_a_loop(i)) {
      return std::nullopt;
    }
    Inner one;
    if (entries > 0 && std::ranges::find(path, inner.header) != path.end()) {
      const double again = loops.counts().blocks[inner.header] - entries;
      if (loops.find_path(inner, one.round) < kNearlyAlways * again) {
        return std::nullopt;
      }
      one.more_trips = std::round(again / entries);
      inner_loops.push_back(std::move(one));
    }
  }
  // Short ones first: what they leave is for the others.
  std::ranges::sort(inner_loops, {}, [&](const Inner& one) {
    return one.more_trips * loops.instructions_of(one.round);
  });
  WholeRound whole{std::move(path), 0};
  double room = kSimulatedWhole - loops.instructions_of(whole.blocks);
  auto left = static_cast<double>(inner_loops.size());
  for (const Inner& one : inner_loops) {
    const double spelled_out =
        std::clamp(std::floor(room / left / std::max(loops.instructions_of(one.round), 1.0)), 0.0,
                   one.more_trips);
    if (spelled_out < one.more_trips && spelled_out * loops.instructions_of(one.round) <
                                            kSeenAhead - loops.instructions_of(one.round)) {
      return std::nullopt;
    }
    const auto at = std::ranges::find(whole.blocks, one.round.front()) - whole.blocks.begin();
    for (double trip = 0; trip < spelled_out; ++trip) {
      whole.blocks.insert(whole.blocks.begin() + at, one.round.begin(), one.round.end());
    }
    whole.cycles_left_out += (one.more_trips - spelled_out) *
                             costs.of(one.round, true, loops.counts().forwarded).chained_cycles;
    room -= spelled_out * loops.instructions_of(one.round);
    --left;
  }
  return whole;
}

}  // namespace clgauge::lens
