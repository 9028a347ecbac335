#include "lens/code/loops.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace clgauge::lens {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

// Loops within loops. No compiler makes so many; each of them goes over all blocks within it again,
// and damaged code may hold as many as it has blocks.
constexpr std::uint32_t kDeepest = 64;

// Finds the loops of functions, outer ones first: blocks that reach one another are a loop, and
// those of them that do so without its header are the loops within. A parent is the index of a loop
// that was found before.
class LoopNest {
 public:
  explicit LoopNest(const MachineCode& code)
      : code_(code),
        predecessors_(code.blocks.size()),
        is_reached_(code.blocks.size(), false),
        nest_of_(code.blocks.size(), 0),
        number_(code.blocks.size(), 0),
        lowest_(code.blocks.size(), 0),
        is_open_(code.blocks.size(), false) {}

  // Of one function, whose blocks are no other one's.
  void find_from(std::uint32_t entry) {
    nests_.push_back({kNone, reach_from(entry)});
    while (!nests_.empty()) {
      const Nest within = std::move(nests_.back());
      nests_.pop_back();
      around_ = within.around;
      ++nest_;
      for (const std::uint32_t block : within.blocks) {
        nest_of_[block] = nest_;
        number_[block] = 0;
      }
      for (const std::uint32_t block : within.blocks) {
        if (number_[block] == 0) {
          find_components(block);
        }
      }
    }
  }

  [[nodiscard]] std::vector<Loop> loops() && { return std::move(loops_); }

 private:
  // Blocks to look at, of a loop without its header or of a function.
  struct Nest {
    std::uint32_t around = kNone;
    std::vector<std::uint32_t> blocks;
  };

  [[nodiscard]] std::vector<std::uint32_t> reach_from(std::uint32_t entry) {
    std::vector<std::uint32_t> reached;
    const auto reach = [&](std::uint32_t block) {
      if (!is_reached_[block]) {
        is_reached_[block] = true;
        reached.push_back(block);
      }
    };
    reach(entry);
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const std::uint32_t next : code_.blocks[reached[i]].successors) {
        predecessors_[next].push_back(reached[i]);
        reach(next);
      }
    }
    std::sort(reached.begin(), reached.end());
    return reached;
  }

  // Tarjan's algorithm, among the blocks of this nest.
  void find_components(std::uint32_t first) {
    struct Frame {
      std::uint32_t block;
      std::size_t next;
    };
    std::vector<Frame> way{{first, 0}};
    std::vector<std::uint32_t> open;
    const auto enter = [&](std::uint32_t block) {
      number_[block] = lowest_[block] = ++last_number_;
      open.push_back(block);
      is_open_[block] = true;
    };
    enter(first);
    while (!way.empty()) {
      Frame& frame = way.back();
      const std::uint32_t block = frame.block;
      const auto& successors = code_.blocks[block].successors;
      if (frame.next < successors.size()) {
        const std::uint32_t next = successors[frame.next++];
        if (nest_of_[next] != nest_) {
          continue;
        }
        if (number_[next] == 0) {
          enter(next);
          way.push_back({next, 0});
        } else if (is_open_[next]) {
          lowest_[block] = std::min(lowest_[block], number_[next]);
        }
        continue;
      }
      way.pop_back();
      if (!way.empty()) {
        lowest_[way.back().block] = std::min(lowest_[way.back().block], lowest_[block]);
      }
      if (lowest_[block] == number_[block]) {
        std::vector<std::uint32_t> component;
        do {
          component.push_back(open.back());
          is_open_[open.back()] = false;
          open.pop_back();
        } while (component.back() != block);
        add_component(std::move(component));
      }
    }
  }

  void add_component(std::vector<std::uint32_t> blocks) {
    const auto& after_first = code_.blocks[blocks.front()].successors;
    if (blocks.size() == 1 && std::ranges::find(after_first, blocks.front()) == after_first.end()) {
      return;
    }
    std::sort(blocks.begin(), blocks.end());
    const std::uint32_t header = header_of(blocks);
    Loop& loop = loops_.emplace_back(Loop{header, blocks, std::nullopt, 1});
    if (around_ != kNone) {
      loop.parent = around_;
      loop.depth = loops_[around_].depth + 1;
    }
    if (loop.depth < kDeepest) {
      blocks.erase(std::ranges::find(blocks, header));
      nests_.push_back({static_cast<std::uint32_t>(loops_.size() - 1), std::move(blocks)});
    }
  }

  // Where the loop is entered; of several such blocks the one that most others of it lead to.
  [[nodiscard]] std::uint32_t header_of(const std::vector<std::uint32_t>& blocks) const {
    std::uint32_t header = blocks.front();
    std::size_t most = 0;
    for (const std::uint32_t block : blocks) {
      const auto& before = predecessors_[block];
      const auto inside = static_cast<std::size_t>(std::ranges::count_if(
          before, [&](std::uint32_t one) { return std::ranges::binary_search(blocks, one); }));
      if (inside < before.size() && inside > most) {
        header = block;
        most = inside;
      }
    }
    return header;
  }

  const MachineCode& code_;
  std::vector<Loop> loops_;
  std::vector<std::vector<std::uint32_t>> predecessors_;  // by block, as far as it was reached
  std::vector<bool> is_reached_;                          // by block
  std::vector<Nest> nests_;                               // that are to be looked at
  std::uint32_t around_ = kNone;                          // the loop that this nest lies in
  std::uint32_t nest_ = 0;
  std::vector<std::uint32_t> nest_of_;  // by block: the last one that it was part of
  std::uint32_t last_number_ = 0;
  std::vector<std::uint32_t> number_;  // by block: in the order of finding them
  std::vector<std::uint32_t> lowest_;  // that it leads to
  std::vector<bool> is_open_;          // whether its component is not complete yet
};

}  // namespace

std::vector<Loop> loops_of(const MachineCode& code) {
  LoopNest nest(code);
  for (const CodeFunction& function : code.functions) {
    nest.find_from(function.first_block);
  }
  std::vector<Loop> found = std::move(nest).loops();
  std::vector<std::uint32_t> order(found.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(found[a].blocks.size(), found[a].header) <
           std::pair(found[b].blocks.size(), found[b].header);
  });
  std::vector<std::uint32_t> place_of(found.size());
  std::vector<Loop> loops;
  for (const std::uint32_t index : order) {
    place_of[index] = static_cast<std::uint32_t>(loops.size());
    loops.push_back(std::move(found[index]));
  }
  for (Loop& loop : loops) {
    if (loop.parent) {
      loop.parent = place_of[*loop.parent];
    }
  }
  return loops;
}

}  // namespace clgauge::lens
