#pragma once

#include <string>
#include <utility>
#include <vector>

#include "device/aliases.h"
#include "device/device.h"
#include "device/identity.h"

namespace clgauge::device {

// Devices that need not exist, for tests of what is done with identities.
inline Identity invented(int index, std::string name, std::string platform, std::string type,
                         std::uint32_t compute_units) {
  Identity identity;
  identity.index = index;
  identity.name = std::move(name);
  identity.canonical_name = canonical_name(identity.name);
  identity.platform = std::move(platform);
  identity.type = std::move(type);
  identity.vendor = "Vendor of " + identity.canonical_name;
  identity.driver = "1.0";
  identity.compute_units = compute_units;
  identity.can_partition_equally = identity.type == "cpu";
  identity.id = id_of(identity);
  return identity;
}

// A workstation: one CPU under two drivers and two equal GPUs.
inline Discovery workstation() {
  return {{invented(0, "pthread-haswell-AMD EPYC", "Portable Computing Language", "cpu", 8),
           invented(1, "AMD EPYC", "Intel(R) OpenCL", "cpu", 8),
           invented(2, "NVIDIA H200", "NVIDIA CUDA", "gpu", 132),
           invented(3, "NVIDIA H200", "NVIDIA CUDA", "gpu", 132)},
          {}};
}

}  // namespace clgauge::device
