#include "service/store/device_json.h"

#include <nlohmann/json.hpp>

namespace clgauge::service {

nlohmann::json device_json(const KnownDevice& device, const nlohmann::json& index,
                           const std::vector<Drift>& drift) {
  return {{"id", device.row.id},
          {"index", index},
          {"name", device.row.name},
          {"vendor", device.row.vendor},
          {"platform", device.row.platform},
          {"driver", device.row.driver},
          {"type", device.row.type},
          {"compute_units", device.row.compute_units},
          {"global_bytes", device.row.global_bytes},
          {"calibrated", device.calibration.has_value()},
          {"stale", device.calibration && device.calibration->stale},
          {"drift", to_json(drift)}};
}

}  // namespace clgauge::service
