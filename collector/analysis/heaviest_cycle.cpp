#include "collector/analysis/heaviest_cycle.h"

#include <algorithm>
#include <optional>

namespace clgauge::collector {
namespace {

constexpr std::size_t kNone = ~std::size_t{0};

// What a cycle must weigh beyond the best one to be a better one: sums are rounded.
constexpr double kSlack = 1e-9;

double mean_of(const std::vector<std::size_t>& cycle, const std::vector<Edge>& edges) {
  double weight = 0;
  for (const std::size_t edge : cycle) weight += edges[edge].weight;
  return cycle.empty() ? 0 : weight / static_cast<double>(cycle.size());
}

// The edges from a node that lies on a cycle of last edges back to it.
std::vector<std::size_t> around(std::size_t node, const std::vector<std::size_t>& last_edge,
                                const std::vector<Edge>& edges) {
  std::vector<std::size_t> cycle;
  std::size_t at = node;
  do {
    cycle.push_back(last_edge[at]);
    at = edges[last_edge[at]].from;
  } while (at != node);
  std::reverse(cycle.begin(), cycle.end());
  return cycle;
}

// A cycle that weighs more than `mean` an edge: what Bellman and Ford's method stumbles over.
std::vector<std::size_t> cycle_beyond(double mean, std::size_t nodes,
                                      const std::vector<Edge>& edges) {
  std::vector<double> longest(nodes, 0);
  std::vector<std::size_t> last_edge(nodes, kNone);
  for (std::size_t pass = 0; pass <= nodes; ++pass) {
    std::optional<std::size_t> changed;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const double reached = longest[edges[e].from] + edges[e].weight - mean;
      if (reached > longest[edges[e].to] + kSlack) {
        longest[edges[e].to] = reached;
        last_edge[edges[e].to] = e;
        changed = edges[e].to;
      }
    }
    if (!changed) return {};
    if (pass < nodes) continue;
    std::size_t inside = *changed;
    for (std::size_t step = 0; step < nodes; ++step) inside = edges[last_edge[inside]].from;
    return around(inside, last_edge, edges);
  }
  return {};
}

}  // namespace

std::vector<std::size_t> heaviest_cycle(std::size_t nodes, const std::vector<Edge>& edges) {
  std::vector<std::size_t> best;
  while (true) {
    std::vector<std::size_t> better = cycle_beyond(mean_of(best, edges), nodes, edges);
    if (mean_of(better, edges) <= mean_of(best, edges)) return best;
    best = std::move(better);
  }
}

}  // namespace clgauge::collector
