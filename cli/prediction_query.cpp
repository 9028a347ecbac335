#include "cli/prediction_query.h"

#include <iostream>

#include "base/paths.h"
#include "collector/kernel/launch_parser.h"
#include "device/device.h"
#include "service/engine/kernel_catalog.h"

namespace clgauge::cli {

void PredictionQuery::add_to(CLI::App& command, Globals& globals) {
  launch_.add_to(command);
  command
      .add_option("--model", model_,
                  "roofline, paper-linear, ..., or an expression in p_* and f_* (docs/models.md)")
      ->type_name("MODEL")
      ->capture_default_str();
  add_device_option(command, globals);
  add_format_option(command, globals);
}

service::PredictionReport PredictionQuery::answer(const Globals& globals) const {
  const device::Discovery discovery = device::discover_in_child();
  const device::Identity device =
      device::answering_as(device::select(discovery, globals.device), discovery);
  const collector::LaunchDescription launch = launch_.launch();
  db::Store store = db::Store::open(user_store_path());
  const service::Predictor predictor(store, device, model_);
  const collector::KernelModel kernel =
      service::KernelCatalog(store).collect(launch_.source(), launch_.kernel(), launch);
  return predictor.predict_corrected(kernel, collector::argument_values(launch));
}

void print_reservations(const service::PredictionReport& report) {
  for (const std::string& note : report.prediction.notes) {
    std::cerr << "clgauge: " << note << '\n';
  }
  if (report.calibration.stale) {
    std::cerr << "clgauge: the calibration was made with driver " << report.calibration.driver
              << ", not the present one: run clgauge calibrate\n";
  }
}

}  // namespace clgauge::cli
