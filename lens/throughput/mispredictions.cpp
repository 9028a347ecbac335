#include "lens/throughput/mispredictions.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "lens/code/zen.h"
#include "lens/throughput/branch_predictor.h"
#include "lens/throughput/golden_cove.h"

namespace clgauge::lens {
namespace {

// Fewer outcomes train nobody: groups are gone through again until there are so many.
constexpr std::uint64_t kTraining = 4096;
constexpr double kDoubtful = 0.02;  // missed more often
// Where a core meets so many times as many jumps as were recorded, and misses such a part.
constexpr double kWorthLearning = 2;
constexpr double kNegligible = 0.002;

// What is seen of a jump.
struct Ways {
  bool is_taken = false;
  bool is_not_taken = false;
  // Of one through a table.
  std::optional<std::uint32_t> successor;  // the last
  bool goes_elsewhere = false;
  unsigned successor_bits = 0;

  [[nodiscard]] bool vary() const { return (is_taken && is_not_taken) || goes_elsewhere; }
};

using Traces = std::span<const BranchTrace* const>;

std::vector<Ways> ways_of(Traces groups) {
  std::vector<Ways> all;
  for (const BranchTrace* const group : groups) {
    for (const BranchOutcome outcome : *group) {
      if (outcome.instruction() >= all.size()) {
        all.resize(outcome.instruction() + 1);
      }
      Ways& ways = all[outcome.instruction()];
      if (outcome.is_through_table()) {
        const auto bits = static_cast<unsigned>(std::bit_width(outcome.successor()));
        ways.successor_bits = std::max(ways.successor_bits, bits);
        ways.goes_elsewhere |= ways.successor.value_or(outcome.successor()) != outcome.successor();
        ways.successor = outcome.successor();
      } else {
        (outcome.is_taken() ? ways.is_taken : ways.is_not_taken) = true;
      }
    }
  }
  return all;
}

class Run {
 public:
  explicit Run(std::vector<Ways> ways) : ways_(std::move(ways)) {}

