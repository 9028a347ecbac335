#include <fmt/format.h>

#include <iostream>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/paths.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/output/model_table.h"
#include "cli/output/progress.h"
#include "cli/output/repeatability_table.h"
#include "cli/remote_calibration.h"
#include "cli/value_checks.h"
#include "device/device.h"
#include "service/engine/calibrator.h"
#include "service/keeper/daemon_keeper.h"

namespace clgauge::cli {
namespace {

using How = service::CalibrationOutcome::How;

struct CalibrateOptions {
  service::CalibrationRequest request;
  std::vector<std::string> filter;
  std::size_t repeat = 1;
  bool detach = false;
};

const char* name_of(How how) {
  switch (how) {
    case How::reused:
      return "reused";
    case How::finished:
      return "finished";
    case How::interrupted:
      return "interrupted";
  }
  return "finished";
}

// One calibration with its progress bar and, as JSON, its samples.
service::CalibrationOutcome calibrate_once(db::Store& store, const device::Identity& device,
                                           const service::CalibrationRequest& request,
                                           const Globals& globals) {
  Progress bar("calibrate");
  service::CalibrationListener listener;
  listener.progress = [&](const microbench::Progress& progress) {
    bar.update(static_cast<double>(progress.done) / static_cast<double>(progress.total),
               progress.remaining_seconds, progress.kernel);
  };
  if (globals.format == Format::json) {
    listener.sample = [&](const auto& kernel, const auto& measured) {
      nlohmann::json line = microbench::to_json(measured);
      line["name"] = kernel.name;
      line["device"] = device.id;
      std::cout << line.dump() << std::endl;
    };
  }
  auto daemon = service::daemon_of(user_store_path());
  service::CalibrationOutcome outcome =
      daemon ? calibrate_in_daemon(*daemon, store, device, request, interrupted(), listener)
             : service::calibrate(store, device, request, interrupted(), listener);
  std::string summary = fmt::format("{} samples, {} failed", outcome.samples, outcome.failed);
  if (outcome.how == How::reused) {
    summary = "already valid, nothing to measure (--force measures anew): " + summary;
  } else if (outcome.resumed_samples > 0) {
    summary += fmt::format(", {} of them from an earlier run", outcome.resumed_samples);
  }
  bar.finish(device.name + ": " + summary);
  return outcome;
}

void print_outcome(const service::CalibrationOutcome& outcome, const device::Identity& device,
                   const Globals& globals) {
  if (globals.format == Format::json) {
    std::cout << nlohmann::json({{"calibration", outcome.calibration_uid},
                                 {"outcome", name_of(outcome.how)},
                                 {"device", device.id},
                                 {"samples", outcome.samples},
                                 {"failed", outcome.failed},
                                 {"resumed", outcome.resumed_samples},
                                 {"notes", outcome.notes}})
                     .dump()
              << '\n';
    return;
  }
  print_notes(outcome.notes);
  if (!outcome.models.empty()) {
    print_models(outcome.models);
  }
}

// Leaves the work to clgauged.
void detach(const device::Identity& device, const service::CalibrationRequest& request,
            const Globals& globals) {
  auto daemon = service::daemon_of(user_store_path());
  if (!daemon) {
    throw Error(ErrorKind::usage, "--detach: no clgauged keeps the store: start one first");
  }
  const std::string job = begin_calibration(*daemon, device, request);
  if (globals.format == Format::json) {
    std::cout << nlohmann::json({{"job", job}, {"device", device.id}}).dump() << '\n';
  } else {
    std::cout << device.name << ": clgauged calibrates it as " << job
              << "; the same command without --detach follows it\n";
  }
}

void calibrate(const CalibrateOptions& options, const Globals& globals) {
  const device::Identity device = chosen_device(globals);
  service::CalibrationRequest request = options.request;
  for (const std::string& word : options.filter) {
    request.filter += (request.filter.empty() ? "" : " ") + word;
  }
  if (options.detach) {
    detach(device, request, globals);
    return;
  }
  db::Store store = service::open_user_store();
  const auto once_more = [&] {
    const auto outcome = calibrate_once(store, device, request, globals);
    print_outcome(outcome, device, globals);
    if (outcome.how == How::interrupted) {
      throw Error(ErrorKind::timeout, "interrupted: run the same command again to go on");
    }
  };
  once_more();
  if (options.repeat == 1) {
    return;
  }
  request.another = true;
  auto uids = service::reusable_calibrations(store, device, request);
  for (std::size_t made = options.request.force ? 1 : uids.size(); made < options.repeat; ++made) {
    once_more();
  }
  uids = service::reusable_calibrations(store, device, request);
  uids.resize(options.repeat);
  print_repeatability(store, uids, globals.format);
}

}  // namespace

void add_calibrate_command(CLI::App& app, Globals& globals) {
  CLI::App* command =
      app.add_subcommand("calibrate", "Measure what operations cost on a device, and fit models");
  auto options = std::make_shared<CalibrateOptions>();
  command->add_option("FILTER", options->filter,
                      "Only these measurement kernels, as in `clgauge microbench list`");
  command->add_option("--effort", options->request.effort, "quick, standard or full")
      ->capture_default_str()
      ->type_name("EFFORT")
      ->transform(one_of({"quick", "standard", "full"}));
  command->add_flag("--force", options->request.force, "Measure anew what is still valid");
  command
      ->add_option("--repeat", options->repeat,
                   "Calibrate until there are that many, and say how far they are apart")
      ->capture_default_str()
      ->type_name("TIMES")
      ->transform(whole_number(1, 100));
  command
      ->add_option("--renew", options->request.renew,
                   "Measure anew only what determines these costs, and keep the rest of the newest "
                   "calibration: memory, arithmetic, local, launch")
      ->delimiter(',')
      ->type_name("COSTS")
      ->excludes("--repeat")
      ->excludes("--force");
  command->add_flag("--detach", options->detach, "Return at once and leave the work to clgauged")
      ->excludes("--repeat");
  add_device_option(*command, globals);
  add_format_option(*command, globals);
  command->footer(
      "While clgauged keeps the store it does the work, as a job; Ctrl-C cancels the job.\n"
      "Every sample is kept as it is taken: stop with Ctrl-C, run again, and it goes on.\n"
      "--format json prints one object a sample, then one for the whole.\n"
      "Example: clgauge calibrate --effort standard --device gpu");
  command->callback([options, &globals] { calibrate(*options, globals); });
}

}  // namespace clgauge::cli
