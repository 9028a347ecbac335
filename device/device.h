#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace clgauge::device {

// Who a device is. Two devices with the same id are interchangeable for prediction; the driver is
// not part of the id: it is a version of the same device.
struct Identity {
  std::string id;  // 16 hexadecimal digits of vendor, name, type, compute units, platform (and
                   // sub-device shape)
  std::string name;
  std::string vendor;
  std::string platform;
  std::string platform_version;
  std::string driver;
  std::string type;  // "cpu", "gpu", "accelerator", "custom"
  std::string opencl_c_version;
  std::string uuid;         // cl_khr_device_uuid, empty where not exposed
  std::string pci_address;  // "0000:65:00.0", empty where not exposed
  std::uint32_t compute_units = 0;
  std::uint64_t global_bytes = 0;
  std::uint64_t local_bytes = 0;
  std::uint64_t max_allocation_bytes = 0;
  std::uint64_t global_cache_bytes = 0;
  std::uint32_t cache_line_bytes = 0;
  std::uint64_t max_group_size = 0;
  std::uint32_t max_clock_mhz = 0;
  bool local_memory_is_dedicated = false;
  bool has_float64 = false;
  bool has_float16 = false;
  std::vector<std::uint32_t> sub_group_sizes;
  std::uint32_t timer_resolution_nanoseconds = 0;
  int index = 0;  // position in discover()'s list, not part of the identity
};

// A platform or loader entry that could not be used, with the reason.
struct DiscoveryProblem {
  std::string where;
  std::string reason;
};

struct Discovery {
  std::vector<Identity> devices;
  std::vector<DiscoveryProblem> problems;
};

// Lists every device of every platform. Never throws for a broken driver: it becomes a problem.
// Throws Error(device) only when no OpenCL loader or no platform can be had at all. Thread-safe.
[[nodiscard]] Discovery discover();

// Picks one device by index ("1"), id (or a prefix of at least 4 digits), type ("cpu", "gpu") or a
// case-insensitive part of "platform name vendor". An empty selector means $CLGAUGE_DEVICE, else
// the first device. Throws Error(usage) that lists the candidates when none or several match.
[[nodiscard]] Identity select(const Discovery& discovery, const std::string& selector);

// Environment variables that change what a driver does (POCL_*, OCL_ICD_*, CL_CONFIG_*, ...), the
// host's name and CPU, clgauge's version: what must be known to repeat a measurement.
[[nodiscard]] std::map<std::string, std::string> provenance();

}  // namespace clgauge::device
