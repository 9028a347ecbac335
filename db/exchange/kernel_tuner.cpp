// Kernel Tuner's results in the T4 format 1.x (its schema/T4/1.0.0/results-schema.json): for each
// configuration "invalidity" and the times of every run, in milliseconds.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "db/exchange/observation_import.h"
#include "db/exchange/tuning_results.h"

namespace clgauge::db {
namespace {

constexpr const char* kToolName = "Kernel Tuner (T4)";

void require_version(const nlohmann::json& file) {
  const auto version = member<std::string>(file, "schema_version", kToolName);
  if (version.rfind("1.", 0) != 0) {
    throw Error(ErrorKind::input,
                fmt::format("the file has T4 version {}, this clgauge knows 1.x", version));
  }
}

// Kernel Tuner counts its times in milliseconds; a measurement may say otherwise.
std::optional<double> in_milliseconds(double value, const std::string& unit) {
  static const std::map<std::string, double> kMilliseconds{
      {"", 1}, {"ms", 1}, {"s", 1e3}, {"us", 1e-3}, {"µs", 1e-3}, {"ns", 1e-6}};
  const auto found = kMilliseconds.find(unit);
  return found == kMilliseconds.end() ? std::nullopt : std::optional<double>(value * found->second);
}

std::optional<double> median(std::vector<double> values) {
  if (values.empty()) {
    return std::nullopt;
  }
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// The median of the runs where the file has them, else the measurement called "time".
std::optional<double> milliseconds_of(const nlohmann::json& result) {
  std::vector<double> runs;
  const auto times = member<nlohmann::json>(result, "times", kToolName);
  for (const nlohmann::json& run : times.value("runtimes", nlohmann::json::array())) {
    if (run.is_number()) {
      runs.push_back(run.get<double>());
    }
  }
  if (!runs.empty()) {
    return median(std::move(runs));
  }
  for (const nlohmann::json& measurement : result.value("measurements", nlohmann::json::array())) {
    if (measurement.is_object() && measurement.value("name", nlohmann::json()) == "time" &&
        measurement.contains("value") && measurement["value"].is_number()) {
      return in_milliseconds(measurement["value"].get<double>(), measurement.value("unit", "ms"));
    }
  }
  return std::nullopt;
}

std::string status_of(const nlohmann::json& result) {
  auto invalidity = member<std::string>(result, "invalidity", kToolName);
  for (const char* failure : {"timeout", "compile", "runtime", "correctness", "constraints"}) {
    if (invalidity == failure) {
      return invalidity;
    }
  }
  if (invalidity != "correct") {
    throw Error(ErrorKind::input, fmt::format("T4 knows no \"invalidity\" '{}'", invalidity));
  }
  return "ok";
}

}  // namespace

TuningImport import_kernel_tuner(Store& store, const nlohmann::json& file,
                                 const TuningSource& source) {
  require_version(file);
  const auto results = member<nlohmann::json::array_t>(file, "results", kToolName);
  if (source.device_id.empty() || source.kernel_name.empty()) {
    throw Error(ErrorKind::input,
                "Kernel Tuner's results name neither device nor kernel: give both");
  }
  Transaction transaction(store);
  TuningImport import;
  import.device_id = known_device(store, source.device_id);
  for (const nlohmann::json& result : results) {
    ObservationRow row;
    row.kernel_name = source.kernel_name;
    row.kernel_key =
        variant_key("kernel_tuner", source.kernel_name,
                    member<nlohmann::json::object_t>(result, "configuration", kToolName));
    row.device_id = import.device_id;
    row.launch = launch_of(source.args).dump();
    row.status = status_of(result);
    row.observed_at = result.contains("timestamp")
                          ? member<std::string>(result, "timestamp", kToolName)
                          : kUnknownTime;
    row.source = "kernel_tuner";
    row.detail = nlohmann::json{{"result", result}}.dump();
    add_observation(store, row,
                    row.status == "ok" ? milliseconds_of(result) : std::optional<double>(), import);
  }
  transaction.commit();
  return import;
}

}  // namespace clgauge::db
