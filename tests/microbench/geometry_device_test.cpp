// Walks on every device of this machine end where their rings lead. What they take is not judged
// here.
#include <gtest/gtest.h>

#include <atomic>

#include "microbench/geometry/measure_geometry.h"
#include "microbench/geometry/measure_streams.h"
#include "worker_fixture.h"

namespace clgauge::microbench {
namespace {

class WalkOn : public testing::TestWithParam<std::size_t> {};

TEST_P(WalkOn, EndsWhereTheRingLeads) {
  const device::Identity& device = devices_here()[GetParam()];
  WorkerClient worker(worker_of_this_build());
  for (const RingShape& ring :
       {RingShape{1, 64}, RingShape{100, 64, 0, 32}, RingShape{64, 4096, 16, 0, 49152}}) {
    for (const unsigned walks : {1U, 2U, 7U}) {
      const Measurement measured = worker.run(ring_job(device, ring, walks, 24));
      EXPECT_EQ(measured.status, Status::ok) << measured.reason;
      EXPECT_GT(measured.min_seconds, 0);
    }
  }
  Job wrong = ring_job(device, {100, 64}, 1, 24);
  wrong.expectations[0].value += 16;
  EXPECT_EQ(worker.run(wrong).status, Status::correctness);
}

TEST_P(WalkOn, ReadsEveryLineOfAStream) {
  const device::Identity& device = devices_here()[GetParam()];
  constexpr std::size_t kBytes = std::size_t{1} << 20U;
  WorkerClient worker(worker_of_this_build());
  for (const std::size_t bytes : {kBytes, 3 * kBytes}) {
    Job job = stream_job(device, bytes, 3 * kBytes);
    const Measurement measured = worker.run(job);
    EXPECT_EQ(measured.status, Status::ok) << measured.reason;
    EXPECT_GT(measured.min_seconds, 0);
    job.expectations[1].value -= 1;
    EXPECT_EQ(worker.run(job).status, Status::correctness);
  }
}

TEST_P(WalkOn, StopsWhenAsked) {
  const std::atomic<bool> stop = true;
  EXPECT_FALSE(measure_geometry(devices_here()[GetParam()], stop, 9, worker_of_this_build()));
  EXPECT_FALSE(measure_streams(devices_here()[GetParam()], stop, worker_of_this_build()));
}

TEST_P(WalkOn, KeepsToItsBudget) {
  const std::atomic<bool> never = false;
  const auto measured =
      measure_geometry(devices_here()[GetParam()], never, 0, worker_of_this_build());
  ASSERT_TRUE(measured);
  EXPECT_TRUE(geometry_of(measured->curves).capacities_bytes.empty());
}

INSTANTIATE_TEST_SUITE_P(Device, WalkOn, testing::Range(std::size_t{0}, devices_here().size()),
                         device_test_name);

}  // namespace
}  // namespace clgauge::microbench
