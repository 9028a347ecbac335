#include "service/daemon/device_watch.h"

#include <iostream>

#include <nlohmann/json.hpp>

#include "base/child_process.h"
#include "base/error.h"
#include "device/identity_json.h"

namespace clgauge::service {
namespace {

constexpr double kDiscoverySeconds = 30;

}  // namespace

device::Discovery DeviceWatch::look() {
  {
    const std::lock_guard lock(mutex_);
    if (last_ && std::chrono::steady_clock::now() - looked_at_ < kRemembered) {
      return *last_;
    }
  }
  return look_anew();
}

device::Discovery DeviceWatch::look_anew() {
  const std::lock_guard one_at_a_time(looking_);
  // Forking a process with threads and then loading drivers is asking for deadlock, so the daemon
  // runs itself again.
  ChildLimits limits;
  limits.wall_seconds = kDiscoverySeconds;
  const ChildResult child = run_child("/proc/self/exe", {kListDevicesFlag}, "", limits);
  if (child.timed_out || child.signal || child.exit_status != 0) {
    const auto line = child.errors.substr(0, child.errors.find('\n'));
    throw Error(
        ErrorKind::device,
        line.empty() ? "the OpenCL drivers could not be listed: try `clgauge devices`" : line);
  }
  device::Discovery seen = device::discovery_from_json(nlohmann::json::parse(child.output));
  const std::lock_guard lock(mutex_);
  last_ = seen;
  looked_at_ = std::chrono::steady_clock::now();
  return seen;
}

std::optional<std::string> DeviceWatch::driver_of(const std::string& device_id) const {
  const std::lock_guard lock(mutex_);
  if (last_) {
    for (const auto& device : last_->devices) {
      if (device.id == device_id) {
        return device.driver;
      }
    }
  }
  return std::nullopt;
}

void print_devices() { std::cout << to_json(device::discover_in_child()).dump() << '\n'; }

}  // namespace clgauge::service
