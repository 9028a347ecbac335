#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lens/evaluate/evaluator.h"
#include "lens/evaluate/trace.h"

// A group walked with rounds skipped, and without: all counts have to be the same.
namespace clgauge::lens {

// What a sink is told, and what the skipped accesses come to.
class Told : public AccessSink {
 public:
  explicit Told(unsigned longer = 1) : longer_(longer) {}

  void consume(std::span<const MemoryAccess> some) override {
    accesses.insert(accesses.end(), some.begin(), some.end());
  }
  std::size_t mark_rounds() override {
    marks_.push_back(accesses.size());
    return marks_.size() - 1;
  }
  unsigned longer_stretches(std::size_t /*first*/, std::size_t /*last*/) override {
    return std::exchange(longer_, 1);
  }
  void repeat(std::size_t first, std::size_t last, std::uint64_t times) override {
    ++repeats;
    stretch = marks_.at(last) - marks_.at(first);
    skipped += times * stretch;
    last_stretches.emplace_back(accesses.size() + skipped - stretch, std::vector<MemoryAccess>());
  }
  void consume_repeated(std::span<const MemoryAccess> some) override {
    std::vector<MemoryAccess>& last = last_stretches.back().second;
    last.insert(last.end(), some.begin(), some.end());
  }
  void restart() override {
    *this = Told();
    was_restarted = true;
  }

  std::vector<MemoryAccess> accesses;
  // The last of those that each repeat() told of: where it begins among all accesses, and its own.
  std::vector<std::pair<std::size_t, std::vector<MemoryAccess>>> last_stretches;
  std::uint64_t repeats = 0;
  std::uint64_t stretch = 0;
  std::uint64_t skipped = 0;
  bool was_restarted = false;

 private:
  unsigned longer_;
  std::vector<std::size_t> marks_;
};

inline BranchTrace unfolded(const BranchTrace& branches) {
  BranchTrace all;
  branches.each_part([&](std::span<const BranchOutcome> part, std::uint64_t times) {
    for (; times > 0; --times) {
      all.insert(all.end(), part.begin(), part.end());
    }
  });
  return all;
}

inline void expect_same_counts(const GroupTrace& skipped, const GroupTrace& walked) {
  EXPECT_EQ(skipped.block_counts, walked.block_counts);
  EXPECT_EQ(skipped.edge_counts, walked.edge_counts);
  EXPECT_EQ(skipped.instructions, walked.instructions);
  EXPECT_EQ(skipped.accesses, walked.accesses);
  EXPECT_EQ(skipped.branches.total(), walked.branches.size());
  EXPECT_TRUE(unfolded(skipped.branches) == walked.branches);
  EXPECT_EQ(skipped.runtime_calls, walked.runtime_calls);
  EXPECT_EQ(skipped.denormals.assists, walked.denormals.assists);
  EXPECT_EQ(skipped.denormals.stalls, walked.denormals.stalls);
  EXPECT_EQ(skipped.call_sites, walked.call_sites);
}

// One group, walked with rounds skipped and without.
struct Pair {
  GroupTrace walked;
  GroupTrace skipped;
  Told told;
};

// The group in the middle of a launch. Throws Refusal.
inline Pair evaluate_both(const std::shared_ptr<const ObjectImage>& image,
                          const std::string& kernel, const EvaluatedLaunch& launch,
                          unsigned longer = 1) {
  Pair pair{{}, {}, Told(longer)};
  const std::array<std::uint64_t, 3> group{launch.groups()[0] / 2, launch.groups()[1] / 2, 0};
  Told told_all;
  pair.walked = Evaluator(image, kernel, launch).evaluate(group, &told_all);
  pair.skipped =
      Evaluator(image, kernel, launch, {.skips_after_accesses = 4096}).evaluate(group, &pair.told);
  expect_same_counts(pair.skipped, pair.walked);
  EXPECT_EQ(pair.told.accesses.size() + pair.told.skipped, pair.walked.accesses);
  for (const auto& [begin, last] : pair.told.last_stretches) {
    const std::span<const MemoryAccess> all(told_all.accesses);
    EXPECT_TRUE(std::ranges::equal(all.subspan(begin, last.size()), last));
  }
  if (pair.told.repeats == 0) {
    EXPECT_TRUE(pair.told.accesses == told_all.accesses);
  }
  return pair;
}

}  // namespace clgauge::lens
