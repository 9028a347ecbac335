#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "assembled.h"
#include "base/error.h"
#include "lens/launch/features.h"
#include "lens/launch/sample_launch.h"
#include "lens/launch/suppressed_faults.h"

namespace clgauge::lens {
namespace {

using GroupNumber = std::array<std::uint64_t, 3>;

// A load, a gather, a plain store, a store around the caches.
MachineCode some_code() {
  return decode(assemble(R"(
  .text
  .globl f
  .type f, @function
f:
  vmovups (%rdi), %ymm0
  vgatherdps %ymm1, (%rdi,%ymm2,4), %ymm3
  vmovups %ymm0, (%rsi)
  vmovntps %ymm0, (%rdx)
  ret
  .size f, .-f
)"),
                "f", "znver3");
}

// Every group loads its own 4 KiB and one line that all share, and stores a line.
struct FakeKernel {
  std::set<GroupNumber> evaluated;
  std::uint64_t lines = 64;

  GroupTrace operator()(const GroupNumber& group, AccessSink& sink) {
    evaluated.insert(group);
    const std::uint64_t number = group[0] + 1000 * group[1] + 1000000 * group[2];
    std::vector<MemoryAccess> accesses;
    for (std::uint64_t i = 0; i < lines; ++i) {
      accesses.push_back(
          {buffer_address(0) + 4096 * number + 64 * i, 0, 32, MemoryRegion::buffer, false});
    }
    for (std::uint64_t lane = 0; lane < 8; ++lane) {
      accesses.push_back({buffer_address(1) + 4 * lane, 1, 4, MemoryRegion::buffer, false});
    }
    accesses.push_back({4096, 0, 32, MemoryRegion::stack, false});
    accesses.push_back({4096, 2, 32, MemoryRegion::stack, true});
    accesses.push_back({buffer_address(2) + 64 * number, 3, 32, MemoryRegion::buffer, true});
    sink.consume(accesses);
    GroupTrace trace;
    trace.block_counts = {1};
    trace.instructions = 5 * lines;
    trace.accesses = accesses.size();
    trace.runtime_calls["expf"] = 2 + number % 2;
    return trace;
  }
};

LaunchSample sample_of(FakeKernel& kernel, const GroupNumber& groups,
                       const SamplingBudget& budget = {}) {
  return sample_launch(
      {instruction_kinds(some_code()), false, {}}, groups,
      [&](const GroupNumber& group, AccessSink& sink) { return kernel(group, sink); }, budget);
}

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
                           const WorkOf& accesses_of) {
  return sample_launch({instruction_kinds(some_code()), false, {}}, groups,
                       [&](const GroupNumber& group, AccessSink& sink) {
                         const std::uint64_t passes = passes_of(group);
                         const std::vector<MemoryAccess> accesses(
                             accesses_of(group),
                             {buffer_address(0), 0, 32, MemoryRegion::buffer, false});
                         sink.consume(accesses);
                         GroupTrace trace;
                         trace.block_counts = {passes};
                         trace.instructions = 4 * passes;
                         trace.accesses = accesses.size();
                         return trace;
                       });
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
      if (is_small) {
        const double average = 100 + static_cast<double>(more) / static_cast<double>(count);
        EXPECT_EQ(sample.passes.blocks.at(0), average);
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

EvaluatedArgument mapped_buffer(std::uint64_t bytes, std::uint64_t before, std::uint64_t behind) {
  EvaluatedArgument buffer;
  buffer.kind = EvaluatedArgument::Kind::buffer;
  buffer.address = buffer_address(0);
  buffer.size_bytes = bytes;
  buffer.mapped_before_bytes = before;
  buffer.mapped_behind_bytes = behind;
  return buffer;
}

constexpr std::uint64_t kOwnEnd = 17ULL << 20U;  // of the evaluator's memory

TEST(MappedMemory, EndsWithThePagesAroundABuffer) {
  const std::vector<EvaluatedArgument> one = {mapped_buffer(10000, 4096, 2288)};
  const MappedMemory memory(one, kOwnEnd);
  const std::uint64_t start = buffer_address(0);
  EXPECT_TRUE(memory.holds(start, 10000));
  EXPECT_TRUE(memory.holds(start + 12280, 8));
  EXPECT_FALSE(memory.holds(start + 12284, 8)) << "half of it lies on the page behind";
  EXPECT_FALSE(memory.holds(start + (1U << 20U), 64));
  EXPECT_TRUE(memory.holds(start - 4096, 4));
  EXPECT_FALSE(memory.holds(start - 4100, 8));
  EXPECT_TRUE(memory.holds(buffer_address(3), 64)) << "another buffer, of which nothing is said";
  EXPECT_TRUE(memory.holds(0x1000, 64)) << "the evaluator's own";
  EXPECT_TRUE(MappedMemory().holds(start, 64));
  // Of two buffers each has its own ends, or none.
  std::vector<EvaluatedArgument> two = one;
  two.push_back(
      mapped_buffer(10000, EvaluatedArgument::kEverything, EvaluatedArgument::kEverything));
  two.back().address = buffer_address(1);
  EXPECT_TRUE(MappedMemory(two, kOwnEnd).holds(buffer_address(1) + (1U << 20U), 64));
  two.back().mapped_behind_bytes = 0;
  EXPECT_FALSE(MappedMemory(two, kOwnEnd).holds(buffer_address(1) + (1U << 20U), 64));
  EXPECT_TRUE(MappedMemory(two, kOwnEnd).holds(buffer_address(1) - (1U << 20U), 64));
}

// Address registers on a way without active lanes hold whatever was left in them.
TEST(MappedMemory, KnowsAddressesThatNobodyMeans) {
  using Stray = MappedMemory::Stray;
  const MappedMemory memory(std::vector{mapped_buffer(10000, 0, 0)}, kOwnEnd);
  const std::uint64_t start = buffer_address(0);
  constexpr std::uint64_t kUnsignedMinusOne = 0xffffffff;
  EXPECT_EQ(memory.stray(0x20000), Stray::no);
  EXPECT_EQ(memory.stray(0x20000 - (1ULL << 20U)), Stray::no) << "a little below zero";
  EXPECT_EQ(memory.stray(kOwnEnd + 4096), Stray::no) << "the runtime's frames";
  EXPECT_EQ(memory.stray(kOwnEnd + 65536), Stray::behind_stack);
  EXPECT_EQ(memory.stray(0x20000 + 516 * kUnsignedMinusOne), Stray::far);
  EXPECT_EQ(memory.stray(start - 4), Stray::no);
  EXPECT_EQ(memory.stray(start + (1U << 20U)), Stray::no) << "holds() says whether it is there";
  EXPECT_EQ(memory.stray(start + 4 * kUnsignedMinusOne), Stray::far);
  EXPECT_EQ(MappedMemory().stray(start), Stray::no);
}

// Rows of groups, of which the last ones cover so many pages each that are not there.
TEST(SuppressedFaults, AreCountedFromBothEndsInwards) {
  for (const std::uint64_t rows : {1U, 2U, 5U, 64U, 1000U}) {
    for (const std::uint64_t faulting : {0U, 1U, 3U, 4U, 5U, 100U}) {
      const std::uint64_t of_these = std::min<std::uint64_t>(faulting, rows);
      std::uint64_t asked = 0;
      const double all = suppressed_faults({10, rows, 1}, [&](const GroupNumber& group) {
        ++asked;
        return group[1] + of_these >= rows && group[1] < rows ? 7.0 : 0.0;
      });
      EXPECT_LE(std::abs(all - 7.0 * 10 * static_cast<double>(of_these)), 1e-9)
          << rows << " rows, " << faulting << " faulting";
      EXPECT_LE(asked, 80U);
    }
  }
}

// A store of eight lanes by each group, under a mask that is empty behind a buffer of 100 pages.
TEST(SampleLaunch, CountsWhatIdleItemsCoverBehindABuffer) {
  const SampledCode code{instruction_kinds(some_code()), true,
                         MappedMemory(std::vector{mapped_buffer(409600, 0, 0)}, kOwnEnd)};
  const LaunchSample sample =
      sample_launch(code, {110, 1, 1}, [&](const GroupNumber& group, AccessSink& sink) {
        GroupTrace trace;
        sink.cover(buffer_address(0) + 4096 * group[0], 64, true);
        sink.cover(buffer_address(0) + 4096 * group[0], 64, false);
        trace.block_counts = {1};
        trace.edge_counts = {};
        return trace;
      });
  // Ten groups: a store, and the two halves of a load.
  EXPECT_LE(std::abs(sample.suppressed_faults - 30.0 / 110), 1e-12);
}

// Such groups lie anywhere in a launch, not at its ends alone.
TEST(SampleLaunch, CountsAccessesOfAddressesThatNobodyMeans) {
  const SampledCode code{instruction_kinds(some_code()), true,
                         MappedMemory(std::vector{mapped_buffer(409600, 0, 0)}, kOwnEnd)};
  const LaunchSample sample =
      sample_launch(code, {110, 1, 1}, [&](const GroupNumber&, AccessSink& sink) {
        GroupTrace trace;
        sink.cover(kOwnEnd + 65536, 64, true);
        sink.cover(kOwnEnd + 65536, 64, false);
        sink.cover(buffer_address(0) + (1ULL << 34U), 64, false);
        trace.block_counts = {1};
        return trace;
      });
  EXPECT_EQ(sample.suppressed_faults, 0);
  EXPECT_LE(std::abs(sample.stray_faults - 3.3), 1e-12);
}

TEST(SampleLaunch, AnEdgeThatCannotBeWalkedRefusesNothing) {
  const SampledCode code{instruction_kinds(some_code()), true, {}};
  const LaunchSample sample =
      sample_launch(code, {110, 1, 1}, [&](const GroupNumber& group, AccessSink&) {
        if (group[0] == 109) {
          throw Error(ErrorKind::unsupported, "data-dependent branch");
        }
        GroupTrace trace;
        trace.block_counts = {1};
        return trace;
      });
  EXPECT_EQ(sample.suppressed_faults, 0);
}

// Groups update a counter each, or all of them one.
TEST(SampleLaunch, UpdatesOfOneCounterAreContended) {
  const auto updated = [](bool is_shared, MemoryRegion region) {
    const std::vector<InstructionKind> kinds = {InstructionKind::locked};
    return sample_launch(
        {kinds, false, {}}, {64, 1, 1}, [&](const GroupNumber& group, AccessSink& sink) {
          const std::uint64_t counter = buffer_address(0) + (is_shared ? 0 : 4096 * (group[0] + 1));
          const std::vector<MemoryAccess> update = {{counter, 0, 4, region, false},
                                                    {counter, 0, 4, region, true}};
          sink.consume(update);
          sink.consume(update);
          GroupTrace trace;
          trace.block_counts = {1};
          return trace;
        });
  };
  EXPECT_EQ(updated(true, MemoryRegion::buffer).contended, 2);
  EXPECT_EQ(updated(true, MemoryRegion::buffer).contended_lines, 1);
  EXPECT_EQ(updated(true, MemoryRegion::buffer).updates_of_visit, 2);
  EXPECT_EQ(updated(false, MemoryRegion::buffer).contended, 0);
  // Each group has local memory of its own, which lies at one place when groups are walked.
  EXPECT_EQ(updated(true, MemoryRegion::local).contended, 0);
  EXPECT_EQ(updated(true, MemoryRegion::local).locked, 2);
}

// Three rows of an array that a launch of one dimension goes through by groups of 1 KiB.
TEST(SampleLaunch, ALaunchOfOneDimensionFindsTheRowsOfItsData) {
  const auto walk = [](std::uint64_t row_bytes, std::uint64_t plane_bytes) {
    return sample_launch({instruction_kinds(some_code()), false, {}}, {100000, 1, 1},
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

TEST(InstructionKinds, AtomicUpdatesAreLocked) {
  const MachineCode code = decode(assemble(R"(
  .text
  .globl f
  .type f, @function
f:
  addl %eax, (%rdi)
  lock
  addl %eax, (%rdi)
  xchgl %eax, (%rdi)
  xchgl %eax, %ecx
  ret
  .size f, .-f
)"),
                                  "f", "znver3");
  const auto kinds = instruction_kinds(code);
  EXPECT_EQ(std::count(kinds.begin(), kinds.end(), InstructionKind::locked), 2);
  EXPECT_EQ(kinds.front(), InstructionKind::plain);
}

TEST(LensFeatures, AreThoseOfTheBusiestCore) {
  FakeKernel kernel;
  const LaunchSample sample = sample_of(kernel, {7, 1, 1});
  MachineShape machine;
  machine.cores = 2;
  GroupCost cost;
  cost.cycles = 100;
  cost.port_cycles[static_cast<std::size_t>(InstructionClass::vector_shift)] = 30;
  const LaunchTraffic traffic = traffic_of(sample.groups, machine.core);
  const LensFeatures features = lens_features(sample, cost, traffic, machine);
  EXPECT_EQ(features.at("f_lens_groups"), 4);
  EXPECT_EQ(features.at("f_lens_forks"), 1);
  EXPECT_EQ(features.at("f_lens_cycles"), 400);
  EXPECT_EQ(features.at("f_lens_cycles_vector_shift"), 120);
  EXPECT_EQ(features.at("f_lens_cycles_load"), 0);
  EXPECT_EQ(features.at("f_lens_gather_lanes"), 32);
  EXPECT_EQ(features.at("f_lens_calls_exp"), 10);
  EXPECT_EQ(features.at("f_lens_calls"), 0);
  EXPECT_EQ(features.at("f_lens_non_temporal_lines"), 4);
  // 28 KiB are held by the second cache once they have been read.
  EXPECT_LT(features.at("f_lens_dram_stream"), 1e-3);
  EXPECT_LT(features.at("f_lens_l3_stream"), 0.01 * 4 * 64);
  EXPECT_EQ(features.size(), lens_feature_names().size());
  for (const std::string& name : lens_feature_names()) {
    EXPECT_EQ(features.count(name), 1U) << name;
    EXPECT_EQ(name.rfind("f_lens_", 0), 0U);
  }
}

TEST(InstructionKinds, StoresOfSomeLanesAreMasked) {
  const MachineCode code = decode(assemble(R"(
  .text
  .globl f
  .type f, @function
f:
  vmovups %zmm0, (%rdi){%k1}
  vmaskmovps %ymm0, %ymm1, (%rdi)
  vmovups %zmm0, (%rdi)
  vmovups (%rdi), %zmm0{%k1}
  ret
  .size f, .-f
)"),
                                  "f", "znver3");
  using enum InstructionKind;
  EXPECT_THAT(instruction_kinds(code),
              ::testing::ElementsAre(masked_store, masked_store, plain, plain, plain));
}

TEST(LensFeatures, BlockedLoadsHoldACoreUp) {
  FakeKernel kernel;
  const LaunchSample sample = sample_of(kernel, {2, 1, 1});
  LaunchTraffic traffic = traffic_of(sample.groups, {});
  GroupCost cost;
  cost.cycles = 100;
  const double without = lens_features(sample, cost, traffic, {}).at("f_lens_cycles");
  traffic.blocked_waits += 3;
  EXPECT_EQ(lens_features(sample, cost, traffic, {}).at("f_lens_cycles"), without + 2 * 3 * 20);
}

// As long as denormal numbers come one soon after the other nothing more is waited for.
TEST(LensFeatures, DenormalNumbersStallACoreWhereTheyComeApart) {
  FakeKernel kernel;
  LaunchSample sample = sample_of(kernel, {2, 1, 1});
  const LaunchTraffic traffic = traffic_of(sample.groups, {});
  GroupCost cost;
  cost.cycles = 1000;
  MachineShape machine;
  machine.core.waits = core_waits("znver4");
  const double without = lens_features(sample, cost, traffic, machine).at("f_lens_cycles");
  const auto stalled = [&](double stalls) {
    sample.denormals.counts.stalls = {{7, stalls}};
    return lens_features(sample, cost, traffic, machine).at("f_lens_cycles") - without;
  };
  EXPECT_EQ(stalled(50), 0);  // every 20 cycles
  EXPECT_EQ(stalled(10), 2 * 10 * 60);
  EXPECT_NEAR(stalled(1000.0 / 60), 2 * 1000.0 / 60 * 30, 1e-6);
  machine.core.waits = core_waits("sapphirerapids");
  EXPECT_EQ(stalled(10), 0);
}

TEST(LensFeatures, CallsCountAsWhatTheyCompute) {
  LensFeatures features;
  add_calls({{"__ocl_svml_z0_idiv16", 2},
             {"__ocl_svml_l9_urem8", 3},
             {"fmodf", 1},
             {"Sleef_erfcf_u15", 4},
             {"__ocl_svml_z0_sincosf16", 5}},
            10, "", features);
  EXPECT_EQ(features.at("calls_div"), 60);
  EXPECT_EQ(features.at("calls_trig"), 50);
  EXPECT_EQ(features.at("calls"), 40);
  EXPECT_EQ(features.at("calls_exp"), 0);
}

TEST(LensFeatures, ALargeLaunchStreamsFromMemory) {
  FakeKernel kernel;
  const LaunchSample sample = sample_of(kernel, {100000, 1, 1});
  const MachineShape machine;
  const LaunchTraffic traffic = traffic_of(sample.groups, machine.core);
  const LensFeatures features = lens_features(sample, {}, traffic, machine);
  const double lines = 64e5;
  EXPECT_NEAR(features.at("f_lens_dram_stream"), lines, 0.05 * lines);
  EXPECT_NEAR(features.at("f_lens_l3_stream"), lines, 0.05 * lines);
  EXPECT_NEAR(features.at("f_lens_tlb_misses"), 1e5, 0.1 * 1e5);
}

// As a GPU's.
TEST(LensFeatures, BehindALastSecondCacheLiesMemory) {
  FakeKernel kernel;
  const LaunchSample sample = sample_of(kernel, {100000, 1, 1});
  MachineShape machine;
  machine.shared_cache_bytes = 0;
  machine.translations_cost = false;
  const LaunchTraffic traffic = traffic_of(sample.groups, machine.core);
  const LensFeatures features = lens_features(sample, {}, traffic, machine);
  const LensFeatures shared = lens_features(sample, {}, traffic, MachineShape{});
  for (const char* kind : {"_stream", "_irregular", "_waits", "_store", "_writeback"}) {
    EXPECT_EQ(features.at(std::string("f_lens_l3") + kind), 0) << kind;
    EXPECT_EQ(features.at(std::string("f_lens_l2") + kind),
              shared.at(std::string("f_lens_l2") + kind));
  }
  EXPECT_EQ(features.at("f_lens_dram_stream"), shared.at("f_lens_l3_stream"));
  for (const char* name : {"f_lens_tlb_misses", "f_lens_page_walks", "f_lens_walk_waits"}) {
    EXPECT_EQ(features.at(name), 0) << name;
  }
}

TEST(LensFeatures, AssistsAreThoseOfTheBusiestCore) {
  LaunchSample sample;
  sample.denormals.counts.assists = {{3, 1.5}, {7, 0.25}};
  LaunchTraffic traffic;
  traffic.groups = 10;
  MachineShape machine;
  machine.cores = 4;
  EXPECT_EQ(lens_features(sample, {}, traffic, machine).at("f_lens_assists"), 3 * 1.75);
}

TEST(SampleLaunch, AssistsAndRareCallsAreAveraged) {
  const auto evaluate = [](const GroupNumber& group, AccessSink&) {
    GroupTrace trace;
    trace.block_counts = {1};
    trace.instructions = 5;
    trace.denormals.assists[2] = group[0] % 2 == 0 ? 3 : 1;
    trace.rare_calls["expf"].add([] { return RareCalls::Registers{}; });
    return trace;
  };
  const LaunchSample sample =
      sample_launch({instruction_kinds(some_code()), false, {}}, {1000, 1, 1}, evaluate);
  EXPECT_DOUBLE_EQ(sample.denormals.counts.assists.at(2), 2);
  EXPECT_DOUBLE_EQ(sample.denormals.rare_calls.at("expf").count, 1);
  EXPECT_FALSE(sample.denormals.rare_calls.at("expf").arguments.empty());
}

}  // namespace
}  // namespace clgauge::lens
