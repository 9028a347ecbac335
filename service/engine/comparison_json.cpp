#include <optional>

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

nlohmann::json or_null(const std::optional<double>& number) {
  return number ? nlohmann::json(*number) : nlohmann::json();
}

nlohmann::json to_json(const DevicePortrait& portrait) {
  nlohmann::json json = {{"float32_flops_per_second", or_null(portrait.float32_flops_per_second)},
                         {"float64_flops_per_second", or_null(portrait.float64_flops_per_second)},
                         {"memory_bytes_per_second", or_null(portrait.memory_bytes_per_second)},
                         {"memory", nlohmann::json::array()},
                         {"samples", nlohmann::json::array()}};
  for (const auto& point : portrait.memory) {
    json["memory"].push_back(
        {{"footprint_bytes", point.footprint_bytes}, {"bytes_per_second", point.bytes_per_second}});
  }
  for (const auto& sample : portrait.samples) {
    json["samples"].push_back({{"kernel", sample.kernel},
                               {"measured_seconds", sample.measured_seconds},
                               {"predicted_seconds", sample.predicted_seconds}});
  }
  return json;
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
