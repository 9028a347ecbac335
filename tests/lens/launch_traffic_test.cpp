#include "lens/traffic/launch_traffic.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

#include "accesses.h"
#include "base/error.h"
#include "lens/traffic/core_waits.h"

namespace clgauge::lens {
namespace {

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
      const std::size_t done = g - sample.first_counted();
      if (groups[1] > 1 && done < groups[0]) {
        sample.row_before.push_back(at(first + g - groups[0]));
      }
      if (groups[2] > 1 && done < groups[0] * groups[1]) {
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
  const LaunchTraffic traffic = traffic_of(sample, {});
  for (const double distance : traffic.distance_bytes) {
    EXPECT_LE(distance, 1 << 20);
  }
  for (const double distance : traffic.page_distance_bytes) {
    EXPECT_LE(distance, (1 << 20) + 4096) << "a buffer may begin in the midst of a page";
  }
}

// What a few groups say of the whole launch, against all groups simulated.
TEST(LaunchTraffic, AFewGroupsStandForAll) {
  const HierarchyShape shape;
  for (const Launch& launch :
       {stencil(1024, 512), stencil(4096, 256), stencil(32, 16384), transposition(512)}) {
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
    const auto& lines = traffic.beyond_l2.at(reuse);
    return lines[load_streaming] + lines[load_crowded] + lines[load_overlapped] +
           lines[load_leading];
  };
  // Of 18 rows of one line two were loaded by the row of groups before.
  EXPECT_NEAR(loads(row), 2, 0.3);
  EXPECT_NEAR(loads(none), 16, 0.5);
  // 18 rows of input and 16 of output lie between.
  EXPECT_NEAR(traffic.distance_bytes[row], 34.0 * 4 * kWidth, 0.1 * 34 * 4 * kWidth);
  const double footprint = 4.0 * kWidth * (258 + 256);
  EXPECT_NEAR(traffic.distance_bytes[none], footprint, 0.1 * footprint);
}

// Rows of two groups: of the eight whose misses are judged six follow others of them.
TEST(LaunchTraffic, ShortRowsAreNotTakenForTheirOwnPast) {
  const Launch launch{{2, 4096, 1}, [](auto x, auto y, auto) {
                        AccessTrace trace;
                        for (std::uint64_t i = 0; i < 16; ++i) {
                          trace.push_back(load((1U << 30) + 64 * (16 * (2 * y + x) + i)));
                        }
                        return trace;
                      }};
  const LaunchTraffic traffic = traffic_of(launch.sample(4000, 48), {});
  const auto none = static_cast<std::size_t>(Reuse::none);
  EXPECT_EQ(traffic.beyond_l2[none][load_streaming] + traffic.beyond_l2[none][load_leading] +
                traffic.beyond_l2[none][load_overlapped],
            16);
  EXPECT_EQ(traffic.distance_bytes[none], 64.0 * 16 * 8192);
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
  EXPECT_NEAR(crowded.page_distance_bytes[none], 4096.0 * 4096, 4096);
  EXPECT_NEAR(crowded.crowding, CacheShape::kClasses, 0.2);
  const LaunchTraffic skewed = traffic_of(column(16384 + 64).sample(16, 32), {});
  EXPECT_NEAR(skewed.crowding, 1, 0.1);
  const LaunchTraffic contiguous = traffic_of(column(64).sample(16, 32), {});
  EXPECT_NEAR(contiguous.page_distance_bytes[none], 64.0 * 4096, 4096);
  EXPECT_NEAR(contiguous.crowding, 1, 0.1);
}

TEST(LaunchTraffic, PagesAreJudgedByTheirReuse) {
  constexpr std::uint64_t kPage = 4096;
  const Launch launch{{64, 64, 1}, [](auto x, auto y, auto) {
                        const std::uint64_t of_column = x;
                        const std::uint64_t own = 1000 + 64 * y + x;
                        return AccessTrace{load(kPage * of_column), store(kPage * own)};
                      }};
  const LaunchTraffic traffic = traffic_of(launch.sample(std::uint64_t{64} * 32, 32), {});
  const auto row = static_cast<std::size_t>(Reuse::row);
  const auto none = static_cast<std::size_t>(Reuse::none);
  EXPECT_EQ(traffic.first_walks[row].all, 1);
  EXPECT_EQ(traffic.first_walks[none].all, 1);
  EXPECT_EQ(traffic.repeated_walks.all, 0);
  EXPECT_NEAR(traffic.page_distance_bytes[row], kPage * 2 * 64.0, kPage * 2);
  EXPECT_NEAR(traffic.page_distance_bytes[none], kPage * (64 + 64.0 * 64), kPage * 64);
}

// A group that goes through 2 MiB again and again: what lies between is what it has missed since.
TEST(LaunchTraffic, LinesThatAGroupMissesAgainAreAsFarAwayAsItMissedOthers) {
  constexpr std::uint64_t kLines = 32768;
  const Launch launch{{1, 1, 1}, [](auto, auto, auto) {
                        AccessTrace trace;
                        for (std::uint64_t i = 0; i < 3 * kLines; ++i) {
                          trace.push_back(load(64 * (i % kLines)));
                        }
                        return trace;
                      }};
  const LaunchTraffic traffic = traffic_of(launch.sample(0, 1), {});
  double again = 0;
  for (const MissedAgain& missed : traffic.missed_again) {
    for (const double lines : missed.lines) {
      again += lines;
    }
    EXPECT_GT(missed.distance_bytes, 64 * kLines / 2.0);
    EXPECT_LT(missed.distance_bytes, 64 * kLines * 2.0);
  }
  EXPECT_NEAR(again, 2 * kLines, 0.1 * kLines);
}

// Groups that each load 4 KiB of a table of 1 MiB, the next 4 KiB of it each time, and stream
// through a large buffer: the table is gone through every 256 groups.
TEST(LaunchTraffic, ATableThatTheLaunchGoesThroughAgainAndAgainIsAsFarAwayAsItsRound) {
  constexpr std::uint64_t kTable = 1U << 20U;
  constexpr std::uint64_t kLarge = 1ULL << 40U;
  constexpr std::uint64_t kGroups = 4096;
  const Launch launch{{kGroups, 1, 1}, [](std::uint64_t x, auto, auto) {
                        AccessTrace trace;
                        for (std::uint64_t i = 0; i < 64; ++i) {
                          trace.push_back(load((4096 * x + 64 * i) % kTable));
                          trace.push_back(load(kLarge + 4096 * x + 64 * i));
                        }
                        return trace;
                      }};
  SampledGroups sample = launch.sample(2048, 16);
  const auto lines_of = [](const std::array<double, kMissKinds>& kinds) {
    return std::accumulate(kinds.begin(), kinds.end(), 0.0);
  };
  constexpr auto kNone = static_cast<std::size_t>(Reuse::none);
  EXPECT_NEAR(lines_of(traffic_of(sample, {}).beyond_l2[kNone]), 128, 1e-9) << "nobody knows";

  sample.buffers = {{0, kTable}, {kLarge, kGroups * 4096}};
  const LaunchTraffic traffic = traffic_of(sample, {});
  // One round of sixteen is the first.
  EXPECT_NEAR(lines_of(traffic.beyond_l2[kNone]), 64 + 64 / 16.0, 1e-9);
  ASSERT_EQ(traffic.missed_again.size(), 1U);
  EXPECT_NEAR(lines_of(traffic.missed_again[0].lines), 64 * 15 / 16.0, 1e-9);
  EXPECT_NEAR(traffic.missed_again[0].distance_bytes, 2.0 * kTable, 1);
  EXPECT_FALSE(traffic.missed_again[0].is_lost) << "the caches of few groups began cold";
}

// As above, but anywhere in the table: some lines come again soon, others late, and those farther
// away where a quarter of the table is asked for thirteen times as often as the rest.
TEST(LaunchTraffic, ATableThatDataChooseFromIsNearAndFar) {
  constexpr std::uint64_t kTable = 1U << 20U;
  constexpr std::uint64_t kLarge = 1ULL << 40U;
  constexpr std::uint64_t kGroups = 4096;
  const auto distances = [](std::uint64_t lines_of_most) {
    const Launch launch{{kGroups, 1, 1}, [&](std::uint64_t x, auto, auto) {
                          std::mt19937_64 random(x);
                          AccessTrace trace;
                          for (std::uint64_t i = 0; i < 512; ++i) {
                            const std::uint64_t lines = i % 4 == 0 ? kTable / 64 : lines_of_most;
                            trace.push_back(load(64 * (random() % lines)));
                            trace.push_back(load(kLarge + 64 * (512 * x + i)));
                          }
                          return trace;
                        }};
    SampledGroups sample = launch.sample(2048, 16);
    sample.buffers = {{0, kTable}, {kLarge, kGroups * 512 * 64}};
    std::vector<double> all;
    for (const MissedAgain& missed : traffic_of(sample, {}).missed_again) {
      if (!missed.is_lost) {
        all.push_back(missed.distance_bytes);
      }
    }
    return all;
  };
  const std::vector<double> even = distances(kTable / 64);
  ASSERT_GE(even.size(), 4U);
  // Since the middle of the groups that were walked twelve groups passed, of 32 KiB each and as
  // much of the table.
  EXPECT_GT(even.front(), 12 * 32768 + 0.3 * kTable);
  EXPECT_GT(even.back(), 2.0 * kTable);
  EXPECT_LT(even.back(), 5.0 * kTable);
  const std::vector<double> uneven = distances(kTable / 64 / 4);
  ASSERT_EQ(uneven.size(), even.size());
  EXPECT_GT(uneven.back(), 1.3 * even.back());
}

// Rows of lines, of which lanes that are masked out leave some alone: what comes behind is no less
// in order.
TEST(LaunchTraffic, HolesInRowsMakeNoTableThatDataChooseFrom) {
  constexpr std::uint64_t kGroups = 4096;
  constexpr std::uint64_t kRows = 512;
  const auto is_in_order = [](bool goes_by_rows) {
    const Launch launch{{kGroups, 1, 1}, [&](std::uint64_t x, auto, auto) {
                          std::mt19937_64 random(x);
                          AccessTrace trace;
                          for (std::uint64_t row = 0; row < kRows; ++row) {
                            const std::uint64_t line =
                                goes_by_rows ? row * kGroups + x : random() % (kRows * kGroups);
                            if (random() % 15 != 0) {
                              trace.push_back(load(64 * line));
                            }
                          }
                          return trace;
                        }};
    SampledGroups sample = launch.sample(2048, 16);
    sample.buffers = {{0, kRows * kGroups * 64}};
    return traffic_of(sample, {}).missed_again.empty();
  };
  EXPECT_TRUE(is_in_order(true));
  EXPECT_FALSE(is_in_order(false));
}

// Two loops of a group: one streams, the other stores to a few lines over and over, which the first
// one throws out of the second cache.
TEST(LaunchTraffic, PartsOfTheCodeMissWhatTheyAskFor) {
  constexpr std::uint64_t kStream = 0;
  constexpr std::uint64_t kKept = 1;
  const Launch launch{{64, 1, 1}, [](std::uint64_t x, auto, auto) {
                        AccessTrace trace;
                        for (std::uint64_t i = 0; i < 20000; ++i) {
                          trace.push_back(load((1ULL << 40U) + 64 * (20000 * x + i)));
                          trace.back().instruction = 3;
                        }
                        for (std::uint64_t i = 0; i < 100; ++i) {
                          trace.push_back(store(4096 * x + 64 * (i % 20)));
                          trace.back().instruction = 1;
                        }
                        return trace;
                      }};
  const SampledGroups sample = launch.sample(10, 8);
  const LaunchTraffic all = traffic_of(sample, {});
  const auto parts = traffic_of_parts(sample, {}, {2, {kStream, kKept, kKept, kStream}});
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[kStream].accesses, 20000);
  EXPECT_EQ(parts[kKept].accesses, 100);
  EXPECT_EQ(parts[kKept].l1_misses[load_streaming], 0);
  EXPECT_GT(parts[kStream].l1_misses[load_streaming], 19000);
  EXPECT_EQ(parts[kStream].distance_bytes, all.distance_bytes);
  const auto sum = [](const std::array<double, kReuses>& counts) {
    return std::accumulate(counts.begin(), counts.end(), 0.0);
  };
  EXPECT_EQ(sum(parts[kStream].written), 0);
  EXPECT_EQ(sum(parts[kKept].written), 20);
  for (std::size_t kind = 0; kind < kMissKinds; ++kind) {
    EXPECT_DOUBLE_EQ(parts[0].l1_misses[kind] + parts[1].l1_misses[kind], all.l1_misses[kind]);
    for (std::size_t reuse = 0; reuse < kReuses; ++reuse) {
      EXPECT_DOUBLE_EQ(parts[0].beyond_l2[reuse][kind] + parts[1].beyond_l2[reuse][kind],
                       all.beyond_l2[reuse][kind]);
    }
  }
  EXPECT_DOUBLE_EQ(parts[0].tlb1_misses + parts[1].tlb1_misses, all.tlb1_misses);
  EXPECT_DOUBLE_EQ(parts[0].l1_conflicts + parts[1].l1_conflicts, all.l1_conflicts);
}

// Groups of 64 rounds, each of which streams over 256 lines of its own and goes through 64 lines of
// the group's, and stores a line: as they are, and with one round that stands for 60.
TEST(LaunchTraffic, ARoundMayStandForOthers) {
  constexpr std::uint64_t kRounds = 64;
  constexpr std::uint64_t kFar = 1 << 30;
  const auto add_round = [](AccessTrace& trace, std::uint64_t group, std::uint64_t round) {
    for (std::uint64_t i = 0; i < 256; ++i) {
      trace.push_back(load(64 * ((kRounds * group + round) * 256 + i)));
      trace.push_back(load(kFar + 64 * (64 * group + i % 64)));
    }
    trace.push_back(store(2 * kFar + 64 * (kRounds * group + round)));
  };
  const Launch walked{{8, 1, 1}, [&](auto x, auto, auto) {
                        AccessTrace trace;
                        for (std::uint64_t round = 0; round < kRounds; ++round) {
                          add_round(trace, x, round);
                        }
                        return trace;
                      }};
  const Launch folded{{8, 1, 1}, [&](auto x, auto, auto) {
                        AccessTrace trace;
                        add_round(trace, x, 0);
                        const std::size_t first = trace.size();
                        add_round(trace, x, 1);
                        trace.repeated.push_back({first, trace.size(), kRounds - 4});
                        add_round(trace, x, kRounds - 2);
                        add_round(trace, x, kRounds - 1);
                        return trace;
                      }};
  const LaunchTraffic all = traffic_of(walked.sample(2, 4), {});
  const LaunchTraffic few = traffic_of(folded.sample(2, 4), {});
  EXPECT_EQ(few.accesses, all.accesses);
  for (std::size_t kind = 0; kind < kMissKinds; ++kind) {
    EXPECT_NEAR(few.l1_misses[kind], all.l1_misses[kind], 0.03 * all.l1_misses[load_streaming]);
  }
  for (std::size_t reuse = 0; reuse < kReuses; ++reuse) {
    EXPECT_EQ(few.written[reuse], all.written[reuse]);
    EXPECT_NEAR(few.distance_bytes[reuse], all.distance_bytes[reuse],
                1e-9 * all.distance_bytes[reuse]);
    EXPECT_NEAR(few.beyond_l2[reuse][load_streaming], all.beyond_l2[reuse][load_streaming],
                0.03 * all.beyond_l2[reuse][load_streaming]);
  }
}

// A table that the row of groups before used, and a line of the group's own, within one window.
TEST(LaunchTraffic, ACoreWaitsForTheLineFromFarthestAway) {
  constexpr std::uint64_t kApart = 5ULL * 64;
  const Launch launch{{64, 64, 1}, [](auto x, auto y, auto) {
                        AccessTrace trace{load((1U << 30) + kApart * x),
                                          load((1ULL << 32) + kApart * (64 * y + x))};
                        for (std::uint64_t i = 0; i < 3 * kWindow; ++i) {
                          trace.push_back(load(1U << 20));
                        }
                        return trace;
                      }};
  SampledGroups sample = launch.sample(32ULL * 64, 16);
  sample.micro_ops_per_access = 160.0 / kWindow;
  const LaunchTraffic traffic = traffic_of(sample, {});
  const auto& of_row = traffic.beyond_l2[static_cast<std::size_t>(Reuse::row)];
  const auto& own = traffic.beyond_l2[static_cast<std::size_t>(Reuse::none)];
  EXPECT_DOUBLE_EQ(own[load_leading], 1);
  EXPECT_DOUBLE_EQ(own[load_overlapped], 0);
  EXPECT_DOUBLE_EQ(of_row[load_leading], 0);
  EXPECT_DOUBLE_EQ(of_row[load_overlapped], 1);
}

// Four times a line that the row of groups before used, behind which little fits into the window,
// and one of the group's own, behind which all of this does.
TEST(LaunchTraffic, WhatWaitsForALineFromNearByEndsNoWindowBehindOneFromAfar) {
  constexpr std::uint64_t kApart = 5ULL * 64;
  const Launch launch{
      {64, 64, 1}, [](auto x, auto y, auto) {
        AccessTrace trace;
        for (const std::uint64_t part : std::array<std::uint64_t, 4>{0, 5, 1, 7}) {
          trace.push_back(load((1ULL << 30U) + (part << 26U) + kApart * x));
          trace.push_back(load((1ULL << 32U) + (part << 26U) + kApart * (64 * y + x)));
          trace.back().instruction = 1;
        }
        for (std::uint64_t i = 0; i < 3 * kWindow; ++i) {
          trace.push_back(load(1U << 20));
          trace.back().instruction = 2;
        }
        return trace;
      }};
  SampledGroups sample = launch.sample(32ULL * 64, 16);
  sample.micro_ops_per_access = 160.0 / kWindow;
  sample.micro_ops_behind_loads[0] = 2 * sample.micro_ops_per_access;
  HierarchyShape shape;
  shape.l2.capacity_bytes = 16384;  // keeps no row
  const LaunchTraffic traffic = traffic_of(sample, shape);
  ASSERT_EQ(traffic.far_waits.size(), 2U);
  const FarWaits& of_row = traffic.far_waits[0];
  EXPECT_EQ(of_row.distance_bytes, traffic.distance_bytes[static_cast<std::size_t>(Reuse::row)]);
  EXPECT_DOUBLE_EQ(of_row.waits, 4);
  const FarWaits& own = traffic.far_waits[1];
  EXPECT_EQ(own.distance_bytes, traffic.distance_bytes[static_cast<std::size_t>(Reuse::none)]);
  EXPECT_DOUBLE_EQ(own.waits, 1);
}

// A work-item gathers so many lines at once, far from all others, among many other accesses: it
// waits for what of the wait is left when these have come one by one.
TEST(LaunchTraffic, GatheredLinesThatNobodyForesawAreWaitedFor) {
  constexpr std::uint64_t kApart = 5ULL * 64;
  const auto waits_of = [](std::uint64_t lines, bool side_by_side) {
    const Launch launch{{256, 1, 1}, [lines, side_by_side](auto x, auto, auto) {
                          AccessTrace trace;
                          for (std::uint64_t lane = 0; lane < lines; ++lane) {
                            trace.push_back(load((1ULL << 30U) + (side_by_side ? 64 : kApart) *
                                                                     (lines * x + lane)));
                            trace.back().is_gathered = true;
                          }
                          for (std::uint64_t i = 0; i < 3 * kWindow; ++i) {
                            trace.push_back(load(1U << 20));
                          }
                          return trace;
                        }};
    SampledGroups sample = launch.sample(128, 16);
    sample.micro_ops_per_access = 160.0 / kWindow;
    double waits = 0;
    for (const FarWaits& far : traffic_of(sample, {}).far_waits) {
      waits += far.waits;
    }
    return waits;
  };
  EXPECT_DOUBLE_EQ(waits_of(1, false), 15.0 / 16);
  EXPECT_DOUBLE_EQ(waits_of(4, false), 12.0 / 16);
  EXPECT_DOUBLE_EQ(waits_of(20, false), 0);
  EXPECT_DOUBLE_EQ(waits_of(4, true), 0) << "a stream";
}

// Each group loads four lines, or gathers them: those are expected that have neighbours about, or
// that come by steps; of a gather's lanes one is missed.
TEST(LaunchTraffic, LoadsOfLinesFarFromAllOthersAreUnforeseen) {
  const auto unforeseen = [](std::uint64_t line_step, bool is_gathered, bool by_steps) {
    const Launch launch{{256, 1, 1}, [=](auto x, auto, auto) {
                          AccessTrace trace{load(1U << 20)};
                          for (std::uint64_t lane = 0; lane < 4; ++lane) {
                            const std::uint64_t at = 4 * (by_steps ? x : x * x) + lane;
                            trace.push_back(load((1ULL << 30U) + 64 * line_step * at));
                            trace.back().is_gathered = is_gathered;
                            trace.back().instruction = 7;
                          }
                          return trace;
                        }};
    double loads = 0;
    for (const UnforeseenLoads& one : traffic_of(launch.sample(128, 16), {}).unforeseen_loads) {
      EXPECT_EQ(one.instruction, 7U);
      EXPECT_FALSE(one.is_lost);
      EXPECT_NEAR(one.distance_bytes, 256 * 4 * 64, 128) << "as the launch touches";
      loads += one.loads;
    }
    return loads;
  };
  EXPECT_DOUBLE_EQ(unforeseen(1009, true, false), 1);
  EXPECT_LE(unforeseen(1009, true, true), 0.25) << "which takes two steps to see";
  EXPECT_DOUBLE_EQ(unforeseen(4, true, true), 0);
  EXPECT_DOUBLE_EQ(unforeseen(4, false, true), 0);
}

// A line of the group's own, the next one for each group, among a hundred that the row before used:
// a prefetcher sees the stream where the second cache has kept those.
TEST(LaunchTraffic, LinesThatTheSecondCacheHasKeptHideNoStream) {
  constexpr std::uint64_t kApart = 5ULL * 64;
  constexpr std::uint64_t kShared = 100;
  const auto followed = [](std::uint64_t groups_of_row) {
    const Launch launch{{groups_of_row, 64, 1}, [groups_of_row](auto x, auto y, auto) {
                          AccessTrace trace;
                          for (std::uint64_t i = 0; i < kShared; ++i) {
                            trace.push_back(load((1U << 30) + kApart * (kShared * x + i)));
                          }
                          trace.push_back(load((1ULL << 32) + 64 * (groups_of_row * y + x)));
                          return trace;
                        }};
    HierarchyShape shape;
    shape.waits = core_waits("sapphirerapids");
    const LaunchTraffic traffic =
        traffic_of(launch.sample(32 * groups_of_row + groups_of_row / 4, 32), shape);
    const auto& own = traffic.beyond_l2[static_cast<std::size_t>(Reuse::none)];
    return own[load_streaming];
  };
  EXPECT_GT(followed(64), 0.6);    // 404 KiB a row of groups
  EXPECT_LT(followed(1024), 0.2);  // 6.3 MiB
}

// Every group goes down the same column, most of whose rounds are not in its trace.
TEST(LaunchTraffic, RoundsThatAreNotInATracePassPagesToo) {
  constexpr std::uint64_t kRow = 8192;
  constexpr std::uint64_t kRounds = 3000;
  const auto column = [](std::uint64_t row_bytes) {
    return Launch{{64, 1, 1}, [row_bytes](auto x, auto, auto) {
                    AccessTrace trace{load(4 * x), load(4 * x + row_bytes)};
                    trace.repeated.push_back({1, 2, kRounds - 3});
                    trace.push_back(load(4 * x + (kRounds - 1) * row_bytes));
                    return trace;
                  }};
  };
  const LaunchTraffic traffic = traffic_of(column(kRow).sample(8, 16), {});
  EXPECT_NEAR(traffic.passed_pages, kRounds - 3, 1e-9);
  EXPECT_NEAR(traffic.passed_page_distance_bytes, 4096.0 * kRounds, 4096.0 * 4);
  // A page holds 64 lines.
  const LaunchTraffic row = traffic_of(column(64).sample(8, 16), {});
  EXPECT_NEAR(row.passed_pages, (kRounds - 3) / 64.0, 1e-9);
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
