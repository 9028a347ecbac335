#include "lens/throughput/branch_predictor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <string_view>
#include <tuple>
#include <vector>

#include "lens/throughput/mispredictions.h"

namespace clgauge::lens {
namespace {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }

 private:
  std::uint64_t next() {  // splitmix64
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }
  std::uint64_t state_;
};

constexpr std::uint32_t kInside = 7;  // branches
constexpr std::uint32_t kLoop = 8;

// How many ends of loops a predictor misses, each entry: `trips` of the e-th, and what a branch
// inside does.
double missed_exits(const std::function<std::uint64_t()>& trips,
                    const std::function<bool()>& inside) {
  constexpr int kEntries = 4000;
  BranchPredictor predictor;
  double missed = 0;
  for (int entry = 0; entry < 2 * kEntries; ++entry) {
    const std::uint64_t last = trips();
    for (std::uint64_t trip = 1; trip <= last; ++trip) {
      (void)predictor.foresees(kInside, inside());
      const bool foreseen = predictor.foresees(kLoop, trip < last);
      missed += entry >= kEntries && !foreseen ? 1 : 0;
    }
  }
  return missed / kEntries;
}

bool always() { return true; }

// On a Zen 4: foreseen to 128 trips, missed from 256 on.
TEST(BranchPredictor, ForeseesLoopsThatFitIntoItsHistory) {
  for (const std::uint64_t trips : {4U, 16U, 40U, 100U, 128U}) {
    EXPECT_LT(missed_exits([=] { return trips; }, always), 0.02) << trips;
  }
  EXPECT_GT(missed_exits([] { return 300; }, always), 0.95);
}

TEST(BranchPredictor, RandomBranchesInsideHideWhereALoopEnds) {
  Random random(1);
  const auto coin = [&] { return random.below(2) == 0; };
  EXPECT_LT(missed_exits([] { return 4; }, coin), 0.1);
  EXPECT_GT(missed_exits([] { return 16; }, coin), 0.9);
  const auto rare = [&] { return random.below(16) == 0; };
  EXPECT_LT(missed_exits([] { return 8; }, rare), 0.2);
  EXPECT_GT(missed_exits([] { return 48; }, rare), 0.8);
}

TEST(BranchPredictor, LoopsOfRandomLengthsEndUnforeseen) {
  Random random(2);
  EXPECT_GT(missed_exits([&] { return 1 + random.below(8); }, always), 0.8);
  std::uint64_t triangle = 0;
  EXPECT_LT(missed_exits([&] { return 1 + triangle++ % 16; }, always), 0.05);
}

Mispredictions mispredictions_of(const std::vector<BranchTrace>& groups, double jumps_of_core = 0) {
  std::vector<const BranchTrace*> traces;
  for (const BranchTrace& group : groups) {
    traces.push_back(&group);
  }
  return lens::mispredictions_of(traces, jumps_of_core);
}

BranchTrace random_outcomes(std::uint64_t seed, std::size_t count, std::uint64_t one_in) {
  Random random(seed);
  BranchTrace outcomes;
  for (std::size_t i = 0; i < count; ++i) {
    outcomes.push_back({kInside, random.below(one_in) == 0});
    outcomes.push_back({kLoop, true});
  }
  return outcomes;
}

TEST(Mispredictions, OfRandomBranchesAreAsManyAsTheirRarerWay) {
  for (const std::uint64_t one_in : {2U, 8U, 32U}) {
    std::vector<BranchTrace> groups;
    for (std::uint64_t g = 0; g < 16; ++g) {
      groups.push_back(random_outcomes(g, 4000, one_in));
    }
    const double share = 1 / static_cast<double>(one_in);
    EXPECT_NEAR(2 * mispredictions_of(groups).of_all, share, 0.15 * share) << one_in;
  }
}

// A jump through a table goes another way than it is foreseen to as often as chance has it.
TEST(Mispredictions, OfJumpsThroughTablesAreCountedOnceEach) {
  Random random(3);
  const auto missed = [](const auto& successor) {
    std::vector<BranchTrace> groups(16);
    for (BranchTrace& group : groups) {
      for (std::uint32_t i = 0; i < 4000; ++i) {
        group.push_back(
            BranchOutcome::through_table(kInside, static_cast<std::uint32_t>(successor(i))));
        group.push_back({kLoop, true});
      }
    }
    return 2 * mispredictions_of(groups).of_all;
  };
  EXPECT_NEAR(missed([&](std::uint32_t) { return random.below(4); }), 0.75, 0.05);
  EXPECT_NEAR(missed([&](std::uint32_t) { return random.below(5); }), 0.8, 0.06);
  EXPECT_LT(missed([](std::uint32_t i) { return i % 7; }), 0.02);
  EXPECT_EQ(missed([](std::uint32_t) { return 0; }), 0);
  EXPECT_EQ(missed([](std::uint32_t) { return 5; }), 0);
}

TEST(Mispredictions, HappenAtDoubtfulJumps) {
  const std::vector<BranchTrace> groups = {random_outcomes(1, 500, 2), random_outcomes(2, 500, 2)};
  const Mispredictions missed = mispredictions_of(groups);
  EXPECT_GT(missed.of_all, 0.2);
  EXPECT_DOUBLE_EQ(missed.doubtful, 0.5) << "not the loop's own";
}

