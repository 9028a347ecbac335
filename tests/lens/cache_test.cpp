#include "lens/traffic/cache.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <random>

#include "base/error.h"

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

// The second TLB of an Emerald Rapids (core_waits.cpp): rows of 8256 bytes lie in even pages for 64
// rows and in odd ones for the next 64, and miss half of its sets; other strides share all of them.
TEST(CacheSimulator, FoldedSetsServeStridesOfPowersOfTwoAndLoseHalfOfOthers) {
  CacheShape tlb{2048ULL * 4096, 4096, 16, Replacement::lru};
  tlb.folds = true;
  const auto missed = [&](std::uint64_t rows, std::uint64_t pitch) {
    CacheSimulator simulator(tlb);
    std::uint64_t misses = 0;
    for (int round = 0; round < 3; ++round) {
      misses = 0;
      for (std::uint64_t row = 0; row < rows; ++row) {
        misses += simulator.access(row * pitch / 4096) ? 0 : 1;
      }
    }
    return static_cast<double>(misses) / static_cast<double>(rows);
  };
  for (const std::uint64_t pitch : {4096U, 8192U, 16384U, 32768U, 6848U}) {
    EXPECT_LE(missed(1536, pitch), 0.03) << pitch;
  }
  EXPECT_EQ(missed(1024, 8256), 0);
  EXPECT_GE(missed(1536, 8256), 0.7);
}

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

// Golden Cove hashes nothing: lines 4 KiB apart share 32 of 2048 sets, which hold 512 of them
// (timed on an Emerald Rapids: 8.2 ns each with 378, 21 with 590, 33 with 921; 2 KiB apart twice, 1
// KiB apart four times as many).
TEST(CacheSimulator, PagesOfACacheWithoutAHashLieAnywhere) {
  const auto hits = [](std::uint64_t lines, std::uint64_t apart) {
    CacheShape shape{2 << 20, 64, 16, Replacement::lru, true};
    shape.page_lines = 64;
    return hits_of_walk(CacheSimulator(shape), lines, apart);
  };
  EXPECT_GT(hits(256, 64), 0.9);
  EXPECT_LT(hits(921, 64), 0.1);
  EXPECT_GT(hits(512, 32), 0.9);
  EXPECT_LT(hits(1842, 32), 0.1);
  EXPECT_GT(hits(256, 1024), 0.9);
  EXPECT_LT(hits(921, 1024), 0.1);
  EXPECT_GT(hits(16384, 1), 0.9);
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

}  // namespace
}  // namespace clgauge::lens
