#include "lens/simt/block_code.h"

#include <algorithm>
#include <map>
#include <span>

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

unsigned words_of(const ptx::Access& access) { return static_cast<unsigned>(access.slots.size()); }

void add_access(const ptx::Program& program, const Step& step, Node& node) {
  const ptx::Access& access = program.accesses[step.index];
  node.is_access = access.space != ptx::Space::param;
  node.access = step.index;
  // Through the texture path no store is seen, and none has to be waited for.
  node.is_ordered = node.is_access && !access.is_store && access.space != ptx::Space::constant &&
                    !program.origins[step.origin]->has("nc");
  node.is_volatile = program.origins[step.origin]->has("volatile");
  if (node.is_access && !access.is_store && !access.is_atomic &&
      access.space != ptx::Space::shared) {
    node.loaded_words = access.slot_bits > 32 ? 2 * words_of(access) : words_of(access);
  }
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

// What ptxas 13.0 does to loops of one block, read off 80 of them: four rounds become one, or two,
// where the round counts towards a constant in steps of one, if it loads and is not too long, or is
// very short; whoever wrote "nounroll" is heard.
constexpr double kMostOfFour = 57;  // machine instructions of a round
constexpr double kMostOfTwo = 67;
constexpr std::size_t kMostOfOthers = 10;  // instructions of one that does not load

// Whether the code itself says what is in a slot.
bool is_constant(const ptx::Program& program, std::int32_t slot) {
  return std::ranges::none_of(program.specials,
                              [&](const auto& special) { return special.slot == slot; }) &&
         std::ranges::none_of(program.steps, [&](const Step& step) {
           if (step.code != Code::access) {
             return step.target == slot;
           }
           const auto& slots = program.accesses[step.index].slots;
           return std::ranges::find(slots, slot) != slots.end();
         });
}

bool counts_by_constant(const ptx::Program& program, std::span<const Step> steps) {
  const Step& last = steps.back();
  const auto writer = [&](std::int32_t slot) {
    const Step* found = nullptr;
    for (const Step& step : steps) {
      found = step.target == slot ? &step : found;
    }
    return found;
  };
  const auto source_of = [&](std::int32_t slot) {
    const Step* found = writer(slot);
    while (found != nullptr && found->code == Code::copy) {
      found = writer(found->sources[0]);
    }
    return found;
  };
  const Step* const compares = source_of(last.sources[0]);
  const Step* const adds = compares == nullptr ? nullptr : source_of(compares->sources[0]);
  if (adds == nullptr || adds->code != Code::add) {
    return false;
  }
  const bool is_first = adds->target == adds->sources[0];
  return (is_first || adds->target == adds->sources[1]) &&
         is_constant(program, adds->sources[is_first ? 1 : 0]);
}

unsigned rounds_together(const ptx::Program& program, std::size_t number, const BlockCode& block) {
  const std::span<const Step> steps = program.steps_of(number);
  const Step& last = steps.back();
  if (last.code != Code::branch || (last.index != number && last.other != number) ||
      !counts_by_constant(program, steps)) {
    return 1;
  }
  bool loads = false;
  for (const Node& node : block.nodes) {
    loads = loads || (node.is_access && !program.accesses[node.access].is_store);
  }
  if (std::ranges::any_of(
          steps, [&](const Step& step) { return program.origins[step.origin]->is_not_unrolled; })) {
    return 1;
  }
  if (!loads) {
    return program.blocks[number].instructions <= kMostOfOthers ? 4 : 1;
  }
  return block.cost.issue <= kMostOfFour ? 4 : block.cost.issue <= kMostOfTwo ? 2 : 1;
}

// Of what is written, as if each register were as likely as any other to have no place: it is
// stored, and loaded again.
double part_that_spills(const ptx::Program& program) {
  constexpr double kWordBytes = 4;
  const double spilled = program.registers.spilled_bytes / kWordBytes;
  return spilled / (spilled + program.registers.registers);
}

double written_registers(const BlockCode& block) {
  double words = 0;
  for (const Node& node : block.nodes) {
    words += node.is_wide ? 2 : 1;
  }
  return words;
}

// What loads hold at once, in the order of the code: each from the load to its last reader.
unsigned words_held(const std::vector<Node>& nodes) {
  std::vector<int> change(nodes.size() + 1, 0);
  std::map<std::int32_t, std::size_t> last_readers;
  for (std::size_t n = nodes.size(); n-- > 0;) {
    const auto words = static_cast<int>(nodes[n].loaded_words);
    std::size_t last = n;
    for (const std::int32_t target : nodes[n].targets) {
      const auto reader = last_readers.find(target);
      last = reader == last_readers.end() ? last : std::max(last, reader->second);
      last_readers.erase(target);
    }
    change[n] += words;
    change[last] -= words;
    for (const std::int32_t source : nodes[n].sources) {
      last_readers.try_emplace(source, n);
    }
  }
  int words = 0;
  int most = 0;
  for (const int one : change) {
    words += one;
    most = std::max(most, words);
  }
  return static_cast<unsigned>(most);
}

void find_early(std::vector<Node>& nodes) {
  std::map<std::int32_t, Node::Early> wanted;  // slots
  for (std::size_t n = nodes.size(); n-- > 0;) {
    Node& node = nodes[n];
    if (node.loaded_words > 0) {
      node.early = node.is_ordered ? Node::Early::region : Node::Early::round;
    }
    for (const std::int32_t target : node.targets) {
      const auto found = wanted.find(target);
      if (found != wanted.end() && !node.is_access && !node.is_barrier) {
        node.early = std::max(node.early, found->second);
      }
      wanted.erase(target);
    }
    if (node.early != Node::Early::block) {
      for (const std::int32_t source : node.sources) {
        Node::Early& early = wanted[source];
        early = std::max(early, node.early);
      }
    }
  }
}

std::map<const ptx::Instruction*, ptx::MachineCost> costs_of(const ptx::Program& program) {
  std::map<const ptx::Instruction*, ptx::MachineCost> costs;
  for (const ptx::Function* function : program.functions) {
    const std::vector<ptx::MachineCost> of_function = ptx::machine_costs(*function);
    for (std::size_t i = 0; i < of_function.size(); ++i) {
      costs[&function->instructions[i]] = of_function[i];
    }
  }
  return costs;
}

}  // namespace

