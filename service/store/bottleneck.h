#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "collector/kernel/kernel_model.h"
#include "model/predict/predict.h"
#include "service/store/answer.h"
#include "service/store/stored_model.h"

namespace clgauge::service {

// What a prediction spends most of its time on.
struct Bottleneck {
  std::string cost;
  std::string feature;  // what the cost multiplies
  double share = 0;     // of the predicted time
  std::string words;    // what that is, for people: "barriers", "cycles of the core"
};
// Nothing where the model's form names no cost.
[[nodiscard]] std::optional<Bottleneck> bottleneck_of(const model::Prediction& prediction);

inline constexpr const char* kRooflineModel = "roofline";

// The least time that a launch can take on its device, by model `roofline`: the launch, and either
// its operations or its bytes, once, at the best rate that any sample showed.
struct Roof {
  double seconds = 0;           // zero where there is none
  std::string bound;            // what it is made of: "memory", "arithmetic" or "launch"
  bool is_upper_bound = false;  // for counts are: it is at most this
  std::string missing;          // why there is none; empty where there is one
};
// `roofline` as it was fitted, null where it was not. Counts that are not known make no roof.
[[nodiscard]] Roof roof_over(const StoredModel* roofline, const collector::KernelModel& kernel,
                             const collector::Bindings& bindings);

// The JSON of `clgauge explain`: that of `predict`, what the kernel is bound by, and its roof.
[[nodiscard]] nlohmann::json to_json(const PredictionReport& report, const Roof& roof);

}  // namespace clgauge::service
