#include "cli/prediction_query.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/output/quantity.h"
#include "db/time.h"
#include "device/device.h"
#include "service/keeper/daemon_keeper.h"

namespace clgauge::cli {
namespace {

// "a (64 MiB), b (16 KiB)".
std::string list_of(const std::map<std::string, std::size_t>& sizes) {
  std::vector<std::string> parts;
  for (const auto& [name, bytes] : sizes) {
    const bool is_large = bytes >> 20U > 0;
    parts.push_back(
        fmt::format("{} ({} {})", name, bytes >> (is_large ? 20U : 10U), is_large ? "MiB" : "KiB"));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

// What nothing tells the size of gets one.
std::map<std::string, std::size_t> assume_sizes(KernelAtSizes& kernel) {
  auto assumed = service::assumed_bytes(kernel.model, kernel.bindings, kernel.inputs);
  kernel.inputs.buffer_bytes.insert(assumed.begin(), assumed.end());
  return assumed;
}

}  // namespace

service::PredictedLaunch launch_of(const KernelOptions& options, db::Store& store) {
  auto kernel = std::make_shared<KernelAtSizes>(options.at_sizes(store));
  service::PredictedLaunch launch{kernel->model,
                                  kernel->bindings,
                                  {},
                                  {},
                                  service::given_inputs(kernel->model, kernel->inputs)};
  if (const auto assumed = assume_sizes(*kernel); !assumed.empty()) {
    launch.assumptions.push_back(
        "sizes of buffers that nothing tells (--buffer NAME=BYTES does) are taken to be: " +
        list_of(assumed));
    for (const auto& [name, bytes] : assumed) {
      launch.assumed_sizes.insert(name);
    }
  }
  // No index that memory decides leaves its buffer.
  launch.kernel = within_buffers(std::move(launch.kernel), kernel->inputs.buffer_bytes);
  launch.job = [kernel, &options, &store](const collector::Bindings& sizes) {
    if (sizes == kernel->bindings) {
      return kernel->job();
    }
    KernelAtSizes other = options.at_sizes(store, sizes);
    assume_sizes(other);
    return other.job();
  };
  return launch;
}

void PredictionQuery::add_to(CLI::App& command, Globals& globals) {
  kernel_.add_to(command);
  command
      .add_option(
          "--model", model_,
          "lens, source, roofline, ..., or an expression in p_* and f_* (docs/models.md). "
          "Without: lens where the compiled code can be had, lens-ir on a device that shows "
          "none, else source")
      ->type_name("MODEL")
      ->check(some_model());
  add_device_option(command, globals);
  add_format_option(command, globals);
}

service::PredictionReport PredictionQuery::answer(const Globals& globals,
                                                  service::Roof* roof) const {
  db::Store store = service::open_user_store();
  const device::Identity device = answering_device(globals, store);
  service::PredictedLaunch launch = launch_of(kernel_, store);
  if (roof != nullptr) {
    const auto roofline =
        service::load_model(store, device.id, service::kRooflineModel, device.driver);
    *roof = service::roof_over(roofline ? &*roofline : nullptr, launch.kernel, launch.bindings);
  }
  service::LaunchPredictor::Answers answers =
      service::LaunchPredictor(
          store, device, model_,
          roof != nullptr ? service::LookDepth::loops : service::LookDepth::counts)
          .predict({std::move(launch)});
  if (globals.format == Format::json) {  // a table is followed by its notes
    print_notes(answers.refusals);
  }
  return std::move(answers.reports.front());
}

void print_basis(const service::PredictionReport& report) {
  const auto& calibration = report.calibration;
  const std::string time = calibration.finished_at.value_or(calibration.started_at);
  // "2026-11-21T03:19:35.123456Z"
  std::cout << fmt::format("model {}, tier {}, calibrated {} {} UTC ({}) with driver {}{}\n",
                           report.model, report.tier, time.substr(0, 10), time.substr(11, 5),
                           format_age(db::seconds_between(time, db::utc_now())), calibration.driver,
                           calibration.stale ? " (stale)" : "");
}

void print_reservations(const service::PredictionReport& report) {
  print_notes(report.prediction.notes);
  if (report.calibration.stale) {
    std::cerr << "clgauge: the calibration was made with driver " << report.calibration.driver
              << ", not the present one: run clgauge calibrate\n";
  }
}

}  // namespace clgauge::cli