  // By branch, of how many outcomes how many were not foreseen; so many at the beginning are left
  // out. Histories are of branches that are taken now and then.
  struct Tally {
    std::uint64_t all = 0;
    std::uint64_t missed = 0;
  };
  std::vector<Tally> through(Traces groups, std::size_t leaving_out = 0) {
    std::vector<Tally> tallies(ways_.size());
    for (const BranchTrace* const group : groups) {
      group->each_part([&](std::span<const BranchOutcome> part, std::uint64_t times) {
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

  bool foresees(BranchOutcome outcome) {
    const std::uint32_t branch = outcome.instruction();
    const Ways& ways = ways_[branch];
    return outcome.is_through_table()
               ? !ways.goes_elsewhere ||
                     foresees_successor(branch, outcome.successor(), ways.successor_bits)
               : (!ways.is_taken || predictor_.foresees(branch, outcome.is_taken()));
  }

 private:
  // Outcomes that stand for so many like them.
  void run_through(std::span<const BranchOutcome> outcomes, std::uint64_t times,
                   std::vector<Tally>& tallies) {
    for (const BranchOutcome outcome : outcomes) {
      const std::uint32_t branch = outcome.instruction();
      tallies[branch].all += times;
      tallies[branch].missed += foresees(outcome) ? 0 : times;
    }
  }

  // As so many jumps, one for each bit of its number, each known by those before it.
  bool foresees_successor(std::uint32_t branch, std::uint32_t successor, unsigned bits) {
    constexpr std::uint32_t kApart = 40503;
    bool all = true;
    for (unsigned bit = bits; bit-- > 0;) {
      const std::uint32_t before = (1U << (bits - 1 - bit)) | (successor >> (bit + 1));
      all &= predictor_.foresees(branch + kApart * before, (successor >> bit & 1U) != 0);
    }
    return all;
  }

  BranchPredictor predictor_;
  std::vector<Ways> ways_;
};

std::uint64_t outcomes(Traces groups) {
  std::uint64_t sum = 0;
  for (const BranchTrace* const group : groups) {
    sum += group->total();
  }
  return sum;
}

double rate_of(const Run::Tally& one) {
  return one.all == 0 ? 0.0 : static_cast<double>(one.missed) / static_cast<double>(one.all);
}

Mispredictions rates_of(const std::vector<Run::Tally>& tallies) {
  const auto bits = [](double part) { return part > 0 ? -part * std::log2(part) : 0; };
  Mispredictions rates;
  Run::Tally sum;
  std::uint64_t doubtful = 0;
  for (const Run::Tally& one : tallies) {
    rates.of_branch.push_back(rate_of(one));
    sum.all += one.all;
    sum.missed += one.missed;
    doubtful += rate_of(one) > kDoubtful ? one.all : 0;
    rates.surprise_bits +=
        static_cast<double>(one.all) * (bits(rate_of(one)) + bits(1 - rate_of(one)));
  }
  rates.of_all = rate_of(sum);
  rates.surprise_bits /= std::max(1.0, static_cast<double>(sum.all));
  rates.doubtful = sum.all == 0 ? 0 : static_cast<double>(doubtful) / static_cast<double>(sum.all);
  return rates;
}

// How fast mispredictions become fewer: to what power of the jumps that were seen. By those of
// groups that nobody has seen before, late ones against early ones.
double learning(const std::vector<Ways>& ways, Traces groups) {
  constexpr double kTelling = 50;  // mispredictions
  constexpr double kMostLearning = 0.3;
  constexpr double kGoesOn = 0.7;  // part of it, as far ahead as that
  double all = 0;
  for (const BranchTrace* const group : groups) {
    all += static_cast<double>(group->size());
  }
  Run run(ways);
  double seen = 0;
  Run::Tally early;  // from an eighth to a half
  Run::Tally late;
  for (const BranchTrace* const group : groups) {
    for (const BranchOutcome outcome : *group) {
      const bool is_foreseen = run.foresees(outcome);
      if (seen >= all / 8) {
        Run::Tally& tally = seen < all / 2 ? early : late;
        ++tally.all;
        tally.missed += is_foreseen ? 0 : 1;
      }
      ++seen;
    }
  }
  const auto missed = static_cast<double>(std::min(early.missed, late.missed));
  if (missed < kTelling) {
    return 0;
  }
  const double times = rate_of(early) / rate_of(late);
  // From a quarter of the jumps to three.
  return std::clamp(kGoesOn * std::log(times) / std::log(3.0), 0.0, kMostLearning);
}

// What is left of the rates that were counted in the second half of so many jumps.
void go_on_learning(double jumps, double jumps_of_core, double learning, Mispredictions& rates) {
  constexpr double kMostAhead = 16;
  const double ahead = std::min(jumps_of_core / (0.75 * jumps), kMostAhead);
  if (!(ahead > 1) || learning <= 0) {
    return;
  }
  const double left = std::pow(ahead, -learning);
  rates.of_all *= left;
  rates.surprise_bits *= left;
  for (double& of_branch : rates.of_branch) {
    of_branch *= left;
  }
}

}  // namespace

Mispredictions mispredictions_of(Traces groups, double jumps_of_core) {
  const auto counted = groups.subspan(groups.size() / 2);
  const std::vector<Ways> ways = ways_of(groups);
  if (std::ranges::none_of(ways, &Ways::vary) || outcomes(counted) == 0) {
    return {};
  }
  Run run(ways);
  const auto before = groups.first(groups.size() / 2);
  const std::uint64_t each = outcomes(before);
  std::size_t recorded = 0;
  for (const BranchTrace* const group : before) {
    recorded += group->size();
  }
  const std::size_t leaving_out = recorded - std::min<std::size_t>(recorded, kMostTraining);
  std::uint64_t trained = 0;
  do {
    (void)run.through(before, leaving_out);
    trained += each;
  } while (each > 0 && trained < kTraining);
  Mispredictions rates = rates_of(run.through(counted));
  const auto jumps = static_cast<double>(outcomes(groups));
  if (jumps_of_core > kWorthLearning * jumps && rates.of_all > kNegligible) {
    go_on_learning(jumps, jumps_of_core, learning(ways, groups), rates);
  }
  return rates;
}

double forgotten_part(std::string_view cpu, const ToRemember& launch, unsigned cores) {
  const double mispredictions = launch.mispredictions / cores;
  const double doubtful = launch.doubtful / cores;
  if (cpu == kZen5) {
    // An EPYC 9005, n outcomes again and again (C programs), of what is missed the first time: one
    // half taken, n = 32000 0, 64000 0.78, 128000 0.94; one in twenty taken, 64000 0.2, 128000 0.4,
    // 256000 0.75; loops of 1 to 4 trips, 40000 0.05, 80000 0.83; of 1 to 16, 69000 0.04, 136000
    // 0.72. So it holds so many bits, however many jumps they are of; 40 launches of kernels say
    // so, too, whose cores do not get the same groups each time.
    constexpr double kSeldomLearnt = 0.02;
    constexpr double kHalfForgottenBits = 55000;
    const double share = std::pow(launch.surprise_bits / cores / kHalfForgottenBits, 4);
    return kSeldomLearnt + (1 - kSeldomLearnt) * share / (1 + share);
  }
  if (cpu == kGoldenCove) {
    // An Emerald Rapids that goes through n random outcomes again and again (C programs), half of
    // which nobody foresees at first; of these it still misses: n = 4000 0.12, 8000 0.4, 16000
    // 0.79, 32000 0.83, 128000 0.91.
    constexpr double kHalfForgotten = 4800;
    const double share = mispredictions / kHalfForgotten;
    return share * share / (1 + share * share);
  }
  // A Zen 4, for which all others are taken: n = 16000 0.05, 32000 0.1, 64000 0.67, 128000 0.93,
  // eight jumps that are foreseen beside each or none; if one in twenty is taken, 16000 0.1, 32000
  // 0.25, 64000 0.6, 128000 0.8. Loops of 1 to 4 trips at random, 80000 outcomes 0.15, 160000 0.9;
  // of 1 to 16, 136000 0.18, 272000 0.66; of 1 to 64, 130000 0.28, 260000 0.82. So half of what is
  // missed at random is forgotten where that many are missed, and half of what depends on other
  // jumps, as the ends of loops and most jumps of kernels do, where outcomes are so many: 242
  // launches of kernels, timed in quiet, say so, and that 0.06 of few are never learnt.
  constexpr double kNeverLearnt = 0.06;
  constexpr double kHalfForgottenMissed = 35000;
  constexpr double kHalfForgottenDoubtful = 200000;
  const double share = std::pow(
      std::max(mispredictions / kHalfForgottenMissed, doubtful / kHalfForgottenDoubtful), 3);
  return kNeverLearnt + (1 - kNeverLearnt) * share / (1 + share);
}

}  // namespace clgauge::lens
