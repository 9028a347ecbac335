#include "lens/simt/block_code.h"

#include <algorithm>

namespace clgauge::lens::simt {
namespace {

using ptx::Code;
using ptx::Step;

void add_slot(std::int32_t slot, std::vector<std::int32_t>& slots) {
  if (slot != ptx::kNoSlot && std::find(slots.begin(), slots.end(), slot) == slots.end()) {
    slots.push_back(slot);
  }
}

void add_source(std::int32_t slot, Node& node) {
  if (std::find(node.targets.begin(), node.targets.end(), slot) == node.targets.end()) {
    add_slot(slot, node.sources);
  }
}

void add_access(const ptx::Program& program, const Step& step, Node& node) {
  const ptx::Access& access = program.accesses[step.index];
  node.is_access = access.space != ptx::Space::param;
  node.access = step.index;
  add_source(access.base, node);
  for (const std::int32_t slot : access.operands) {
    add_source(slot, node);
  }
  for (const std::int32_t slot : access.slots) {
    if (access.is_store) {
      add_source(slot, node);
    } else {
      add_slot(slot, node.targets);
    }
  }
}

void add_step(const ptx::Program& program, const Step& step, Node& node) {
  if (step.code == Code::access) {
    add_access(program, step, node);
    return;
  }
  node.is_barrier = node.is_barrier || step.code == Code::barrier;
  for (const std::int32_t source : step.sources) {
    add_source(source, node);
  }
  add_slot(step.target, node.targets);
}

}  // namespace

std::vector<BlockCode> block_code(const ptx::Program& program) {
  std::vector<BlockCode> blocks(program.blocks.size());
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    BlockCode& block = blocks[b];
    const std::size_t end =
        b + 1 < blocks.size() ? program.blocks[b + 1].first_step : program.steps.size();
    std::uint32_t origin = ~std::uint32_t{0};
    for (std::size_t at = program.blocks[b].first_step; at < end; ++at) {
      const Step& step = program.steps[at];
      const bool falls_through = step.code == Code::jump || step.code == Code::finish;
      if (falls_through) {
        continue;
      }
      if (step.origin != origin || block.nodes.empty()) {
        origin = step.origin;
        const InstructionCost cost = instruction_cost(*program.origins[origin]);
        block.nodes.emplace_back().latency_cycles = cost.latency_cycles;
        block.cost.add(cost);
      }
      add_step(program, step, block.nodes.back());
    }
    for (const Node& node : block.nodes) {
      block.private_accesses +=
          node.is_access && program.accesses[node.access].space == ptx::Space::local ? 1 : 0;
    }
  }
  return blocks;
}

}  // namespace clgauge::lens::simt
