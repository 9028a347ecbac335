#include "collector/kernel/launch_json.h"

#include <nlohmann/json.hpp>

namespace clgauge::collector {

nlohmann::json to_json(const LaunchDescription& launch) {
  return {{"global", launch.global},
          {"local", launch.local},
          {"args", launch.args},
          {"assumptions", launch.assumptions}};
}

LaunchDescription launch_from_json(const nlohmann::json& object) {
  LaunchDescription launch;
  object.at("global").get_to(launch.global);
  object.at("local").get_to(launch.local);
  object.at("args").get_to(launch.args);
  object.at("assumptions").get_to(launch.assumptions);
  return launch;
}

}  // namespace clgauge::collector
