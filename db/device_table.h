#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/store.h"

namespace clgauge::db {

// A device as one driver showed it: the members of device::Identity but its index. `id` stands for
// name, vendor, platform, type and compute units; all else is a version of the device.
struct DeviceRow {
  std::string id;
  std::string name;
  std::string vendor;
  std::string platform;
  std::string type;
  std::uint32_t compute_units = 0;

  std::string driver;
  std::string platform_version;
  std::string opencl_c_version;
  std::string uuid;
  std::string pci_address;
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

  std::string version_uid;    // set by the table: a hash of everything above
  std::string first_seen_at;  // set by the table on reading; on writing, empty means now
};

class DeviceTable {
 public:
  explicit DeviceTable(Store& store) : store_(store) {}

  // Records the device and this version of it, if they are new; returns the version's uid, which a
  // calibration refers to. The driver is a version: a new one adds a row and hides none.
  std::string upsert(const DeviceRow& device);

  // The version of the device that was first seen last; nothing when the id is unknown.
  [[nodiscard]] std::optional<DeviceRow> find(const std::string& id);
  [[nodiscard]] std::optional<DeviceRow> find_version(const std::string& version_uid);

  // Every device, in its newest version, by name.
  [[nodiscard]] std::vector<DeviceRow> list();

  // Another name for a device: a raw name that a driver or another tool reports, or the id of a
  // device that may answer as this one. The last one set wins.
  void set_alias(const std::string& alias, const std::string& device_id);
  // The id itself when it is a device's, else the device that has this alias, else nothing.
  [[nodiscard]] std::optional<std::string> resolve(const std::string& id_or_alias);

 private:
  Store& store_;
};

}  // namespace clgauge::db
