#include "lens/throughput/unforeseen_jumps.h"

#include <algorithm>
#include <span>

namespace clgauge::lens {
namespace {

// How often an instruction of one of these blocks was passed.
double passes_of(const LoopPasses& loops, std::uint32_t instruction,
                 std::span<const std::uint32_t> blocks) {
  double passes = 0;
  for (const std::uint32_t b : blocks) {
    const BasicBlock& block = loops.code().blocks[b];
    const bool is_in = instruction - block.first_instruction < block.instruction_count;
    passes = is_in ? std::max(passes, loops.counts().blocks[b]) : passes;
  }
  return passes;
}

// What the jump at the end of this block waits for, that stands in these blocks and a way behind
// them, gone for such a part of its passes.
void add_loads_in(const LoopPasses& loops, SequenceCosts& costs, std::uint32_t block,
                  std::span<const std::uint32_t> before, std::span<const std::uint32_t> way,
                  double part, GroupCost& cost) {
  std::vector<std::uint32_t> both(before.begin(), before.end());
  both.insert(both.end(), way.begin(), way.end());
  const double unforeseen = loops.unforeseen_at(block);
  for (const std::uint32_t load : costs.deciding_loads(both)) {
    double& behind = cost.micro_ops_behind_loads.try_emplace(load, cost.micro_ops).first->second;
    behind = std::min(behind, cost.micro_ops / (loops.counts().blocks[block] * unforeseen));
    ChainedLoad& alone = cost.chained_loads[load];
    const double share = std::min(part * unforeseen, 1.0);
    if (share > alone.share) {
      alone = {share, std::max(1.0, passes_of(loops, load, both) / loops.counts().blocks[block])};
    }
  }
}

}  // namespace

double unforeseen_exits(const LoopPasses& loops, SequenceCosts& costs, const Loop& loop,
                        const std::vector<std::uint32_t>& path, double entries) {
  const MachineCode& code = loops.code();
  std::vector<std::uint32_t> waiting;  // asked for where an end is not foreseen: most are
  double ends = 0;
  for (const std::uint32_t b : loop.blocks) {
    const BasicBlock& block = code.blocks[b];
    const std::uint32_t jump = block.first_instruction + block.instruction_count - 1;
    const bool is_exit = std::ranges::any_of(block.successors, [&](std::uint32_t to) {
      return !std::binary_search(loop.blocks.begin(), loop.blocks.end(), to);
    });
    if (!is_exit || loops.unforeseen_at(b) <= 0) {
      continue;
    }
    if (waiting.empty()) {
      waiting = costs.waiting_jumps(path);
    }
    if (std::ranges::find(waiting, jump) != waiting.end()) {
      ends += loops.counts().blocks[b] * loops.unforeseen_at(b);
    }
  }
  return std::min(ends / entries, 1.0);
}

void add_deciding_loads(const LoopPasses& loops, SequenceCosts& costs, std::uint32_t block,
                        const std::vector<std::uint32_t>& way, GroupCost& cost) {
  add_loads_in(loops, costs, block, {}, way, 1, cost);
  for (const LoopPasses::WayBefore& before : loops.ways_before(way)) {
    add_loads_in(loops, costs, block, before.blocks, way, before.part, cost);
  }
}

}  // namespace clgauge::lens
