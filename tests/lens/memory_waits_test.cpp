// How a Zen 5 waits for lines from memory, beside what C programs timed on an EPYC 9005
// (lens/traffic/core_waits.cpp, known_lines.h): waits of 155 ns, and 3.9 ns for each line.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <random>

#include "accesses.h"
#include "lens/traffic/core_waits.h"
#include "lens/traffic/launch_traffic.h"

namespace clgauge::lens {
namespace {

constexpr double kWaitNanoseconds = 155;
constexpr double kLineNanoseconds = 3.9;
constexpr std::uint64_t kLoads = 64;  // of a group

struct OtherWork {
  double micro_ops = 0;          // of each access
  double micro_ops_ahead = 448;  // the reorder buffer's
  double cycles_per_micro_op = 1.0 / 8;
};

// What far waits a group has whose accesses are these.
double waits_of(const std::function<AccessTrace(std::uint64_t group)>& group,
                const OtherWork& other) {
  SampledGroups sample;
  sample.groups = {4096, 1, 1};
  sample.micro_ops_per_access = other.micro_ops;
  sample.micro_ops_ahead = other.micro_ops_ahead;
  sample.cycles_per_micro_op = other.cycles_per_micro_op;
  for (std::uint64_t g = 0; g < 16; ++g) {
    sample.consecutive.push_back(group(g));
  }
  HierarchyShape shape;
  shape.waits = core_waits("znver5");
  double waits = 0;
  for (const FarWaits& far : traffic_of(sample, shape).far_waits) {
    waits += far.waits;
  }
  return waits;
}

// Of a load from anywhere.
double nanoseconds_of_load(const OtherWork& other) {
  const auto anywhere = [](std::uint64_t group) {
    std::mt19937_64 random(group);
    AccessTrace trace;
    for (std::uint64_t i = 0; i < kLoads; ++i) {
      trace.push_back(load((1ULL << 34U) + 64 * (random() % (1U << 28U))));
    }
    return trace;
  };
  return kLineNanoseconds +
         kWaitNanoseconds * waits_of(anywhere, other) / static_cast<double>(kLoads);
}

TEST(MemoryWaits, LoadsFromAnywhereTakeAsLongAsTimed) {
  const auto is_near = [](double nanoseconds, double timed) {
    EXPECT_NEAR(nanoseconds, timed, 0.3 * timed);
  };
  // OtherWork each eight micro-operations that say where it goes, and so many that do nothing.
  is_near(nanoseconds_of_load({8 + 32}), 16);
  is_near(nanoseconds_of_load({8 + 64}), 25);
  is_near(nanoseconds_of_load({8 + 128}), 43);
  is_near(nanoseconds_of_load({8 + 256}), 78);
  is_near(nanoseconds_of_load({8 + 512}), 141);
  // Additions fill the registers of integers.
  is_near(nanoseconds_of_load({8 + 64, 210, 1.0 / 4}), 49);
  is_near(nanoseconds_of_load({8 + 128, 210, 1.0 / 4}), 79);
  is_near(nanoseconds_of_load({8 + 256, 210, 1.0 / 4}), 150);
  // Multiply-adds, two a cycle, are done meanwhile.
  is_near(nanoseconds_of_load({8 + 64, 385, 0.5}), 20);
  is_near(nanoseconds_of_load({8 + 128, 385, 0.5}), 31);
  is_near(nanoseconds_of_load({8 + 512, 385, 0.5}), 99);
}

// So many rows by turns, at no stride, as many lines of each, and how far they go on from group to
// group.
auto rows_by_turns(std::uint64_t rows, std::uint64_t lines, std::uint64_t step_bytes) {
  return [=](std::uint64_t group) {
    AccessTrace trace;
    for (std::uint64_t row = 0; row < rows; ++row) {
      const std::uint64_t begin = (row * row % 131) << 22U;
      for (std::uint64_t line = 0; line < lines; ++line) {
        trace.push_back(load((1ULL << 34U) + begin + step_bytes * group + 64 * line));
      }
    }
    return trace;
  };
}

TEST(MemoryWaits, RowsOfALineThatGoOnAreWaitedForLessThanNewOnes) {
  const OtherWork beside{40};
  const double going_on = waits_of(rows_by_turns(128, 1, 64), beside);
  const double anew = waits_of(rows_by_turns(128, 1, 65536), beside);
  EXPECT_GT(going_on, 0);
  EXPECT_LT(going_on, 0.4 * anew);
}

TEST(MemoryWaits, MoreRowsThanAreFollowedWait) {
  const OtherWork beside{40};
  EXPECT_LT(waits_of(rows_by_turns(24, 4, 256), beside),
            0.1 * waits_of(rows_by_turns(24, 4, 65536), beside));
  EXPECT_NEAR(
      waits_of(rows_by_turns(128, 4, 256), beside) / waits_of(rows_by_turns(128, 4, 65536), beside),
      1, 0.1);
}

// Gathers of sixteen lanes so many bytes apart, as many of them from the same lines as `gathers`.
double nanoseconds_of_gathered_line(std::uint64_t apart_bytes, std::uint64_t gathers) {
  const auto lanes = [&](std::uint64_t group) {
    AccessTrace trace;
    for (std::uint64_t step = 8 * group; step < 8 * group + 8; ++step) {
      for (std::uint64_t gather = 0; gather < gathers; ++gather) {
        for (std::uint64_t lane = 0; lane < 16; ++lane) {
          trace.push_back(load((1ULL << 34U) + apart_bytes * (16 * step + lane) + 4 * gather));
          trace.back().is_gathered = true;
          trace.back().instruction = static_cast<std::uint32_t>(gather);
        }
      }
    }
    return trace;
  };
  const double lines = std::max(1.0, static_cast<double>(apart_bytes) / 64) < 2
                           ? 8 * 16 * static_cast<double>(apart_bytes) / 64
                           : 8 * 16;
  constexpr double kMicroOpsOfLane = 84.0 / 16;
  return kLineNanoseconds +
         kWaitNanoseconds * waits_of(lanes, {kMicroOpsOfLane, 370 / 1.2, 13.0 / 84}) / lines;
}

TEST(MemoryWaits, GathersTakeAsLongAsTimed) {
  EXPECT_NEAR(nanoseconds_of_gathered_line(64, 1), 3.6, 2);
  EXPECT_NEAR(nanoseconds_of_gathered_line(64, 4), 12, 4);
  EXPECT_NEAR(nanoseconds_of_gathered_line(64, 8), 11, 4);
  EXPECT_NEAR(nanoseconds_of_gathered_line(256, 1), 3.6, 2);
  EXPECT_NEAR(nanoseconds_of_gathered_line(256, 8), 11, 4);
  EXPECT_NEAR(nanoseconds_of_gathered_line(16, 8), 11, 5);
}

}  // namespace
}  // namespace clgauge::lens
