#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "collector/kernel/kernel_model.h"
#include "collector/kernel/launch.h"
#include "collector/removal/strip.h"
#include "collector/source.h"

namespace clgauge::collector {

// What goes to the program clgauge-collector, as one JSON object on its stdin; its answer is one on
// stdout: {"model": KernelModel} or {"error": {"kind", "message", "detail"}}.
struct CollectRequest {
  Source source;
  std::string kernel;
  LaunchDescription launch;
};

[[nodiscard]] nlohmann::json to_json(const CollectRequest& request);
[[nodiscard]] CollectRequest collect_request_from_json(const nlohmann::json& json);

// The other request, told by its "strip": the answer is {"stripped": StrippedKernel} or an error.
struct StripRequest {
  Source source;
  std::string kernel;
  StripOptions options;
};

[[nodiscard]] bool is_strip_request(const nlohmann::json& json);
[[nodiscard]] nlohmann::json to_json(const StripRequest& request);
[[nodiscard]] StripRequest strip_request_from_json(const nlohmann::json& json);

// The third, told by its "bitcode": the answer is {"bitcode": prepared_bitcode() in base64} or an
// error.
struct BitcodeRequest {
  Source source;
  std::string kernel;
};

[[nodiscard]] bool is_bitcode_request(const nlohmann::json& json);
[[nodiscard]] nlohmann::json to_json(const BitcodeRequest& request);
[[nodiscard]] BitcodeRequest bitcode_request_from_json(const nlohmann::json& json);

[[nodiscard]] nlohmann::json to_json(const StrippedKernel& stripped);
[[nodiscard]] StrippedKernel stripped_kernel_from_json(const nlohmann::json& json);

}  // namespace clgauge::collector
