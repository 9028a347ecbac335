#include <fmt/format.h>

#include <iostream>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/output/quantity.h"
#include "cli/prediction_query.h"
#include "cli/value_checks.h"
#include "device/device.h"
#include "service/keeper/daemon_keeper.h"
#include "service/store/drift_watch.h"
#include "service/store/kernel_correction.h"

namespace clgauge::cli {
namespace {

struct ObserveOptions {
  KernelOptions kernel;
  service::ObservedRun run;
};

void observe(const ObserveOptions& options, const Globals& globals) {
  const device::Identity device = chosen_device(globals);
  db::Store store = service::open_user_store();
  service::PredictedLaunch launch = launch_of(options.kernel, store);
  service::ObservedRun run = options.run;
  run.given = launch.given;
  const std::string uid =
      service::observe(store, device.id, device.driver, launch.kernel, launch.bindings, run);
  const service::PredictionReport report =
      service::LaunchPredictor(store, device, "").predict({std::move(launch)}).reports.front();
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
      "{}: {} kept; from now on predicted as {} ({} .. {}), tier {}\n", report.kernel,
      format_seconds(options.run.seconds), format_seconds(report.prediction.seconds),
      format_seconds(report.prediction.low), format_seconds(report.prediction.high), report.tier);
}

}  // namespace

void add_observe_command(CLI::App& app, Globals& globals) {
  CLI::App* command = app.add_subcommand(
      "observe", "Tell how long a run really took: predictions of this kernel get better");
  auto options = std::make_shared<ObserveOptions>();
  options->run.source = "observe";
  options->kernel.add_to(*command);
  command->add_option("--seconds", options->run.seconds, "The run's time")
      ->required()
      ->type_name("SECONDS")
      ->transform(positive_number());
  command
      ->add_option("--noise", options->run.log_sigma,
                   "Relative standard deviation of the time, as far as known")
      ->capture_default_str()
      ->type_name("SHARE")
      ->transform(no_negative_number());
  add_device_option(*command, globals);
  add_format_option(*command, globals);
  command->footer(
      "Example: clgauge observe kernels/matmul/naive.cl --global n,n --local 16,16 --arg n=1024 "
      "--seconds 1.3");
  command->callback([options, &globals] { observe(*options, globals); });
}

}  // namespace clgauge::cli
