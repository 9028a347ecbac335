// Traces in fewer accesses: what caches hold after them, and which lines they touch.
#include "lens/traffic/last_touches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "lens/traffic/line_set.h"
#include "lens/traffic/touched_lines.h"

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kTouchedLine = 64;

Access touch_at(std::uint64_t address, std::uint32_t bytes, bool is_store = false) {
  Access access;
  access.address = address;
  access.bytes = static_cast<std::uint16_t>(bytes);
  access.is_store = is_store;
  return access;
}

// Among so many lines, of which those with low numbers come more often.
AccessTrace random_trace(std::size_t accesses, std::uint64_t lines) {
  std::mt19937 random(7);
  AccessTrace trace;
  for (std::size_t i = 0; i < accesses; ++i) {
    const std::uint64_t line = random() % (1 + random() % lines);
    trace.push_back(touch_at(kTouchedLine * line + random() % 60, 8, random() % 8 == 0));
  }
  return trace;
}

HierarchyCounts counts_after(std::span<const Access> warming, const AccessTrace& judged) {
  HierarchyShape shape;
  for (CacheShape* cache : {&shape.l1, &shape.l2, &shape.tlb1, &shape.tlb2}) {
    cache->replacement = Replacement::lru;
  }
  HierarchySimulator simulator(shape, 40);
  HierarchyCounts ignored;
  simulator.run(warming, ignored, nullptr);
  HierarchyCounts counts;
  simulator.run(judged, counts, nullptr);
  return counts;
}

std::uint64_t all_misses(const MissCounts& misses) {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : misses) {
    sum += count;
  }
  return sum;
}

TEST(LastTouches, OfFewAccessesAreThose) {
  const AccessTrace trace = random_trace(1000, 4000);
  const AccessTrace touches = last_touches(std::span(&trace, 1), kTouchedLine);
  ASSERT_EQ(touches.size(), trace.size());
  for (std::size_t i = 0; i < trace.size(); ++i) {
    EXPECT_EQ(touches[i].address, trace[i].address);
    EXPECT_EQ(touches[i].is_store, trace[i].is_store);
  }
}

TEST(LastTouches, LeaveCachesAsTheTracesDo) {
  const std::vector<AccessTrace> traces = {random_trace(200000, 6000), random_trace(100000, 5000)};
  AccessTrace all = traces[0];
  all.insert(all.end(), traces[1].begin(), traces[1].end());
  const AccessTrace touches = last_touches(traces, kTouchedLine);
  EXPECT_LT(touches.size(), all.size() / 5);
  const AccessTrace judged = random_trace(20000, 12000);
  const HierarchyCounts expected = counts_after(all, judged);
  const HierarchyCounts counts = counts_after(touches, judged);
  EXPECT_EQ(all_misses(counts.l1_misses), all_misses(expected.l1_misses));
  EXPECT_EQ(counts.tlb1_misses, expected.tlb1_misses);
  const auto beyond = static_cast<double>(all_misses(expected.l2_misses));
  EXPECT_NEAR(static_cast<double>(all_misses(counts.l2_misses)), beyond, 0.02 * beyond);
}

TEST(LastTouches, OfThemselvesAreThemselves) {
  const AccessTrace trace = random_trace(200000, 6000);
  const AccessTrace once = last_touches(std::span(&trace, 1), kTouchedLine);
  const AccessTrace twice = last_touches(std::span(&once, 1), kTouchedLine);
  ASSERT_EQ(twice.size(), once.size());
  for (std::size_t i = 0; i < once.size(); ++i) {
    EXPECT_EQ(twice[i].address, once[i].address);
    EXPECT_EQ(twice[i].is_store, once[i].is_store);
  }
}

TEST(LastTouches, KnowWhatWasStoredAndWhatWentAround) {
  AccessTrace trace;
  trace.push_back(touch_at(0, 4, true));
  trace.push_back(touch_at(0, 4));  // the line stays dirty
  trace.push_back(touch_at(64, 4, true));
  trace.back().is_non_temporal = true;
  trace.push_back(touch_at(128, 4, true));
  trace.back().is_non_temporal = true;
  trace.push_back(touch_at(128, 4));  // comes back, as it is in memory
  const std::size_t first = trace.size();
  for (std::size_t i = 0; i < 40000; ++i) {
    trace.push_back(touch_at(1 << 20, 4));
  }
  const AccessTrace touches = last_touches(std::span(&trace, 1), kTouchedLine);
  ASSERT_LT(touches.size(), trace.size() - first);
  EXPECT_EQ(touches[0].address, 0U);
  EXPECT_TRUE(touches[0].is_store && !touches[0].is_non_temporal);
  EXPECT_TRUE(touches[1].is_store && touches[1].is_non_temporal);
  EXPECT_FALSE(touches[2].is_store || touches[2].is_non_temporal);
}

TEST(LineSet, HoldsEachLineOnceInOrder) {
  const AccessTrace trace = random_trace(50000, 30000);  // more than the recent ones
  std::set<std::uint64_t> expected;
  for (const Access& access : trace) {
    const std::uint64_t last = (access.address + access.bytes - 1) / kTouchedLine;
    for (std::uint64_t line = access.address / kTouchedLine; line <= last; ++line) {
      expected.insert(line);
    }
  }
  LineSet lines(kTouchedLine);
  lines.add(trace);
  lines.finish();
  EXPECT_TRUE(std::ranges::equal(lines.lines(), expected));
}

TEST(TouchedLines, AreThoseOfTheTraceAndOfItsRepeatedParts) {
  AccessTrace trace = random_trace(50000, 3000);
  const std::size_t first = trace.size();
  for (std::uint64_t line = 10000; line < 10100; ++line) {
    trace.push_back(touch_at(kTouchedLine * line + 32, 64));  // two lines
  }
  trace.repeated.push_back({first, trace.size(), 9});
  const AccessTrace touched = touched_lines(trace, kTouchedLine);
  EXPECT_LT(touched.size(), trace.size() / 2);
  LineSet expected(kTouchedLine);
  expected.add(trace);
  expected.finish();
  LineSet lines(kTouchedLine);
  lines.add(touched);
  lines.finish();
  EXPECT_EQ(lines.lines(), expected.lines());
  EXPECT_EQ(lines.size(), expected.size());

  constexpr std::uint64_t kPage = 4096;
  LineSet pages(kPage);
  pages.add(trace);
  pages.finish();
  EXPECT_EQ(expected.larger(kPage).lines(), pages.lines());
  EXPECT_EQ(expected.larger(kPage).size(), pages.size());
}

}  // namespace
}  // namespace clgauge::lens
