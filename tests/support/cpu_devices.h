#pragma once

#include <vector>

#include "device/device.h"

namespace clgauge::test {

// The CPU devices that are here, asked for once a program.
inline const std::vector<device::Identity>& cpu_devices() {
  static const std::vector<device::Identity> devices = [] {
    std::vector<device::Identity> cpus;
    for (const auto& device : device::discover_in_child().devices) {
      if (device.type == "cpu") {
        cpus.push_back(device);
      }
    }
    return cpus;
  }();
  return devices;
}

}  // namespace clgauge::test
