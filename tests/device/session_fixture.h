#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/error.h"
#include "device/device.h"
#include "device/session.h"

namespace clgauge::device {

// Every device in reach, and one compute unit of each that can be cut. Empty without any device,
// which GoogleTest reports as a failure: PoCL is part of every development machine.
inline std::vector<Identity> devices_in_reach() {
  std::vector<Identity> devices;
  try {
    for (const Identity& device : discover().devices) {
      devices.push_back(device);
      if (device.can_partition_equally && device.compute_units > 1) {
        devices.push_back(sub_device(device, 1));
      }
    }
  } catch (const Error& error) {
    ADD_FAILURE() << error.what();
  }
  return devices;
}

inline std::string test_name(const testing::TestParamInfo<Identity>& info) {
  std::string name;
  for (const char c : info.param.platform) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      name += c;
    }
  }
  return name + "_" + std::to_string(info.param.index) +
         (info.param.is_sub_device() ? "_" + std::to_string(info.param.compute_units) + "cu" : "");
}

class OnEveryDevice : public testing::TestWithParam<Identity> {};

}  // namespace clgauge::device
