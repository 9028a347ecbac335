#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "db/store.h"
#include "model/fitted.h"
#include "model/terms/device_traits.h"
#include "service/engine/fitting.h"
#include "service/store/stored_model.h"

namespace clgauge::service {

// What a calibration says of a device as a whole, for people to look at.
struct DevicePortrait {
  // Unit-stride float32 loads of one array: how fast, by how much memory they touch; the fastest
  // kernel counts.
  struct MemoryPoint {
    double footprint_bytes = 0;
    double bytes_per_second = 0;
  };
  // A measurement kernel as the model that was fitted to it would have predicted it.
  struct FittedSample {
    std::string kernel;
    double measured_seconds = 0;
    double predicted_seconds = 0;
  };
  std::vector<MemoryPoint> memory;  // ascending footprints
  // The fastest chains of arithmetic; nothing where none ran.
  std::optional<double> float32_flops_per_second;
  std::optional<double> float64_flops_per_second;
  // Unit-stride loads of any number of arrays, at the largest footprint that was measured.
  std::optional<double> memory_bytes_per_second;
  std::vector<FittedSample> samples;  // none for a model that looks at compiled code
};

// From the samples of a calibration, by a model that was fitted to them.
[[nodiscard]] DevicePortrait portrait_of(const std::vector<CountedSample>& samples,
                                         const model::FittedModel& fitted,
                                         const model::DeviceTraits& traits);

// The portrait that the store keeps of a model's calibration; made and kept when there is none, or
// one by another collector. No device is asked. Throws Error(store) for an unknown calibration.
[[nodiscard]] DevicePortrait portrait_of(db::Store& store, const StoredModel& stored);
void keep_portrait(db::Store& store, const std::string& model_uid, const DevicePortrait& portrait);

// As `compare` gives it and the store keeps it; null for a peak that is not there. from_json throws
// Error(store) when it is something else.
[[nodiscard]] nlohmann::json to_json(const DevicePortrait& portrait);
[[nodiscard]] DevicePortrait device_portrait_from_json(const nlohmann::json& json);

}  // namespace clgauge::service
