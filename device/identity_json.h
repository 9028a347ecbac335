#pragma once

#include <nlohmann/json_fwd.hpp>

#include "device/device.h"

namespace clgauge::device {

// Every field under its own name. from_json throws Error(input) for a missing or mistyped field.
[[nodiscard]] nlohmann::json to_json(const Identity& identity);
[[nodiscard]] Identity identity_from_json(const nlohmann::json& json);

// {"devices": [...], "problems": [{"where", "reason"}]}
[[nodiscard]] nlohmann::json to_json(const Discovery& discovery);
[[nodiscard]] Discovery discovery_from_json(const nlohmann::json& json);

}  // namespace clgauge::device
