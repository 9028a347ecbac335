#include <fmt/format.h>

#include <iostream>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/launch_options.h"
#include "cli/output/quantity.h"
#include "collector/kernel/launch_parser.h"
#include "device/device.h"
#include "service/engine/kernel_catalog.h"
#include "service/engine/launch_check.h"
#include "service/engine/predictor.h"
#include "service/keeper/daemon_keeper.h"
#include "service/store/drift_watch.h"

namespace clgauge::cli {
namespace {

struct ObserveOptions {
  LaunchOptions launch;
  service::ObservedRun run;
};

void observe(const ObserveOptions& options, const Globals& globals) {
  const device::Identity device = device::select(device::discover_in_child(), globals.device);
  const collector::LaunchDescription launch = options.launch.launch();
  db::Store store = service::open_user_store();
  const collector::KernelModel kernel = service::KernelCatalog(store).collect(
      options.launch.source(), options.launch.kernel(), launch);
  service::check_launch(kernel, launch, options.launch.real_args(), options.launch.vector_args());
  const auto bindings = collector::argument_values(launch);
  const std::string uid =
      service::observe(store, device.id, device.driver, kernel, bindings, options.run);
  const service::PredictionReport report =
      service::Predictor(store, device, service::kDefaultModel).predict_corrected(kernel, bindings);
  const auto drift = service::DriftWatch().drift_of(store, device.id, report.calibration.uid);
  if (!drift.empty()) {
    std::cerr << "clgauge: " << device.name << " has moved since its calibration ("
              << service::text_of(drift) << "): clgauge calibrate --renew " << drift.front().group
              << '\n';
  }
  if (globals.format == Format::json) {
    nlohmann::json json = service::to_json(report);
    json["observation"] = uid;
    json["drift"] = to_json(drift);
    std::cout << json.dump(2) << '\n';
    return;
  }
  std::cout << fmt::format(
      "{}: {} kept; from now on predicted as {} ({} .. {}), tier {}\n", kernel.kernel,
      format_seconds(options.run.seconds), format_seconds(report.prediction.seconds),
      format_seconds(report.prediction.low), format_seconds(report.prediction.high), report.tier);
}

}  // namespace

void add_observe_command(CLI::App& app, Globals& globals) {
  CLI::App* command = app.add_subcommand(
      "observe", "Tell how long a run really took: predictions of this kernel get better");
  auto options = std::make_shared<ObserveOptions>();
  options->run.source = "observe";
  options->launch.add_to(*command);
  command->add_option("--seconds", options->run.seconds, "The run's time")
      ->required()
      ->check(CLI::PositiveNumber);
  command
      ->add_option("--noise", options->run.log_sigma,
                   "Relative standard deviation of the time, as far as known")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  add_device_option(*command, globals);
  add_format_option(*command, globals);
  command->callback([options, &globals] { observe(*options, globals); });
}

}  // namespace clgauge::cli
