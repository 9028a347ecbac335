#include "service/engine/device_record.h"

#include <algorithm>

#include "db/calibration_table.h"

namespace clgauge::service {

db::DeviceRow device_row(const device::Identity& identity) {
  db::DeviceRow row;
  row.id = identity.id;
  row.name = identity.name;
  row.vendor = identity.vendor;
  row.platform = identity.platform;
  row.type = identity.type;
  row.compute_units = identity.compute_units;
  row.driver = identity.driver;
  row.platform_version = identity.platform_version;
  row.opencl_c_version = identity.opencl_c_version;
  row.uuid = identity.uuid;
  row.pci_address = identity.pci_address;
  row.global_bytes = identity.global_bytes;
  row.local_bytes = identity.local_bytes;
  row.max_allocation_bytes = identity.max_allocation_bytes;
  row.global_cache_bytes = identity.global_cache_bytes;
  row.cache_line_bytes = identity.cache_line_bytes;
  row.max_group_size = identity.max_group_size;
  row.max_clock_mhz = identity.max_clock_mhz;
  row.local_memory_is_dedicated = identity.local_memory_is_dedicated;
  row.has_float64 = identity.has_float64;
  row.has_float16 = identity.has_float16;
  row.sub_group_sizes = identity.sub_group_sizes;
  row.timer_resolution_nanoseconds = identity.timer_resolution_nanoseconds;
  return row;
}

device::Identity identity_of(const db::DeviceRow& row) {
  device::Identity identity;
  identity.id = row.id;
  identity.name = row.name;
  identity.vendor = row.vendor;
  identity.platform = row.platform;
  identity.type = row.type;
  identity.compute_units = row.compute_units;
  identity.driver = row.driver;
  identity.platform_version = row.platform_version;
  identity.opencl_c_version = row.opencl_c_version;
  identity.uuid = row.uuid;
  identity.pci_address = row.pci_address;
  identity.global_bytes = row.global_bytes;
  identity.local_bytes = row.local_bytes;
  identity.max_allocation_bytes = row.max_allocation_bytes;
  identity.global_cache_bytes = row.global_cache_bytes;
  identity.cache_line_bytes = row.cache_line_bytes;
  identity.max_group_size = row.max_group_size;
  identity.max_clock_mhz = row.max_clock_mhz;
  identity.local_memory_is_dedicated = row.local_memory_is_dedicated;
  identity.has_float64 = row.has_float64;
  identity.has_float16 = row.has_float16;
  identity.sub_group_sizes = row.sub_group_sizes;
  identity.timer_resolution_nanoseconds = row.timer_resolution_nanoseconds;
  return identity;
}

unsigned sub_group_size_of(const db::DeviceRow& device) {
  constexpr unsigned kGpuDefault = 32;
  if (!device.sub_group_sizes.empty()) {
    return *std::max_element(device.sub_group_sizes.begin(), device.sub_group_sizes.end());
  }
  return device.type == "gpu" ? kGpuDefault : 1;
}

model::DeviceTraits traits_of(const db::DeviceRow& device) {
  const unsigned sub_group_size = sub_group_size_of(device);
  const unsigned compute_units = std::max(1U, device.compute_units);
  if (device.type == "cpu") {
    model::DeviceTraits host = model::host_traits(sub_group_size);
    host.compute_units = compute_units;
    return host;
  }
  // Drivers report the cache that all compute units share; the one of each is of this order.
  constexpr double kFirstLevelBytes = 65536;
  constexpr double kLeastSharedBytes = 1048576;
  constexpr double kLineBytes = 128;
  constexpr double kPageBytes = 2097152;
  const double line = device.cache_line_bytes > 0 ? device.cache_line_bytes : kLineBytes;
  model::DeviceTraits traits;
  traits.sub_group_size = sub_group_size;
  traits.compute_units = compute_units;
  traits.caches = {
      {kFirstLevelBytes, line, 8},
      {std::max(static_cast<double>(device.global_cache_bytes), kLeastSharedBytes), line, 16}};
  traits.page_bytes = kPageBytes;
  return traits;
}

std::optional<CalibrationSummary> newest_calibration(db::Store& store,
                                                     const device::Identity& identity) {
  db::CalibrationFilter filter;
  filter.device_id = identity.id;
  const auto row = db::CalibrationTable(store).newest_complete(filter, identity.driver);
  if (!row) {
    return std::nullopt;
  }
  return CalibrationSummary{row->uid, row->effort, row->driver, row->finished_at.value_or(""),
                            row->stale};
}

}  // namespace clgauge::service
