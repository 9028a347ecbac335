#include "lens/throughput/loop_passes.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "lens/throughput/ways_round.h"

namespace clgauge::lens {
namespace {

// A loop within another one goes round if it does so again in more of its entries than these.
constexpr double kSeldomAgain = 0.5;
// A jump that is not foreseen more often than this starts anew what comes behind it.
constexpr double kSeldomForeseen = 0.25;
// Where fewer than this part of a way's passes come from is not followed.
constexpr double kSeldomBegun = 0.1;
// Instructions of the way to a jump that are followed back.
constexpr double kMostOfWay = 200;

}  // namespace

double unforeseen_at_end(const BasicBlock& block, std::span<const double> unforeseen) {
  const std::uint32_t end = block.first_instruction + block.instruction_count;
  return end > 0 && end <= unforeseen.size() ? unforeseen[end - 1] : 0;
}

LoopPasses::LoopPasses(const MachineCode& code, const PassCounts& counts)
    : code_(code),
      counts_(counts),
      incoming_(code.blocks.size()),
      goes_round_(code.loops.size(), false),
      holds_a_loop_(code.loops.size(), false),
      is_looping_(code.blocks.size(), false) {
  if (counts.blocks.size() != code_.blocks.size() || counts.edges.size() != code_.edge_count) {
    throw Error(ErrorKind::internal, "these counts are not of this kernel's blocks");
  }
  for (std::uint32_t b = 0; b < code_.blocks.size(); ++b) {
    const BasicBlock& block = code_.blocks[b];
    for (std::uint32_t s = 0; s < block.successors.size(); ++s) {
      incoming_[block.successors[s]].push_back({b, block.first_edge + s});
    }
  }
  find_loops_that_ran();
}

void LoopPasses::find_loops_that_ran() {
  for (std::size_t l = 0; l < code_.loops.size(); ++l) {
    const Loop& loop = code_.loops[l];  // inner loops come first
    goes_round_[l] = is_gone_round(loop);
    if (loop.parent && (goes_round_[l] || holds_a_loop_[l])) {
      holds_a_loop_[*loop.parent] = true;
    }
    if (goes_round_[l] && !holds_a_loop_[l]) {
      for (const std::uint32_t b : loop.blocks) {
        is_looping_[b] = true;
      }
    }
  }
}

bool LoopPasses::is_gone_round(const Loop& loop) const {
  const double entries = entries_of(loop);
  const double again = counts_.blocks[loop.header] - entries;
  return again > (loop.parent ? kSeldomAgain * entries : 0);
}

bool LoopPasses::is_within(std::uint32_t block, std::size_t loop) const {
  for (std::size_t i = 0; i < loop; ++i) {  // inner loops come first
    const Loop& inner = code_.loops[i];
    if (inner.parent == loop && (goes_round_[i] || holds_a_loop_[i]) &&
        std::ranges::binary_search(inner.blocks, block)) {
      return true;
    }
  }
  return false;
}

double LoopPasses::entries_of(const Loop& loop) const {
  double entries = 0;
  for (const std::uint32_t b : loop.blocks) {
    for (const IncomingEdge& edge : incoming_[b]) {
      if (!std::binary_search(loop.blocks.begin(), loop.blocks.end(), edge.from)) {
        entries += counts_.edges[edge.edge];
      }
    }
  }
  return entries;
}

double LoopPasses::find_path(const Loop& loop, std::vector<std::uint32_t>& path) const {
  std::vector<WayRound> ways = ways_round(code_, loop, counts_.edges, 1, 0);
  if (ways.empty()) {
    return 0;
  }
  path = std::move(ways.front().path);
  return ways.front().passes;
}

double LoopPasses::taken_jumps(std::span<const std::uint32_t> round) const {
  double jumps = 0;
  for (std::size_t i = 0; i < round.size(); ++i) {
    const BasicBlock& block = code_.blocks[round[i]];
    const BasicBlock& next = code_.blocks[round[i + 1 < round.size() ? i + 1 : 0]];
    jumps += next.first_instruction != block.first_instruction + block.instruction_count ? 1 : 0;
  }
  return jumps;
}

double LoopPasses::instructions_of(std::span<const std::uint32_t> blocks) const {
  double instructions = 0;
  for (const std::uint32_t b : blocks) {
    instructions += code_.blocks[b].instruction_count;
  }
  return instructions;
}

double LoopPasses::unforeseen_at(std::uint32_t block) const {
  return unforeseen_at_end(code_.blocks[block], counts_.unforeseen);
}

std::vector<std::uint32_t> LoopPasses::way_to_jump(std::uint32_t block) const {
  std::vector<std::uint32_t> way = {block};
  const auto is_header = [&](std::uint32_t b) {
    return std::ranges::any_of(code_.loops, [&](const Loop& loop) { return loop.header == b; });
  };
  double instructions = 0;
  for (std::uint32_t at = block; !is_header(at) && instructions < kMostOfWay;) {
    const IncomingEdge* usual = nullptr;
    for (const IncomingEdge& edge : incoming_[at]) {
      if (usual == nullptr || counts_.edges[edge.edge] > counts_.edges[usual->edge]) {
        usual = &edge;
      }
    }
    if (usual == nullptr || counts_.edges[usual->edge] <= 0 ||
        is_looping_[usual->from] != is_looping_[block] ||
        unforeseen_at(usual->from) > kSeldomForeseen ||
        std::ranges::find(way, usual->from) != way.end()) {
      break;
    }
    at = usual->from;
    instructions += code_.blocks[at].instruction_count;
    way.insert(way.begin(), at);
  }
  return way;
}

std::vector<LoopPasses::WayBefore> LoopPasses::ways_before(
    std::span<const std::uint32_t> way) const {
  double begun = 0;
  for (const IncomingEdge& edge : incoming_[way.front()]) {
    begun += counts_.edges[edge.edge];
  }
  std::vector<WayBefore> before;
  for (const IncomingEdge& edge : incoming_[way.front()]) {
    const double times = counts_.edges[edge.edge];
    if (times > kSeldomBegun * begun && unforeseen_at(edge.from) <= kSeldomForeseen) {
      before.push_back({way_to_jump(edge.from), times / begun});
    }
  }
  return before;
}

}  // namespace clgauge::lens
