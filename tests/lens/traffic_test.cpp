#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <list>
#include <map>
#include <numeric>
#include <random>

#include "base/error.h"
#include "lens/traffic/launch_traffic.h"

namespace clgauge::lens {
namespace {

// The oracle: every set a list, newest first.
class ListCache {
 public:
  ListCache(std::uint64_t sets, std::size_t ways) : sets_(sets), ways_(ways) {}
  bool access(std::uint64_t line) {
    std::list<std::uint64_t>& set = lists_[line % sets_];
    const std::size_t before = set.size();
    set.remove(line);
    const bool hit = set.size() < before;
    set.push_front(line);
    if (set.size() > ways_) {
      set.pop_back();
    }
    return hit;
  }

 private:
  std::uint64_t sets_;
  std::size_t ways_;
  std::map<std::uint64_t, std::list<std::uint64_t>> lists_;
};

TEST(CacheSimulator, AgreesWithListsOnRandomAccesses) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 60; ++round) {
    const std::uint64_t sets = 1 + random() % 40;
    const auto ways = static_cast<unsigned>(1 + random() % 12);
    CacheSimulator cache({sets * ways * 64, 64, ways, Replacement::lru});
    ASSERT_EQ(cache.sets(), sets);
    ListCache oracle(sets, ways);
    const std::uint64_t range = 1 + random() % (3 * sets * ways);
    for (int i = 0; i < 2000; ++i) {
      const std::uint64_t line = random() % range;
      ASSERT_EQ(cache.access(line), oracle.access(line)) << "sets " << sets << " ways " << ways;
    }
  }
}

// Share of hits of a walk around `lines` lines, after it has gone round often.
double hits_of_walk(CacheSimulator cache, std::uint64_t lines, std::uint64_t stride) {
  double hits = 0;
  constexpr int kRounds = 40;
  for (int round = 0; round < 2 * kRounds; ++round) {
    for (std::uint64_t i = 0; i < lines; ++i) {
      hits += cache.access(i * stride) && round >= kRounds ? 1 : 0;
    }
  }
  return hits / (kRounds * static_cast<double>(lines));
}

TEST(CacheSimulator, WalksThatFitHitAndLongerOnesDependOnTheReplacement) {
  for (const Replacement replacement : {Replacement::lru, Replacement::half_random}) {
    const CacheSimulator cache({32768, 64, 8, replacement});
    EXPECT_EQ(hits_of_walk(cache, 512, 1), 1);
    EXPECT_EQ(hits_of_walk(cache, 8, 64), 1);  // all in one set
    EXPECT_LT(hits_of_walk(cache, 2048, 1), 0.05);
  }
  EXPECT_EQ(hits_of_walk(CacheSimulator({32768, 64, 8, Replacement::lru}), 576, 1), 0);
  const double some =
      hits_of_walk(CacheSimulator({32768, 64, 8, Replacement::half_random}), 576, 1);
  EXPECT_GT(some, 0.3);
  EXPECT_LT(some, 0.95);
}

TEST(CacheSimulator, WhatPowersOfTwoGatherIsScattered) {
  const CacheShape plain{1 << 20, 64, 16, Replacement::lru};
  CacheShape scattered = plain;
  scattered.scatters = true;
  EXPECT_EQ(hits_of_walk(CacheSimulator(plain), 200, 1024), 0);
  EXPECT_GT(hits_of_walk(CacheSimulator(scattered), 200, 1024), 0.5);
}

// The four lowest bits of a set are the address's: lines 4 KiB apart share 128 of 2048 sets, which
// hold 1024 of them (timed on a Zen 4: 2.9 ns each up to 1024 lines, 4.7 from 2048 on).
TEST(CacheSimulator, WhatIsScatteredKeepsToItsClass) {
  const CacheSimulator cache({1 << 20, 64, 8, Replacement::half_random, true});
  EXPECT_GT(hits_of_walk(cache, 512, 64), 0.9);
  EXPECT_LT(hits_of_walk(cache, 4096, 64), 0.1);
  EXPECT_GT(hits_of_walk(cache, 4096, 65), 0.9);  // all classes by turns
}

