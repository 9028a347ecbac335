#pragma once

#include <chrono>
#include <mutex>
#include <optional>

#include "device/device.h"

namespace clgauge::service {

// The devices of this machine, asked for in a process of their own and remembered for a while: no
// driver is ever loaded into the daemon. Thread-safe.
class DeviceWatch {
 public:
  // Throws Error(device) when no device can be had.
  [[nodiscard]] device::Discovery look();
  static constexpr std::chrono::seconds kRemembered{60};

 private:
  std::mutex mutex_;
  std::optional<device::Discovery> last_;
  std::chrono::steady_clock::time_point looked_at_{};
};

// What the child process of look() prints to stdout, as one JSON object.
void print_devices();
inline constexpr const char* kListDevicesFlag = "--list-devices";

}  // namespace clgauge::service
