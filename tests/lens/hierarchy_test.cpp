#include "lens/traffic/hierarchy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>

#include "accesses.h"

namespace clgauge::lens {
namespace {

// Each access by an instruction of its own: none goes on by a stride.
AccessTrace by_many(AccessTrace trace) {
  std::uint32_t instruction = 0;
  for (Access& access : trace) {
    access.instruction = instruction++;
  }
  return trace;
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
  EXPECT_GT(counts.first_walks.all, 4000U);
}

TEST(HierarchySimulator, WalksWithinOneWindowAreWaitedForTogether) {
  constexpr std::uint64_t kPages = 1U << 16;  // more than any translation cache holds
  AccessTrace scalar;                         // a page each time
  AccessTrace vector;                         // a page for as many lanes as a window has accesses
  AccessTrace stores;
  for (std::uint64_t page = 0; page < kPages; ++page) {
    scalar.push_back(load(page << 16));
    stores.push_back(store(page << 16));
    for (std::uint64_t lane = 0; lane < kWindow; ++lane) {
      vector.push_back(load((page << 16) + 4 * lane));
    }
  }
  EXPECT_EQ(run(scalar).first_walks.all, kPages);
  const std::uint64_t windows = kPages / kWindow;
  EXPECT_NEAR(run(by_many(scalar)).first_walks.leading, static_cast<double>(windows), 2);
  EXPECT_LE(run(scalar).first_walks.leading, 1) << "a stride's translations come with its lines";
  EXPECT_EQ(run(by_many(vector)).first_walks.all, kPages);
  EXPECT_EQ(run(by_many(vector)).first_walks.leading, kPages);
  EXPECT_EQ(run(stores).first_walks.leading, 0) << "a core does not wait for a store";
  for (Access& access : scalar) {
    access.chained_percent = 90;
  }
  EXPECT_EQ(run(by_many(scalar)).first_walks.leading, kPages) << "one after the other";
}

TEST(HierarchySimulator, WalksToPagesInOrderWaitForOneLineOfTranslations) {
  constexpr std::uint64_t kPages = 1U << 14;
  AccessTrace trace;
  for (std::uint64_t line = 0; line < kPages * 64; ++line) {
    trace.push_back(load(64 * line));
  }
  const HierarchyCounts counts = run(by_many(trace));
  EXPECT_EQ(counts.first_walks.all, kPages);
  EXPECT_EQ(counts.first_walks.leading, kPages / 8);
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

TEST(HierarchySimulator, LoadsThatAreChainedWaitOneAfterTheOther) {
  std::mt19937_64 random(7);
  AccessTrace chained;
  AccessTrace hardly;
  for (int i = 0; i < 1024; ++i) {
    Access jump = load((1ULL << 40) + 64 * (random() % (1U << 26)));
    jump.chained_percent = 90;
    chained.push_back(jump);
    jump.chained_percent = 10;
    hardly.push_back(jump);
  }
  const HierarchyCounts one_by_one = run(chained);
  EXPECT_GE(one_by_one.l2_misses[load_leading], 1020U);
  EXPECT_NEAR(one_by_one.l1_chained_misses, 0.9 * 1024, 5);
  const HierarchyCounts together = run(hardly);
  EXPECT_EQ(together.l2_misses[load_leading], 1024 / kWindow);
  EXPECT_NEAR(together.l1_chained_misses, 0.1 * 1024, 1);
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

// Lines in any order within a few are a stream, lines that leave others out are none, unless one
// instruction goes on by a stride.
TEST(HierarchySimulator, AStreamMayComeInAnyOrderOfAFewLines) {
  AccessTrace shuffled;
  AccessTrace every_other;
  std::uint32_t instruction = 0;
  for (std::uint64_t block = 0; block < 1000; ++block) {
    for (const std::uint64_t line : {2U, 0U, 3U, 1U}) {
      shuffled.push_back(load(64 * (4 * block + line)));
      every_other.push_back(load(64 * (8 * block + 2 * line)));
      shuffled.back().instruction = every_other.back().instruction = ++instruction;
    }
  }
  EXPECT_GE(run(shuffled).l1_misses[load_streaming], 3990U);
  EXPECT_EQ(run(every_other).l1_misses[load_streaming], 0U);
}

// `walks` instructions by turns, each at a stride of its own place.
AccessTrace strides(std::uint32_t walks, std::uint64_t stride_bytes, std::uint64_t rounds) {
  AccessTrace trace;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    for (std::uint32_t walk = 0; walk < walks; ++walk) {
      trace.push_back(load((std::uint64_t{walk} << 32U) + 1216ULL * walk + round * stride_bytes));
      trace.back().instruction = walk;
    }
  }
  return trace;
}

std::uint64_t waiting(const HierarchyCounts& counts) {
  return counts.l2_misses[load_leading] + counts.l2_misses[load_overlapped];
}

TEST(HierarchySimulator, InstructionsThatGoOnByAStrideAreFollowed) {
  for (const std::uint64_t stride : {320U, 6208U, 65600U}) {
    const HierarchyCounts one = run(strides(1, stride, 1000));
    EXPECT_LE(waiting(one), 16U) << stride;
    EXPECT_GE(one.l2_misses[load_crowded], 984U) << stride;
    EXPECT_EQ(one.l2_misses[load_streaming], 0U) << "each costs more than a line of a stream";
    EXPECT_LE(waiting(run(strides(40, stride, 100))), 40U * 16) << stride;
    EXPECT_GE(waiting(run(strides(64, stride, 100))), 6400U) << "more than are kept track of";
  }
}

// A Zen 5 does not see them.
TEST(HierarchySimulator, MaskedLoadsMayNotBeFollowed) {
  AccessTrace masked = strides(1, 6208, 1000);
  for (Access& access : masked) {
    access.is_masked = true;
  }
  EXPECT_LE(waiting(run(masked)), 16U);
  HierarchyShape shape;
  shape.waits.followed.follows_masked_loads = false;
  HierarchySimulator simulator(shape, kWindow);
  HierarchyCounts counts;
  simulator.run(masked, counts, nullptr);
  EXPECT_EQ(waiting(counts), 1000U);
}

TEST(HierarchySimulator, StreamsOfMaskedLoadsMayComeLate) {
  AccessTrace rows = strides(1, 64, 1000);
  for (Access& access : rows) {
    access.is_masked = true;
  }
  const auto late = [&](bool follows_masked_loads) {
    HierarchyShape shape;
    shape.waits.followed.follows_masked_loads = follows_masked_loads;
    HierarchySimulator simulator(shape, kWindow);
    HierarchyCounts counts;
    std::vector<Miss> misses;
    simulator.run(rows, counts, &misses);
    return std::accumulate(misses.begin(), misses.end(), 0.0,
                           [](double sum, const Miss& miss) { return sum + miss.late; });
  };
  EXPECT_EQ(late(true), 0);
  EXPECT_GT(late(false), 10);  // waits
  EXPECT_LT(late(false), 250);
}

TEST(HierarchySimulator, TheSecondLinesOfAStridesAccessesAreNotFollowed) {
  AccessTrace inside = strides(1, 6208, 1000);
  for (Access& access : inside) {
    access.bytes = 64;
  }
  AccessTrace crossing = inside;
  for (Access& access : crossing) {
    access.address += 32;
  }
  EXPECT_LE(waiting(run(inside)), 16U);
  EXPECT_GE(waiting(run(crossing)), 1000U);
  EXPECT_LE(waiting(run(crossing)), 1016U) << "the lines that they begin in are followed";
}

// `runs` of `lines` at a stride, one after the other, each so far from the last one's beginning;
// then on from where the first of them ended, so often.
AccessTrace tiles(std::uint64_t runs, std::uint64_t lines, std::uint64_t apart_bytes,
                  std::uint64_t rounds) {
  constexpr std::uint64_t kStride = 65600;
  AccessTrace trace;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    for (std::uint64_t run = 0; run < runs; ++run) {
      for (std::uint64_t i = 0; i < lines; ++i) {
        trace.push_back(load((1U << 20U) + run * apart_bytes + (round * lines + i) * kStride));
      }
    }
  }
  return trace;
}

TEST(HierarchySimulator, RunsThatBeginBesideOrGoOnBehindOthersAreFollowedFromTheirFirstLine) {
  for (const std::uint64_t lines : {16ULL, 60ULL, 500ULL}) {
    for (const std::uint64_t apart : {64ULL, 128ULL, -64ULL}) {
      EXPECT_LE(waiting(run(tiles(40, lines, apart, 1))), 10U) << lines << ' ' << apart;
    }
    EXPECT_GE(waiting(run(tiles(40, lines, 5ULL * 64, 1))), 40U * 7) << lines;
    EXPECT_LE(waiting(run(tiles(4, lines, 5ULL * 64, 10))), 4 * 8U) << lines;
  }
}

TEST(HierarchySimulator, TwoWalksOfOneInstructionAreNotFollowed) {
  AccessTrace trace = strides(2, 6208, 1000);
  for (Access& access : trace) {
    access.instruction = 0;
  }
  EXPECT_EQ(waiting(run(trace)), 2000U);
  AccessTrace gathered = strides(1, 6208, 1000);
  for (Access& access : gathered) {
    access.is_gathered = true;
  }
  EXPECT_EQ(run(gathered).l2_misses[load_crowded], 0U);
}

// A stride from line to line survives a few accesses within each line.
TEST(HierarchySimulator, AFewAccessesToALineDoNotDisturbAStride) {
  const auto rows = [](std::uint64_t in_line) {
    AccessTrace trace;
    for (std::uint64_t row = 0; row < 1000; ++row) {
      for (std::uint64_t i = 0; i < in_line; ++i) {
        trace.push_back(load(row * 6208 + 4 * i));
      }
    }
    return trace;
  };
  EXPECT_LE(waiting(run(rows(4))), 16U);
  EXPECT_GE(waiting(run(rows(8))), 1000U);
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

TEST(HierarchySimulator, StoresLoseTheirLinesToLoadsOfTheSameSet) {
  const auto conflicts = [](std::uint64_t rows, std::uint64_t apart, std::uint64_t width,
                            std::uint64_t offset) {
    return run_rows(rows, apart, width, offset).l1_conflicts / static_cast<double>(4 * rows);
  };
  constexpr std::uint64_t kFar = 1U << 28U;
  // Beside what loads of one set alone make one another wait (4.4): the line of each store has to
  // come back.
  EXPECT_GT(conflicts(64, 4096, 1, 0), 12);
  EXPECT_LT(conflicts(64, 4096, 1, 0), 27);
  EXPECT_GT(conflicts(64, 4096, 1, kFar), 10);
  // Two sets are busy beside each other.
  EXPECT_LT(conflicts(64, 2048, 1, 0), 0.6 * conflicts(64, 4096, 1, 0));
  // Where few lines of a set are called for, none is lost.
  EXPECT_EQ(conflicts(64, 4096 + 64, 1, 0), 0);
  EXPECT_LT(conflicts(6, 4096, 1, 0), 0.1);
  // Loads of another set drive nothing out.
  EXPECT_LT(conflicts(64, 4096, 1, kFar + 256), conflicts(64, 4096, 1, kFar) - 5);
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

// From memory: lines side by side are gathered at once. Lanes that walk a stretch each, a line in
// sixteen rounds, are streams as plain loads are.
TEST(HierarchySimulator, GathersFromMemoryHaveNoPrefetcherButWhereEachLaneIsAStream) {
  const auto gathered_part = [](std::uint64_t lane_bytes, std::uint64_t round_bytes,
                                std::uint64_t rounds) {
    AccessTrace trace;
    for (std::uint64_t round = 0; round < rounds; ++round) {
      for (std::uint64_t lane = 0; lane < 16; ++lane) {
        trace.push_back(load((1U << 30) + lane * lane_bytes + round * round_bytes));
        trace.back().is_gathered = true;
      }
    }
    const MissCounts& misses = run(trace).l2_misses;
    EXPECT_EQ(misses[load_leading] + misses[load_overlapped], 0U) << "nothing waits for each";
    return static_cast<double>(misses[load_gathered]) /
           static_cast<double>(misses[load_gathered] + misses[load_streaming] +
                               misses[load_crowded]);
  };
  EXPECT_EQ(gathered_part(4, 64, 4096), 1) << "side by side";
  EXPECT_EQ(gathered_part(32, 512, 4096), 1) << "records";
  EXPECT_LE(gathered_part((1U << 16) + 64, 4, 4096), 0.02) << "each lane a stream";
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
    const HierarchyCounts counts = run(by_many(trace));
    EXPECT_EQ(counts.l2_misses[store_leading] + counts.l2_misses[store_irregular], kLines);
    return static_cast<double>(counts.l2_misses[store_leading]) / kLines;
  };
  EXPECT_LE(std::abs(leading_part(1, false) - 1. / 128), 1e-3);
  EXPECT_LE(std::abs(leading_part(16, false) - 1. / 8), 1e-3);
  EXPECT_LE(std::abs(leading_part(16, true) - 1. / 4), 1e-3);
}

}  // namespace
}  // namespace clgauge::lens
