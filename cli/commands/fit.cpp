#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/command.h"
#include "cli/output/model_table.h"
#include "cli/output/quantity.h"
#include "cli/output/table.h"
#include "db/calibration_table.h"
#include "model/predict/predict.h"
#include "service/engine/calibrator.h"
#include "service/engine/fitting.h"
#include "service/keeper/daemon_keeper.h"
#include "service/store/known_device.h"

namespace clgauge::cli {
namespace {

struct FitOptions {
  std::string device;  // as known_device() takes it
  std::vector<std::string> models;
  bool samples = false;
};

db::CalibrationRow calibration_of(db::Store& store, const std::string& device) {
  const service::KnownDevice known =
      service::known_device(store, device, service::Among::calibrated);
  if (!known.calibration) {
    throw Error(ErrorKind::store,
                known.row.name + " has no complete calibration: run clgauge calibrate first");
  }
  return *known.calibration;
}

void print_costs(const model::FittedModel& fitted) {
  Table costs({{"parameter"},
               {"value", Align::right},
               {"std. error", Align::right},
               {"samples", Align::right},
               {"status"}});
  for (const auto& parameter : fitted.parameters) {
    costs.add_row({parameter.name, fmt::format("{:.4g}", parameter.value),
                   fmt::format("{:.2g}", parameter.standard_error),
                   std::to_string(parameter.samples),
                   std::string(name_of(parameter.status)) +
                       (parameter.note.empty() ? "" : ": " + parameter.note)});
  }
  costs.print(std::cout);
  Table families({{"family left out"},
                  {"samples", Align::right},
                  {"xF", Align::right},
                  {"bias", Align::right}});
  for (const auto& family : fitted.families) {
    families.add_row({family.family, std::to_string(family.errors.samples),
                      fmt::format("{:.2f}", family.errors.factor),
                      fmt::format("{:+.2f}", family.errors.log_bias)});
  }
  std::cout << '\n';
  families.print(std::cout);
  std::cout << '\n';
}

// Why the lens says nothing of some samples: each reason once, with how many it befell.
void print_refusals(const std::vector<service::CountedSample>& counted) {
  std::map<std::string, std::size_t> reasons;
  for (const auto& sample : counted) {
    if (!sample.lens_refusal.empty()) {
      ++reasons[sample.lens_refusal];
    }
  }
  for (const auto& [reason, samples] : reasons) {
    std::cerr << "clgauge: no compiled code of " << samples << " samples: " << reason << '\n';
  }
}

void print_samples(const model::FittedModel& fitted, const std::vector<model::Sample>& samples) {
  const model::Predictor predictor(fitted);
  Table table({{"sample"},
               {"measured", Align::right},
               {"fitted", Align::right},
               {"factor", Align::right},
               {"where the time goes"}});
  for (const model::Sample& sample : samples) {
    const model::Prediction prediction = predictor.predict(sample.features);
    std::string shares;
    for (std::size_t i = 0; i < std::min<std::size_t>(prediction.breakdown.size(), 4); ++i) {
      const auto& share = prediction.breakdown[i];
      shares += fmt::format("{}{} {:.0f}%", i == 0 ? "" : ", ", share.cost,
                            100 * share.seconds / prediction.seconds);
    }
    table.add_row({sample.name, format_seconds(sample.seconds), format_seconds(prediction.seconds),
                   fmt::format("{:.2f}", prediction.seconds / sample.seconds), shares});
  }
  table.print(std::cout);
  std::cout << '\n';
}

// What was measured, what the model says of it, and from what.
nlohmann::json samples_json(const model::FittedModel& fitted,
                            const std::vector<model::Sample>& samples) {
  const model::Predictor predictor(fitted);
  nlohmann::json json = nlohmann::json::array();
  for (const model::Sample& sample : samples) {
    json.push_back({{"name", sample.name},
                    {"family", sample.family},
                    {"seconds", sample.seconds},
                    {"run_seconds", sample.run_seconds},
                    {"fitted_seconds", predictor.predict(sample.features).seconds},
                    {"features", sample.features}});
  }
  return json;
}

// One fit a definition, in their order.
std::vector<model::FittedModel> fit_each(const std::vector<service::CountedSample>& counted,
                                         const model::DeviceTraits& traits,
                                         const std::vector<model::ModelDefinition>& definitions) {
  std::vector<model::FittedModel> models;
  for (const model::ModelDefinition& definition : definitions) {
    auto fitted = service::fit_models(counted, traits, {definition});
    if (fitted.empty()) {
      throw Error(
          ErrorKind::unsupported,
          "model " + definition.name +
              " has no samples: the calibration has kept no compiled code that the lens can "
              "look at: calibrate again with --force, or fit a model of the source");
    }
    models.push_back(std::move(fitted.front()));
  }
  return models;
}

void fit(const FitOptions& options, const Globals& globals) {
  db::Store store = service::open_user_store();
  const db::CalibrationRow calibration = calibration_of(store, options.device);
  std::vector<model::FittedModel> models;
  std::vector<model::ModelDefinition> definitions;
  std::vector<service::CountedSample> counted;
  const model::DeviceTraits traits = service::traits_of_calibration(store, calibration.uid);
  if (options.models.empty()) {
    models = service::refit(store, calibration.uid);
  } else {
    for (const std::string& name : options.models) {
      definitions.push_back(service::definition_on(name, traits));
    }
    counted = service::counted_samples(store, calibration.uid, definitions);
    print_refusals(counted);
    models = fit_each(counted, traits, definitions);
  }
  if (globals.format == Format::json) {
    nlohmann::json report = nlohmann::json::array();
    for (std::size_t i = 0; i < models.size(); ++i) {
      report.push_back(to_json(models[i]));
      if (options.samples && i < definitions.size()) {
        report.back()["samples"] =
            samples_json(models[i], service::samples_for(definitions[i], counted, traits));
      }
    }
    std::cout << nlohmann::json({{"calibration", calibration.uid},
                                 {"device", calibration.device_id},
                                 {"models", report}})
                     .dump(2)
              << '\n';
    return;
  }
  if (!options.models.empty()) {
    for (std::size_t i = 0; i < models.size(); ++i) {
      if (options.samples) {
        print_samples(models[i], service::samples_for(definitions[i], counted, traits));
      }
      print_costs(models[i]);
    }
  }
  print_models(models);
}

}  // namespace

void add_fit_command(CLI::App& app, Globals& globals) {
  CLI::App* command = app.add_subcommand(
      "fit", "Fit models to the samples of the newest calibration again, without measuring");
  auto options = std::make_shared<FitOptions>();
  command
      ->add_option(
          "--device-id", options->device,
          "A device of the store, by its id or part of its name; no OpenCL device is asked")
      ->type_name("ID");
  command
      ->add_option("--model", options->models,
                   "Only this model, by name or as an expression, with its costs and its errors by "
                   "family; it is not stored. Repeat for more")
      ->type_name("MODEL")
      ->check(some_model())
      ->allow_extra_args(false);
  command->add_flag("--samples", options->samples,
                    "With --model: each sample beside what the fitted model says of it");
  add_format_option(*command, globals);
  command->footer(
      "Without --model every built-in model is fitted and stored anew: what an upgrade "
      "of clgauge needs.\n"
      "Example: clgauge fit --model roofline --samples");
  command->callback([options, &globals] { fit(*options, globals); });
}

}  // namespace clgauge::cli
