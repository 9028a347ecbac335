#include "lens/launch/chained_loads.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace clgauge::lens {
namespace {

// Percents of a group whose load asks for these addresses.
std::vector<int> percents(const ChainedLoad& chained, const std::vector<std::uint64_t>& addresses) {
  SampledGroups groups;
  AccessTrace& trace = groups.consecutive.emplace_back();
  for (const std::uint64_t address : addresses) {
    Access access;
    access.address = address;
    access.instruction = 7;
    trace.push_back(access);
  }
  mark_chained({{7, chained}}, groups);
  std::vector<int> marked;
  for (const Access& access : trace) {
    marked.push_back(access.chained_percent);
  }
  return marked;
}

TEST(ChainedLoads, EachWaitsForItsShare) {
  EXPECT_EQ(percents({.share = 0.4}, {4096, 4100, 65536}), (std::vector<int>{40, 40, 40}));
}

TEST(ChainedLoads, LinesSideBySideComeWithTheFirst) {
  // Two vectors of four rounds each.
  EXPECT_EQ(
      percents({.share = 0.4, .rounds = 4}, {4096, 4128, 4160, 4192, 65536, 65568, 65600, 65632}),
      (std::vector<int>{40, 0, 0, 0, 40, 0, 0, 0}));
}

TEST(ChainedLoads, RoundsThatAskAnywhereWaitTogether) {
  EXPECT_EQ(percents({.share = 0.4, .rounds = 4}, {65536, 4096, 8192, 16384}),
            (std::vector<int>{10, 10, 10, 10}));
}

TEST(ChainedLoads, OneLaneOfEachGatherWaits) {
  SampledGroups groups;
  AccessTrace& trace = groups.consecutive.emplace_back();
  for (int gather = 0; gather < 2; ++gather) {
    for (std::uint64_t lane = 0; lane < 4; ++lane) {
      Access access;
      access.address = 4096 * lane;
      access.instruction = 7;
      access.is_gathered = true;
      trace.push_back(access);
    }
    Access other;
    other.instruction = 8;
    trace.push_back(other);
  }
  mark_chained({{7, {.share = 0.4}}}, groups);
  std::vector<int> marked;
  for (const Access& access : trace) {
    marked.push_back(access.chained_percent);
  }
  EXPECT_EQ(marked, (std::vector<int>{40, 0, 0, 0, 0, 40, 0, 0, 0, 0}));
}

TEST(ChainedLoads, GathersThatNothingStandsBetweenWaitOneByOne) {
  SampledGroups groups;
  AccessTrace& trace = groups.consecutive.emplace_back();
  for (std::uint64_t lane = 0; lane < 3 * kLanesOfGather; ++lane) {
    Access access;
    access.address = 4 * lane;
    access.instruction = 7;
    access.is_gathered = true;
    trace.push_back(access);
  }
  const auto waiting = [&](const ChainedLoad& load) {
    mark_chained({{7, load}}, groups);
    std::vector<std::uint64_t> lanes;
    for (std::uint64_t lane = 0; lane < trace.size(); ++lane) {
      if (trace[lane].chained_percent == 40) {
        lanes.push_back(lane);
      }
    }
    return lanes;
  };
  EXPECT_EQ(waiting({.share = 0.4}), (std::vector<std::uint64_t>{0, 16, 32}));
}

TEST(ChainedLoads, OthersAreLeftAlone) {
  SampledGroups groups;
  Access store;
  store.instruction = 7;
  store.is_store = true;
  groups.consecutive.emplace_back().push_back(store);
  mark_chained({{7, {.share = 1}}}, groups);
  EXPECT_EQ(groups.consecutive[0][0].chained_percent, 0);
}

}  // namespace
}  // namespace clgauge::lens
