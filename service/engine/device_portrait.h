#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/store.h"
#include "service/engine/predictor.h"

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

// From the samples of a calibration; no device is asked. Throws Error(store) for an unknown one.
[[nodiscard]] DevicePortrait portrait_of(db::Store& store, const std::string& calibration_uid,
                                         const Predictor& predictor);

}  // namespace clgauge::service
