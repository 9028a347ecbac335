#pragma once

#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "service/store/drift_watch.h"
#include "service/store/known_device.h"

namespace clgauge::service {

// A device as `clgauge devices` and the daemon's method of that name show it (docs/protocol.md).
// `index`: among the devices of this machine; null for one that the store knows from elsewhere.
[[nodiscard]] nlohmann::json device_json(const KnownDevice& device, const nlohmann::json& index,
                                         const std::vector<Drift>& drift);

}  // namespace clgauge::service
