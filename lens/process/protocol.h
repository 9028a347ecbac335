#pragma once

#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "lens/process/request.h"

namespace clgauge::lens {

// For who starts the program by hand.
inline constexpr const char* kStartedByClgauge =
    "clgauge-lens is started by clgauge, with requests on stdin, and does nothing on its own: run "
    "`clgauge look`";

// What goes to the program clgauge-lens, as one JSON object on its stdin, and its answer on stdout:
// {"objects": [base64], "requests": [{"object": index, ...}]}, {"answers": [...]} in the same
// order, or {"error": {"kind", "message"}}. Equal objects are sent once. The readers throw
// Error(input).
[[nodiscard]] nlohmann::json requests_json(const std::vector<LensRequest>& requests);
[[nodiscard]] std::vector<LensRequest> requests_from_json(const nlohmann::json& json);

// One of them, as it is kept.
[[nodiscard]] nlohmann::json answer_json(const LensAnswer& answer);
[[nodiscard]] LensAnswer answer_from_json(const nlohmann::json& json);

// What a look depends on beside its object: as it stands in a request.
[[nodiscard]] nlohmann::json launch_json(const EvaluatedLaunch& launch);
[[nodiscard]] EvaluatedLaunch launch_from_json(const nlohmann::json& json);
[[nodiscard]] nlohmann::json machine_json(const MachineShape& machine);

[[nodiscard]] nlohmann::json answers_json(const std::vector<LensAnswer>& answers);
[[nodiscard]] std::vector<LensAnswer> answers_from_json(const nlohmann::json& json);

}  // namespace clgauge::lens
