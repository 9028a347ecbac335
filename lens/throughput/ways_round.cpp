#include "lens/throughput/ways_round.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace clgauge::lens {
namespace {

struct Taken {
  WayRound way;
  std::vector<std::uint32_t> edges;
};

Taken most_frequent(const MachineCode& code, const Loop& loop, std::span<const double> passes) {
  Taken found;
  found.way.passes = std::numeric_limits<double>::infinity();
  std::vector<std::uint32_t>& path = found.way.path;
  std::uint32_t at = loop.header;
  do {
    path.push_back(at);
    const BasicBlock& block = code.blocks[at];
    double most = 0;
    std::uint32_t next = at;
    std::uint32_t edge = block.first_edge;
    for (std::uint32_t s = 0; s < block.successors.size(); ++s) {
      const double taken = passes[block.first_edge + s];
      const std::uint32_t to = block.successors[s];
      const bool stays = std::binary_search(loop.blocks.begin(), loop.blocks.end(), to);
      const bool is_new =
          to == loop.header || std::find(path.begin(), path.end(), to) == path.end();
      if (stays && is_new && taken > most) {
        most = taken;
        next = to;
        edge = block.first_edge + s;
      }
    }
    found.edges.push_back(edge);
    found.way.passes = std::min(found.way.passes, most);
    at = next;
  } while (at != loop.header && found.way.passes > 0);
  return found;
}

// A round that leaves the loop where others go back to its header went as far as they do.
void add_ends(const MachineCode& code, const Loop& loop, std::vector<double>& passes) {
  for (const std::uint32_t b : loop.blocks) {
    const BasicBlock& block = code.blocks[b];
    const auto back = std::ranges::find(block.successors, loop.header);
    if (back == block.successors.end()) {
      continue;
    }
    const auto edge = static_cast<std::size_t>(back - block.successors.begin());
    for (std::uint32_t s = 0; s < block.successors.size(); ++s) {
      if (!std::ranges::binary_search(loop.blocks, block.successors[s])) {
        passes[block.first_edge + edge] += passes[block.first_edge + s];
      }
    }
  }
}

}  // namespace

std::vector<WayRound> ways_round(const MachineCode& code, const Loop& loop,
                                 std::span<const double> passes_of_edges, std::size_t most,
                                 double least) {
  std::vector<WayRound> ways;
  std::vector<double> left(passes_of_edges.begin(), passes_of_edges.end());
  add_ends(code, loop, left);
  while (ways.size() < most) {
    Taken taken = most_frequent(code, loop, left);
    if (taken.way.passes <= 0 || (!ways.empty() && taken.way.passes < least)) {
      break;
    }
    for (const std::uint32_t edge : taken.edges) {
      left[edge] -= taken.way.passes;
    }
    ways.push_back(std::move(taken.way));
  }
  return ways;
}

}  // namespace clgauge::lens
