#include "service/engine/buffer_places.h"

#include <gtest/gtest.h>

#include "tests/microbench/worker_fixture.h"

namespace clgauge::service {
namespace {

using microbench::BufferArgument;
using microbench::Fill;
using microbench::Job;
using microbench::Status;

constexpr std::size_t kMebi = 1U << 20U;
constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kLine = 64;

// How far the second of two buffers of `bytes` starts from the first, within a page.
std::uint64_t apart(const device::Identity& device, std::size_t bytes) {
  lens::EvaluatedLaunch launch;
  for (unsigned i = 0; i < 2; ++i) {
    lens::EvaluatedArgument argument;
    argument.kind = lens::EvaluatedArgument::Kind::buffer;
    argument.address = lens::buffer_address(i);
    argument.size_bytes = bytes;
    launch.arguments.push_back(argument);
  }
  place_buffers(launch, device);
  return (launch.arguments[1].address - launch.arguments[0].address) % kPage;
}

// Stores how far they are apart, in lines.
Job places_job(const device::Identity& device, std::size_t bytes) {
  Job job;
  job.device_id = device.id;
  job.source =
      "__kernel void places(__global float* a, __global float* b, __global float* out) {\n"
      "  out[0] = (float)(((ulong)b - (ulong)a) % 4096 / 64);\n}\n";
  job.kernel = "places";
  job.local = {1, 1, 1};
  job.arguments = {BufferArgument{bytes, "float32", Fill::zero},
                   BufferArgument{bytes, "float32", Fill::zero},
                   BufferArgument{16 * kMebi, "float32", Fill::poison}};
  job.policy.budget_seconds = 0.01;
  return job;
}

class BufferPlaces : public testing::TestWithParam<std::size_t> {
 protected:
  [[nodiscard]] const device::Identity& identity() const {
    return microbench::devices_here()[GetParam()];
  }
  microbench::WorkerClient client{microbench::worker_of_this_build()};
};

TEST_P(BufferPlaces, LargeOnesStartAtOnePlaceOfAPageWhateverTheWorkerRanBefore) {
  for (const std::size_t bytes : {3 * kMebi, 12 * kMebi, 3 * kMebi + 4100, 40 * kMebi, 5 * kMebi}) {
    ASSERT_EQ(apart(identity(), bytes), 0U);
    Job job = places_job(identity(), bytes);
    job.expectations = {{2, 0, 0}};
    const auto m = client.run(job);
    EXPECT_EQ(m.status, Status::ok) << bytes << ": " << m.reason;
  }
}

TEST_P(BufferPlaces, OnTheHeapTheyStartApart) {
  if (identity().platform != "Portable Computing Language") GTEST_SKIP() << "maps its buffers";
  for (const std::size_t bytes : {kMebi / 4, kMebi, 2 * kMebi, kMebi}) {
    ASSERT_GE(apart(identity(), bytes), kLine);
    Job job = places_job(identity(), bytes);
    job.expectations = {{2, 0, 0}};
    const auto m = client.run(job);
    EXPECT_EQ(m.status, Status::correctness) << bytes;
  }
}

// In a worker of their own: what others have left on the heap may lie anywhere.
TEST_P(BufferPlaces, ArraysOfTwoMebibytesDoSoWithWhatIsAddedBehindThem) {
  if (identity().platform != "Portable Computing Language") GTEST_SKIP() << "maps its buffers";
  constexpr std::size_t kPadded = 2 * kMebi + 64;
  ASSERT_GE(apart(identity(), kPadded), kLine);
  Job job = places_job(identity(), kPadded);
  job.expectations = {{2, 0, 0}};
  EXPECT_EQ(client.run(job).status, Status::correctness);
}

// PoCL rounds sizes up to its alignment before it asks for them.
TEST(BuffersOfPocl, LieAMultipleOfItsAlignmentApartAndOneMore) {
  device::Identity pocl;
  pocl.platform = "Portable Computing Language";
  EXPECT_EQ(apart(pocl, 80 * kPage), 128U);
  EXPECT_EQ(apart(pocl, 80 * kPage + 64), 256U);
  EXPECT_EQ(apart(pocl, 80 * kPage + 128), 256U);
  EXPECT_EQ(apart(pocl, 80 * kPage + 132), 384U);
}

INSTANTIATE_TEST_SUITE_P(Devices, BufferPlaces,
                         testing::Range<std::size_t>(0, microbench::devices_here().size()),
                         microbench::device_test_name);

}  // namespace
}  // namespace clgauge::service
