#include "lens/simt/schedule_regions.h"

#include <algorithm>
#include <map>

#include "lens/ptx/loops.h"

namespace clgauge::lens::simt {
namespace {

using ptx::Code;
using ptx::Step;
using Blocks = std::vector<std::vector<std::uint32_t>>;

constexpr std::uint32_t kMostConditional = 8;  // instructions
constexpr std::size_t kMostBlocks = 400;       // of programs that are looked into: a square of bits

// All that every way to a block passes, itself among them. Blocks that no edge leads to are where
// ways begin.
std::vector<std::vector<bool>> passed_before(const Blocks& from, bool is_forward) {
  const std::size_t count = from.size();
  std::vector<std::vector<bool>> passed(count, std::vector<bool>(count, true));
  bool changes = true;
  while (changes) {
    changes = false;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t b = is_forward ? i : count - 1 - i;
      std::vector<bool> now(count, !from[b].empty() && !(is_forward && b == 0));
      for (const std::uint32_t other : from[b]) {
        for (std::size_t k = 0; k < count; ++k) {
          now[k] = now[k] && passed[other][k];
        }
      }
      now[b] = true;
      if (now != passed[b]) {
        passed[b] = std::move(now);
        changes = true;
      }
    }
  }
  return passed;
}

class Regions {
 public:
  explicit Regions(const ptx::Program& program)
      : program_(program), edges_(ptx::edges_of(program)), regions_(program.blocks.size()) {}

  std::vector<RegionOfBlock> find() {
    for (std::uint32_t b = 0; b < regions_.size(); ++b) {
      regions_[b].head = b;
      regions_[b].earliest = b;
    }
    if (regions_.size() > kMostBlocks) {
      return regions_;
    }
    for (std::uint32_t b = 1; b < regions_.size(); ++b) {
      join(b);
    }
    find_earliest();
    return std::move(regions_);
  }

 private:
  [[nodiscard]] bool has_barrier(std::uint32_t block) const {
    return std::ranges::any_of(program_.steps_of(block),
                               [](const Step& step) { return step.code == Code::barrier; });
  }
  // What is skipped where its only predecessor jumps.
  [[nodiscard]] bool is_conditional(std::uint32_t block) const {
    if (edges_.predecessors[block].size() != 1 || edges_.successors[block].size() != 1 ||
        program_.blocks[block].instructions > kMostConditional || has_barrier(block)) {
      return false;
    }
    const std::uint32_t before = edges_.predecessors[block][0];
    const std::uint32_t behind = edges_.successors[block][0];
    if (before >= block || behind <= block || edges_.successors[before].size() != 2) {
      return false;
    }
    const std::uint32_t other =
        edges_.successors[before][edges_.successors[before][0] == block ? 1 : 0];
    return other == behind ||
           (edges_.predecessors[other].size() == 1 &&
            edges_.successors[other] == edges_.successors[block] &&
            program_.blocks[other].instructions <= kMostConditional && !has_barrier(other));
  }
  void join(std::uint32_t block) {
    const auto& before = edges_.predecessors[block];
    if (before.empty() || std::ranges::any_of(before, [&](auto one) { return one >= block; })) {
      return;
    }
    if (is_conditional(block)) {
      regions_[block].head = regions_[before[0]].head;
      regions_[block].guard = program_.steps_of(before[0]).back().sources[0];
      return;
    }
    // Where ways that were made conditional meet again.
    const std::uint32_t head = regions_[before[0]].head;
    const bool meets = std::ranges::all_of(before, [&](std::uint32_t one) {
      return regions_[one].head == head &&
             (edges_.successors[one].size() == 1 || regions_[one].guard == ptx::kNoSlot);
    });
    const bool is_all = std::ranges::all_of(before, [&](std::uint32_t one) {
      return std::ranges::all_of(edges_.successors[one], [&](std::uint32_t next) {
        return next > one && (next == block || regions_[next].head == head);
      });
    });
    if (meets && is_all) {
      regions_[block].head = head;
    }
  }
  // The innermost loop of each block, by number; 0: none.
  [[nodiscard]] std::vector<std::size_t> loops() const {
    std::vector<std::size_t> innermost(regions_.size(), 0);
    std::vector<std::size_t> sizes(regions_.size(), ~std::size_t{0});
    std::size_t number = 0;
    for (const ptx::Loop& loop : ptx::loops_of(program_)) {
      ++number;
      for (const std::uint32_t block : loop.blocks) {
        if (loop.blocks.size() < sizes[block]) {
          sizes[block] = loop.blocks.size();
          innermost[block] = number;
        }
      }
    }
    return innermost;
  }
  void find_earliest() {
    const auto before = passed_before(edges_.predecessors, true);
    const auto behind = passed_before(edges_.successors, false);
    const std::vector<std::size_t> loop = loops();
    for (std::uint32_t b = 0; b < regions_.size(); ++b) {
      if (regions_[b].guard != ptx::kNoSlot) {
        regions_[b].earliest = regions_[edges_.predecessors[b][0]].earliest;
        continue;
      }
      for (std::uint32_t a = b; a-- > 0;) {
        if (!before[b][a]) {
          continue;
        }
        if (loop[a] != loop[b] || !behind[a][b]) {
          break;
        }
        regions_[b].earliest = a;
      }
    }
  }

  const ptx::Program& program_;
  ptx::Edges edges_;
  std::vector<RegionOfBlock> regions_;
};

}  // namespace

std::vector<RegionOfBlock> schedule_regions(const ptx::Program& program) {
  return Regions(program).find();
}

}  // namespace clgauge::lens::simt
