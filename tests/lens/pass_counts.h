#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "lens/throughput/loop_passes.h"

// How often groups pass through code, as tests say it.
namespace clgauge::lens {

// So many entries into the loop of loop_of(), of so many trips each.
inline PassCounts counts_of_loop(const MachineCode& code, double entries, double trips) {
  PassCounts counts;
  counts.blocks = {entries, entries * trips, entries};
  counts.edges.assign(code.edge_count, 0);
  counts.edges[code.blocks[0].first_edge] = entries;
  counts.edges[code.blocks[1].first_edge] = entries * (trips - 1);
  counts.edges[code.blocks[1].first_edge + 1] = entries;
  return counts;
}

// Of a group that goes through these blocks one after another.
inline PassCounts counts_of_walk(const MachineCode& code,
                                 const std::vector<std::uint32_t>& blocks) {
  PassCounts counts;
  counts.blocks.assign(code.blocks.size(), 0);
  counts.edges.assign(code.edge_count, 0);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const BasicBlock& block = code.blocks.at(blocks[i]);
    counts.blocks.at(blocks[i]) += 1;
    for (std::uint32_t s = 0; i + 1 < blocks.size() && s < block.successors.size(); ++s) {
      counts.edges.at(block.first_edge + s) += block.successors[s] == blocks[i + 1] ? 1 : 0;
    }
  }
  return counts;
}

// The jump at the end of a block goes otherwise than foreseen so often, as a part of its passes.
inline PassCounts with_unforeseen_end(const MachineCode& code, PassCounts counts,
                                      std::uint32_t block, double unforeseen) {
  const std::uint32_t jump =
      code.blocks[block].first_instruction + code.blocks[block].instruction_count - 1;
  counts.unforeseen.assign(jump + 1, 0);
  counts.unforeseen[jump] = unforeseen;
  return counts;
}

}  // namespace clgauge::lens