std::vector<BlockCode> block_code(const ptx::Program& program) {
  std::vector<BlockCode> blocks(program.blocks.size());
  const auto costs = costs_of(program);
  const Multiprocessor shape = multiprocessor_of(program.target);
  const std::vector<RegionOfBlock> regions = schedule_regions(program);
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    BlockCode& block = blocks[b];
    std::uint32_t origin = ~std::uint32_t{0};
    for (const Step& step : program.steps_of(b)) {
      const bool falls_through = step.code == Code::jump || step.code == Code::finish;
      if (falls_through) {
        continue;
      }
      if (step.origin != origin || block.nodes.empty()) {
        origin = step.origin;
        const ptx::Instruction& instruction = *program.origins[origin];
        const ptx::MachineCost& cost = costs.at(&instruction);
        Node& node = block.nodes.emplace_back();
        node.latency_cycles = ptx::latency_cycles(instruction);
        node.units = units_of(cost, shape);
        node.is_wide = cost.fp64 > 0;
        block.cost += cost;
      }
      add_step(program, step, block.nodes.back());
    }
    block.rounds_together = rounds_together(program, b, block);
    block.region = regions[b];
    for (const Node& node : block.nodes) {
      block.private_accesses +=
          node.is_access && program.accesses[node.access].space == ptx::Space::local ? 1 : 0;
    }
    block.words_held = words_held(block.nodes);
    find_early(block.nodes);
    block.private_accesses += 2 * part_that_spills(program) * written_registers(block);
  }
  return blocks;
}

}  // namespace clgauge::lens::simt
