#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "db/store.h"

namespace clgauge::db {

// The good samples of a calibration in Google Benchmark's JSON, every run as a repetition, so that
// its tools/compare.py tells two calibrations apart, with significance: real_time is the device's
// time, cpu_time the host's. Throws Error(input) when there is no such calibration.
[[nodiscard]] nlohmann::json to_google_benchmark(Store& store, const std::string& calibration_uid);

}  // namespace clgauge::db
