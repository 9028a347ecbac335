#include "lens/throughput/components.h"

#include <limits>

namespace clgauge::lens {
namespace {

constexpr auto kNowhere = std::numeric_limits<std::uint32_t>::max();

using Neighbours = std::vector<std::vector<std::uint32_t>>;

// Calls `leave(node)` for what is reachable from `first` and not `seen` yet, each after all that it
// leads to.
template <class Leave>
void visit(std::uint32_t first, const Neighbours& next, std::vector<bool>& seen, Leave leave) {
  struct Step {
    std::uint32_t node = 0;
    std::size_t neighbour = 0;
  };
  std::vector<Step> way{{first, 0}};
  seen[first] = true;
  while (!way.empty()) {
    Step& step = way.back();
    if (step.neighbour == next[step.node].size()) {
      leave(step.node);
      way.pop_back();
      continue;
    }
    const std::uint32_t to = next[step.node][step.neighbour++];
    if (!seen[to]) {
      seen[to] = true;
      way.push_back({to, 0});
    }
  }
}

}  // namespace

std::vector<std::uint32_t> strong_components(std::size_t instructions,
                                             std::span<const Dependence> dependences) {
  Neighbours after(instructions);
  Neighbours before(instructions);
  for (const Dependence& one : dependences) {
    after[one.from].push_back(one.to);
    before[one.to].push_back(one.from);
  }
  std::vector<std::uint32_t> left;  // in the order in which they were
  std::vector<bool> seen(instructions, false);
  for (std::uint32_t i = 0; i < instructions; ++i) {
    if (!seen[i]) {
      visit(i, after, seen, [&](std::uint32_t node) { left.push_back(node); });
    }
  }
  std::vector<std::uint32_t> component(instructions, kNowhere);
  seen.assign(instructions, false);
  for (auto root = left.rbegin(); root != left.rend(); ++root) {
    if (!seen[*root]) {
      visit(*root, before, seen, [&](std::uint32_t node) { component[node] = *root; });
    }
  }
  return component;
}

}  // namespace clgauge::lens
