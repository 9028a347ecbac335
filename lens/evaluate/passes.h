#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "lens/evaluate/comparison.h"
#include "lens/evaluate/lower.h"
#include "lens/evaluate/machine.h"

namespace clgauge::lens {

// What the conditional jumps of a group decided by, and what it compared lane by lane, one behind
// the other: from two stretches of
// rounds that made the same jumps it can be told for how many more those go the same way, as long
// as the numbers that they ask for go on by their steps.
//
// One per evaluator. Not thread-safe.
class Passes {
 public:
  struct Pass {
    std::uint32_t what = 0;  // a block, or behind all blocks an instruction that compares lanes
    DecidedBy by;

    bool operator==(const Pass&) const = default;
  };

  explicit Passes(const LoweredCode& code)
      : code_(code), decisions_(code.code.blocks.size()), is_decoded_(decisions_.size()) {}

  // Of a block; none where vectors or masks decide, or nothing.
  [[nodiscard]] const std::optional<Decision>& decision_at(std::uint32_t block);
  // That block was run.
  void record(std::uint32_t block, const Machine& machine);
  // That instruction compares these eight bytes (lane_comparisons.h).
  void record_lanes(std::uint32_t instruction, const DecidedBy& by);
  // What comes next does not follow what was recorded.
  void start_anew();
  // How many were recorded, the places of those that come next.
  [[nodiscard]] std::size_t count() const { return forgotten_ + passes_.size(); }

  // How many stretches behind the second one, `most` of them asked for, make the same jumps, the
  // last of a stretch left out: the first one begins at `first`, the second at `second` and ends
  // here. What was recorded too long ago allows all, what begins before start_anew() none.
  [[nodiscard]] std::uint64_t stretches_alike(std::size_t first, std::size_t second,
                                              std::uint64_t most) const;
  // So many stretches behind the second one, as those two go on.
  using Stretch = std::vector<Pass>;
  void record_further_on(std::size_t first, std::size_t second, std::uint64_t stretches);
  [[nodiscard]] Stretch stretch_further_on(std::size_t first, std::size_t second,
                                           std::uint64_t stretches) const;
  // Whether what was recorded since then is that stretch, as far as it is known.
  [[nodiscard]] bool are(const Stretch& stretch, std::size_t begin) const;

 private:
  static constexpr std::size_t kMost = std::size_t{1} << 17U;

  void add(const Pass& pass);
  // Null for a block.
  [[nodiscard]] const Operation* lanes_of(const Pass& pass) const;
  [[nodiscard]] std::uint64_t runs_of_pass(const Pass& first, const Pass& last,
                                           std::uint64_t most) const;
  [[nodiscard]] Pass pass_further_on(const Pass& first, const Pass& last, std::uint64_t runs) const;
  [[nodiscard]] const Pass* at(std::size_t place) const {
    return passes_.data() + (place - forgotten_);
  }

  const LoweredCode& code_;
  std::vector<std::optional<Decision>> decisions_;  // by block
  std::vector<bool> is_decoded_;
  std::vector<Pass> passes_;
  std::size_t forgotten_ = 0;
  std::size_t start_ = 0;
};

}  // namespace clgauge::lens
