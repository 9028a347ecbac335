#pragma once

#include <optional>
#include <string>

#include "collector/kernel/kernel_model.h"
#include "db/store.h"
#include "device/device.h"
#include "service/engine/kernel_lens.h"
#include "service/store/answer.h"

namespace clgauge::service {

// Predicts kernels on one device by one model of its newest calibration. The store must outlive it.
// Not thread-safe.
class Predictor {
 public:
  // `model` is a name, or an expression in p_* and f_*, which is then fitted to the calibration's
  // samples. Throws Error(store) that says to calibrate when there is nothing to predict from.
  Predictor(db::Store& store, const device::Identity& device, const std::string& model);

  // What the model wants the lens to look at: predictions then need `lens`, what KernelLens says of
  // the launch. Nothing when the source is enough.
  [[nodiscard]] std::optional<LensCode> lens_code() const;

  // From the calibration alone.
  [[nodiscard]] PredictionReport predict(const collector::KernelModel& kernel,
                                         const collector::Bindings& bindings,
                                         const model::FeatureVector& lens = {}) const;
  // Corrected by the runs of this kernel that the store knows (correction_of()).
  [[nodiscard]] PredictionReport predict_corrected(const collector::KernelModel& kernel,
                                                   const collector::Bindings& bindings,
                                                   const GivenInputs& given = {},
                                                   const model::FeatureVector& lens = {},
                                                   const SayNow& say_now = {}) const;

  [[nodiscard]] const StoredModel& stored() const { return stored_; }
  [[nodiscard]] const model::FittedModel& fitted() const { return stored_.fitted; }
  [[nodiscard]] const model::DeviceTraits& traits() const { return stored_.traits; }

 private:
  db::Store* store_;
  StoredModel stored_;
  model::Predictor predictor_;
  std::string device_id_;
};

}  // namespace clgauge::service
