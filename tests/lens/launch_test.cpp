#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "base/error.h"
#include "fake_kernel.h"
#include "lens/launch/sample_launch.h"

namespace clgauge::lens {
namespace {

TEST(SampleLaunch, AveragesOverTheCountedGroups) {
  FakeKernel kernel;
  const LaunchSample sample = sample_of(kernel, {1000, 1, 1});
  EXPECT_EQ(sample.groups.consecutive.size(), 48U);
  EXPECT_THAT(sample.passes.blocks, ::testing::ElementsAre(1.0));
  EXPECT_EQ(sample.instructions, 320);
  EXPECT_EQ(sample.gather_lanes, 8);
  EXPECT_EQ(sample.scatter_lanes, 0);
  EXPECT_EQ(sample.stack_loads, 1);
  EXPECT_EQ(sample.runtime_calls.at("expf"), 2.5);
  EXPECT_TRUE(sample.groups.row_before.empty());
  EXPECT_TRUE(sample.groups.plane_before.empty());
  EXPECT_TRUE(sample.groups.consecutive[0].back().is_non_temporal);
  EXPECT_FALSE(sample.groups.consecutive[0].front().is_non_temporal);
}

TEST(BufferEnds, SeesWhatLeavesABufferByWhichSide) {
  std::vector<EvaluatedArgument> arguments(3);
  for (const unsigned i : {0U, 2U}) {
    arguments[i].kind = EvaluatedArgument::Kind::buffer;
    arguments[i].address = buffer_address(i);
    arguments[i].size_bytes = 4096;
  }
  BufferEnds ends(arguments);
  ends.see(buffer_address(0), 64, true);
  ends.see(buffer_address(0) + 4032, 64, true);
  ends.see(4096, 64, true);  // of no buffer
  EXPECT_TRUE(ends.overruns().empty());
  ends.see(buffer_address(2) + 4064, 64, false);
  ends.see(buffer_address(2) + 4096, 4, false);
  ends.see(buffer_address(0) - 16, 32, true);
  const std::vector<Overrun> overruns = ends.overruns();
  ASSERT_EQ(overruns.size(), 2U);
  EXPECT_EQ(overruns[0].argument, 0U);
  EXPECT_EQ(overruns[0].before_bytes, 16U);
  EXPECT_EQ(overruns[0].behind_bytes, 0U);
  EXPECT_TRUE(overruns[0].is_stored);
  EXPECT_EQ(overruns[1].argument, 2U);
  EXPECT_EQ(overruns[1].before_bytes, 0U);
  EXPECT_EQ(overruns[1].behind_bytes, 32U);
  EXPECT_FALSE(overruns[1].is_stored);
}

TEST(SampleLaunch, SamplesTheMiddleAndItsNeighbours) {
  FakeKernel kernel;
  const LaunchSample sample = sample_of(kernel, {10, 20, 30}, {16, 1000000});
  EXPECT_EQ(sample.groups.consecutive.size(), 16U);
  EXPECT_EQ(sample.groups.row_before.size(), SampledGroups::kJudgedGroups);
  EXPECT_EQ(sample.groups.plane_before.size(), SampledGroups::kJudgedGroups);
  EXPECT_EQ(kernel.evaluated.count({5, 10, 15}), 1U);
  EXPECT_EQ(kernel.evaluated.count({4, 11, 14}), 1U);
}

TEST(SampleLaunch, OfShortRowsTheRowBeforeEndsWhereTheJudgedGroupsBegin) {
  FakeKernel kernel;
  const LaunchSample sample = sample_of(kernel, {2, 20, 30}, {16, 1000000});
  EXPECT_EQ(sample.groups.row_before.size(), 2U);
  EXPECT_EQ(sample.groups.plane_before.size(), SampledGroups::kJudgedGroups);
}

using WorkOf = std::function<std::uint64_t(const GroupNumber&)>;

// Groups that differ.
LaunchSample uneven_sample(const GroupNumber& groups, const WorkOf& passes_of,
                           const WorkOf& accesses_of, const SamplingBudget& budget = {}) {
  return sample_launch(
      {instruction_kinds(some_code()), false, {}}, GroupOrder(groups),
      [&](const GroupNumber& group, AccessSink& sink) {
        const std::uint64_t passes = passes_of(group);
        const std::vector<MemoryAccess> accesses(
            accesses_of(group), {buffer_address(0), 0, 32, MemoryRegion::buffer, false});
        sink.consume(accesses);
        GroupTrace trace;
        trace.block_counts = {passes};
        trace.instructions = 4 * passes;
        trace.accesses = accesses.size();
        return trace;
      },
      budget);
}

// As many passes and accesses as `work` says.
LaunchSample uneven_sample(const GroupNumber& groups, const WorkOf& work) {
  return uneven_sample(groups, work, work);
}

double consecutive_accesses(const LaunchSample& sample) {
  const std::size_t first = sample.groups.first_counted();
  double accesses = 0;
  for (std::size_t g = first; g < sample.groups.consecutive.size(); ++g) {
    accesses += static_cast<double>(sample.groups.consecutive[g].size());
  }
  return accesses / static_cast<double>(sample.groups.consecutive.size() - first);
}

TEST(SampleLaunch, WalksGroupsOfASmallLaunchOnce) {
  for (const std::uint64_t count : {1U, 2U, 5U}) {
    const GroupNumber groups{count, 1, 1};
    for (const std::uint64_t more : {0U, 500U, 90000U}) {  // of the first group
      std::map<GroupNumber, int> walks;
      const LaunchSample sample = uneven_sample(groups, [&](const GroupNumber& group) {
        ++walks[group];
        return 100 + (group == GroupNumber{} ? more : 0);
      });
      const bool is_small = count <= 2;
      for (const auto& [group, times] : walks) {
        const bool is_taken_once = is_small || (more == 0 && group == GroupNumber{});
        EXPECT_TRUE(!is_taken_once || times == 2) << count << ", " << more;  // passes and accesses
      }
      const double average = 100 + static_cast<double>(more) / static_cast<double>(count);
      EXPECT_NEAR(sample.passes.blocks.at(0), average, 1e-6 * average) << count << ", " << more;
      if (is_small) {
        EXPECT_EQ(sample.groups.consecutive.size(), count);
      }
    }
  }
}

TEST(SampleLaunch, SurveysGroupsThatDiffer) {
  // A triangle along one dimension, of small groups and of large ones.
  for (const std::uint64_t scale : {1U, 5000U}) {
    SCOPED_TRACE(scale);
    const auto sample = uneven_sample(
        {200, 1, 1}, [&](const GroupNumber& group) { return scale * (200 - group[0]); });
    const double average = 100.5 * static_cast<double>(scale);
    EXPECT_LE(std::abs(sample.passes.blocks.at(0) / average - 1), 0.05);
    EXPECT_LE(std::abs(sample.instructions / (4 * average) - 1), 0.05);
    EXPECT_LE(
        std::abs(consecutive_accesses(sample) * sample.groups.accesses_of_average / average - 1),
        0.05);
    EXPECT_LE(std::abs(std::log(sample.groups.accesses_of_average)), std::log(1.6));
  }
  // One of two dimensions, of which half are empty: what is simulated is not.
  const auto half = uneven_sample({60, 60, 1}, [&](const GroupNumber& group) {
    return group[0] <= group[1] ? std::uint64_t{100} : std::uint64_t{0};
  });
  EXPECT_LE(std::abs(half.passes.blocks.at(0) / 50.8 - 1), 0.15);
  EXPECT_GE(consecutive_accesses(half), 20);
  EXPECT_LE(std::abs(consecutive_accesses(half) * half.groups.accesses_of_average /
                         half.passes.blocks.at(0) -
                     1),
            1e-9);
}

// Vector code whose masks are empty below the diagonal: it takes the same blocks everywhere.
TEST(SampleLaunch, GroupsThatDifferInWhatTheirMasksLetThroughDiffer) {
  const auto sample = uneven_sample(
      {60, 60, 1}, [](const GroupNumber&) { return std::uint64_t{100}; },
      [](const GroupNumber& group) { return std::uint64_t{group[0] < group[1] ? 100U : 0U}; });
  EXPECT_LE(std::abs(sample.accesses / 50 - 1), 0.15);
  EXPECT_LE(std::abs(consecutive_accesses(sample) * sample.groups.accesses_of_average / 50 - 1),
            0.15);
}

// Blocks of a picture, most of which are worked on; those of the first two groups looked at are
// not.
TEST(SampleLaunch, AFewGroupsThatHappenToGoOneWayDoNotStandForAll) {
  const GroupNumber groups{60, 34, 1};
  const auto block_of = [](const GroupNumber& group) {
    return std::pair(group[0] / 4, group[1] / 8);
  };
  const WorkOf work = [&](const GroupNumber& group) {
    const bool is_idle = block_of(group) == block_of({0, 0, 0}) ||
                         block_of(group) == block_of(spread_group(0, groups)) ||
                         block_of(group) == block_of(spread_group(1, groups));
    return std::uint64_t{is_idle ? 10U : 100U};
  };
  const auto off = [&](std::size_t least_alike) {
    SamplingBudget budget;
    budget.least_alike = least_alike;
    return std::abs(uneven_sample(groups, work, work, budget).passes.blocks.at(0) / 96 - 1);
  };
  EXPECT_GT(off(2), 0.1) << "nothing says that groups differ";
  EXPECT_LE(off(8), 0.05);
}

// A launch that is eight times larger than the work there is: the groups that are looked at first
// have none.
TEST(SampleLaunch, FindsTheWorkOfALaunchThatIsTooLarge) {
  const auto sample = uneven_sample({64, 1, 1}, [](const GroupNumber& group) {
    return group[0] < 8 ? std::uint64_t{8000} : std::uint64_t{0};
  });
  EXPECT_LE(std::abs(sample.passes.blocks.at(0) / 1000 - 1), 0.35);
  EXPECT_GE(consecutive_accesses(sample), 1000);
  // Or only the first group does something that the others do not.
  const auto leader = uneven_sample({1000, 1, 1}, [](const GroupNumber& group) {
    return group[0] == 0 ? std::uint64_t{50000} : std::uint64_t{10};
  });
  EXPECT_LE(std::abs(leader.passes.blocks.at(0) / 60 - 1), 0.05);
}

// A few long groups, of which the ones of the middle do more: six of them show hardly any.
TEST(SampleLaunch, AFewLongGroupsThatDifferAreNotEnough) {
  const auto off = [](std::size_t least) {
    SamplingBudget budget;
    budget.least_alike = 8;
    budget.work = 40;
    budget.survey_work = 500;
    budget.doubtful_work = 2000;
    budget.least_doubtful = least;
    const WorkOf work = [](const GroupNumber& group) {
      return std::uint64_t{group[0] >= 17 && group[0] < 34 ? 2000U : 1000U};
    };
    const double average = (17 * 2000.0 + 38 * 1000.0) / 55;
    return std::abs(uneven_sample({55, 1, 1}, work, work, budget).passes.blocks.at(0) / average -
                    1);
  };
  EXPECT_GT(off(6), 0.08);
  EXPECT_LE(off(14), 0.08);
}

TEST(SampleLaunch, AnEdgeThatCannotBeWalkedRefusesNothing) {
  const SampledCode code{instruction_kinds(some_code()), true, {}};
  const LaunchSample sample =
      sample_launch(code, GroupOrder({110, 1, 1}), [&](const GroupNumber& group, AccessSink&) {
        if (group[0] == 109) {
          throw Error(ErrorKind::unsupported, "data-dependent branch");
        }
        GroupTrace trace;
        trace.block_counts = {1};
        return trace;
      });
  EXPECT_EQ(sample.suppressed_faults, 0);
}

// Groups update a counter each, or so many of them, one behind the other, one.
TEST(SampleLaunch, UpdatesOfACounterThatTwoCoresHaveAreContended) {
  constexpr std::uint64_t kGroups = 64;
  const auto updated = [](std::uint64_t sharing, MemoryRegion region) {
    const std::vector<InstructionKind> kinds = {InstructionKind::locked};
    return sample_launch({kinds, false, {}}, GroupOrder({kGroups, 1, 1}, 2),
                         [&](const GroupNumber& group, AccessSink& sink) {
                           const std::uint64_t counter =
                               buffer_address(0) + 4096 * (group[0] / sharing);
                           const std::vector<MemoryAccess> update = {{counter, 0, 4, region, false},
                                                                     {counter, 0, 4, region, true}};
                           sink.consume(update);
                           sink.consume(update);
                           GroupTrace trace;
                           trace.block_counts = {1};
                           return trace;
                         });
  };
  const LaunchSample all = updated(kGroups, MemoryRegion::buffer);
  EXPECT_EQ(all.contended, 2);
  EXPECT_EQ(all.contended_lines, 1);
  EXPECT_EQ(all.updates_of_visit, 2);
  EXPECT_EQ(updated(1, MemoryRegion::buffer).contended, 0);
  EXPECT_EQ(updated(kGroups / 2, MemoryRegion::buffer).contended, 0) << "each core has its own";
  // Each group has local memory of its own, which lies at one place when groups are walked.
  const LaunchSample local = updated(kGroups, MemoryRegion::local);
  EXPECT_EQ(local.contended, 0);
  EXPECT_EQ(local.locked, 2);
}

// Nine groups of three by three, of which six have work: each counts once.
TEST(SampleLaunch, FewGroupsAreEachLookedAtOnce) {
  const WorkOf work = [](const GroupNumber& group) {
    return std::uint64_t{group[0] + group[1] < 3 ? 900U : 0U};
  };
  SamplingBudget budget;
  budget.least_alike = 8;
  const auto sample = uneven_sample({3, 3, 1}, work, work, budget);
  EXPECT_LE(std::abs(sample.passes.blocks.at(0) / 600 - 1), 0.01);
  for (const GroupId& grid : {GroupId{3, 3, 1}, {2, 2, 2}, {7, 1, 1}, {5, 4, 3}}) {
    const std::uint64_t count = grid[0] * grid[1] * grid[2];
    std::set<GroupId> distinct;
    for (const GroupId& id : spread_groups(1000, grid)) {
      distinct.insert(id);
    }
    EXPECT_EQ(distinct.size(), count);
  }
  const std::vector<GroupId> few = spread_groups(5, {1000, 1000, 1});
  ASSERT_EQ(few.size(), 5U);
  EXPECT_EQ(few[4], spread_group(4, {1000, 1000, 1}));
}

// Three rows of an array that a launch of one dimension goes through by groups of 1 KiB.
TEST(SampleLaunch, ALaunchOfOneDimensionFindsTheRowsOfItsData) {
  const auto walk = [](std::uint64_t row_bytes, std::uint64_t plane_bytes) {
    return sample_launch({instruction_kinds(some_code()), false, {}}, GroupOrder({100000, 1, 1}),
                         [&](const GroupNumber& group, AccessSink& sink) {
                           std::vector<MemoryAccess> accesses;
                           for (std::uint64_t at = 0; at < 1024; at += 32) {
                             for (const std::uint64_t ahead :
                                  {std::uint64_t{0}, row_bytes, 2 * row_bytes, plane_bytes}) {
                               accesses.push_back({buffer_address(0) + 1024 * group[0] + at + ahead,
                                                   0, 32, MemoryRegion::buffer, false});
                             }
                           }
                           sink.consume(accesses);
                           GroupTrace trace;
                           trace.block_counts = {1};
                           return trace;
                         });
  };
  const SampledGroups rows = walk(100 * 1024 + 20, 0).groups;
  ASSERT_TRUE(rows.rows_of_data);
  EXPECT_NEAR((*rows.rows_of_data)[0], 100, 1);
  EXPECT_NEAR((*rows.rows_of_data)[1], 1000, 10);
  EXPECT_GE(rows.row_before.size(), SampledGroups::kJudgedGroups);
  EXPECT_TRUE(rows.plane_before.empty());
  const SampledGroups planes = walk(std::uint64_t{100} * 1024, std::uint64_t{5000} * 1024).groups;
  ASSERT_TRUE(planes.rows_of_data);
  EXPECT_NEAR((*planes.rows_of_data)[0], 100, 1);
  EXPECT_NEAR((*planes.rows_of_data)[1], 48, 1) << "from the last row to the next plane";
  EXPECT_FALSE(planes.plane_before.empty());
  EXPECT_FALSE(walk(0, 0).groups.rows_of_data) << "one row after the other";
}

TEST(SampleLaunch, TinyAndHugeGroupsKeepToTheBudget) {
  FakeKernel one;
  EXPECT_EQ(sample_of(one, {1, 1, 1}).groups.consecutive.size(), 1U);
  FakeKernel three;
  EXPECT_EQ(sample_of(three, {1, 3, 1}).groups.consecutive.size(), 3U);
  FakeKernel huge;
  huge.lines = 200000;
  EXPECT_EQ(sample_of(huge, {100, 100, 1}).groups.consecutive.size(), 2U);
  FakeKernel none;
  EXPECT_THROW((void)sample_of(none, {0, 1, 1}), Error);
}

TEST(SampleLaunch, AssistsAndRareCallsAreAveraged) {
  const auto evaluate = [](const GroupNumber& group, AccessSink&) {
    GroupTrace trace;
    trace.block_counts = {1};
    trace.instructions = 5;
    trace.denormals.assists[2] = group[0] % 2 == 0 ? 3 : 1;
    trace.mathematics_calls.rare["expf"].add([] { return KeptCalls::Registers{}; });
    return trace;
  };
  const LaunchSample sample = sample_launch({instruction_kinds(some_code()), false, {}},
                                            GroupOrder({1000, 1, 1}), evaluate);
  EXPECT_DOUBLE_EQ(sample.denormals.counts.assists.at(2), 2);
  EXPECT_DOUBLE_EQ(sample.denormals.rare_calls.at("expf").count, 1);
  EXPECT_FALSE(sample.denormals.rare_calls.at("expf").arguments.empty());
}

}  // namespace
}  // namespace clgauge::lens
