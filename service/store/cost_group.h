#pragma once

#include <string>
#include <vector>

#include "model/predict/predict.h"

namespace clgauge::service {

// Costs that a device pays in the same place, so that they change together, and the tags of the
// measurement kernels that determine them.
struct CostGroup {
  const char* name;  // "memory", "arithmetic", "local", "launch"
  std::vector<std::string> tags;
};

[[nodiscard]] const std::vector<CostGroup>& cost_groups();

// The tags of groups by their names. Throws Error(usage) that names the groups.
[[nodiscard]] std::vector<std::string> tags_of_groups(const std::vector<std::string>& names);

// The group that a prediction by model `source` or `roofline` spends most of its time in.
[[nodiscard]] std::string dominant_group(const model::Prediction& prediction);

}  // namespace clgauge::service