// Rounds of a loop of five and a choice between them, the last 990 as one that stands for them.
TEST(Mispredictions, OfRepeatedPartsAreThoseOfAll) {
  const auto add_round = [](BranchTrace& trace, std::uint64_t round) {
    trace.push_back({kInside, round % 2 == 0});
    trace.push_back({kInside, round % 3 == 0});
    for (unsigned i = 0; i < 40; ++i) {
      trace.push_back({kLoop, i < 39});
    }
  };
  BranchTrace walked;
  BranchTrace folded;
  for (std::uint64_t round = 0; round < std::uint64_t{6} * 166; ++round) {
    add_round(walked, round);
    if (round < 12) {
      add_round(folded, round);
    }
  }
  folded.repeated.push_back({folded.size() / 2, folded.size(), 164});
  ASSERT_EQ(folded.total(), walked.size());
  const double all = mispredictions_of(std::vector<BranchTrace>(2, walked)).of_all;
  const double few = mispredictions_of(std::vector<BranchTrace>(2, folded)).of_all;
  EXPECT_NEAR(few, all, 0.1 * all + 0.0005);
}

// Groups that each meet 250 jumps of 2000, half of which are always taken: known from the second
// time on. Or one that chance decides, which nobody learns.
TEST(Mispredictions, BecomeFewerWhereACoreGoesOnToLearn) {
  const auto left = [](bool is_learnt) {
    Random random(3);
    std::vector<BranchTrace> groups;
    for (int group = 0; group < 16; ++group) {
      BranchTrace& outcomes = groups.emplace_back();
      for (int i = 0; i < 250; ++i) {
        const auto jump = static_cast<std::uint32_t>(random.below(2000));
        outcomes.push_back({kLoop + 1 + jump, is_learnt && jump % 2 == 0});
        outcomes.push_back({kInside, random.below(is_learnt ? 250 : 2) == 0});
      }
    }
    const double jumps = 16 * 500;
    const double few = mispredictions_of(groups).of_all;
    EXPECT_DOUBLE_EQ(mispredictions_of(groups, jumps).of_all, few);
    return mispredictions_of(groups, 20 * jumps).of_all / few;
  };
  EXPECT_GT(left(false), 0.9);
  EXPECT_LT(left(true), 0.6);
}

TEST(Mispredictions, OfARepeatedLaunchAreForgottenWhereTheyAreMany) {
  const auto forgotten = [](std::string_view cpu, double missed, double doubtful) {
    return forgotten_part(cpu, {2 * missed, 2 * doubtful, 0}, 2);
  };
  EXPECT_TRUE(forgotten("sapphirerapids", 500, 1e6) <= 0.05);
  EXPECT_TRUE(std::abs(forgotten("sapphirerapids", 4000, 8000) - 0.4) <= 0.05);
  EXPECT_TRUE(forgotten("sapphirerapids", 1e5, 2e5) >= 0.95);
  EXPECT_TRUE(forgotten("znver4", 8000, 16000) <= 0.15);
  EXPECT_TRUE(std::abs(forgotten("znver4", 32000, 64000) - 0.5) <= 0.17);
  EXPECT_TRUE(forgotten("znver4", 64000, 128000) >= 0.8);
  // Ends of loops of 1 to 16 trips.
  EXPECT_TRUE(std::abs(forgotten("znver4", 16000, 136000) - 0.18) <= 0.15);
  EXPECT_TRUE(std::abs(forgotten("znver4", 32000, 272000) - 0.66) <= 0.15);
}

// An EPYC 9005, whatever the jumps are (forgotten_part).
TEST(Mispredictions, AreRememberedBySoManyBits) {
  const auto forgotten = [](std::uint64_t count, const std::function<BranchTrace()>& outcomes) {
    std::vector<BranchTrace> groups;
    for (int group = 0; group < 8; ++group) {
      groups.push_back(outcomes());
    }
    const Mispredictions missed = mispredictions_of(groups);
    const auto all = static_cast<double>(count);
    return forgotten_part(
        "znver5", {all * missed.of_all, all * missed.doubtful, all * missed.surprise_bits}, 1);
  };
  std::uint64_t seed = 0;
  for (const auto& [one_in, count, part] : {std::tuple{2U, 32000U, 0.0},
                                            {2U, 64000U, 0.78},
                                            {2U, 128000U, 0.94},
                                            {20U, 64000U, 0.2},
                                            {20U, 128000U, 0.4},
                                            {20U, 256000U, 0.75}}) {
    const auto outcomes = [&, one_in = one_in] { return random_outcomes(++seed, 4000, one_in); };
    // Beside each is a jump that is always taken.
    EXPECT_TRUE(std::abs(forgotten(2ULL * count, outcomes) - part) <= 0.25)
        << one_in << ' ' << count;
  }
  Random random(5);
  for (const auto& [most, count, part] : {std::tuple{4U, 40000U, 0.05},
                                          {4U, 80000U, 0.83},
                                          {16U, 69000U, 0.04},
                                          {16U, 136000U, 0.72}}) {
    const auto loops = [&, most = most] {
      BranchTrace outcomes;
      while (outcomes.size() < 4000) {
        const std::uint64_t trips = 1 + random.below(most);
        for (std::uint64_t trip = 1; trip <= trips; ++trip) {
          outcomes.push_back(BranchOutcome(kLoop, trip < trips));
        }
      }
      return outcomes;
    };
    EXPECT_TRUE(std::abs(forgotten(count, loops) - part) <= 0.25) << most << ' ' << count;
  }
}

TEST(Mispredictions, NoneWhereNothingVariesOrNothingIsCounted) {
  EXPECT_EQ(mispredictions_of(std::vector<BranchTrace>()).of_all, 0);
  const std::vector<BranchTrace> groups(4, BranchTrace(100, BranchOutcome(kLoop, true)));
  EXPECT_EQ(mispredictions_of(groups).of_all, 0);
  EXPECT_EQ(mispredictions_of(std::vector<BranchTrace>(3)).of_all, 0);
}

}  // namespace
}  // namespace clgauge::lens
