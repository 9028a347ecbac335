#pragma once

#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "lens/process/request.h"

namespace clgauge::lens {

// What goes to the program clgauge-lens, as one JSON object on its stdin, and its answer on stdout:
// {"objects": [base64], "requests": [{"object": index, ...}]}, {"answers": [...]} in the same
// order, or {"error": {"kind", "message"}}. Equal objects are sent once. The readers throw
// Error(input).
[[nodiscard]] nlohmann::json requests_json(const std::vector<LensRequest>& requests);
[[nodiscard]] std::vector<LensRequest> requests_from_json(const nlohmann::json& json);

[[nodiscard]] nlohmann::json answers_json(const std::vector<LensAnswer>& answers);
[[nodiscard]] std::vector<LensAnswer> answers_from_json(const nlohmann::json& json);

}  // namespace clgauge::lens
