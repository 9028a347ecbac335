#include "service/engine/device_record.h"

#include <algorithm>

#include "service/store/known_device.h"

namespace clgauge::service {

namespace {

// What a driver's identity and the store's row have in common, in either direction.
template <typename From, typename To>
void copy_fields(const From& from, To& to) {
  to.id = from.id;
  to.name = from.name;
  to.vendor = from.vendor;
  to.platform = from.platform;
  to.type = from.type;
  to.compute_units = from.compute_units;
  to.driver = from.driver;
  to.platform_version = from.platform_version;
  to.opencl_c_version = from.opencl_c_version;
  to.uuid = from.uuid;
  to.pci_address = from.pci_address;
  to.global_bytes = from.global_bytes;
  to.local_bytes = from.local_bytes;
  to.max_allocation_bytes = from.max_allocation_bytes;
  to.global_cache_bytes = from.global_cache_bytes;
  to.cache_line_bytes = from.cache_line_bytes;
  to.max_group_size = from.max_group_size;
  to.max_clock_mhz = from.max_clock_mhz;
  to.local_memory_is_dedicated = from.local_memory_is_dedicated;
  to.has_float64 = from.has_float64;
  to.has_float16 = from.has_float16;
  to.sub_group_sizes = from.sub_group_sizes;
  to.timer_resolution_nanoseconds = from.timer_resolution_nanoseconds;
}

}  // namespace

db::DeviceRow device_row(const device::Identity& identity) {
  db::DeviceRow row;
  copy_fields(identity, row);
  return row;
}

device::Identity identity_of(const db::DeviceRow& row) {
  device::Identity identity;
  copy_fields(row, identity);
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
  const bool says_line = device.cache_line_bytes >= model::kLeastLineBytes &&
                         device.cache_line_bytes <= model::kMostLineBytes;
  const double line = says_line ? device.cache_line_bytes : kLineBytes;
  const double shared = std::clamp(static_cast<double>(device.global_cache_bytes),
                                   kLeastSharedBytes, model::kMostCacheBytes);
  model::DeviceTraits traits;
  traits.sub_group_size = sub_group_size;
  traits.compute_units = compute_units;
  traits.caches = {{kFirstLevelBytes, line, 8}, {shared, line, 16}};
  traits.page_bytes = kPageBytes;
  traits.is_gpu = device.type == "gpu";
  return traits;
}

std::optional<db::CalibrationRow> newest_calibration(db::Store& store,
                                                     const device::Identity& identity) {
  return known_device(store, device_row(identity)).calibration;
}

}  // namespace clgauge::service
