#include "lens/code/loops.h"

#include <algorithm>
#include <utility>

namespace clgauge::lens {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

// Finds the loops of one function, outer ones first: blocks that reach one another are a loop, and
// those of them that do so without its header are the loops within.
class LoopNest {
 public:
  LoopNest(const MachineCode& code, std::vector<Loop>& loops)
      : code_(code),
        loops_(loops),
        nest_of_(code.blocks.size(), kNone),
        number_(code.blocks.size(), 0),
        lowest_(code.blocks.size(), 0),
        is_open_(code.blocks.size(), false) {}

  void find_from(std::uint32_t entry) {
    nests_.push_back(reachable_from(entry));
    while (!nests_.empty()) {
      const std::vector<std::uint32_t> within = std::move(nests_.back());
      nests_.pop_back();
      ++nest_;
      for (const std::uint32_t block : within) {
        nest_of_[block] = nest_;
        number_[block] = 0;
      }
      for (const std::uint32_t block : within) {
        if (number_[block] == 0) {
          find_components(block);
        }
      }
    }
  }

 private:
  [[nodiscard]] std::vector<std::uint32_t> reachable_from(std::uint32_t entry) {
    predecessors_.assign(code_.blocks.size(), {});
    std::vector<bool> seen(code_.blocks.size(), false);
    std::vector<std::uint32_t> reached{entry};
    seen[entry] = true;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const std::uint32_t next : code_.blocks[reached[i]].successors) {
        predecessors_[next].push_back(reached[i]);
        if (!seen[next]) {
          seen[next] = true;
          reached.push_back(next);
        }
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
    loops_.push_back({header, blocks, std::nullopt, 1});
    blocks.erase(std::ranges::find(blocks, header));
    nests_.push_back(std::move(blocks));
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
  std::vector<Loop>& loops_;
  std::vector<std::vector<std::uint32_t>> predecessors_;
  std::vector<std::vector<std::uint32_t>> nests_;  // that are to be looked at
  std::uint32_t nest_ = 0;
  std::vector<std::uint32_t> nest_of_;  // by block: the last one that it was part of
  std::uint32_t last_number_ = 0;
  std::vector<std::uint32_t> number_;  // by block: in the order of finding them
  std::vector<std::uint32_t> lowest_;  // that it leads to
  std::vector<bool> is_open_;          // whether its component is not complete yet
};

}  // namespace

std::vector<Loop> loops_of(const MachineCode& code) {
  std::vector<Loop> loops;
  for (const CodeFunction& function : code.functions) {
    LoopNest(code, loops).find_from(function.first_block);
  }
  std::sort(loops.begin(), loops.end(), [](const Loop& a, const Loop& b) {
    return std::pair(a.blocks.size(), a.header) < std::pair(b.blocks.size(), b.header);
  });
  // The smallest larger loop that holds the header is the parent.
  for (std::size_t i = 0; i < loops.size(); ++i) {
    for (std::size_t j = i + 1; j < loops.size() && !loops[i].parent; ++j) {
      if (loops[j].blocks.size() > loops[i].blocks.size() &&
          std::binary_search(loops[j].blocks.begin(), loops[j].blocks.end(), loops[i].header)) {
        loops[i].parent = static_cast<std::uint32_t>(j);
      }
    }
  }
  for (std::size_t i = loops.size(); i-- > 0;) {
    loops[i].depth = loops[i].parent ? loops[*loops[i].parent].depth + 1 : 1;
  }
  return loops;
}

}  // namespace clgauge::lens
