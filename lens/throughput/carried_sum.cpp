#include "lens/throughput/carried_sum.h"

#include <algorithm>

namespace clgauge::lens {

CarriedSum follow_sum(const LoopPasses& loops, SequenceCosts& costs, const Loop& loop,
                      const std::vector<std::uint32_t>& path, CarriedSum sum) {
  const MachineCode& code = loops.code();
  const PassCounts& counts = loops.counts();
  for (auto outer = loop.parent; outer; outer = code.loops[*outer].parent) {
    const Loop& around = code.loops[*outer];
    std::vector<std::uint32_t> between;
    for (const std::uint32_t b : around.blocks) {
      if (counts.blocks[b] > 0 && !std::binary_search(sum.blocks.begin(), sum.blocks.end(), b)) {
        between.push_back(b);
      }
    }
    // From the end of the loop to its next entry.
    std::rotate(between.begin(), std::upper_bound(between.begin(), between.end(), loop.header),
                between.end());
    const double entries = loops.entries_of(around);
    if (entries <= 0 || !costs.next_entry_waits(path, between)) {
      break;
    }
    sum.blocks = around.blocks;
    sum.between.insert(sum.between.end(), between.begin(), between.end());
    sum.rounds = counts.blocks[loop.header] / entries;
  }
  return sum;
}

}  // namespace clgauge::lens
