#include <nlohmann/json.hpp>

#include "service/engine/comparison.h"

namespace clgauge::service {
namespace {

nlohmann::json ratios_json(const std::vector<Comparison::Ratio>& ratios) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& one : ratios) {
    list.push_back({{"ratio", one.ratio}, {"interval", {one.low, one.high}}});
  }
  return list;
}

}  // namespace

nlohmann::json to_json(const Comparison& comparison) {
  nlohmann::json json = {
      {"model", comparison.model},           {"devices", nlohmann::json::array()},
      {"costs", nlohmann::json::array()},    {"generators", nlohmann::json::array()},
      {"families", nlohmann::json::array()}, {"kernels", nlohmann::json::array()},
      {"facts", nlohmann::json::array()}};
  for (const auto& device : comparison.devices) {
    json["devices"].push_back({{"id", device.id},
                               {"name", device.name},
                               {"platform", device.platform},
                               {"calibrated_at", device.calibrated_at},
                               {"effort", device.effort},
                               {"stale", device.stale},
                               {"portrait", to_json(device.portrait)}});
  }
  for (const auto& cost : comparison.costs) {
    json["costs"].push_back(
        {{"cost", cost.name}, {"seconds", cost.seconds}, {"ratios", ratios_json(cost.ratios)}});
  }
  for (const auto& generator : comparison.generators) {
    json["generators"].push_back({{"generator", generator.name},
                                  {"kernels", generator.kernels},
                                  {"ratios", ratios_json(generator.ratios)}});
  }
  for (const auto& family : comparison.families) {
    nlohmann::json best = nlohmann::json::array();
    for (const auto& one : family.best) {
      best.push_back({{"variant", one.variant}, {"seconds", one.seconds}});
    }
    json["families"].push_back(
        {{"family", family.name}, {"sizes", family.sizes}, {"best", std::move(best)}});
  }
  for (const auto& kernel : comparison.kernels) {
    json["kernels"].push_back({{"kernel", kernel.name},
                               {"flops", kernel.flops},
                               {"bytes_perfect_cache", kernel.bytes},
                               {"seconds", kernel.seconds}});
  }
  for (const auto& fact : comparison.facts) {
    json["facts"].push_back({{"what", fact.what}, {"values", fact.values}});
  }
  return json;
}

}  // namespace clgauge::service
