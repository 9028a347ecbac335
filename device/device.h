#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace clgauge::device {

// Who a device is. Two devices with the same id are interchangeable for prediction; the driver is
// not part of the id: it is a version of the same device.
struct Identity {
  std::string id;  // 16 hexadecimal digits of vendor, canonical name, type, compute units, platform
                   // and sub-device shape
  std::string name;            // as the driver spells it
  std::string canonical_name;  // the hardware's name, by the rules of device/aliases.json; a CPU's
                               // with family and model, where its name has no number
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
  bool can_partition_equally = false;

  // Set only for a sub-device: one part of its parent, cut by compute units.
  std::string parent_id;
  std::uint32_t parent_compute_units = 0;

  int index = 0;  // position in discover()'s list (a sub-device's: its parent's), not identity

  [[nodiscard]] bool is_sub_device() const { return !parent_id.empty(); }
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
// Throws Error(device) only when no platform with a device can be had at all; the problems are in
// its detail(), the first one in what(). Thread-safe. A driver that aborts or faults while it is
// loaded takes the calling process with it: that is what discover_in_child() is for.
[[nodiscard]] Discovery discover();

// The same answer from a forked child, so that no driver is loaded into this process and one that
// aborts, faults or hangs (for longer than `timeout_seconds`) becomes a problem that names its .icd
// file, while the other drivers' devices are still listed.
// Costs the drivers' load time once more (0.05 to 0.2 s). Call it before threads start and before
// this process has used OpenCL.
[[nodiscard]] Discovery discover_in_child(double timeout_seconds = 30);

// Picks one device by index ("1"), id (or a prefix of at least 4 digits), type ("cpu", "gpu") or a
// case-insensitive part of "platform name vendor" (of at least 3 characters and no number; a name
// that is equal wins over names that only contain it). "/<n>cu" after any of these, "0/1cu", means
// a sub-device of n compute units; the id of such a sub-device selects it too. An empty selector
// means $CLGAUGE_DEVICE, else the first device. Throws Error(usage) that lists the candidates when
// none or several match.
[[nodiscard]] Identity select(const Discovery& discovery, const std::string& selector);

// A part of `whole` with that many compute units, as
// clCreateSubDevices(CL_DEVICE_PARTITION_EQUALLY) cuts it: a device of its own, with its own id.
// Throws Error(usage) when the device has too few compute units, Error(unsupported) when it cannot
// be cut.
[[nodiscard]] Identity sub_device(const Identity& whole, std::uint32_t compute_units);

// Whose costs predictions for `actual` use. $CLGAUGE_DEVICE_AS holds a selector for `discovery`, or
// the 16-digit id of a device that only the store knows: then every field but the id stays
// `actual`'s. Without the variable: `actual`. Never call it on the way to a measurement: what was
// measured is stored under the device that ran it.
[[nodiscard]] Identity answering_as(const Identity& actual, const Discovery& discovery);

// Environment variables that change what a driver does (POCL_*, OCL_ICD_*, CL_CONFIG_*, ...), the
// host's name and CPU, clgauge's version: what must be known to repeat a measurement.
[[nodiscard]] std::map<std::string, std::string> provenance();

}  // namespace clgauge::device
