#include "db/device_table.h"

#include "db/json_column.h"
#include "db/query.h"
#include "db/schema.h"
#include "db/time.h"

namespace clgauge::db {
namespace {

constexpr const char* kSelectDevices =
    "SELECT * FROM devices JOIN device_versions ON device_versions.device_id = devices.id ";

Value count(std::uint64_t value) { return static_cast<std::int64_t>(value); }

DeviceRow device_of(const Query& query) {
  const auto wide = [&](const char* column) {
    return static_cast<std::uint64_t>(query.integer(column));
  };
  const auto narrow = [&](const char* column) {
    return static_cast<std::uint32_t>(query.integer(column));
  };
  DeviceRow row;
  row.id = query.text("id");
  row.name = query.text("name");
  row.vendor = query.text("vendor");
  row.platform = query.text("platform");
  row.type = query.text("type");
  row.compute_units = narrow("compute_units");
  row.driver = query.text("driver");
  row.platform_version = query.text("platform_version");
  row.opencl_c_version = query.text("opencl_c_version");
  row.uuid = query.text("uuid");
  row.pci_address = query.text("pci_address");
  row.global_bytes = wide("global_bytes");
  row.local_bytes = wide("local_bytes");
  row.max_allocation_bytes = wide("max_allocation_bytes");
  row.global_cache_bytes = wide("global_cache_bytes");
  row.cache_line_bytes = narrow("cache_line_bytes");
  row.max_group_size = wide("max_group_size");
  row.max_clock_mhz = narrow("max_clock_mhz");
  row.local_memory_is_dedicated = query.integer("local_memory_is_dedicated") != 0;
  row.has_float64 = query.integer("has_float64") != 0;
  row.has_float16 = query.integer("has_float16") != 0;
  row.sub_group_sizes =
      decode<std::vector<std::uint32_t>>(query.text("sub_group_sizes"), "sub_group_sizes");
  row.timer_resolution_nanoseconds = narrow("timer_resolution_nanoseconds");
  row.version_uid = query.text("uid");
  row.first_seen_at = query.text("first_seen_at");
  return row;
}

std::optional<DeviceRow> first_of(Query& query) {
  return query.next() ? std::optional<DeviceRow>(device_of(query)) : std::nullopt;
}

std::vector<DeviceRow> devices_of(Query& query) {
  std::vector<DeviceRow> rows;
  while (query.next()) {
    rows.push_back(device_of(query));
  }
  return rows;
}

}  // namespace

std::string DeviceTable::upsert(const DeviceRow& device) {
  Transaction transaction(store_);
  put(store_, table("devices"),
      {{"id", device.id},
       {"name", device.name},
       {"vendor", device.vendor},
       {"platform", device.platform},
       {"type", device.type},
       {"compute_units", count(device.compute_units)}});
  std::string uid =
      put(store_, table("device_versions"),
          {{"device_id", device.id},
           {"driver", device.driver},
           {"platform_version", device.platform_version},
           {"opencl_c_version", device.opencl_c_version},
           {"uuid", device.uuid},
           {"pci_address", device.pci_address},
           {"global_bytes", count(device.global_bytes)},
           {"local_bytes", count(device.local_bytes)},
           {"max_allocation_bytes", count(device.max_allocation_bytes)},
           {"global_cache_bytes", count(device.global_cache_bytes)},
           {"cache_line_bytes", count(device.cache_line_bytes)},
           {"max_group_size", count(device.max_group_size)},
           {"max_clock_mhz", count(device.max_clock_mhz)},
           {"local_memory_is_dedicated", count(device.local_memory_is_dedicated ? 1 : 0)},
           {"has_float64", count(device.has_float64 ? 1 : 0)},
           {"has_float16", count(device.has_float16 ? 1 : 0)},
           {"sub_group_sizes", encode(device.sub_group_sizes)},
           {"timer_resolution_nanoseconds", count(device.timer_resolution_nanoseconds)},
           {"first_seen_at",
            device.first_seen_at.empty() ? utc_now() : normalized_utc(device.first_seen_at)}})
          .key;
  transaction.commit();
  return uid;
}

std::optional<DeviceRow> DeviceTable::find(const std::string& id) {
  Query query(store_, std::string(kSelectDevices) +
                          "WHERE devices.id = ?1 ORDER BY first_seen_at DESC, uid LIMIT 1");
  return first_of(query.with(id));
}

std::optional<DeviceRow> DeviceTable::find_version(const std::string& version_uid) {
  Query query(store_, std::string(kSelectDevices) + "WHERE device_versions.uid = ?1");
  return first_of(query.with(version_uid));
}

std::vector<DeviceRow> DeviceTable::list() {
  Query query(store_,
              std::string(kSelectDevices) +
                  "WHERE device_versions.uid = (SELECT uid FROM device_versions AS other "
                  "WHERE other.device_id = devices.id ORDER BY first_seen_at DESC, uid LIMIT 1) "
                  "ORDER BY name, id");
  return devices_of(query);
}

void DeviceTable::set_alias(const std::string& alias, const std::string& device_id) {
  put(store_, table("device_aliases"),
      {{"alias", alias}, {"device_id", device_id}, {"added_at", utc_now()}});
}

std::optional<std::string> DeviceTable::resolve(const std::string& id_or_alias) {
  Query query(store_,
              "SELECT id FROM devices WHERE id = ?1 UNION ALL "
              "SELECT device_id FROM device_aliases WHERE alias = ?1 LIMIT 1");
  return query.with(id_or_alias).next() ? query.optional_text("id") : std::nullopt;
}

}  // namespace clgauge::db
