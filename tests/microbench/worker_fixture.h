#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "device/device.h"
#include "microbench/job.h"
#include "microbench/worker/client.h"

namespace clgauge::microbench {

inline WorkerOptions worker_of_this_build() {
  return {std::string(CLGAUGE_BINARY_DIR) + "/microbench/clgauge-worker", 0};
}

// One test per OpenCL device of this machine: PoCL's, and Intel's where it is set up.
inline const std::vector<device::Identity>& devices_here() {
  static const std::vector<device::Identity> devices = device::discover_in_child().devices;
  return devices;
}

inline std::string device_test_name(const testing::TestParamInfo<std::size_t>& info) {
  return "device" + std::to_string(info.param);
}

// a[i] = value * (i + 1) over 256 work-items.
inline Job scale_job(const std::string& device_id, double value = 3) {
  Job job;
  job.device_id = device_id;
  job.source =
      "__kernel void scale(__global float* a, float v) {\n"
      "  a[get_global_id(0)] = v * (float)(get_global_id(0) + 1);\n"
      "}\n";
  job.kernel = "scale";
  job.global = {256, 1, 1};
  job.local = {64, 1, 1};
  job.arguments = {BufferArgument{std::size_t{256} * 4, "float32", Fill::poison},
                   ScalarArgument{"float32", value}};
  job.expectations = {{0, 0, value}, {0, 255, 256 * value}};
  job.policy.budget_seconds = 0.05;
  return job;
}

}  // namespace clgauge::microbench