TEST(CacheSimulator, WritesBackEachDirtyLineOnce) {
  CacheSimulator cache({4096, 64, 0, Replacement::lru});
  for (std::uint64_t line = 0; line < 1000; ++line) {
    cache.access(line, line % 4 == 0);
    cache.access(line);  // a load leaves it dirty
  }
  EXPECT_EQ(cache.write_backs(), (1000 - 64) / 4);
  cache.clear();
  EXPECT_EQ(cache.write_backs(), 0U);
}

TEST(CacheSimulator, ClearForgets) {
  CacheSimulator cache({4096, 64, 0, Replacement::lru});
  EXPECT_FALSE(cache.access(5));
  EXPECT_TRUE(cache.access(5));
  cache.clear();
  EXPECT_FALSE(cache.access(5));
}

TEST(CacheSimulator, RefusesWhatIsNoCache) {
  EXPECT_THROW(CacheSimulator({0, 64, 8, Replacement::lru}), Error);
  EXPECT_THROW(CacheSimulator({32, 64, 8, Replacement::lru}), Error);
  EXPECT_THROW(CacheSimulator({4096, 0, 8, Replacement::lru}), Error);
}

Access load(std::uint64_t address, std::uint32_t bytes = 4) {
  return {address, bytes, false, false};
}
Access store(std::uint64_t address, std::uint32_t bytes = 4) {
  return {address, bytes, true, false};
}

constexpr std::uint64_t kWindow = 64;  // accesses

HierarchyCounts run(const AccessTrace& trace) {
  HierarchySimulator simulator({}, kWindow);
  HierarchyCounts counts;
  simulator.run(trace, counts, nullptr);
  return counts;
}

TEST(HierarchySimulator, AStreamMissesEachLineAndPageOnce) {
  AccessTrace trace;
  for (std::uint64_t i = 0; i < 65536; ++i) {
    trace.push_back(load(4 * i));
  }
  const HierarchyCounts counts = run(trace);
  EXPECT_EQ(counts.accesses, 65536U);
  // Two lines show where it goes; the second one comes while the first is waited for.
  EXPECT_EQ(counts.l1_misses[load_streaming], 4094U);
  EXPECT_EQ(counts.l1_misses[load_leading], 1U);
  EXPECT_EQ(counts.l1_misses[load_overlapped], 1U);
  EXPECT_EQ(counts.l2_misses[load_streaming] + counts.l2_misses[load_crowded], 4094U);
  EXPECT_LE(counts.l2_misses[load_crowded], 8U) << "before the prefetcher gets ahead";
  EXPECT_EQ(counts.tlb1_misses, 64U);
  EXPECT_EQ(counts.split_accesses, 0U);
}

TEST(HierarchySimulator, TellsStreamsFromJumpsAndLoadsFromStores) {
  std::mt19937_64 random(5);
  AccessTrace trace;
  for (int i = 0; i < 5000; ++i) {
    trace.push_back(load(64 * (random() % (1U << 26))));
    trace.push_back(store((1ULL << 40) + 64 * static_cast<std::uint64_t>(i)));
  }
  const HierarchyCounts counts = run(trace);
  EXPECT_GE(counts.l1_misses[load_overlapped] + counts.l1_misses[load_leading], 4990U);
  EXPECT_EQ(counts.l1_misses[store_streaming], 4998U);
  EXPECT_GT(counts.tlb2_misses, 4000U);
}

TEST(HierarchySimulator, MissesWithinOneWindowWaitTogether) {
  std::mt19937_64 random(7);
  AccessTrace dense;
  AccessTrace sparse;
  for (int i = 0; i < 1024; ++i) {
    const Access jump = load((1ULL << 40) + 64 * (random() % (1U << 26)));
    dense.push_back(jump);
    sparse.push_back(jump);
    for (std::uint64_t k = 0; k < kWindow; ++k) {
      sparse.push_back(load(4 * k));  // at hand
    }
  }
  const HierarchyCounts together = run(dense);
  EXPECT_EQ(together.l2_misses[load_leading], 1024 / kWindow);
  EXPECT_GE(together.l2_misses[load_overlapped], 1000U);
  EXPECT_GE(run(sparse).l2_misses[load_leading], 1020U);
}

