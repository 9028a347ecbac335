#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "fake_kernel.h"
#include "lens/launch/sample_launch.h"
#include "lens/launch/suppressed_faults.h"

namespace clgauge::lens {
namespace {

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
      sample_launch(code, GroupOrder({110, 1, 1}), [&](const GroupNumber& group, AccessSink& sink) {
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
      sample_launch(code, GroupOrder({110, 1, 1}), [&](const GroupNumber&, AccessSink& sink) {
        GroupTrace trace;
        sink.cover(kOwnEnd + 65536, 64, true);
        sink.cover(kOwnEnd + 65536, 64, false);
        sink.cover(buffer_address(0) + (1ULL << 34U), 64, false);
        trace.block_counts = {1};
        return trace;
      });
  EXPECT_EQ(sample.suppressed_faults, 0);
  EXPECT_EQ(sample.stray_faults, 3);
  EXPECT_EQ(sample.far_faults, 1);
}

}  // namespace
}  // namespace clgauge::lens
