#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "db/store.h"
#include "model/drift/drift.h"

namespace clgauge::service {

// Costs of a device that are no longer what its calibration says.
struct Drift {
  std::string group;     // service/store/cost_group.h
  double ratio = 1;      // how much longer runs that are bound by them take
  std::size_t runs = 0;  // observed since the calibration
};

// Which devices have moved, from the runs that `observe` keeps: each counts for the group of costs
// that bounds it, and only runs predicted by the device's present calibration count. Reads every
// row once; rows that come later with an earlier time (from a merge) are left out until the process
// starts again. Thread-safe.
class DriftWatch {
 public:
  // Empty when nothing has moved.
  [[nodiscard]] std::vector<Drift> drift_of(db::Store& store, const std::string& device_id,
                                            const std::string& calibration_uid);

 private:
  struct Device {
    std::string calibration_uid;
    std::string last_time;
    std::string last_uid;
    std::map<std::string, model::DriftDetector> groups;
  };

  std::mutex mutex_;
  std::map<std::string, Device> devices_;
};

// [{"group", "ratio", "runs"}, ...]
[[nodiscard]] nlohmann::json to_json(const std::vector<Drift>& drifts);

// "memory x1.40, launch x0.80"
[[nodiscard]] std::string text_of(const std::vector<Drift>& drifts);

}  // namespace clgauge::service