TEST(HierarchySimulator, NeighboursInTheSecondCacheMakeNoStreamBeyondIt) {
  // Of each of 64 pages, three lines; then, when the first cache has lost them, two and a new one.
  AccessTrace trace;
  for (const std::uint64_t first : {0U, 1U}) {
    for (std::uint64_t page = 0; page < 64; ++page) {
      for (std::uint64_t line = first; line < first + 3; ++line) {
        trace.push_back(load(4096 * page + 64 * line));
      }
    }
  }
  const HierarchyCounts counts = run(trace);
  EXPECT_GE(counts.l1_misses[load_streaming], 2U * 64U);
  const std::uint64_t streaming = counts.l2_misses[load_streaming] + counts.l2_misses[load_crowded];
  EXPECT_EQ(streaming, 64U);
  EXPECT_EQ(streaming + counts.l2_misses[load_overlapped] + counts.l2_misses[load_leading],
            4U * 64U);
}

// Streams through megabytes each, eight lines of one and then of the next.
TEST(HierarchySimulator, MoreStreamsThanAPrefetcherFollowsCrowd) {
  const auto crowded_part = [](std::uint64_t streams) {
    AccessTrace trace;
    for (std::uint64_t line = 0; line < 4096; ++line) {
      for (std::uint64_t stream = 0; line % 8 == 0 && stream < streams; ++stream) {
        for (std::uint64_t next = line; next < line + 8; ++next) {
          trace.push_back(load(stream * ((8U << 20U) + 832) + 64 * next));
        }
      }
    }
    const HierarchyCounts counts = run(trace);
    return static_cast<double>(counts.l2_misses[load_crowded]) / static_cast<double>(trace.size());
  };
  EXPECT_LE(crowded_part(12), 0.01);
  // All but the two lines of eight that show where a stream goes.
  EXPECT_GE(crowded_part(24), 0.7);
}

TEST(HierarchySimulator, MissesThatCrowdIntoOneSetAreConflicts) {
  AccessTrace crowded;
  AccessTrace spread;
  for (std::uint64_t round = 0; round < 32; ++round) {
    for (std::uint64_t i = 0; i < 64; ++i) {
      crowded.push_back(load(4096 * i));
      spread.push_back(load((4096 + 64 * 5) * i));
    }
  }
  EXPECT_GE(run(crowded).l1_conflicts, 31 * 48);
  EXPECT_EQ(run(spread).l1_conflicts, 0);
}

// Lines that a set of eight ways loses to each other, but not before all of a window have used
// them.
TEST(HierarchySimulator, ALineIsCalledForOnceAWindow) {
  HierarchyShape shape;
  shape.l1.replacement = Replacement::lru;
  const auto misses_of_turns = [&](std::uint64_t lines, std::uint64_t loads_between) {
    AccessTrace turns;
    for (std::uint64_t round = 0; round < 100; ++round) {
      for (std::uint64_t i = 0; i < lines; ++i) {
        turns.push_back(load(4096 * i));
        for (std::uint64_t other = 0; other < loads_between; ++other) {
          turns.push_back(load(64 + 4096 * (other % 8)));
        }
      }
    }
    HierarchySimulator simulator(shape, 64);
    HierarchyCounts counts;
    simulator.run(turns, counts, nullptr);
    return std::accumulate(counts.l1_misses.begin(), counts.l1_misses.end(), std::uint64_t{0});
  };
  EXPECT_EQ(misses_of_turns(8, 0), 8U);
  EXPECT_LE(misses_of_turns(9, 0), 9 * 100 / 6);     // 64 loads: seven rounds
  EXPECT_GE(misses_of_turns(9, 16), 9 * 100 * 0.9);  // a round is longer than a window
}

// Cycles a line, where one comes every two, of a walk to `sets` sets by turns, `at_once` lines of
// each before the next one's. The processor's are in set_queues.h.
double cycles_a_line(std::uint64_t sets, std::uint64_t at_once) {
  constexpr std::uint64_t kLines = 1U << 16U;
  SetQueues queues(64);
  double waits = 0;
  for (std::uint64_t line = 0; line < kLines; ++line) {
    waits += queues.wait_of(line / at_once % sets);
  }
  return 2 * (1 + waits / kLines);
}

