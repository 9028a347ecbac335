#include "db/exchange/google_benchmark.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/generated/version.h"
#include "db/calibration_table.h"
#include "db/device_table.h"
#include "db/sample_table.h"

namespace clgauge::db {
namespace {

nlohmann::json context_of(Store& store, const CalibrationRow& calibration) {
  // The foreign key of calibrations vouches that it is there.
  const DeviceRow device = DeviceTable(store).find_version(calibration.device_version_uid).value();
  const auto host = calibration.provenance.find("host");
  return {{"date", calibration.started_at},
          {"host_name", host == calibration.provenance.end() ? "" : host->second},
          {"executable", fmt::format("clgauge {}", CLGAUGE_VERSION)},
          {"num_cpus", device.compute_units},
          {"mhz_per_cpu", device.max_clock_mhz},
          {"caches", nlohmann::json::array()},
          {"load_avg", nlohmann::json::array()},
          {"library_build_type", "release"},
          {"device", device.name},
          {"driver", device.driver},
          {"calibration", calibration.uid}};
}

// One run as a repetition. Where only one clock was read it stands for both.
nlohmann::json repetition_of(const SampleRow& sample, std::size_t run) {
  constexpr double kNanosecondsPerSecond = 1e9;
  const bool has_device = run < sample.seconds.size();
  const bool has_host = run < sample.host_seconds.size();
  const double device_seconds = has_device ? sample.seconds[run] : sample.host_seconds[run];
  const double host_seconds = has_host ? sample.host_seconds[run] : device_seconds;
  return {{"name", sample.micro_kernel},
          {"run_name", sample.micro_kernel},
          {"run_type", "iteration"},
          {"per_family_instance_index", 0},
          {"threads", 1},
          {"iterations", 1},
          {"real_time", device_seconds * kNanosecondsPerSecond},
          {"cpu_time", host_seconds * kNanosecondsPerSecond},
          {"time_unit", "ns"}};
}

// The runs of all samples of one micro kernel.
std::vector<nlohmann::json> repetitions_of(const std::vector<SampleRow>& samples) {
  std::vector<nlohmann::json> repetitions;
  for (const SampleRow& sample : samples) {
    const std::size_t runs = std::max(sample.seconds.size(), sample.host_seconds.size());
    for (std::size_t run = 0; run < runs; ++run) {
      repetitions.push_back(repetition_of(sample, run));
    }
  }
  return repetitions;
}

}  // namespace

nlohmann::json to_google_benchmark(Store& store, const std::string& calibration_uid) {
  const auto calibration = CalibrationTable(store).find(calibration_uid);
  if (!calibration) {
    throw Error(ErrorKind::input,
                fmt::format("the store has no calibration '{}'", calibration_uid));
  }
  std::map<std::string, std::vector<SampleRow>> by_name;
  for (SampleRow& sample : SampleTable(store).list_ok(calibration_uid)) {
    by_name[sample.micro_kernel].push_back(std::move(sample));
  }
  nlohmann::json benchmarks = nlohmann::json::array();
  std::size_t family = 0;
  for (const auto& [name, samples] : by_name) {
    std::vector<nlohmann::json> repetitions = repetitions_of(samples);
    for (std::size_t index = 0; index < repetitions.size(); ++index) {
      nlohmann::json& repetition = repetitions[index];
      repetition["family_index"] = family;
      repetition["repetitions"] = repetitions.size();
      repetition["repetition_index"] = index;
      benchmarks.push_back(std::move(repetition));
    }
    ++family;
  }
  return {{"context", context_of(store, *calibration)}, {"benchmarks", std::move(benchmarks)}};
}

}  // namespace clgauge::db
