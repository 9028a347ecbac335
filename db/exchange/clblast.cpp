// CLBlast's tuners write one file a kernel family and precision: properties of the run and of the
// device as strings, then {"kernel", "time" in milliseconds, "parameters"} of each configuration
// that ran (its src/tuning/tuning.cpp). Configurations that failed are not in the file.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/hash.h"
#include "db/device_table.h"
#include "db/exchange/observation_import.h"
#include "db/exchange/tuning_results.h"
#include "db/query.h"

namespace clgauge::db {
namespace {

constexpr const char* kKind = "CLBlast";

std::string text_or_empty(const nlohmann::json& file, const char* name) {
  const auto found = file.find(name);
  return found != file.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::uint32_t count_or_zero(const nlohmann::json& file, const char* name) {
  try {
    return static_cast<std::uint32_t>(std::stoul(text_or_empty(file, name)));
  } catch (const std::logic_error&) {
    return 0;
  }
}

std::string lower_type(const std::string& type) {
  return type == "GPU" ? "gpu" : type == "CPU" ? "cpu" : type == "accelerator" ? type : "custom";
}

// A device that this machine may never have seen, from what CLBlast says of it.
DeviceRow device_of(const nlohmann::json& file) {
  DeviceRow device;
  // Files of older versions call it "device_name".
  device.name = text_or_empty(file, file.contains("device") ? "device" : "device_name");
  if (device.name.empty()) {
    throw Error(ErrorKind::input, "the results do not name their device: name one");
  }
  device.vendor = text_or_empty(file, "device_vendor");
  device.platform = text_or_empty(file, "platform_vendor");
  device.platform_version = text_or_empty(file, "platform_version");
  device.type = lower_type(text_or_empty(file, "device_type"));
  device.compute_units = count_or_zero(file, "device_compute_units");
  device.max_clock_mhz = count_or_zero(file, "device_core_clock");
  device.id = hash_of({"clblast", device.vendor, device.name, device.type, device.platform,
                       std::to_string(device.compute_units)})
                  .substr(0, 16);
  return device;
}

std::string find_or_add_device(Store& store, const nlohmann::json& file) {
  const DeviceRow device = device_of(file);
  Query same_name(store, "SELECT id FROM devices WHERE name = ?1 LIMIT 2");
  same_name.with(device.name);
  if (same_name.next()) {
    std::string id = same_name.text("id");
    if (same_name.next()) {
      throw Error(ErrorKind::input,
                  fmt::format("several devices are called '{}': name one by its id", device.name));
    }
    return id;
  }
  DeviceTable(store).upsert(device);
  return device.id;
}

// "arg_m": "1024" and the like.
std::map<std::string, std::string> arguments_of(const nlohmann::json& file) {
  constexpr std::string_view kPrefix = "arg_";
  std::map<std::string, std::string> args;
  for (const auto& [name, value] : file.items()) {
    if (name.rfind(kPrefix, 0) == 0 && value.is_string()) {
      args[name.substr(kPrefix.size())] = value.get<std::string>();
    }
  }
  return args;
}

}  // namespace

TuningImport import_clblast(Store& store, const nlohmann::json& file, const TuningSource& source) {
  const auto results = member<nlohmann::json::array_t>(file, "results", kKind);
  const auto family = member<std::string>(file, "kernel_family", kKind);
  const auto precision = member<std::string>(file, "precision", kKind);
  Transaction transaction(store);
  TuningImport import;
  import.device_id = source.device_id.empty() ? find_or_add_device(store, file)
                                              : known_device(store, source.device_id);
  std::map<std::string, std::string> args = arguments_of(file);
  args.insert(source.args.begin(), source.args.end());
  nlohmann::json about = file;
  about.erase("results");
  for (const nlohmann::json& result : results) {
    ObservationRow row;
    row.kernel_name = member<std::string>(result, "kernel", kKind);
    row.kernel_key =
        variant_key("clblast", fmt::format("{}/{}/{}", family, precision, row.kernel_name),
                    member<nlohmann::json::object_t>(result, "parameters", kKind));
    row.device_id = import.device_id;
    row.launch = launch_of(args).dump();
    row.observed_at = kUnknownTime;
    row.source = "clblast";
    row.detail = nlohmann::json{{"result", result}, {"about", about}}.dump();
    add_observation(store, row, member<double>(result, "time", kKind), import);
  }
  transaction.commit();
  return import;
}

TuningImport import_tuning_results(Store& store, const nlohmann::json& file,
                                   const TuningSource& source) {
  if (file.is_object() && file.contains("kernel_family")) {
    return import_clblast(store, file, source);
  }
  if (file.is_object() && file.contains("schema_version")) {
    return import_kernel_tuner(store, file, source);
  }
  throw Error(
      ErrorKind::input,
      "the file is neither what `clgauge export` printed (\"format\"), CLBlast's tuning "
      "results (\"kernel_family\") nor Kernel Tuner's in the T4 format (\"schema_version\")");
}

}  // namespace clgauge::db
