// Lines that an Emerald Rapids waits for, as timed (core_waits.cpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "accesses.h"
#include "lens/traffic/core_waits.h"
#include "lens/traffic/launch_traffic.h"

namespace clgauge::lens {
namespace {

HierarchyShape golden_cove() {
  HierarchyShape shape;
  shape.l1 = {49152, 64, 12, Replacement::half_random};
  shape.l2 = {2097152, 64, 16, Replacement::half_random, true};
  shape.waits = core_waits("sapphirerapids");
  return shape;
}

HierarchyCounts run_on(const AccessTrace& trace, std::uint64_t window) {
  HierarchySimulator simulator(golden_cove(), window);
  HierarchyCounts counts;
  simulator.run(trace, counts, nullptr);
  return counts;
}

// Which part of the loads of a walk by this stride the core waits for, so many of them a window.
double waits_of_walk(std::uint64_t stride, std::uint64_t window) {
  constexpr std::uint64_t kLoads = 4000;
  AccessTrace trace;
  for (std::uint64_t i = 0; i < kLoads; ++i) {
    trace.push_back(load(i * stride));
  }
  return static_cast<double>(run_on(trace, window).l2_misses[load_leading]) / kLoads;
}

TEST(GoldenCoveLines, OneLineOfAStrideIsFetchedAhead) {
  constexpr std::uint64_t kAlone = 1;  // each load fills the window
  EXPECT_LT(waits_of_walk(64, kAlone), 0.01) << "a stream";
  EXPECT_LT(waits_of_walk(128, kAlone), 0.01) << "of every other line";
  EXPECT_NEAR(waits_of_walk(6208, kAlone), 0.5, 0.01);
  EXPECT_NEAR(waits_of_walk(32704, kAlone), 0.5, 0.01);
  EXPECT_NEAR(waits_of_walk(32768, kAlone), 1, 0.01);
  EXPECT_NEAR(waits_of_walk(64000, kAlone), 1, 0.01);
  // Four of them wait together.
  EXPECT_NEAR(waits_of_walk(64000, 4), 1.0 / 4, 0.01);
  EXPECT_NEAR(waits_of_walk(6208, 4), 1.0 / 5, 0.01);
}

TEST(GoldenCoveLines, LoadsJoinALineOnItsWay) {
  AccessTrace trace;
  for (std::uint64_t line = 0; line < 1000; ++line) {
    for (std::uint64_t element = 0; element < 8; ++element) {
      trace.push_back(load(64 * line + 8 * element));
    }
  }
  EXPECT_EQ(run_on(trace, 100).joined_loads, 7000);
  AccessTrace again;  // of lines that are there
  for (std::uint64_t i = 0; i < 8000; ++i) {
    again.push_back(load(64 * (i % 100)));
  }
  EXPECT_LT(run_on(again, 100).joined_loads, 10);
}

TEST(GoldenCoveLines, AnOverlappedLoadMayEndTheWindow) {
  AccessTrace trace;
  std::mt19937_64 random(7);
  for (int i = 0; i < 2000; ++i) {
    for (const std::uint32_t instruction : {0U, 1U}) {
      trace.push_back(load(64 * (random() % (1U << 26U))));
      trace.back().instruction = instruction;
    }
  }
  const auto leading = [&](std::uint64_t window_of_second) {
    HierarchySimulator simulator(golden_cove(), 40);
    simulator.shorten_window(1, window_of_second);
    HierarchyCounts counts;
    simulator.run(trace, counts, nullptr);
    return static_cast<double>(counts.l2_misses[load_leading]) / 2000;
  };
  EXPECT_NEAR(leading(40), 1.0 / 20, 0.01);
  EXPECT_NEAR(leading(10), 1.0 / 5, 0.02);
  EXPECT_NEAR(leading(1), 1, 0.01);
}

// What is left of each wait for the last cache: loads of new lines in any order, so many lines
// apart on average, four of which fill a window that computes for so many cycles.
double part_of_waits(std::uint64_t lines_apart, bool is_gathered, double cycles_of_window) {
  constexpr std::uint64_t kLoads = 512;
  std::mt19937 engine(3);
  std::vector<std::uint64_t> lines;
  for (std::uint64_t i = 0; i < 16 * kLoads; ++i) {
    lines.push_back(i * lines_apart);
  }
  constexpr std::ptrdiff_t kNear = 128;  // whose order is by chance
  for (auto first = lines.begin(); first != lines.end(); first += kNear) {
    std::shuffle(first, first + kNear, engine);
  }
  SampledGroups sample;
  sample.groups = {1000, 1, 1};
  for (std::uint64_t g = 0; g < 16; ++g) {
    AccessTrace trace;
    for (std::uint64_t i = 0; i < kLoads; ++i) {
      Access access = load((1ULL << 32U) + 64 * lines[g * kLoads + i]);
      access.is_gathered = is_gathered;
      trace.push_back(access);
    }
    sample.consecutive.push_back(trace);
  }
  sample.micro_ops_per_access = 96;
  sample.cycles_per_micro_op = cycles_of_window / (4 * sample.micro_ops_per_access);
  const LaunchTraffic traffic = traffic_of(sample, golden_cove());
  double waits = 0;
  double leading = 0;
  for (std::size_t reuse = 0; reuse < kReuses; ++reuse) {
    waits += traffic.near_waits.at(reuse);
    leading += traffic.beyond_l2.at(reuse)[load_leading] +
               traffic.beyond_l2.at(reuse)[load_gathered_leading];
  }
  EXPECT_GT(leading, 50);
  return waits / leading;
}

TEST(GoldenCoveLines, WaitsForTheLastCacheAreShorterBesideMissedLinesAndBehindWork) {
  EXPECT_NEAR(part_of_waits(640, false, 0), 1, 0.01);
  EXPECT_NEAR(part_of_waits(640, false, 100), 0.75, 0.01);
  EXPECT_NEAR(part_of_waits(640, false, 1000), 0, 0.01);
  EXPECT_NEAR(part_of_waits(640, true, 0), 0.5, 0.01);
  // The first lines of a neighbourhood lie alone.
  EXPECT_NEAR(part_of_waits(7, false, 0), 0.57, 0.07);
}

// A store that misses, so many that hit, and so on. 12 to 20 ns a miss with none to four between,
// 38 to 62 with eight to 32, 100 and more from 96 on, where a line takes 100.
TEST(GoldenCoveLines, FewStoresCallForTheirLinesAhead) {
  const auto waits = [](int between) {
    AccessTrace trace;
    for (std::uint64_t i = 0; i < 2000; ++i) {
      trace.push_back(store((i + 1) * 64000, 64));
      for (int k = 0; k < between; ++k) {
        trace.push_back(store(64 * static_cast<std::uint64_t>(k % 8), 64));
      }
    }
    return static_cast<double>(run_on(trace, 64).l2_misses[store_leading]) / 2000;
  };
  EXPECT_LT(waits(0), 0.1);
  EXPECT_NEAR(waits(4), 0.2, 0.05);
  EXPECT_NEAR(waits(8), 0.33, 0.06);
  EXPECT_NEAR(waits(16), 0.5, 0.05);
  EXPECT_NEAR(waits(32), 0.5, 0.05);
  EXPECT_NEAR(waits(128), 1, 0.05);
}

TEST(GoldenCove, LinesThatCoresTakeFromEachOtherComeTogetherWhereTheyAreMany) {
  const CoreWaits waits = core_waits("sapphirerapids");
  EXPECT_EQ(contended_wait(waits, {0, 10}), 1);
  EXPECT_EQ(contended_wait(waits, {16, 10}), 1);
  EXPECT_TRUE(std::abs(contended_wait(waits, {256, 10}) - 0.25) <= 1e-9);
  EXPECT_EQ(contended_wait(core_waits("znver2"), {1e6, 10}), 1) << "not timed";
}

// As two cores were timed (core_waits.cpp), 27 ns an update where they are at it all the time.
TEST(GoldenCove, ALineIsWaitedForOnceAVisitWhereTheOtherCoreIsSeldomAtIt) {
  const CoreWaits waits = core_waits("sapphirerapids");
  const auto part = [&](double updates, double other_nanoseconds) {
    return contended_part(waits, updates,
                          waits.contended.priced_cycles + 3.1 * other_nanoseconds / updates, 1);
  };
  EXPECT_EQ(part(1, 1000), 1);
  EXPECT_EQ(part(16, 20), 1);
  EXPECT_NEAR(part(16, 1000), 0.1, 0.02);
  EXPECT_NEAR(part(64, 1000), 0.03, 0.02);
  EXPECT_GT(part(16, 160), 0.7);
  EXPECT_EQ(contended_part(core_waits("znver2"), 64, 1e6, 1), 1) << "not timed";
  // Of 16 updates by turns to one line, and to so many.
  EXPECT_EQ(contended_part(waits, 16, 0, 1), 1);
  EXPECT_LT(contended_part(waits, 16, 0, 4), 0.5);
  EXPECT_LT(contended_part(waits, 16, 0, 16), 0.1);
  EXPECT_EQ(contended_part(waits, 1, 0, 16), 1);
}

// Chains of loads, each from a page of its own: one takes 12.5 ns where two take 9, four 5.3, eight
// and sixteen 4 to 4.5 each.
TEST(GoldenCoveLines, FourPagesAreWalkedToAtOnce) {
  const auto waits = [](std::uint64_t walks_of_window) {
    constexpr std::uint64_t kWindow = 64;
    constexpr std::uint64_t kWindows = 500;
    AccessTrace trace;
    for (std::uint64_t window = 0; window < kWindows; ++window) {
      for (std::uint64_t i = 0; i < kWindow; ++i) {
        const std::uint64_t page = i < walks_of_window ? 16 * (window * walks_of_window + i) : 0;
        trace.push_back(load((page << 12U) + 64 * (page % 61)));
      }
    }
    return run_on(trace, kWindow).first_walks.leading / static_cast<double>(kWindows);
  };
  EXPECT_NEAR(waits(1), 3.0 / 4, 0.02);
  EXPECT_NEAR(waits(2), 2.0 / 4, 0.02);
  EXPECT_NEAR(waits(8), 0, 0.02);
}

}  // namespace
}  // namespace clgauge::lens