TEST(SetQueues, LinesOfFewSetsComeAsSlowlyAsTimed) {
  EXPECT_NEAR(cycles_a_line(1, 1), 10.7, 0.5);
  EXPECT_NEAR(cycles_a_line(2, 1), 8.3, 0.5);
  EXPECT_NEAR(cycles_a_line(4, 1), 4.4, 0.5);
  EXPECT_NEAR(cycles_a_line(8, 1), 2.0, 0.1);
  EXPECT_NEAR(cycles_a_line(64, 1), 2.0, 0.1);
  EXPECT_NEAR(cycles_a_line(8, 64), 9.6, 1.0);
}

TEST(SetQueues, OrderMattersLittle) {
  constexpr int kLines = 1 << 16;
  std::mt19937_64 random(3);
  for (const std::uint64_t sets : {2U, 4U, 16U}) {
    SetQueues queues(64);
    double waits = 0;
    for (int i = 0; i < kLines; ++i) {
      waits += queues.wait_of(random() % sets);
    }
    EXPECT_NEAR(2 * (1 + waits / kLines), cycles_a_line(sets, 1), 0.8) << sets;
  }
}

// Loads, and stores beside them, of `rows` rows that are `apart` bytes from each other: round and
// round, `width` values of each row at once, loads and stores `offset` bytes apart.
HierarchyCounts run_rows(std::uint64_t rows, std::uint64_t apart, std::uint64_t width,
                         std::uint64_t offset) {
  AccessTrace trace;
  for (std::uint64_t i = 0; i < 4 * rows; ++i) {
    const std::uint64_t row = (i % rows) * apart;
    for (std::uint64_t x = 0; x < width; ++x) {
      trace.push_back(load(offset + row + 4 * x));
    }
    for (std::uint64_t x = 0; x < width; ++x) {
      trace.push_back(store(row + 4 * x, 4));
    }
  }
  return run(trace);
}

TEST(HierarchySimulator, LoadsThatMissWaitForStoresOfTheSamePlaceOfAPage) {
  constexpr std::uint64_t kFar = 1U << 28U;
  // Each row waits for the one before, beyond what its set makes it wait: 20 line times less those.
  const double waits = run_rows(64, 4096, 1, 0).alias_waits / 256;
  EXPECT_GT(waits, 12);
  EXPECT_LT(waits, 20);
  EXPECT_GT(run_rows(64, 4096, 1, kFar).alias_waits, 0);
  // Loads of one row wait together.
  EXPECT_NEAR(run_rows(64, 4096, 4, 0).alias_waits / 256, waits, 0.5);
  // Rows that are no pages apart, other places of the page, lines that are there: nothing waits.
  EXPECT_EQ(run_rows(64, 4096 + 64, 1, 0).alias_waits, 0);
  EXPECT_EQ(run_rows(64, 4096, 1, kFar + 256).alias_waits, 0);
  EXPECT_LE(run_rows(6, 4096, 1, 0).alias_waits, 6 * 20);
}

TEST(HierarchySimulator, CountsAccessesThatTouchTwoLines) {
  AccessTrace trace;
  for (std::uint64_t i = 0; i < 64; ++i) {
    trace.push_back(load(16 + 32 * i, 32));  // every other one straddles
  }
  const HierarchyCounts counts = run(trace);
  EXPECT_EQ(counts.split_accesses, 32U);
  EXPECT_EQ(std::accumulate(counts.l1_misses.begin(), counts.l1_misses.end(), std::uint64_t{0}),
            33U);
}

TEST(HierarchySimulator, NonTemporalStoresPassTheCachesBy) {
  AccessTrace trace;
  for (std::uint64_t i = 0; i < 100; ++i) {
    trace.push_back({32 * i, 32, true, true});
  }
  const HierarchyCounts counts = run(trace);
  EXPECT_EQ(counts.non_temporal_lines, 50U);
  EXPECT_EQ(counts.l1_misses, MissCounts{});
}

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

