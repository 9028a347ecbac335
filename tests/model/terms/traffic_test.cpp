#include "model/terms/traffic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace clgauge::model {
namespace {

// A set-associative cache with least-recently-used replacement: what the formulas approximate.
class Cache {
 public:
  Cache(std::size_t sets, std::size_t ways, std::uint64_t line)
      : sets_(sets), ways_(ways), line_(line), tags_(sets * ways, ~std::uint64_t{0}) {}

  // Whether the address missed.
  bool access(std::uint64_t address) {
    const std::uint64_t line = address / line_;
    const auto set = tags_.begin() + static_cast<std::ptrdiff_t>((line % sets_) * ways_);
    const auto end = set + static_cast<std::ptrdiff_t>(ways_);
    const auto found = std::find(set, end, line);
    std::rotate(set, found == end ? end - 1 : found, found == end ? end : found + 1);
    *set = line;
    return found == end;
  }

 private:
  std::size_t sets_;
  std::size_t ways_;
  std::uint64_t line_;
  std::vector<std::uint64_t> tags_;  // most recently used first
};

// Runs the nest of all streams twice and counts the misses of the second run.
double simulate(const std::vector<Stream>& streams, const CacheLevel& level) {
  const auto line = static_cast<std::uint64_t>(level.line_bytes);
  const auto sets = static_cast<std::size_t>(level.capacity_bytes / level.line_bytes / level.ways);
  Cache cache(sets, level.ways, line);
  const std::size_t depth = streams.front().levels.size();
  std::vector<std::int64_t> index(depth, 0);
  double misses = 0;
  for (int run = 0; run < 2; ++run) {
    misses = 0;
    while (true) {
      for (std::size_t s = 0; s < streams.size(); ++s) {
        std::uint64_t address = (s + 1) * 0x10000040ULL;
        for (std::size_t d = 0; d < depth; ++d) {
          address += static_cast<std::uint64_t>(index[d]) *
                     static_cast<std::uint64_t>(streams[s].levels[d].stride_bytes);
        }
        misses += cache.access(address) ? 1 : 0;
      }
      std::size_t d = 0;
      while (d < depth && ++index[d] == static_cast<std::int64_t>(streams[0].levels[d].trips)) {
        index[d++] = 0;
      }
      if (d == depth) {
        break;
      }
    }
  }
  return misses;
}

Stream load(const std::vector<NestLevel>& levels, double extent_bytes) {
  Stream stream;
  stream.levels = levels;
  stream.loaded = true;
  stream.extent_bytes = extent_bytes;
  stream.footprint_elements = extent_bytes / 4;
  stream.accesses = 1;
  for (const NestLevel& level : levels) {
    stream.accesses *= level.trips;
  }
  return stream;
}

double lines(const std::vector<Stream>& streams, const CacheLevel& level) {
  const LineTraffic traffic = traffic_beyond(streams, shape_of(level, 4096));
  return traffic.streaming + traffic.irregular;
}

struct Case {
  std::string name;
  std::vector<Stream> streams;
};

// Innermost first: lanes, loop, rest of the group, group ids.
std::vector<Case> cases() {
  const auto matmul = [](double n) {
    const double bytes = n * n * 4;
    return std::vector<Stream>{
        load({{8, 0}, {n, 4}, {2, 0}, {16, 4 * n}, {n / 16, 0}, {n / 16, 64 * n}}, bytes),
        load({{8, 4}, {n, 4 * n}, {2, 32}, {16, 0}, {n / 16, 64}, {n / 16, 0}}, bytes)};
  };
  return {
      {"stream", {load({{8, 4}, {1, 0}, {32, 32}, {400, 1024}}, 400 * 1024)}},
      {"two streams",
       {load({{8, 4}, {32, 32}, {60, 1024}}, 60 * 1024),
        load({{8, 4}, {32, 32}, {60, 1024}}, 60 * 1024)}},
      {"rows of a matrix", {load({{8, 1200}, {300, 4}, {4, 9600}, {8, 38400}}, 8 * 38400)}},
      {"columns of a matrix", {load({{8, 4}, {300, 1200}, {4, 32}, {8, 128}}, 300 * 1200)}},
      {"a table that all groups read", {load({{8, 4}, {64, 32}, {4, 0}, {50, 0}}, 2048)}},
      {"matmul 48", matmul(48)},
      {"matmul 80", matmul(80)},
      {"matmul 112", matmul(112)},
      {"transpose",
       {load({{8, 816}, {2, 6528}, {16, 4}, {12, 13056}, {12, 64}}, 196 * 816),
        load({{8, 4}, {2, 32}, {16, 784}, {12, 64}, {12, 12544}}, 196 * 784)}},
      {"sliding window", {load({{8, 4}, {9, 1024}, {16, 1024}, {8, 32}, {6, 16384}}, 120 * 1024)}},
  };
}

// Over cache sizes from a few lines to the whole footprint, the analytical traffic is that of a
// simulated cache of some capacity between half and twice the real one, within a factor of 1.5, and
// within 10% on average. Where the curve is steep, no formula can do better than that.
TEST(Traffic, AgreesWithASimulatedCacheUpToAFactorOfTwoInCapacity) {
  double sum_of_logs = 0;
  int count = 0;
  for (const Case& one : cases()) {
    double misses_of_half = simulate(one.streams, {1024, 64, 16});
    double misses = simulate(one.streams, {2048, 64, 16});
    for (const double kib : {2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0}) {
      const double misses_of_double = simulate(one.streams, {2 * kib * 1024, 64, 16});
      const double got = lines(one.streams, {kib * 1024, 64, 16});
      const double nearest = std::clamp(got, misses_of_double, misses_of_half);
      const double log_ratio = std::abs(std::log((got + 10) / (nearest + 10)));
      EXPECT_LT(log_ratio, std::log(1.5))
          << one.name << " " << kib << " KiB: " << got << " for " << misses_of_half << " " << misses
          << " " << misses_of_double;
      sum_of_logs += log_ratio;
      ++count;
      misses_of_half = misses;
      misses = misses_of_double;
    }
  }
  EXPECT_LT(std::exp(sum_of_logs / count), 1.1);
}

TEST(Traffic, AStreamMovesEachLineOnce) {
  const auto streams = std::vector<Stream>{load({{8, 4}, {32, 32}, {4000, 1024}}, 4000 * 1024)};
  const LineTraffic traffic = traffic_beyond(streams, shape_of({32768, 64, 8}, 4096));
  EXPECT_NEAR(traffic.streaming + traffic.irregular, 4000.0 * 1024 / 64, 0.05 * 64000);
  EXPECT_GT(traffic.streaming, 20 * traffic.irregular);
}

TEST(Traffic, StoresMoveLinesInAndOut) {
  auto streams = std::vector<Stream>{load({{8, 4}, {32, 32}, {4000, 1024}}, 4000 * 1024)};
  const CacheLevel level{32768, 64, 8};
  const double loads = lines(streams, level);
  streams[0].loaded = false;
  streams[0].stored = true;
  EXPECT_DOUBLE_EQ(lines(streams, level), 2 * loads);
  streams[0].loaded = true;
  EXPECT_DOUBLE_EQ(lines(streams, level), 2 * loads);
}

TEST(Traffic, GuardedAccessesMoveTheirPart) {
  auto streams = std::vector<Stream>{load({{8, 4}, {32, 32}, {4000, 1024}}, 4000 * 1024)};
  const CacheLevel level{32768, 64, 8};
  const double all = lines(streams, level);
  streams[0].accesses /= 4;
  EXPECT_NEAR(lines(streams, level), all / 4, 0.01 * all);
}

// A column of a matrix whose rows are 4096 bytes apart falls into few sets; with 4160 it does not.
TEST(Traffic, PowersOfTwoConflict) {
  const auto column = [](double row_bytes) {
    return std::vector<Stream>{load({{1, 0}, {128, row_bytes}, {16, 4}, {50, 0}}, 128 * row_bytes)};
  };
  const CacheLevel level{32768, 64, 8};
  EXPECT_GT(lines(column(4096), level), 20 * lines(column(4160), level));
  EXPECT_GT(simulate(column(4096), level), 20 * simulate(column(4160), level));
}

// Sixteen lines are few, but not when they share one set of eight ways.
TEST(Traffic, AFewLinesConflictInOneSet) {
  const auto tile = [](double row_bytes) {
    return std::vector<Stream>{load({{16, row_bytes}, {16, 4}, {8, 64}, {20, 0}}, 16 * row_bytes)};
  };
  const CacheLevel level{32768, 64, 8};
  for (const double row_bytes : {4096.0, 4160.0, 8192.0, 1024.0}) {
    EXPECT_NEAR(lines(tile(row_bytes), level), simulate(tile(row_bytes), level),
                0.5 * simulate(tile(row_bytes), level) + 10)
        << row_bytes;
  }
}

// A transposed store comes to each line sixteen times; in sets that hold its column, to one that is
// still there.
TEST(Traffic, LinesThatAreStoredToAgainAreTold) {
  const auto column = [](double row_bytes) {
    Stream stream =
        load({{16, row_bytes}, {16, 4}, {64, 64}, {64, 16 * row_bytes}}, 64 * 16 * row_bytes);
    stream.loaded = false;
    stream.stored = true;
    return std::vector<Stream>{stream};
  };
  const CacheShape cache = shape_of({32768, 64, 8}, 4096);
  const double lines = 64 * 16 * 64;
  EXPECT_GT(traffic_beyond(column(4096), cache).stored_again, 10 * lines);
  EXPECT_LT(traffic_beyond(column(4160), cache).stored_again, lines / 10);
}

TEST(Traffic, GapsBetweenElementsAreNotSaved) {
  Stream strided = load({{1, 0}, {100000, 64}}, 100000 * 64);
  strided.footprint_elements = 100000;
  EXPECT_NEAR(lines({strided}, {32768, 64, 8}), 100000, 1000);
}

TEST(Traffic, JumpsOfUnknownLengthAreIrregularAndStayWithinTheArray) {
  Stream stream = load({{8, 0}, {100000, 0}}, 1 << 26);
  stream.affine = false;
  const LineTraffic large = traffic_beyond(std::vector{stream}, shape_of({32768, 64, 8}, 4096));
  EXPECT_NEAR(large.irregular, 800000, 8000);
  EXPECT_EQ(large.streaming, 0);
  stream.extent_bytes = 4096;
  const LineTraffic small = traffic_beyond(std::vector{stream}, shape_of({32768, 64, 8}, 4096));
  EXPECT_LT(small.irregular, 8000);
}

TEST(Traffic, PagesAreMissedByLongStrides) {
  DeviceTraits traits;
  traits.tlb_pages = 64;
  const auto walk = [](double stride) {
    return std::vector<Stream>{load({{1, 0}, {1000, stride}, {20, 8}}, 1000 * stride)};
  };
  EXPECT_NEAR(page_misses(walk(8192), traits), 20000, 2000);
  EXPECT_LT(page_misses(walk(64), traits), 100);
}

TEST(Traffic, NothingMovesNothing) { EXPECT_EQ(lines({}, CacheLevel{32768, 64, 8}), 0); }

}  // namespace
}  // namespace clgauge::model
