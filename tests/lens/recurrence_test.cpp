// What a loop waits for from round to round, against a search of all its circles.
#include "lens/throughput/recurrence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "lens/throughput/components.h"

namespace clgauge::lens {
namespace {

using ::testing::ElementsAre;

constexpr double kCloseCycles = 0.01;  // cycles

TEST(Recurrence, IsTheDearestCircleByItsRounds) {
  EXPECT_EQ(recurrence_cycles(2, {}), 0);
  EXPECT_EQ(recurrence_cycles(2, std::array{Dependence{0, 1, 5, 0}}), 0);  // no circle
  const std::vector<Dependence> two = {{0, 1, 4, 0}, {1, 0, 3, 1}, {1, 1, 6, 1}};
  EXPECT_NEAR(recurrence_cycles(2, two), 7, kCloseCycles);
  const std::vector<Dependence> far = {{0, 1, 4, 0}, {1, 0, 3, 4}, {1, 1, 1, 1}};
  EXPECT_NEAR(recurrence_cycles(2, far), 7.0 / 4, kCloseCycles);
}

// Calls `found(members, cycles a round)` for every circle of a small graph.
template <class Found>
void search_circles(std::size_t instructions, const std::vector<Dependence>& dependences,
                    Found found) {
  std::vector<std::uint32_t> way;
  std::vector<bool> is_visited(instructions, false);
  const auto extend = [&](auto&& self, std::uint32_t first, std::uint32_t at, double cycles,
                          double rounds) -> void {
    for (const Dependence& one : dependences) {
      if (one.from != at || one.to < first) {
        continue;
      }
      if (one.to == first) {
        found(way, (cycles + one.cycles) / (rounds + one.rounds));
      } else if (!is_visited[one.to]) {
        is_visited[one.to] = true;
        way.push_back(one.to);
        self(self, first, one.to, cycles + one.cycles, rounds + one.rounds);
        way.pop_back();
        is_visited[one.to] = false;
      }
    }
  };
  for (std::uint32_t first = 0; first < instructions; ++first) {
    way = {first};
    extend(extend, first, first, 0, 0);
  }
}

// Within a round only forwards: every circle spans one.
std::vector<Dependence> random_dependences(std::uint32_t instructions, std::mt19937_64& random) {
  std::vector<Dependence> dependences;
  for (int i = 0; i < 12; ++i) {
    const auto from = static_cast<std::uint32_t>(random() % instructions);
    const auto to = static_cast<std::uint32_t>(random() % instructions);
    const auto back = static_cast<std::uint32_t>(random() % 3);
    dependences.push_back(
        {from, to, static_cast<double>(random() % 10), from < to ? back : back + 1});
  }
  return dependences;
}

TEST(Recurrence, AgreesWithASearchOfAllCircles) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 200; ++round) {
    constexpr std::uint32_t kInstructions = 6;
    const std::vector<Dependence> dependences = random_dependences(kInstructions, random);
    double dearest = 0;
    search_circles(kInstructions, dependences,
                   [&](const auto&, double cycles) { dearest = std::max(dearest, cycles); });
    ASSERT_NEAR(recurrence_cycles(kInstructions, dependences), dearest, kCloseCycles)
        << "round " << round;
  }
}

TEST(HeldUpByCircles, IsWhatIsPartOfALongOneOrWaitsForIt) {
  // 0: a counter of one cycle, which 1 loads by; 1 to 2 and 2 to itself: a sum; 3 waits for it.
  const std::vector<Dependence> sum = {
      {0, 0, 1, 1}, {0, 1, 1, 0}, {1, 2, 5, 0}, {2, 2, 4, 1}, {2, 3, 4, 0}};
  EXPECT_THAT(held_up_by_circles(4, 4, sum), ElementsAre(false, false, true, true));
  EXPECT_THAT(held_up_by_circles(0, 2, {}), ElementsAre(false, false));
}

TEST(HeldUpByCircles, AgreesWithASearchOfAllCircles) {
  std::mt19937_64 random(13);
  int with_circles = 0;
  for (int round = 0; round < 200; ++round) {
    constexpr std::uint32_t kInstructions = 6;
    const std::vector<Dependence> dependences = random_dependences(kInstructions, random);
    const double dearest = recurrence_cycles(kInstructions, dependences);
    if (dearest == 0) {
      continue;
    }
    ++with_circles;
    // Those that share a component with a long circle are held up by it wherever they stand.
    std::vector<bool> held_up(kInstructions, false);
    search_circles(kInstructions, dependences,
                   [&](const std::vector<std::uint32_t>& members, double cycles) {
                     for (const std::uint32_t member : members) {
                       held_up[member] = held_up[member] || cycles > 0.9 * dearest + kCloseCycles;
                     }
                   });
    for (std::uint32_t pass = 0; pass < kInstructions; ++pass) {
      for (const Dependence& one : dependences) {
        held_up[one.to] = held_up[one.to] || held_up[one.from];
      }
    }
    ASSERT_EQ(held_up_by_circles(dearest, kInstructions, dependences), held_up)
        << "round " << round;
  }
  EXPECT_GE(with_circles, 100);
}

TEST(StrongComponents, AreThoseThatReachEachOther) {
  std::mt19937_64 random(17);
  for (int round = 0; round < 200; ++round) {
    constexpr std::uint32_t kInstructions = 8;
    const std::vector<Dependence> dependences = random_dependences(kInstructions, random);
    std::array<std::array<bool, kInstructions>, kInstructions> leads{};
    for (std::uint32_t i = 0; i < kInstructions; ++i) {
      leads[i][i] = true;
    }
    for (const Dependence& one : dependences) {
      leads[one.from][one.to] = true;
    }
    for (std::uint32_t through = 0; through < kInstructions; ++through) {
      for (std::uint32_t from = 0; from < kInstructions; ++from) {
        for (std::uint32_t to = 0; to < kInstructions; ++to) {
          leads[from][to] = leads[from][to] || (leads[from][through] && leads[through][to]);
        }
      }
    }
    const std::vector<std::uint32_t> component = strong_components(kInstructions, dependences);
    for (std::uint32_t a = 0; a < kInstructions; ++a) {
      for (std::uint32_t b = 0; b < kInstructions; ++b) {
        ASSERT_EQ(component[a] == component[b], leads[a][b] && leads[b][a]) << "round " << round;
      }
    }
  }
}

}  // namespace
}  // namespace clgauge::lens
