#include "service/store/stored_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <set>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "model/builtin/builtin.h"
#include "model/features/binder.h"
#include "model/predict/predict.h"
#include "model/terms/lens_term.h"
#include "service/store/answer.h"

namespace clgauge::service {
namespace {

constexpr const char* kTraits = "traits";  // member of a model's fit

std::string covariance_text(const model::FittedModel& fitted) {
  nlohmann::json rows = nlohmann::json::array();
  const std::size_t width = fitted.parameters.size();
  for (std::size_t i = 0; i + width <= fitted.covariance.size() && width > 0; i += width) {
    rows.push_back(nlohmann::json(
        std::vector<double>(fitted.covariance.begin() + static_cast<std::ptrdiff_t>(i),
                            fitted.covariance.begin() + static_cast<std::ptrdiff_t>(i + width))));
  }
  return rows.dump();
}

Error damaged(const db::Store& store, const std::string& model, const std::string& calibration_uid,
              const std::exception& why) {
  return {
      ErrorKind::store,
      fmt::format(
          "model {} of calibration {} in {} is damaged, or a newer clgauge's ({}): run clgauge fit",
          model, calibration_uid, store.path().string(), why.what())};
}

}  // namespace

std::string save_model(db::Store& store, const std::string& calibration_uid,
                       const model::FittedModel& fitted, const model::DeviceTraits& traits) {
  db::ModelRow row;
  row.calibration_uid = calibration_uid;
  row.name = fitted.name;
  row.expression = fitted.expression;
  row.sub_group_size = traits.sub_group_size;
  row.covariance = covariance_text(fitted);
  nlohmann::json fit = to_json(fitted);
  fit[kTraits] = to_json(traits);
  row.fit = fit.dump();
  for (const auto& parameter : fitted.parameters) {
    db::CostRow cost;
    cost.name = parameter.name;
    cost.value = parameter.value;
    cost.unit = std::string(parameter.role == model::Role::cost ? "s" : "1");
    cost.identifiable = parameter.status != model::ParameterStatus::unidentified;
    if (cost.identifiable) {
      cost.standard_error = parameter.standard_error;
    }
    row.costs.push_back(cost);
  }
  return db::ModelTable(store).save(row);
}

std::optional<StoredModel> load_model(db::Store& store, const std::string& device_id,
                                      const std::string& model_name,
                                      const std::string& driver_now) {
  const auto answer = db::ModelTable(store).newest(device_id, model_name, driver_now);
  if (!answer) {
    return std::nullopt;
  }
  try {
    if (!db::ModelTable(store).is_whole(answer->model.uid)) {
      throw Error(ErrorKind::store, "it is not what was saved");
    }
    const auto fit = nlohmann::json::parse(answer->model.fit);
    // Stores from before traits were kept have models that need no more of them.
    const model::DeviceTraits traits = fit.contains(kTraits)
                                           ? model::device_traits_from_json(fit.at(kTraits))
                                           : model::host_traits(answer->model.sub_group_size);
    StoredModel stored{model::fitted_model_from_json(fit), traits, answer->calibration,
                       answer->model.uid};
    // What is wrong with its text is no mistake of whoever asks. A hundredth of what reading took.
    const model::Predictor predictor(stored.fitted);
    const model::FeatureBinder binder(collector::KernelModel{}, traits, predictor.features());
    return stored;
  } catch (const std::exception& error) {
    throw damaged(store, model_name, answer->calibration.uid, error);
  }
}

Error missing_model(db::Store& store, const db::DeviceRow& device,
                    const std::string& calibration_uid, const std::string& model_name,
                    std::string_view also) {
  std::set<std::string, std::less<>> names;
  for (const db::ModelRow& row : db::ModelTable(store).list(calibration_uid)) {
    names.insert(row.name);
  }
  const auto* const of_gpu = std::ranges::find(kModelsOfGpus, model_name, &ModelOfGpu::builtin);
  if (of_gpu != kModelsOfGpus.end() && names.contains(of_gpu->stored)) {
    return {
        ErrorKind::usage,
        fmt::format("{} is what GPUs have under the name {}{}: use --model {}", model_name,
                    of_gpu->stored, device.type == "gpu" ? "" : ", and " + device.name + " is none",
                    of_gpu->stored)};
  }
  const auto& all = model::builtin_models();
  const auto found = std::find_if(all.begin(), all.end(), [&](const model::ModelDefinition& one) {
    return one.name == model_name;
  });
  if (found != all.end() && !model::needs_lens(model::Expression::parse(found->text).features())) {
    return {ErrorKind::store, fmt::format("{} has no model {} of device {}, which has been "
                                          "calibrated: run clgauge fit --device-id {}",
                                          store.path().string(), model_name, device.id, device.id)};
  }
  return {ErrorKind::usage, fmt::format("no model of {} is called {}: there are {}{}", device.name,
                                        model_name, fmt::join(names, ", "), also)};
}

std::vector<model::FittedModel> models_of_calibration(db::Store& store,
                                                      const std::string& calibration_uid) {
  std::vector<model::FittedModel> models;
  std::set<std::string> seen;
  for (const auto& row : db::ModelTable(store).list(calibration_uid)) {
    if (!seen.insert(row.name).second) {
      continue;
    }
    try {
      models.push_back(model::fitted_model_from_json(nlohmann::json::parse(row.fit)));
    } catch (const std::exception& error) {
      throw damaged(store, row.name, calibration_uid, error);
    }
  }
  std::reverse(models.begin(), models.end());
  return models;
}

}  // namespace clgauge::service