// A line a lane or sixteen lanes a line: nobody sees a gather's next line coming.
TEST(HierarchySimulator, GathersAreNoStreams) {
  AccessTrace trace;
  for (std::uint64_t i = 0; i < 65536; ++i) {
    trace.push_back(load(4 * i));
    trace.back().is_gathered = true;
  }
  const HierarchyCounts counts = run(trace);
  EXPECT_EQ(counts.l1_misses[load_streaming], 0U);
  EXPECT_EQ(counts.l1_misses[load_leading] + counts.l1_misses[load_overlapped], 4096U);
}

// Far from one another: the store queue holds many whole lines, four lines of a scatter's lanes.
TEST(HierarchySimulator, StoresWaitTogetherAsFarAsTheirQueueGoes) {
  const auto leading_part = [](std::uint64_t stores_a_line, bool is_scattered) {
    constexpr std::uint64_t kLines = 4096;
    AccessTrace trace;
    for (std::uint64_t line = 0; line < kLines; ++line) {
      for (std::uint64_t i = 0; i < stores_a_line; ++i) {
        trace.push_back(store(line * (4096 + 64) + i * 64 / stores_a_line));
        trace.back().is_gathered = is_scattered;
      }
    }
    const HierarchyCounts counts = run(trace);
    EXPECT_EQ(counts.l2_misses[store_leading] + counts.l2_misses[store_irregular], kLines);
    return static_cast<double>(counts.l2_misses[store_leading]) / kLines;
  };
  EXPECT_LE(std::abs(leading_part(1, false) - 1. / 128), 1e-3);
  EXPECT_LE(std::abs(leading_part(16, false) - 1. / 8), 1e-3);
  EXPECT_LE(std::abs(leading_part(16, true) - 1. / 4), 1e-3);
}

// A launch whose every group is known.
struct Launch {
  std::array<std::uint64_t, 3> groups{1, 1, 1};
  std::function<AccessTrace(std::uint64_t x, std::uint64_t y, std::uint64_t z)> group;

  [[nodiscard]] AccessTrace at(std::uint64_t k) const {
    return group(k % groups[0], k / groups[0] % groups[1], k / groups[0] / groups[1]);
  }
  [[nodiscard]] std::uint64_t count() const { return groups[0] * groups[1] * groups[2]; }

  [[nodiscard]] SampledGroups sample(std::uint64_t first, std::uint64_t taken) const {
    SampledGroups sample;
    sample.groups = groups;
    for (std::uint64_t k = first; k < first + taken; ++k) {
      sample.consecutive.push_back(at(k));
    }
    for (std::size_t g = sample.first_counted(); g < sample.last_judged(); ++g) {
      if (groups[1] > 1) {
        sample.row_before.push_back(at(first + g - groups[0]));
      }
      if (groups[2] > 1) {
        sample.plane_before.push_back(at(first + g - groups[0] * groups[1]));
      }
    }
    return sample;
  }

  // Misses of all groups, one after another.
  [[nodiscard]] HierarchyCounts whole(const HierarchyShape& shape) const {
    HierarchySimulator simulator(shape, kWindow);
    HierarchyCounts counts;
    for (std::uint64_t k = 0; k < count(); ++k) {
      simulator.run(at(k), counts, nullptr);
    }
    return counts;
  }
};

// o[y][x] = a[y-1][x] + a[y][x] + a[y+1][x], 16x16 work-items a group.
Launch stencil(std::uint64_t width, std::uint64_t height) {
  return {{width / 16, height / 16, 1}, [width](auto gx, auto gy, auto) {
            AccessTrace trace;
            for (std::uint64_t y = 16 * gy; y < 16 * gy + 16; ++y) {
              for (std::uint64_t x = 16 * gx; x < 16 * gx + 16; x += 8) {
                for (std::uint64_t dy = 0; dy < 3; ++dy) {
                  trace.push_back(load((1U << 30) + 4 * ((y + dy) * width + x), 32));
                }
                trace.push_back(store((1U << 31) + 4 * (y * width + x), 32));
              }
            }
            return trace;
          }};
}

// o[x][y] = a[y][x], 16x16 work-items a group.
Launch transposition(std::uint64_t size) {
  return {{size / 16, size / 16, 1}, [size](auto gx, auto gy, auto) {
            AccessTrace trace;
            for (std::uint64_t y = 16 * gy; y < 16 * gy + 16; ++y) {
              for (std::uint64_t x = 16 * gx; x < 16 * gx + 16; ++x) {
                trace.push_back(load((1U << 30) + 4 * (y * size + x)));
                trace.push_back(store((1U << 31) + 4 * (x * size + y)));
              }
            }
            return trace;
          }};
}

