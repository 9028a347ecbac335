#include "service/engine/predictor.h"

#include <string>
#include <utility>

#include "base/error.h"
#include "model/builtin/builtin.h"
#include "service/engine/device_record.h"
#include "service/engine/fitting.h"

namespace clgauge::service {
namespace {

StoredModel fitted_now(db::Store& store, const device::Identity& device,
                       const std::string& expression) {
  db::CalibrationFilter filter;
  filter.device_id = device.id;
  const auto calibration = db::CalibrationTable(store).newest_complete(filter, device.driver);
  if (!calibration) {
    throw Error(ErrorKind::store,
                device.name + " has not been calibrated: run clgauge calibrate first");
  }
  const model::DeviceTraits traits = traits_of_calibration(store, calibration->uid);
  const model::ModelDefinition definition = definition_on(expression, traits);
  auto fitted =
      fit_models(counted_samples(store, calibration->uid, {definition}), traits, {definition});
  if (fitted.empty()) {
    throw Error(ErrorKind::unsupported,
                device.name +
                    ": its calibration has kept no compiled code that the lens can look "
                    "at: calibrate again with --force, or use features of the source");
  }
  return {std::move(fitted.front()), traits, *calibration, {}};
}

StoredModel stored_or_fitted(db::Store& store, const device::Identity& device,
                             const std::string& model) {
  if (model::is_expression(model)) {
    return fitted_now(store, device, model);
  }
  if (auto stored = load_model(store, device.id, model, device.driver)) {
    return *stored;
  }
  if (model == kLensIrModel) {  // CPUs' calibrations have none, but can
    return fitted_now(store, device, model);
  }
  const auto calibration = newest_calibration(store, device);
  if (!calibration) {
    throw Error(ErrorKind::store,
                device.name + " has not been calibrated: run clgauge calibrate first");
  }
  throw missing_model(store, device_row(device), calibration->uid, model,
                      "; or type an expression");
}

}  // namespace

Predictor::Predictor(db::Store& store, const device::Identity& device, const std::string& model)
    : store_(&store),
      stored_(stored_or_fitted(store, device, model)),
      predictor_(stored_.fitted),
      device_id_(device.id) {}

std::optional<LensCode> Predictor::lens_code() const { return code_for(predictor_.features()); }

PredictionReport Predictor::predict(const collector::KernelModel& kernel,
                                    const collector::Bindings& bindings,
                                    const model::FeatureVector& lens) const {
  return answer(stored_, predictor_, device_id_, kernel, bindings, lens);
}

PredictionReport Predictor::predict_corrected(const collector::KernelModel& kernel,
                                              const collector::Bindings& bindings,
                                              const GivenInputs& given,
                                              const model::FeatureVector& lens,
                                              const SayNow& say_now) const {
  PredictionReport report = predict(kernel, bindings, lens);
  const model::Correction correction =
      correction_of(*store_, device_id_, stored_, kernel, say_now, &report.prediction.notes);
  return corrected(std::move(report), correction, kernel, bindings, given);
}

}  // namespace clgauge::service
