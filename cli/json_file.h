#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace clgauge::cli {

// What a file holds. Throws Error(input) that says where the file stops being JSON, and to name
// `wanted` ("what `clgauge evaluate --format json` printed").
[[nodiscard]] nlohmann::json read_json_file(const std::string& file, const std::string& wanted);

}  // namespace clgauge::cli
