#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "collector/kernel/kernel_model.h"
#include "lens/process/request.h"
#include "model/correction/correction.h"
#include "model/predict/predict.h"
#include "model/select/select.h"
#include "service/store/kernel_correction.h"
#include "service/store/stored_model.h"

namespace clgauge::service {

// The model that answers when nobody names one, and the one that does so before it where compiled
// code can be had.
inline constexpr const char* kDefaultModel = "source";
// What the former is of a GPU.
inline constexpr const char* kSourceSimtModel = "source-simt";
inline constexpr const char* kLensModel = "lens";
// What a device's lens is where that code is PTX.
inline constexpr const char* kLensSimtModel = "lens-simt";
inline constexpr const char* kLensIrModel = "lens-ir";  // of devices that show no compiled code
// Asks for whichever of them can answer at once: the daemon's default.
inline constexpr const char* kBestModel = "best";

// What a GPU stores, and the built-in model that it is there.
struct ModelOfGpu {
  std::string_view stored;
  std::string_view builtin;
};
inline constexpr std::array kModelsOfGpus{ModelOfGpu{kLensModel, kLensSimtModel},
                                          ModelOfGpu{kDefaultModel, kSourceSimtModel}};

// A prediction with everything an honest answer says (DESIGN.md, "Model").
struct PredictionReport {
  std::string kernel;
  std::string device_id;
  std::string model;
  std::string tier;  // what the answer rests on: "model", "lens", "corrected", "measured"
  model::Prediction prediction;
  db::CalibrationRow calibration;
  std::vector<lens::HotLoop> hot_loops{};  // of the compiled code, where a lens saw it
  // Of the daemon: what the counts of the compiled code rest on, or why there are none.
  std::string look{};
};

// Throws Error(unsupported) where the predictor's model counts compiled code, of which a kernel
// model tells nothing.
void require_source(const StoredModel& stored, const model::Predictor& predictor,
                    const collector::KernelModel& kernel);

// Binds the features that the model asks for and predicts. Features of the kernel that have no
// value (data-dependent, or a size missing) are named among the unsupported; one note stands for
// all that share a reservation. Thread-safe.
[[nodiscard]] PredictionReport answer(const StoredModel& stored, const model::Predictor& predictor,
                                      const std::string& device_id,
                                      const collector::KernelModel& kernel,
                                      const collector::Bindings& bindings,
                                      const model::FeatureVector& lens = {});

// The report as the runs of this kernel correct it; unchanged when there are none. Thread-safe.
[[nodiscard]] PredictionReport corrected(PredictionReport report,
                                         const model::Correction& correction,
                                         const LaunchSize& size);
// The same where the size is counted only if there are runs: that may be a long sum.
[[nodiscard]] PredictionReport corrected(PredictionReport report,
                                         const model::Correction& correction,
                                         const collector::KernelModel& kernel,
                                         const collector::Bindings& bindings,
                                         const GivenInputs& given = {});

// Ranks the variants that the reports are of, named in the same order. `shared_variance`: see
// model::shared_variance. Thread-safe.
[[nodiscard]] model::Selection ranked(const std::vector<std::string>& names,
                                      const std::vector<PredictionReport>& reports,
                                      double shared_variance);

// The JSON of `clgauge predict` (DESIGN.md, "Contracts of the command").
[[nodiscard]] nlohmann::json to_json(const PredictionReport& report);

}  // namespace clgauge::service
