#pragma once

#include <nlohmann/json_fwd.hpp>

#include "collector/kernel/launch.h"

namespace clgauge::collector {

// Every member under its own name; what stores and messages keep of a launch. Reading throws
// nlohmann's exceptions, whose callers know where the text came from.
[[nodiscard]] nlohmann::json to_json(const LaunchDescription& launch);
[[nodiscard]] LaunchDescription launch_from_json(const nlohmann::json& object);

}  // namespace clgauge::collector
