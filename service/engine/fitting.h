#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "db/store.h"
#include "model/definition.h"
#include "model/fit/fit.h"
#include "model/fitted.h"
#include "model/terms/device_traits.h"

namespace clgauge::service {

// A good sample of a calibration with what the collector says of its kernel.
struct CountedSample {
  std::string name;       // of the measurement kernel
  std::string generator;  // samples of one generator are one family
  collector::KernelModel kernel;
  collector::Bindings bindings;
  double median_seconds = 0;         // of its least disturbed pass
  double usual_seconds = 0;          // that, as far from it as passes usually are
  std::vector<double> pass_seconds;  // the medians of all of them
  model::FeatureVector lens;  // what its compiled code says; empty where there is none to look at
  std::string lens_refusal;   // why not
};

// All samples of a calibration whose kernels can be counted; those of the drift reference are left
// out, because they are many and the same. Where one of the models to be fitted looks at compiled
// code, so does this, at the objects that the calibration has kept; where one looks at LLVM IR, at
// that of the source. Throws Error(store) for an unknown calibration.
[[nodiscard]] std::vector<CountedSample> counted_samples(
    db::Store& store, const std::string& calibration_uid,
    const std::vector<model::ModelDefinition>& definitions);

// What counts depended on when the calibration was made: as it recorded it, else as its device's
// row says. Throws Error(store) where the record is damaged.
[[nodiscard]] model::DeviceTraits traits_of_calibration(db::Store& store,
                                                        const std::string& calibration_uid);

// What a model's name or expression means on a device: `lens` and `source`, also without a cost
// (`lens-p_wait`), are on a GPU what it stores under those names. Throws Error as
// model::definition_of does.
[[nodiscard]] model::ModelDefinition definition_on(std::string_view text,
                                                   const model::DeviceTraits& traits);
// The other way round: under which name a built-in model is stored.
[[nodiscard]] std::string stored_name_of(const std::string& builtin_model);

// The samples as a model sees them. Samples with features that depend on data are left out, and, by
// a model of compiled code, those without.
[[nodiscard]] std::vector<model::Sample> samples_for(const model::ModelDefinition& definition,
                                                     const std::vector<CountedSample>& counted,
                                                     const model::DeviceTraits& traits);

// Fits models to the samples of a calibration; a model of compiled code is left out when no sample
// has any. Nothing is stored, no device is asked.
[[nodiscard]] std::vector<model::FittedModel> fit_models(
    const std::vector<CountedSample>& counted, const model::DeviceTraits& traits,
    const std::vector<model::ModelDefinition>& definitions);

}  // namespace clgauge::service
