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
  const std::lock_guard lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (last_ && now - looked_at_ < kRemembered) {
    return *last_;
  }
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
  last_ = device::discovery_from_json(nlohmann::json::parse(child.output));
  looked_at_ = now;
  return *last_;
}

void print_devices() { std::cout << to_json(device::discover_in_child()).dump() << '\n'; }

}  // namespace clgauge::service
