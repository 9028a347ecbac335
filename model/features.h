#pragma once

#include <map>
#include <string>
#include <vector>

#include "collector/kernel/kernel_model.h"

namespace clgauge::model {

// Features by their full name ("f_op_float32_madd"), as counts of one launch.
using FeatureVector = std::map<std::string, double>;

// Binds the features of a kernel model at concrete sizes, in the paper's names and granularity
// (docs/features.md). `unknown` names those that have no value (data-dependent, or a size missing).
struct BoundFeatures {
  FeatureVector values;
  std::vector<std::string> unknown;
};
[[nodiscard]] BoundFeatures bind_features(const collector::KernelModel& model,
                                          const collector::Bindings& bindings,
                                          unsigned sub_group_size);

}  // namespace clgauge::model
