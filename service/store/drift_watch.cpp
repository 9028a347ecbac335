#include "service/store/drift_watch.h"

#include <fmt/format.h>

#include <cmath>

#include <nlohmann/json.hpp>

#include "db/observation_table.h"
#include "service/store/kernel_correction.h"

namespace clgauge::service {
namespace {

// Runs of one kernel whose work differs by less than a fifth are compared with each other: within
// that the model's error is the same.
constexpr double kWorkSteps = 4;  // an octave

std::string series_of(const db::ObservationRow& row, const PredictedRun& run) {
  return fmt::format("{}/{}/{}", row.kernel_key, run.shape,
                     std::floor(kWorkSteps * std::log2(run.work)));
}

}  // namespace

std::vector<Drift> DriftWatch::drift_of(db::Store& store, const std::string& device_id,
                                        const std::string& calibration_uid) {
  const std::lock_guard lock(mutex_);
  Device& device = devices_[device_id];
  if (device.calibration_uid != calibration_uid) {
    device = Device{};
    device.calibration_uid = calibration_uid;
  }
  for (const auto& row : db::ObservationTable(store).list_device_after(device_id, device.last_time,
                                                                       device.last_uid)) {
    device.last_time = row.observed_at;
    device.last_uid = row.uid;
    const auto run = predicted_run(row);
    if (run && run->calibration_uid == device.calibration_uid && !run->group.empty()) {
      device.groups[run->group].observe(series_of(row, *run),
                                        std::log(*row.seconds / run->predicted_seconds));
    }
  }
  std::vector<Drift> drifts;
  for (const auto& [group, detector] : device.groups) {
    if (detector.moved()) {
      drifts.push_back({group, detector.ratio(), detector.runs()});
    }
  }
  return drifts;
}

nlohmann::json to_json(const std::vector<Drift>& drifts) {
  nlohmann::json list = nlohmann::json::array();
  for (const Drift& drift : drifts) {
    list.push_back({{"group", drift.group}, {"ratio", drift.ratio}, {"runs", drift.runs}});
  }
  return list;
}

std::string text_of(const std::vector<Drift>& drifts) {
  std::string text;
  for (const Drift& drift : drifts) {
    text += fmt::format("{}{} x{:.2f}", text.empty() ? "" : ", ", drift.group, drift.ratio);
  }
  return text;
}

}  // namespace clgauge::service
