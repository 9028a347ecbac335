#include "collector/process/protocol.h"

#include <nlohmann/json.hpp>

namespace clgauge::collector {

nlohmann::json to_json(const CollectRequest& request) {
  return {{"source",
           {{"text", request.source.text},
            {"name", request.source.name},
            {"options", request.source.options},
            {"include_directories", request.source.include_directories}}},
          {"kernel", request.kernel},
          {"launch",
           {{"global", request.launch.global},
            {"local", request.launch.local},
            {"args", request.launch.args},
            {"assumptions", request.launch.assumptions}}}};
}

CollectRequest collect_request_from_json(const nlohmann::json& json) {
  CollectRequest request;
  const auto& source = json.at("source");
  source.at("text").get_to(request.source.text);
  source.at("name").get_to(request.source.name);
  source.at("options").get_to(request.source.options);
  source.at("include_directories").get_to(request.source.include_directories);
  json.at("kernel").get_to(request.kernel);
  const auto& launch = json.at("launch");
  launch.at("global").get_to(request.launch.global);
  launch.at("local").get_to(request.launch.local);
  launch.at("args").get_to(request.launch.args);
  launch.at("assumptions").get_to(request.launch.assumptions);
  return request;
}

}  // namespace clgauge::collector