double sum(const MissCounts& counts) {
  return static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
}

// Accesses of many micro-operations, as gathers are, fill a core's buffers sooner.
TEST(LaunchTraffic, FewHeavyAccessesFillAWindow) {
  const Launch launch = transposition(512);
  SampledGroups sample = launch.sample(launch.count() / 2 + 5, 32);
  sample.micro_ops_per_access = 1;
  const double light = traffic_of(sample, {}).l1_misses[load_leading];
  sample.micro_ops_per_access = 80;
  const double heavy = traffic_of(sample, {}).l1_misses[load_leading];
  EXPECT_GT(light, 0);
  EXPECT_GE(heavy, 2 * light);
}

// Each group strides over the whole array: neighbours share its lines, and if those that were
// walked happen not to, the launch still touches no more than there is.
TEST(LaunchTraffic, NothingIsFartherAwayThanAllThatThereIs) {
  const Launch launch = transposition(512);
  SampledGroups sample = launch.sample(launch.count() / 2 + 5, 32);
  const auto none = static_cast<std::size_t>(Reuse::none);
  ASSERT_GT(traffic_of(sample, {}).distance_bytes[none], 1 << 20);
  sample.most_bytes = 1 << 20;
  for (const double distance : traffic_of(sample, {}).distance_bytes) {
    EXPECT_LE(distance, 1 << 20);
  }
}

// What a few groups say of the whole launch, against all groups simulated.
TEST(LaunchTraffic, AFewGroupsStandForAll) {
  const HierarchyShape shape;
  for (const Launch& launch : {stencil(1024, 512), stencil(4096, 256), transposition(512)}) {
    const HierarchyCounts whole = launch.whole(shape);
    const LaunchTraffic few = traffic_of(launch.sample(launch.count() / 2 + 5, 32), shape);
    EXPECT_EQ(few.groups, static_cast<double>(launch.count()));
    EXPECT_EQ(few.accesses * few.groups, static_cast<double>(whole.accesses));
    const double l1 = few.groups * std::accumulate(few.l1_misses.begin(), few.l1_misses.end(), 0.0);
    EXPECT_NEAR(l1 / sum(whole.l1_misses), 1, 0.2);
    // Beyond the second cache: what is told apart by reuse adds up to what a cold launch misses,
    // but for reuse at a distance that the cache still covers.
    double beyond = 0;
    for (std::size_t reuse = 0; reuse < kReuses; ++reuse) {
      const bool is_held =
          few.distance_bytes.at(reuse) < static_cast<double>(shape.l2.capacity_bytes) &&
          static_cast<Reuse>(reuse) != Reuse::none;
      for (const double lines : few.beyond_l2.at(reuse)) {
        beyond += is_held ? 0 : few.groups * lines;
      }
    }
    EXPECT_NEAR(beyond / sum(whole.l2_misses), 1, 0.25) << launch.groups[0];
  }
}

TEST(LaunchTraffic, FindsTheRowsThatAStencilSharesAndHowFarTheyAreAway) {
  constexpr std::uint64_t kWidth = 8192;
  const Launch launch = stencil(kWidth, 256);
  const LaunchTraffic traffic = traffic_of(launch.sample(3 * launch.groups[0] + 100, 32), {});
  const auto row = static_cast<std::size_t>(Reuse::row);
  const auto none = static_cast<std::size_t>(Reuse::none);
  const auto loads = [&](std::size_t reuse) {
    return traffic.beyond_l2.at(reuse)[load_streaming] +
           traffic.beyond_l2.at(reuse)[load_overlapped] + traffic.beyond_l2.at(reuse)[load_leading];
  };
  // Of 18 rows of one line two were loaded by the row of groups before.
  EXPECT_NEAR(loads(row), 2, 0.3);
  EXPECT_NEAR(loads(none), 16, 0.5);
  // 18 rows of input and 16 of output lie between.
  EXPECT_NEAR(traffic.distance_bytes[row], 34.0 * 4 * kWidth, 0.1 * 34 * 4 * kWidth);
  const double footprint = 4.0 * kWidth * (258 + 256);
  EXPECT_NEAR(traffic.distance_bytes[none], footprint, 0.1 * footprint);
}

