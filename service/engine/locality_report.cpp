#include "service/engine/locality_report.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/features.h"

namespace clgauge::service {

nlohmann::json locality_report(const collector::KernelModel& model,
                               const collector::Bindings& bindings,
                               const collector::LocalityOptions& options) {
  const bool was_walked = model.walked && model.walked->sizes == bindings;
  const collector::KernelModel counted = was_walked ? at_walked_sizes(model) : model;
  nlohmann::json report = to_json(collector::locality_of(counted, bindings, options));
  const std::vector<std::string> names = {"f_flops", "f_bytes_footprint_global"};
  const model::BoundFeatures features =
      model::bind_features(counted, bindings, static_cast<unsigned>(options.sub_group_size), names);
  // Nothing for what depends on data.
  const auto put = [&](const char* member, const std::string& name) -> std::optional<double> {
    const auto among = [&](const std::vector<std::string>& list) {
      return std::find(list.begin(), list.end(), name) != list.end();
    };
    const bool known = !among(features.unknown);
    report[member] = known ? nlohmann::json(features.values.at(name)) : nlohmann::json();
    report[std::string(member) + "_flag"] = !known                         ? "data-dependent"
                                            : among(features.upper_bounds) ? "upper"
                                                                           : "exact";
    return known ? std::optional(features.values.at(name)) : std::nullopt;
  };
  const auto flops = put("flops", names[0]);
  const auto bytes = put("bytes_perfect_cache", names[1]);
  const bool has_ratio = flops && bytes && *bytes > 0;
  report["arithmetic_intensity"] = has_ratio ? nlohmann::json(*flops / *bytes) : nlohmann::json();
  return report;
}

}  // namespace clgauge::service
