#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>

#include "device/device.h"

namespace clgauge::service {

// The devices of this machine, asked for in a process of their own and remembered for a while: no
// driver is ever loaded into the daemon. Thread-safe.
class DeviceWatch {
 public:
  // Throws Error(device) when no device can be had.
  [[nodiscard]] device::Discovery look();
  // The same, asked anew however recent the last answer.
  [[nodiscard]] device::Discovery look_anew();
  static constexpr std::chrono::seconds kRemembered{60};

  // The driver that a device of this machine had at the last look; nothing for others.
  [[nodiscard]] std::optional<std::string> driver_of(const std::string& device_id) const;

 private:
  std::mutex looking_;        // one look at a time
  mutable std::mutex mutex_;  // guards what follows
  std::optional<device::Discovery> last_;
  std::chrono::steady_clock::time_point looked_at_{};
};

// What the child process of look() prints to stdout, as one JSON object.
void print_devices();
inline constexpr const char* kListDevicesFlag = "--list-devices";

}  // namespace clgauge::service
