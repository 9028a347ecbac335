// How far away the lines of a buffer are that a launch asks for again, beside distances between two
// uses that were counted one by one.
#include "lens/traffic/buffer_rounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <list>
#include <random>
#include <unordered_map>
#include <vector>

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kLineBytes = 64;
constexpr std::uint64_t kLinesOfTable = 1000;
constexpr std::uint64_t kAskedLines = 20;     // lines of the table a group
constexpr std::uint64_t kStreamedLines = 10;  // lines a group
constexpr std::uint64_t kGroupsOfLaunch = 1500;
constexpr std::uint64_t kTableBytes = kLineBytes * kLinesOfTable;

// A cache of so many lines that gives up the one that was not used for longest.
class OldestGoes {
 public:
  explicit OldestGoes(std::size_t lines) : lines_(lines) {}

  bool access(std::uint64_t line) {
    const auto found = places_.find(line);
    const bool is_hit = found != places_.end();
    if (is_hit) {
      order_.erase(found->second);
    }
    order_.push_front(line);
    places_[line] = order_.begin();
    if (order_.size() > lines_) {
      places_.erase(order_.back());
      order_.pop_back();
    }
    return is_hit;
  }

 private:
  std::size_t lines_;
  std::list<std::uint64_t> order_;
  std::unordered_map<std::uint64_t, std::list<std::uint64_t>::iterator> places_;
};

// The share of the table's lines that such a cache misses, where they are asked for by these
// weights.
double missed_of_table(std::size_t cache_lines, const std::vector<double>& weights) {
  std::mt19937 random(7);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same each time
  std::discrete_distribution<std::uint64_t> line(weights.begin(), weights.end());
  OldestGoes cache(cache_lines);
  double missed = 0;
  double all = 0;
  for (std::uint64_t group = 0; group < kGroupsOfLaunch; ++group) {
    const bool is_counted = group > kGroupsOfLaunch / 4;
    for (std::uint64_t i = 0; i < kAskedLines; ++i) {
      const bool is_hit = cache.access(line(random));
      missed += is_counted && !is_hit ? 1 : 0;
      all += is_counted ? 1 : 0;
    }
    for (std::uint64_t i = 0; i < kStreamedLines; ++i) {
      cache.access(kLinesOfTable + kStreamedLines * group + i);
    }
  }
  return missed / all;
}

std::vector<BufferRound> rounds(const AskedOfBuffer& table) {
  const std::vector<BufferExtent> buffers{
      {0, kTableBytes}, {1ULL << 40U, kLineBytes * kStreamedLines * kGroupsOfLaunch}};
  return buffer_rounds(buffers, {table, {kStreamedLines}, {0}}, kGroupsOfLaunch, kLineBytes);
}

void expect_as_counted(double shape, const std::vector<double>& weights) {
  const BufferRound table = rounds({kAskedLines, true, shape, 0}).front();
  EXPECT_EQ(table.share_of_first, 0);
  const auto& distances = table.distance_bytes;
  ASSERT_FALSE(distances.empty());
  EXPECT_TRUE(std::ranges::is_sorted(distances));
  for (const std::size_t cache_lines : {100U, 300U, 500U, 800U, 1000U, 1300U, 2000U}) {
    const auto farther = std::ranges::count_if(distances, [cache_lines](double distance) {
      return distance > static_cast<double>(kLineBytes * cache_lines);
    });
    EXPECT_NEAR(static_cast<double>(farther) / static_cast<double>(distances.size()),
                missed_of_table(cache_lines, weights), 0.08)
        << cache_lines << " lines, shape " << shape;
  }
}

TEST(BufferRounds, LinesThatAreAskedForAtRandomAreAsFarAwayAsIsCounted) {
  expect_as_counted(AskedOfBuffer::kMostEven, std::vector<double>(kLinesOfTable, 1));
}

TEST(BufferRounds, AreNearerWhereSomeAreAskedForMoreOften) {
  for (const double shape : {0.5, 2.0}) {
    std::mt19937 random(11);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same each time
    std::gamma_distribution<double> gamma(shape);
    std::vector<double> weights(kLinesOfTable);
    std::ranges::generate(weights, [&] { return gamma(random); });
    expect_as_counted(shape, weights);
  }
}

TEST(BufferRounds, AreFartherAwayWhereTheyHaveNotBeenAskedForOfLate) {
  const auto nearest = [](double groups_since) {
    return rounds({kAskedLines, true, AskedOfBuffer::kMostEven, groups_since})
        .front()
        .distance_bytes.front();
  };
  EXPECT_LT(nearest(0), 2000 * kLineBytes / 10.0);
  // 20 groups touch 200 lines elsewhere and a third of the table.
  EXPECT_GE(nearest(20), (200 + 0.32 * kLinesOfTable) * kLineBytes);
}

TEST(BufferRounds, GoRoundInOrderOnceAllOfItWasAskedFor) {
  const BufferRound table = rounds({kAskedLines}).front();
  EXPECT_NEAR(table.share_of_first, 1.0 * kLinesOfTable / (kAskedLines * kGroupsOfLaunch), 1e-12);
  ASSERT_EQ(table.distance_bytes.size(), 1U);
  // A round of fifty groups.
  EXPECT_NEAR(table.distance_bytes[0], kLineBytes * (kLinesOfTable + 50.0 * kStreamedLines), 1e-6);
}

TEST(BufferRounds, AreNoneWhereMostOfABufferIsAskedForOnce) {
  const auto stream = rounds({kAskedLines})[1];
  EXPECT_EQ(stream.share_of_first, 1);
  EXPECT_TRUE(stream.distance_bytes.empty());
}

}  // namespace
}  // namespace clgauge::lens
