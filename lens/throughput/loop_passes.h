#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lens/code/machine_code.h"
#include "lens/throughput/forwarding.h"

namespace clgauge::lens {

// How often a work-group passes through blocks and edges, as MachineCode numbers them. Averages
// over groups need not be whole.
struct PassCounts {
  std::vector<double> blocks;
  std::vector<double> edges;
  std::vector<Forwarding> forwarded;  // of those, what goes through memory
  // How often a jump that is conditional, or goes through a table, goes another way than foreseen,
  // as a part of its passes: by instruction, nothing of the last.
  std::vector<double> unforeseen;
};

// Of the jump at a block's end (PassCounts::unforeseen).
[[nodiscard]] double unforeseen_at_end(const BasicBlock& block, std::span<const double> unforeseen);

// How often a work-group went through its loops, and which ways. Both must outlive it.
class LoopPasses {
 public:
  // Throws Error(internal) for counts of another kernel.
  LoopPasses(const MachineCode& code, const PassCounts& counts);

  [[nodiscard]] const MachineCode& code() const { return code_; }
  [[nodiscard]] const PassCounts& counts() const { return counts_; }

  // Of a loop, by its number. One within another that seldom goes round again is straight code of
  // that one, such as the way out of a loop with several ways in.
  [[nodiscard]] bool goes_round(std::size_t loop) const { return goes_round_[loop]; }
  // One that goes round.
  [[nodiscard]] bool holds_a_loop(std::size_t loop) const { return holds_a_loop_[loop]; }
  // Whether a block is in an innermost loop.
  [[nodiscard]] bool is_looping(std::uint32_t block) const { return is_looping_[block]; }
  // Whether a block belongs to a loop within this one that went round, or holds one that did.
  [[nodiscard]] bool is_within(std::uint32_t block, std::size_t loop) const;

  [[nodiscard]] double entries_of(const Loop& loop) const;
  // The most frequent way from the header back to it, and how often it was gone at least.
  double find_path(const Loop& loop, std::vector<std::uint32_t>& path) const;

  // Jumps of a round that are taken: a core goes on fetching behind one of them a cycle.
  [[nodiscard]] double taken_jumps(std::span<const std::uint32_t> round) const;
  [[nodiscard]] double instructions_of(std::span<const std::uint32_t> blocks) const;

  // How often the jump at the end of a block is not foreseen, as a part of its passes.
  [[nodiscard]] double unforeseen_at(std::uint32_t block) const;
  // The blocks that lead to the jump at the end of this one since something else was decided: back
  // to the last jump that is seldom foreseen, the head of an innermost loop, or the end of one.
  [[nodiscard]] std::vector<std::uint32_t> way_to_jump(std::uint32_t block) const;
  // What was gone just before such a way began, as a part of the times it did: the round of its
  // loop before, the way into that, or the last round of a loop that ended there.
  struct WayBefore {
    std::vector<std::uint32_t> blocks;
    double part = 0;
  };
  [[nodiscard]] std::vector<WayBefore> ways_before(std::span<const std::uint32_t> way) const;

 private:
  struct IncomingEdge {
    std::uint32_t from = 0;
    std::uint32_t edge = 0;
  };

  void find_loops_that_ran();
  [[nodiscard]] bool is_gone_round(const Loop& loop) const;

  const MachineCode& code_;
  const PassCounts& counts_;
  std::vector<std::vector<IncomingEdge>> incoming_;  // of each block
  std::vector<bool> goes_round_;
  std::vector<bool> holds_a_loop_;
  std::vector<bool> is_looping_;
};

}  // namespace clgauge::lens
