#pragma once

#include <cstddef>
#include <vector>

namespace clgauge::collector {

// An edge of a directed graph.
struct Edge {
  std::size_t from = 0;
  std::size_t to = 0;
  double weight = 0;
};

// The cycle whose edges weigh most on average, as indices of edges in their order along it; empty
// where no cycle weighs more than nothing. With the edges of data that go from one variable of a
// loop to another within an iteration, the mean is what an iteration takes when everything else can
// wait for it (the recurrence bound of modulo scheduling: B. R. Rau, MICRO 27, 1994).
[[nodiscard]] std::vector<std::size_t> heaviest_cycle(std::size_t nodes,
                                                      const std::vector<Edge>& edges);

}  // namespace clgauge::collector
