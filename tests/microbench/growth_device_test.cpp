// Nothing is optimised away: four times the work takes at least twice as long. Compares minima of
// long kernels, so that a busy machine does not matter; the true ratio is 4.
#include <gtest/gtest.h>

#include <string>

#include "microbench/generators/filter.h"
#include "worker_fixture.h"

namespace clgauge::microbench {
namespace {

struct Growth {
  const char* filter;
  const char* small;
  const char* large;
};

constexpr Growth kGrowths[] = {
    {"arithmetic op:add,madd,exp dtype:float32 lanes:1 groups:64", "trips:32", "trips:128"},
    {"arithmetic op:madd dtype:float64 lanes:4 groups:64", "trips:32", "trips:128"},
    {"arithmetic op:add,mul dtype:int32 lanes:1 groups:64", "trips:64", "trips:256"},
    {"global_load dtype:float32 lanes:1 lstride:1 gstride:packed arrays:3", "items:1048576",
     "items:4194304"},
    {"global_store dtype:float32 lanes:1 lstride:1 arrays:2", "items:1048576", "items:4194304"},
    {"loop_load dtype:float32 items:4096", "trips:256", "trips:1024"},
    {"loop_dot dtype:float32 pad:16 side:128", "trips:128", "trips:512"},
    {"mountain dtype:float32 lstride:1 groups:16", "working_set:131072", "working_set:524288"},
    {"stream dtype:float32 sources:1", "items:1048576", "items:4194304"},
    {"scattered_load dtype:float32 table:65536", "items:262144", "items:1048576"},
    {"indexed_load dtype:float32 weights:none table:65536", "trips:64", "trips:256"},
    {"plane_walk dtype:float32 depth:3 sync:none side:128", "trips:32", "trips:128"},
    {"local_read dtype:float32 lstride:0,8 group_size:64 groups:64", "trips:16", "trips:64"},
    {"local_move dtype:float32 lstride:1 moves:8 group_size:64 groups:64", "trips:32", "trips:128"},
    {"block_product dtype:float32 lanes:8 rows:4 columns:3 groups:64", "trips:32", "trips:128"},
    {"local_dot dtype:float32 tile:16 groups:64", "trips:4", "trips:16"},
    {"straight_line dtype:float32 chains:1 items:131072", "degree:32", "degree:128"},
    {"barrier_chain live:4 group_size:64 groups:64", "trips:64", "trips:256"},
    {"atomic_update target:item groups:64", "trips:64", "trips:256"},
    {"random_branch ways:8", "trips:128", "trips:512"},
    {"random_loop longest:8", "trips:128", "trips:512"},
    {"denormal_work dtype:float32 numbers:denormal", "trips:16", "trips:64"},
    {"load_mix dtype:float32 ops:16 items:16384", "trips:32", "trips:128"},
};

class GrowthOnDevice : public testing::TestWithParam<std::size_t> {
 protected:
  double fastest_seconds(const MicroKernel& kernel) {
    Job job = kernel.job;
    job.device_id = devices_here()[GetParam()].id;
    // Many samples: at least one must have had all compute units to itself.
    job.policy.budget_seconds = 0.08;
    job.policy.relative_half_width = 0;
    const Measurement m = client_.run(job);
    EXPECT_EQ(m.status, Status::ok) << kernel.name << ": " << m.reason;
    return m.min_seconds;
  }

 private:
  WorkerClient client_{worker_of_this_build()};
};

TEST_P(GrowthOnDevice, TimeGrowsWithWork) {
  if (devices_here()[GetParam()].type != "cpu") {
    GTEST_SKIP() << "these sizes do not fill a GPU";
  }
  for (const Growth& growth : kGrowths) {
    const auto small = expand(std::string(growth.filter) + " " + growth.small);
    const auto large = expand(std::string(growth.filter) + " " + growth.large);
    ASSERT_FALSE(small.empty()) << growth.filter;
    ASSERT_EQ(small.size(), large.size());
    for (std::size_t i = 0; i < small.size(); ++i) {
      EXPECT_DOUBLE_EQ(large[i].work, 4 * small[i].work);
      EXPECT_GE(fastest_seconds(large[i]), 2 * fastest_seconds(small[i])) << large[i].name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, GrowthOnDevice,
                         testing::Range<std::size_t>(0, devices_here().size()), device_test_name);

}  // namespace
}  // namespace clgauge::microbench