TEST(LaunchTraffic, ATableThatAllGroupsShareIsReusedAtOnce) {
  const Launch launch{{256, 1, 1}, [](auto x, auto, auto) {
                        AccessTrace trace;
                        for (std::uint64_t i = 0; i < 4096; ++i) {
                          trace.push_back(load((1U << 30) + 64 * i));  // 256 KiB
                        }
                        trace.push_back(store((1U << 31) + 64 * x));
                        return trace;
                      }};
  const LaunchTraffic traffic = traffic_of(launch.sample(128, 16), {});
  EXPECT_GT(traffic.l1_misses[load_streaming], 4000);
  const double footprint = 64.0 * 4096 + 64 * 256;
  EXPECT_NEAR(traffic.distance_bytes[static_cast<std::size_t>(Reuse::none)], footprint,
              0.02 * footprint);
}

// a[i] = a[i] + 1: every line comes in once and goes out once.
TEST(LaunchTraffic, UpdatedLinesAreWrittenBack) {
  const Launch launch{{4096, 1, 1}, [](auto x, auto, auto) {
                        AccessTrace trace;
                        for (std::uint64_t i = 0; i < 256; ++i) {
                          const std::uint64_t address = (1U << 30) + 4 * (256 * x + i);
                          trace.push_back(load(address));
                          trace.push_back(store(address));
                        }
                        return trace;
                      }};
  const LaunchTraffic traffic = traffic_of(launch.sample(2048, 48), {});
  const double stored = traffic.l1_misses[store_streaming] + traffic.l1_misses[store_irregular];
  EXPECT_EQ(stored, 0);
  EXPECT_EQ(traffic.written[static_cast<std::size_t>(Reuse::none)], 16);
  EXPECT_EQ(traffic.written[static_cast<std::size_t>(Reuse::group)], 0);
}

// A column of a matrix: a line of each row, every row on pages of its own.
TEST(LaunchTraffic, ColumnsTouchManyPagesAndCrowdTheSecondCache) {
  const auto column = [](std::uint64_t row_bytes) {
    return Launch{{64, 1, 1}, [row_bytes](auto x, auto, auto) {
                    AccessTrace trace;
                    for (std::uint64_t row = 64 * x; row < 64 * x + 64; ++row) {
                      trace.push_back(load((1U << 30) + row_bytes * row));
                    }
                    return trace;
                  }};
  };
  const auto none = static_cast<std::size_t>(Reuse::none);
  const LaunchTraffic crowded = traffic_of(column(16384).sample(16, 32), {});
  EXPECT_NEAR(crowded.distance_bytes[none], 64.0 * 4096, 64);
  EXPECT_NEAR(crowded.page_bytes, 4096.0 * 4096, 4096);
  EXPECT_NEAR(crowded.crowding, CacheShape::kClasses, 0.2);
  const LaunchTraffic skewed = traffic_of(column(16384 + 64).sample(16, 32), {});
  EXPECT_NEAR(skewed.crowding, 1, 0.1);
  const LaunchTraffic contiguous = traffic_of(column(64).sample(16, 32), {});
  EXPECT_NEAR(contiguous.page_bytes, 64.0 * 4096, 4096);
  EXPECT_NEAR(contiguous.crowding, 1, 0.1);
}

TEST(LaunchTraffic, OneGroupIsCountedCold) {
  const Launch launch{{1, 1, 1}, [](auto, auto, auto) { return AccessTrace{load(0), load(64)}; }};
  const LaunchTraffic traffic = traffic_of(launch.sample(0, 1), {});
  EXPECT_EQ(traffic.beyond_l2[static_cast<std::size_t>(Reuse::none)][load_leading], 1);
  EXPECT_EQ(traffic.beyond_l2[static_cast<std::size_t>(Reuse::none)][load_overlapped], 1);
  EXPECT_THROW((void)traffic_of({}, {}), Error);
}

}  // namespace
}  // namespace clgauge::lens
