#include "lens/throughput/mispredictions.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "lens/throughput/branch_predictor.h"
#include "lens/throughput/golden_cove.h"

namespace clgauge::lens {
namespace {

// A Zen 4 that goes through the same random outcomes again and again foresees 16384 of them, and
// loses them between there and 65536.
constexpr double kRemembered = 16384;
// Launches of which it remembers all are repeated so often, and others trained with so many.
constexpr std::size_t kRepetitions = 4;
constexpr std::uint64_t kTraining = 4096;
// And with no more than the last ones of so many.
constexpr std::uint64_t kMostTraining = 16384;

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

  // By branch, of how many outcomes how many were not foreseen; so many at the beginning are left
  // out. Histories are of branches that are taken now and then.
  struct Tally {
    std::uint64_t all = 0;
    std::uint64_t missed = 0;
  };
  std::vector<Tally> through(std::span<const BranchTrace> groups, std::size_t leaving_out = 0) {
    std::vector<Tally> tallies(ways_.size());
    for (const BranchTrace& group : groups) {
      group.each_part([&](std::span<const std::uint32_t> part, std::uint64_t times) {
        const std::size_t left_out = std::min(leaving_out, part.size());
        leaving_out -= left_out;
        part = part.subspan(left_out);
        // As often as it takes to be learnt; the last time stands for the others.
        std::uint64_t passes =
            std::min(times, kTraining / std::max<std::uint64_t>(1, part.size()) + 2);
        for (; passes > 0; --passes, --times) {
          run_through(part, passes == 1 ? times : 1, tallies);
        }
      });
    }
    return tallies;
  }

 private:
  // Outcomes that stand for so many like them.
  void run_through(std::span<const std::uint32_t> outcomes, std::uint64_t times,
                   std::vector<Tally>& tallies) {
    for (const std::uint32_t outcome : outcomes) {
      const std::uint32_t branch = outcome / 2;
      tallies[branch].all += times;
      if (ways_[branch] != kNotTaken) {
        tallies[branch].missed += predictor_.foresees(branch, outcome % 2 != 0) ? 0 : times;
      }
    }
  }

  BranchPredictor predictor_;
  std::vector<std::uint8_t> ways_;
};

std::uint64_t outcomes(std::span<const BranchTrace> groups) {
  std::uint64_t sum = 0;
  for (const BranchTrace& group : groups) {
    sum += group.total();
  }
  return sum;
}

Mispredictions rates_of(const std::vector<Run::Tally>& tallies) {
  const auto rate = [](const Run::Tally& one) {
    return one.all == 0 ? 0.0 : static_cast<double>(one.missed) / static_cast<double>(one.all);
  };
  Mispredictions rates;
  Run::Tally sum;
  for (const Run::Tally& one : tallies) {
    rates.of_branch.push_back(rate(one));
    sum.all += one.all;
    sum.missed += one.missed;
  }
  rates.of_all = rate(sum);
  return rates;
}

}  // namespace

Mispredictions mispredictions_of(std::span<const BranchTrace> groups, double launch_branches) {
  const auto counted = groups.subspan(groups.size() / 2);
  std::vector<std::uint8_t> ways = ways_of(groups);
  const bool vary = std::any_of(ways.begin(), ways.end(),
                                [](std::uint8_t way) { return way == (kTaken | kNotTaken); });
  if (!vary || outcomes(counted) == 0) {
    return {};
  }
  Run run(std::move(ways));
  if (launch_branches <= kRemembered) {
    for (std::size_t i = 0; i < kRepetitions; ++i) {
      (void)run.through(groups);
    }
  }
  const auto before = groups.first(groups.size() / 2);
  const std::uint64_t each = outcomes(before);
  std::size_t recorded = 0;
  for (const BranchTrace& group : before) {
    recorded += group.size();
  }
  const std::size_t leaving_out = recorded - std::min<std::size_t>(recorded, kMostTraining);
  std::uint64_t trained = 0;
  do {
    (void)run.through(before, leaving_out);
    trained += each;
  } while (each > 0 && trained < kTraining);
  return rates_of(run.through(counted));
}

double forgotten_part(std::string_view cpu, double mispredictions) {
  // An Emerald Rapids that goes through n random outcomes again and again (C programs), half of
  // which nobody foresees at first; of these it still misses: n = 4000 0.12, 8000 0.4, 16000 0.79,
  // 32000 0.83, 128000 0.91.
  constexpr double kHalfForgotten = 4800;
  const double share = mispredictions / kHalfForgotten;
  return cpu == kGoldenCove ? share * share / (1 + share * share) : 1;
}

}  // namespace clgauge::lens
