// Every family compiles and proves its result on every device in reach, at tiny sizes.
#include <gtest/gtest.h>

#include <string>

#include "microbench/generators/filter.h"
#include "tiny_kernels.h"
#include "worker_fixture.h"

namespace clgauge::microbench {
namespace {

class GeneratorsOnDevice : public testing::TestWithParam<std::size_t> {};

TEST_P(GeneratorsOnDevice, EveryFamilyProvesItsResult) {
  const device::Identity& identity = devices_here()[GetParam()];
  WorkerClient client(worker_of_this_build());
  std::set<std::string> families;
  for (const char* filter : kTinyKernels) {
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
