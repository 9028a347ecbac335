#include "device/identity_json.h"

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace clgauge::device {
namespace {

// One list of the fields serves both directions, so that none is written and not read.
template <typename Record, typename Visitor>
void visit_fields(Record& identity, Visitor&& visit) {
  visit("id", identity.id);
  visit("name", identity.name);
  visit("canonical_name", identity.canonical_name);
  visit("vendor", identity.vendor);
  visit("platform", identity.platform);
  visit("platform_version", identity.platform_version);
  visit("driver", identity.driver);
  visit("type", identity.type);
  visit("opencl_c_version", identity.opencl_c_version);
  visit("uuid", identity.uuid);
  visit("pci_address", identity.pci_address);
  visit("compute_units", identity.compute_units);
  visit("global_bytes", identity.global_bytes);
  visit("local_bytes", identity.local_bytes);
  visit("max_allocation_bytes", identity.max_allocation_bytes);
  visit("global_cache_bytes", identity.global_cache_bytes);
  visit("cache_line_bytes", identity.cache_line_bytes);
  visit("max_group_size", identity.max_group_size);
  visit("max_clock_mhz", identity.max_clock_mhz);
  visit("local_memory_is_dedicated", identity.local_memory_is_dedicated);
  visit("has_float64", identity.has_float64);
  visit("has_float16", identity.has_float16);
  visit("sub_group_sizes", identity.sub_group_sizes);
  visit("timer_resolution_nanoseconds", identity.timer_resolution_nanoseconds);
  visit("can_partition_equally", identity.can_partition_equally);
  visit("parent_id", identity.parent_id);
  visit("parent_compute_units", identity.parent_compute_units);
  visit("index", identity.index);
}

// Driver strings are bytes of unknown encoding; JSON wants UTF-8.
std::string as_utf8(const std::string& text) {
  std::string clean;
  for (const char c : text) {
    clean += static_cast<unsigned char>(c) < 0x80U ? c : '?';
  }
  return clean;
}

struct Writer {
  nlohmann::json& json;
  void operator()(const char* name, const std::string& value) const { json[name] = as_utf8(value); }
  template <typename T>
  void operator()(const char* name, const T& value) const {
    json[name] = value;
  }
};

struct Reader {
  const nlohmann::json& json;
  template <typename T>
  void operator()(const char* name, T& value) const {
    json.at(name).get_to(value);
  }
};

}  // namespace

nlohmann::json to_json(const Identity& identity) {
  nlohmann::json json = nlohmann::json::object();
  visit_fields(identity, Writer{json});
  return json;
}

Identity identity_from_json(const nlohmann::json& json) {
  Identity identity;
  try {
    visit_fields(identity, Reader{json});
  } catch (const nlohmann::json::exception& error) {
    throw Error(ErrorKind::input, std::string("not a device's identity: ") + error.what());
  }
  return identity;
}

nlohmann::json to_json(const Discovery& discovery) {
  nlohmann::json devices = nlohmann::json::array();
  for (const Identity& identity : discovery.devices) {
    devices.push_back(to_json(identity));
  }
  nlohmann::json problems = nlohmann::json::array();
  for (const DiscoveryProblem& problem : discovery.problems) {
    problems.push_back({{"where", as_utf8(problem.where)}, {"reason", as_utf8(problem.reason)}});
  }
  return {{"devices", std::move(devices)}, {"problems", std::move(problems)}};
}

Discovery discovery_from_json(const nlohmann::json& json) {
  Discovery discovery;
  try {
    for (const auto& device : json.at("devices")) {
      discovery.devices.push_back(identity_from_json(device));
    }
    for (const auto& problem : json.at("problems")) {
      discovery.problems.push_back(
          {problem.at("where").get<std::string>(), problem.at("reason").get<std::string>()});
    }
  } catch (const nlohmann::json::exception& error) {
    throw Error(ErrorKind::input, std::string("not a list of devices: ") + error.what());
  }
  return discovery;
}

}  // namespace clgauge::device
