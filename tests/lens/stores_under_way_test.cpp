// Stores that are still on their way to the first cache, and loads that meet them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "accesses.h"
#include "lens/traffic/lost_stores.h"
#include "lens/traffic/set_turnover.h"
#include "lens/traffic/stores_in_flight.h"

namespace clgauge::lens {
namespace {

TEST(HierarchySimulator, LoadsMeetTheStoresThatAreStillUnderWay) {
  constexpr std::uint64_t kPlace = 1U << 20U;
  const auto after_a_store = [](std::uint64_t address, std::uint32_t bytes, int between) {
    AccessTrace trace = {store(kPlace + 32, 32)};
    for (int i = 0; i < between; ++i) {
      trace.push_back(load(kPlace + 1024 + 4 * static_cast<std::uint64_t>(i)));
    }
    trace.push_back(load(address, bytes));
    const HierarchyCounts counts = run(trace);
    return std::array{counts.forwarded_loads, counts.blocked_loads, counts.aliased_loads};
  };
  using Conflicts = std::array<std::uint64_t, 3>;
  EXPECT_EQ(after_a_store(kPlace + 32, 32, 0), (Conflicts{1, 0, 0}));
  EXPECT_EQ(after_a_store(kPlace + 60, 4, 0), (Conflicts{1, 0, 0}));
  EXPECT_EQ(after_a_store(kPlace + 60, 8, 0), (Conflicts{0, 1, 0}));
  EXPECT_EQ(after_a_store(kPlace + 64, 8, 0), (Conflicts{0, 0, 0}));
  EXPECT_EQ(after_a_store(kPlace + 32 + 4096, 32, 0), (Conflicts{0, 0, 1}));
  EXPECT_EQ(after_a_store(5 * kPlace + 28, 32, 0), (Conflicts{0, 0, 1}));
  EXPECT_EQ(after_a_store(kPlace + 32, 32, 100), (Conflicts{0, 0, 0}));
}

TEST(HierarchySimulator, StoresOfSomeLanesOrOfTwoLinesForwardNothing) {
  constexpr std::uint64_t kPlace = 1U << 20U;
  const auto blocked = [](const Access& first) {
    return run({first, load(first.address, first.bytes)}).blocked_loads;
  };
  EXPECT_EQ(blocked(store(kPlace, 32)), 0U);
  EXPECT_EQ(blocked(store(kPlace + 48, 32)), 1U);
}

TEST(HierarchySimulator, SomeCoresForwardStoresOfTwoLines) {
  HierarchyShape shape;
  shape.forwards_split_stores = true;
  HierarchySimulator simulator(shape, kWindow);
  HierarchyCounts counts;
  const AccessTrace trace = {store(48, 32), load(48, 32), load(72, 32)};
  simulator.run(trace, counts, nullptr);
  EXPECT_EQ(counts.forwarded_loads, 1U);
  EXPECT_EQ(counts.blocked_loads, 1U) << "a part of it is elsewhere";
}

// A vector of 64 bytes is stored in halves.
TEST(HierarchySimulator, ALoadFindsWhatItWantsInOneHalfOfAStoreOrInBothWhole) {
  HierarchyShape shape;
  shape.forwards_split_stores = true;
  const auto is_forwarded = [&](std::uint64_t stored, std::uint64_t loaded, std::uint32_t bytes) {
    HierarchySimulator simulator(shape, kWindow);
    HierarchyCounts counts;
    simulator.run(AccessTrace{store(stored, 64), load(loaded, bytes)}, counts, nullptr);
    return counts.forwarded_loads == 1 && counts.blocked_loads == 0;
  };
  EXPECT_TRUE(is_forwarded(4, 4, 32));
  EXPECT_TRUE(is_forwarded(4, 36, 32));
  EXPECT_TRUE(is_forwarded(4, 60, 4));
  EXPECT_TRUE(is_forwarded(64, 64, 64));
  EXPECT_TRUE(is_forwarded(32, 32, 64)) << "of two lines";
  EXPECT_FALSE(is_forwarded(4, 4, 64));
  EXPECT_FALSE(is_forwarded(64, 72, 32));
  EXPECT_FALSE(is_forwarded(64, 88, 16));
}

// Stores of four bytes, then loads of eight.
TEST(HierarchySimulator, BlockedLoadsWaitTogetherForStoresThatCameBeforeThem) {
  const auto waits = [](std::uint64_t pairs, std::uint64_t together, std::uint64_t loads) {
    AccessTrace trace;
    for (std::uint64_t first = 0; first < pairs; first += together) {
      for (std::uint64_t i = first; i < first + together; ++i) {
        trace.push_back(store(64 * i, 4));
      }
      for (std::uint64_t i = first; i < first + together; ++i) {
        trace.insert(trace.end(), loads, load(64 * i, 8));
      }
    }
    const HierarchyCounts counts = run(trace);
    EXPECT_EQ(counts.blocked_loads, pairs * loads);
    return counts.blocked_waits;
  };
  EXPECT_EQ(waits(8, 1, 1), 8U);
  EXPECT_EQ(waits(8, 1, 4), 8U);
  EXPECT_EQ(waits(8, 8, 1), 1U);
  EXPECT_EQ(waits(8, 4, 4), 2U);
}

// A store of eight lanes of which the first is active, or none.
TEST(HierarchySimulator, WhatAMaskCoversHoldsLoadsUp) {
  constexpr std::uint64_t kPlace = 1U << 20U;
  Access cover = store(kPlace, 32);
  cover.is_cover = true;
  Access active = store(kPlace, 4);
  active.is_masked = true;
  for (const AccessTrace& stored : {AccessTrace{cover, active}, AccessTrace{cover}}) {
    for (const std::uint64_t at : {0U, 4U, 28U, 32U}) {
      AccessTrace trace = stored;
      trace.push_back(load(kPlace + at, 4));
      const HierarchyCounts counts = run(trace);
      EXPECT_EQ(counts.blocked_loads, at < 32 ? 1U : 0U) << at;
      EXPECT_EQ(counts.accesses, stored.size()) << "a cover is no access";
    }
  }
  EXPECT_EQ(run({cover}).l1_misses, MissCounts{});
}

// As an Emerald Rapids was timed (core_waits.cpp): rounds of lines 4 KiB apart, over so many sets.
TEST(HierarchySimulator, SomeCoresLoseTheNewLinesOfStoresAndNoLoadWaitsForASet) {
  HierarchyShape shape;
  shape.l1 = {49152, 64, 12, Replacement::half_random};
  shape.l2 = {2097152, 64, 16, Replacement::half_random, true};
  shape.waits = core_waits("sapphirerapids");
  const auto conflicts = [&](std::uint64_t sets, auto&& add_round) {
    const std::uint64_t lines = std::max<std::uint64_t>(128, 20 * sets);
    AccessTrace trace;
    for (int round = 0; round < 20; ++round) {
      for (std::uint64_t line = 0; line < lines; ++line) {
        add_round(trace, line / sets * 4096 + line % sets * 64);
      }
    }
    constexpr std::uint64_t kOfFiveEach = 256 / 5;
    HierarchySimulator simulator(shape, kOfFiveEach);
    HierarchyCounts counts;
    simulator.run(trace, counts, nullptr);
    return counts.l1_conflicts / static_cast<double>(20 * lines);
  };
  const auto stored = [](AccessTrace& trace, std::uint64_t at) { trace.push_back(store(at)); };
  const auto loaded = [](AccessTrace& trace, std::uint64_t at) { trace.push_back(load(at)); };
  const auto both = [](AccessTrace& trace, std::uint64_t at) {
    trace.insert(trace.end(), {load(at), store(at)});
  };
  const auto to_one_line = [](AccessTrace& trace, std::uint64_t at) {
    trace.insert(trace.end(), {load(at), store(1U << 24U)});
  };
  const auto lanes = [](AccessTrace& trace, std::uint64_t at) {
    trace.insert(trace.end(), {store(at), store(at + 4), store(at + 8), store(at + 12)});
  };
  EXPECT_NEAR(conflicts(1, stored), 5, 0.1);
  EXPECT_NEAR(conflicts(4, stored), 2.9, 0.2) << "lines of other sets come back meanwhile";
  EXPECT_LT(conflicts(16, stored), 0.1);
  EXPECT_NEAR(conflicts(1, both), 5, 0.1);
  EXPECT_LT(conflicts(64, both), 0.1);
  EXPECT_EQ(conflicts(1, loaded), 0);
  EXPECT_LT(conflicts(1, to_one_line), 0.1);
  EXPECT_NEAR(conflicts(1, lanes), 5, 0.1) << "once a line";
  EXPECT_EQ(core_waits("znver4").lost_store, 0);
}

// How many of its own others a lost line is worth, where stores go to so many sets by turns.
TEST(LostStores, WaitLessWhereOthersOfOtherSetsWait) {
  const auto part = [](std::uint64_t sets, std::uint32_t bytes) {
    LostStores stores(112);
    double last = 0;
    for (std::uint64_t now = 0; now < 64; ++now) {
      last = stores.add(now % sets, true, now, bytes);
    }
    return last;
  };
  for (const std::uint32_t bytes : {8U, 64U}) {
    EXPECT_EQ(part(1, bytes), 1);
    EXPECT_NEAR(part(2, bytes), 0.75, 0.05);
    EXPECT_EQ(part(16, bytes), 0);
  }
  EXPECT_NEAR(part(8, 8), 0.5, 0.01);
  EXPECT_NEAR(part(8, 64), 0.4, 0.01);
  EXPECT_EQ(LostStores(112).add(0, false, 0, 8), 0) << "not lost";
}

TEST(SetTurnover, TakesAsManyOtherLinesAsTheSetHoldsNewOnesOrNot) {
  constexpr std::uint64_t kWays = 4;
  SetTurnover turnover({4096, 64, kWays, Replacement::lru}, 16);
  std::uint64_t now = 100;
  for (std::uint64_t line = 0; line < kWays; ++line) {
    EXPECT_FALSE(turnover.turned_over(3, now, 50));
    turnover.add(3, line, now++);
  }
  EXPECT_TRUE(turnover.turned_over(3, now, kWays));
  EXPECT_FALSE(turnover.turned_over(3, now, kWays - 1)) << "one of them came before the window";
  EXPECT_FALSE(turnover.turned_over(2, now, 50)) << "another set";
  turnover.add(3, kWays - 1, now++);
  EXPECT_FALSE(turnover.turned_over(3, now, kWays)) << "the same line twice is one";
  for (std::uint64_t line = 0; line < kWays; ++line) {
    turnover.add(3, line, now++);
  }
  EXPECT_TRUE(turnover.turned_over(3, now, kWays)) << "lines that were there";
}

TEST(LostStores, ThatWaitFillTheirQueueWhichOutlastsTheWindow) {
  constexpr std::uint64_t kQueued = 10;
  constexpr std::uint64_t kWindow = 20;
  constexpr std::uint64_t kBetween = 4;  // accesses from one store to the next
  LostStores stores(kQueued);
  std::uint64_t now = 0;
  const auto add = [&](bool is_lost) { stores.add(0, is_lost, now += kBetween, 8); };
  for (std::uint64_t i = 0; i < 2 * kQueued; ++i) {
    add(false);
  }
  EXPECT_EQ(stores.window(now + kBetween, kWindow), kWindow);
  add(true);
  EXPECT_EQ(stores.window(now + kBetween, kWindow), kQueued * kBetween);
  EXPECT_EQ(stores.window(now + kBetween, 100), 100U) << "the core's own";
  for (std::uint64_t i = 0; i < kQueued; ++i) {
    add(false);
  }
  EXPECT_EQ(stores.window(now + kBetween, kWindow), kWindow);
}

TEST(StoresInFlight, TakeLongerByTheLinesThatWereCalledForMeanwhile) {
  constexpr std::uint64_t kWindow = 100;
  constexpr std::uint64_t kSet = 5;
  const auto times = [](std::uint64_t lines, bool was_missing, std::uint32_t bytes) {
    StoresInFlight stores(64, kWindow);
    stores.add(64 * kSet, kSet, true, was_missing, 0);
    std::uint64_t now = 0;
    for (std::uint64_t i = 1; i <= 2 * lines; ++i) {  // each twice
      const std::uint64_t line = kSet + 64 * (i % lines);
      stores.call(64 * line, bytes, line, kSet, ++now);
    }
    double sum = 0;
    unsigned done = 0;
    stores.each_done(kWindow - 1, [&](const auto& /*store*/) { ++done; });
    EXPECT_EQ(done, 0U);
    stores.each_done(kWindow, [&](const auto& store) {
      sum += stores.times_to_come_back(store, kSet);
      ++done;
    });
    EXPECT_EQ(done, 1U);
    return sum;
  };
  EXPECT_NEAR(times(8, false, 8), 2 + 0.5 * 8, 0.01);
  EXPECT_NEAR(times(8, true, 8), 2 + 0.3 * 8, 0.01);
  EXPECT_NEAR(times(16, false, 8), 2 + 0.5 * 16, 0.6);  // hashes may collide
  EXPECT_GT(times(48, false, 8), times(48, false, 32)) << "narrow loads wait for the store";
  EXPECT_GT(times(48, false, 32), times(48, true, 32));
}

TEST(StoresInFlight, AreSoManyAtATime) {
  StoresInFlight stores(64, 1000);
  std::uint64_t done = 0;
  for (std::uint64_t i = 0; i < 100; ++i) {
    stores.add(64 * i, i, true, false, i);
    stores.each_done(i, [&](const auto& store) { EXPECT_EQ(store.line, done++); });
  }
  EXPECT_EQ(done, 37U);
}

// However many lines they go to: both of a store's come when its turn does.
TEST(StoresInFlight, OfTwoLinesAreAsMany) {
  StoresInFlight stores(64, 1000);
  std::uint64_t lines = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    for (const bool begins : {true, false}) {
      const std::uint64_t line = 2 * i + (begins ? 0U : 1U);
      stores.add(64 * line, line, begins, false, i);
    }
    stores.each_done(i, [&](const auto& store) { EXPECT_EQ(store.line, lines++); });
  }
  EXPECT_EQ(lines, 2 * (200U - 63U));
}

TEST(StoresInFlight, AreLateBehindOneThatWaits) {
  constexpr std::uint64_t kWindow = 100;
  constexpr std::uint64_t kMost = 400;
  const auto done_after = [](double waits) {
    StoresInFlight stores(64, kWindow, {}, {.entries = 104, .most_accesses = kMost});
    constexpr std::uint64_t kStored = 1000;  // the launch has begun long ago
    stores.hold_up(waits, kStored);
    stores.add(0, 0, true, false, kStored);
    std::uint64_t now = kStored;
    while (!stores.any_done(now)) {
      ++now;
    }
    return now - kStored;
  };
  EXPECT_EQ(done_after(0), kWindow);
  EXPECT_EQ(done_after(60), kWindow);
  EXPECT_EQ(done_after(200), kWindow + 50) << "others go on meanwhile";
  EXPECT_EQ(done_after(10000), kWindow + (kMost - kWindow) / 2);
}

TEST(StoresInFlight, WideOnesTakeSeveralPlaces) {
  const auto left = [](std::uint32_t bytes) {
    StoresInFlight stores(64, 1000, {}, {.entries = 64, .entry_bytes = 32});
    std::uint64_t done = 0;
    for (std::uint64_t i = 0; i < 100; ++i) {
      stores.add(64 * i, i, true, false, i, bytes);
      stores.each_done(i, [&](const auto& /*store*/) { ++done; });
    }
    return 100 - done;
  };
  EXPECT_EQ(left(32), 63U);
  EXPECT_EQ(left(64), 32U);
}

// A Zen 5's, which exchanges rows: once stores wait they fill their queue, and lose their lines in
// sets that the core's window alone does not turn over.
TEST(HierarchySimulator, StoresThatWaitLoseTheirLinesInEightSets) {
  HierarchyShape shape;
  shape.l1 = {49152, 64, 12, Replacement::lru};
  shape.l2 = {1048576, 64, 16, Replacement::half_random, true};
  shape.waits = core_waits("znver5");
  const auto conflicts = [&](std::uint64_t pitch, double micro_ops, double cycles) {
    constexpr std::uint64_t kRows = 64;
    constexpr std::uint64_t kColumns = 128;
    AccessTrace trace;
    for (std::uint64_t at = 0; at < 8 * kColumns; at += 8) {
      for (std::uint64_t row = 0; row < kRows; ++row) {
        const std::uint64_t other = at + (kRows + row) * pitch;
        trace.insert(trace.end(), {load(at + row * pitch, 8), load(other, 8),
                                   store(at + row * pitch, 8), store(other, 8)});
      }
    }
    const auto window = static_cast<std::uint64_t>(224 * 4 / micro_ops);
    HierarchySimulator simulator(shape, window, {}, cycles / 4);
    HierarchyCounts counts;
    simulator.run(trace, counts, nullptr);
    return counts.l1_conflicts / (kRows * kColumns);
  };
  EXPECT_GT(conflicts(4608, 10, 2.2), 3);
  EXPECT_LT(conflicts(4608, 42, 6.8), 0.5) << "too little is late for that";
  EXPECT_LT(conflicts(4352, 10, 2.2), 0.5) << "sixteen sets";
  EXPECT_GT(conflicts(4096, 74, 11), conflicts(4608, 10, 2.2));
}

TEST(HierarchySimulator, LanesOfAGatherWaitLessForLinesThatComeAhead) {
  HierarchyShape shape;
  shape.l1 = {49152, 64, 12, Replacement::half_random};
  shape.waits = core_waits("sapphirerapids");
  shape.waits.replayed_translation_cycles = 0;
  // Of sixteen gathers, each of a line, that far apart: for one of them.
  const auto cycles = [&](std::uint64_t bytes_apart) {
    AccessTrace trace;
    for (std::uint64_t gather = 0; gather < 16; ++gather) {
      for (std::uint64_t lane = 0; lane < 16; ++lane) {
        trace.push_back(load((1U << 20U) + bytes_apart * gather + 4 * lane));
        trace.back().is_gathered = true;
      }
    }
    HierarchySimulator simulator(shape, 40);
    HierarchyCounts counts;
    simulator.run(trace, counts, nullptr);
    return counts.replayed_lane_cycles / 16;
  };
  const double all = 15 * shape.waits.replayed_lane_cycles;
  EXPECT_LT(cycles(64), 0.1 * all);
  EXPECT_NEAR(cycles(1024), all / 2, 0.05 * all);
  EXPECT_NEAR(cycles(2048), all, 1e-9);
  EXPECT_NEAR(cycles(6208), all, 1e-9);
}

}  // namespace
}  // namespace clgauge::lens
