#include "lens/code/loops.h"

#include <algorithm>
#include <map>
#include <set>

namespace clgauge::lens {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

// Dominators of one function's blocks: Cooper, Harvey and Kennedy, "A simple, fast dominance
// algorithm".
class Dominators {
 public:
  Dominators(const MachineCode& code, std::uint32_t entry)
      : code_(code), order_of_(code.blocks.size(), kNone), parent_(code.blocks.size(), kNone) {
    number_from(entry);
    predecessors_.resize(code.blocks.size());
    for (const std::uint32_t block : postorder_) {
      for (const std::uint32_t next : code.blocks[block].successors) {
        predecessors_[next].push_back(block);
      }
    }
    parent_[entry] = entry;
    for (bool changed = true; changed;) {
      changed = false;
      for (auto block = postorder_.rbegin(); block != postorder_.rend(); ++block) {
        changed = (*block != entry && update(*block)) || changed;
      }
    }
  }

  [[nodiscard]] const std::vector<std::uint32_t>& reachable() const { return postorder_; }
  [[nodiscard]] const std::vector<std::uint32_t>& predecessors(std::uint32_t block) const {
    return predecessors_[block];
  }
  [[nodiscard]] bool dominates(std::uint32_t above, std::uint32_t below) const {
    while (order_of_[below] < order_of_[above]) {
      below = parent_[below];
    }
    return below == above;
  }

 private:
  void number_from(std::uint32_t entry) {
    struct Frame {
      std::uint32_t block;
      std::size_t next;
    };
    std::vector<Frame> stack{{entry, 0}};
    std::vector<bool> seen(code_.blocks.size(), false);
    seen[entry] = true;
    while (!stack.empty()) {
      Frame& frame = stack.back();
      const auto& successors = code_.blocks[frame.block].successors;
      if (frame.next < successors.size()) {
        const std::uint32_t next = successors[frame.next++];
        if (!seen[next]) {
          seen[next] = true;
          stack.push_back({next, 0});
        }
      } else {
        order_of_[frame.block] = static_cast<std::uint32_t>(postorder_.size());
        postorder_.push_back(frame.block);
        stack.pop_back();
      }
    }
  }

  bool update(std::uint32_t block) {
    std::uint32_t best = kNone;
    for (const std::uint32_t before : predecessors_[block]) {
      if (parent_[before] != kNone) {
        best = best == kNone ? before : common(best, before);
      }
    }
    const bool changed = parent_[block] != best;
    parent_[block] = best;
    return changed;
  }

  [[nodiscard]] std::uint32_t common(std::uint32_t a, std::uint32_t b) const {
    while (a != b) {
      while (order_of_[a] < order_of_[b]) {
        a = parent_[a];
      }
      while (order_of_[b] < order_of_[a]) {
        b = parent_[b];
      }
    }
    return a;
  }

  const MachineCode& code_;
  std::vector<std::uint32_t> postorder_;
  std::vector<std::uint32_t> order_of_;
  std::vector<std::uint32_t> parent_;
  std::vector<std::vector<std::uint32_t>> predecessors_;
};

void add_loops(const MachineCode& code, std::uint32_t entry, std::vector<Loop>& loops) {
  const Dominators dominators(code, entry);
  std::map<std::uint32_t, std::set<std::uint32_t>> bodies;  // by header
  for (const std::uint32_t latch : dominators.reachable()) {
    for (const std::uint32_t header : code.blocks[latch].successors) {
      if (!dominators.dominates(header, latch)) {
        continue;
      }
      auto& body = bodies[header];
      body.insert(header);
      std::vector<std::uint32_t> pending{latch};
      while (!pending.empty()) {
        const std::uint32_t block = pending.back();
        pending.pop_back();
        if (body.insert(block).second) {
          const auto& before = dominators.predecessors(block);
          pending.insert(pending.end(), before.begin(), before.end());
        }
      }
    }
  }
  for (const auto& [header, body] : bodies) {
    loops.push_back({header, {body.begin(), body.end()}, std::nullopt, 1});
  }
}

}  // namespace

std::vector<Loop> natural_loops(const MachineCode& code) {
  std::vector<Loop> loops;
  for (const CodeFunction& function : code.functions) {
    add_loops(code, function.first_block, loops);
  }
  std::stable_sort(loops.begin(), loops.end(),
                   [](const Loop& a, const Loop& b) { return a.blocks.size() < b.blocks.size(); });
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
