// Every family compiles and proves its result on every device in reach, at tiny sizes.
#include <gtest/gtest.h>

#include <string>

#include "microbench/generators/filter.h"
#include "worker_fixture.h"

namespace clgauge::microbench {
namespace {

// Together these cover every family and every source that differs in more than a number.
const char* const kTiny[] = {
    "empty_launch group_size:16 groups:3",
    "arithmetic dtype:float32 lanes:1 groups:2 group_size:16 trips:6",
    "arithmetic op:madd,exp dtype:float64 lanes:1 groups:1 group_size:8 trips:6",
    "arithmetic op:madd dtype:float64,float16 lanes:4 groups:1 group_size:8 trips:6",
    "arithmetic op:add,mul,bit dtype:int32 lanes:1 groups:1 group_size:8 trips:7",
    "global_load dtype:float32 lanes:1 lstride:1,16 arrays:3 group_size:32 items:96",
    "global_load dtype:float64 lanes:4 gstride:packed lstride:2 arrays:1 group_size:32 items:96",
    "global_load dtype:float16 lanes:1 gstride:packed lstride:2 arrays:1 group_size:32 items:96",
    "global_store dtype:float32,int32 lanes:1 lstride:4 arrays:2 group_size:32 items:96",
    "global_store dtype:float64 lanes:4 lstride:1 arrays:1 group_size:32 items:96",
    "loop_load dtype:float32 group_size:16 items:48 trips:5",
    "loop_dot dtype:float32 pad:3 local_x:4 local_y:8 side:16 trips:12",
    "mountain dtype:float32 lstride:1,4 working_set:8192 group_size:16 groups:3",
    "scattered_load dtype:float32 group_size:16 items:64 table:2048",
    "transpose dtype:float64 index:int,long pad:3 local_x:4 local_y:8 side:16",
    "neighbour_load dtype:float32 index:int points:3,17 local_x:4 local_y:8 side:16",
    "plane_walk dtype:float32 depth:1,3 local_x:4 local_y:8 side:16 trips:5",
    "local_read dtype:float32 lstride:0,1,8 group_size:16 groups:2 trips:3",
    "local_move dtype:float32 lstride:8 moves:1,8 group_size:16 groups:2 trips:3",
    "local_move dtype:float64 lstride:1 moves:8 group_size:16 groups:2 trips:4",
    "local_dot dtype:float32 tile:4 groups:3 trips:3",
    "barrier_chain live:0,4 group_size:16 groups:2 trips:5",
    "atomic_update group_size:16 groups:3 trips:5",
    "load_mix dtype:float32 ops:0,4 group_size:16 items:32 trips:3",
};

class GeneratorsOnDevice : public testing::TestWithParam<std::size_t> {};

TEST_P(GeneratorsOnDevice, EveryFamilyProvesItsResult) {
  const device::Identity& identity = devices_here()[GetParam()];
  WorkerClient client(worker_of_this_build());
  std::set<std::string> families;
  for (const char* filter : kTiny) {
    const auto kernels = expand(filter);
    EXPECT_FALSE(kernels.empty()) << filter;
    for (const MicroKernel& kernel : kernels) {
      families.insert(kernel.generator);
      if (kernel.tags.count("dtype:float64") > 0 && !identity.has_float64) continue;
      if (kernel.tags.count("dtype:float16") > 0 && !identity.has_float16) continue;
      Job job = kernel.job;
      job.device_id = identity.id;
      job.policy.min_samples = job.policy.max_samples = 3;
      const Measurement m = client.run(job);
      EXPECT_EQ(m.status, Status::ok) << kernel.name << "\n"
                                      << m.reason << "\n"
                                      << m.detail << "\n"
                                      << job.source;
      EXPECT_FALSE(job.expectations.empty()) << kernel.name;
    }
  }
  EXPECT_EQ(families.size(), generators().size()) << "a family is not covered";
}

INSTANTIATE_TEST_SUITE_P(Devices, GeneratorsOnDevice,
                         testing::Range<std::size_t>(0, devices_here().size()), device_test_name);

}  // namespace
}  // namespace clgauge::microbench
