#include "lens/throughput/mispredictions.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "lens/throughput/branch_predictor.h"

namespace clgauge::lens {
namespace {

// A Zen 4 that goes through the same random outcomes again and again foresees 16384 of them, and
// loses them between there and 65536.
constexpr double kRemembered = 16384;
// Launches of which it remembers all are repeated so often, and others trained with so many.
constexpr std::size_t kRepetitions = 4;
constexpr std::size_t kTraining = 4096;

constexpr std::uint8_t kTaken = 1;
constexpr std::uint8_t kNotTaken = 2;

// The ways that each jump ever goes.
std::vector<std::uint8_t> ways_of(std::span<const BranchTrace> groups) {
  std::vector<std::uint8_t> ways;
  for (const BranchTrace& group : groups) {
    for (const std::uint32_t outcome : group) {
      const std::uint32_t branch = outcome / 2;
      if (branch >= ways.size()) {
        ways.resize(branch + 1);
      }
      ways[branch] |= outcome % 2 != 0 ? kTaken : kNotTaken;
    }
  }
  return ways;
}

class Run {
 public:
  explicit Run(std::vector<std::uint8_t> ways) : ways_(std::move(ways)) {}

  // How many of the outcomes were not foreseen. Histories are of branches that are taken now and
  // then.
  std::size_t through(std::span<const BranchTrace> groups) {
    std::size_t missed = 0;
    for (const BranchTrace& group : groups) {
      for (const std::uint32_t outcome : group) {
        const std::uint32_t branch = outcome / 2;
        if (ways_[branch] != kNotTaken) {
          missed += predictor_.foresees(branch, outcome % 2 != 0) ? 0 : 1;
        }
      }
    }
    return missed;
  }

 private:
  BranchPredictor predictor_;
  std::vector<std::uint8_t> ways_;
};

std::size_t outcomes(std::span<const BranchTrace> groups) {
  std::size_t sum = 0;
  for (const BranchTrace& group : groups) {
    sum += group.size();
  }
  return sum;
}

}  // namespace

double misprediction_rate(std::span<const BranchTrace> groups, double launch_branches) {
  const auto counted = groups.subspan(groups.size() / 2);
  std::vector<std::uint8_t> ways = ways_of(groups);
  const bool vary = std::any_of(ways.begin(), ways.end(),
                                [](std::uint8_t way) { return way == (kTaken | kNotTaken); });
  if (!vary || outcomes(counted) == 0) {
    return 0;
  }
  Run run(std::move(ways));
  if (launch_branches <= kRemembered) {
    for (std::size_t i = 0; i < kRepetitions; ++i) {
      (void)run.through(groups);
    }
  }
  const auto before = groups.first(groups.size() / 2);
  const std::size_t each = outcomes(before);
  std::size_t trained = 0;
  do {
    (void)run.through(before);
    trained += each;
  } while (each > 0 && trained < kTraining);
  return static_cast<double>(run.through(counted)) / static_cast<double>(outcomes(counted));
}

}  // namespace clgauge::lens
