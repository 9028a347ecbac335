#pragma once

#include <string>
#include <vector>

#include "device/device.h"
#include "device/opencl.h"

namespace clgauge::device {

// One device as the driver hands it out, with what it says about itself.
struct FoundDevice {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  Identity identity;
};

// Every platform of the loader; empty when there is none. `status` is what the loader answered.
[[nodiscard]] std::vector<cl_platform_id> platforms(cl_int& status);

[[nodiscard]] std::string platform_text(cl_platform_id platform, cl_platform_info what);

// The root devices of one platform. A device whose queries fail becomes a problem. The platforms'
// order and the drivers' order within them are kept; identity.index is left for the caller.
[[nodiscard]] std::vector<FoundDevice> devices_of(cl_platform_id platform,
                                                  std::vector<DiscoveryProblem>& problems);

// All devices of all platforms, with identity.index set.
[[nodiscard]] std::vector<FoundDevice> all_devices(std::vector<DiscoveryProblem>& problems,
                                                   cl_int& status);

}  // namespace clgauge::device
