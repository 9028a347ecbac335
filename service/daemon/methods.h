#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "service/daemon/calibration_jobs.h"
#include "service/daemon/device_watch.h"
#include "service/daemon/knowledge.h"
#include "service/daemon/metrics.h"
#include "service/daemon/uploads.h"
#include "service/protocol/rpc.h"
#include "service/store/drift_watch.h"

namespace clgauge::service {

// What the methods of the daemon share between threads; each member is thread-safe.
struct Daemon {
  std::filesystem::path store_path;
  Metrics& metrics;
  CalibrationJobs& jobs;
  DeviceWatch& devices;
  Uploads& uploads;
  DriftWatch& drift;
  std::atomic<std::uint64_t>& changes;  // raised by who writes what answers rest on
};

// One method of the protocol. `quick` says whether it will take microseconds: it may then run on
// the server's thread. `run` throws Error to fail.
struct Method {
  const char* name;
  bool (*quick)(Knowledge&, const nlohmann::json& params);
  nlohmann::json (*run)(Daemon&, Knowledge&, const nlohmann::json& params);
};

// Null when there is no such method.
[[nodiscard]] const Method* find_method(const std::string& name);
[[nodiscard]] nlohmann::json method_names();

// What it answers a client, in the protocol's words (protocol_words.h).
[[nodiscard]] nlohmann::json answer_of(const Method& method, Daemon& daemon, Knowledge& knowledge,
                                       const nlohmann::json& params);

// Each in methods/<name>.cpp.
extern const Method kVersionMethod;
extern const Method kDevicesMethod;
extern const Method kCountMethod;
extern const Method kPredictMethod;
extern const Method kExplainMethod;
extern const Method kSelectMethod;
extern const Method kCompareMethod;
extern const Method kObserveMethod;
extern const Method kImportMethod;
extern const Method kCalibrateMethod;
extern const Method kCancelMethod;
extern const Method kSubscribeMethod;
extern const Method kMetricsMethod;

// What they share: a string member, or `otherwise` when it is missing. Throws Error(input).
[[nodiscard]] std::string text_param(const nlohmann::json& params, const char* name,
                                     const std::string& otherwise = {});
[[nodiscard]] std::vector<std::string> texts_param(const nlohmann::json& params, const char* name);
[[nodiscard]] bool bool_param(const nlohmann::json& params, const char* name, bool otherwise);
[[nodiscard]] bool always_quick(Knowledge& knowledge, const nlohmann::json& params);
[[nodiscard]] bool never_quick(Knowledge& knowledge, const nlohmann::json& params);
// A request about a kernel is quick when it names one that was counted before.
[[nodiscard]] bool quick_when_known(Knowledge& knowledge, const nlohmann::json& params);

}  // namespace clgauge::service
