#include <iostream>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/launch_options.h"
#include "cli/output/quantity.h"
#include "collector/kernel/launch_parser.h"
#include "device/device.h"
#include "microbench/worker/client.h"
#include "service/engine/kernel_catalog.h"
#include "service/engine/measurement_job.h"
#include "service/keeper/daemon_keeper.h"

namespace clgauge::cli {
namespace {

struct MeasureOptions {
  LaunchOptions launch;
  std::vector<std::string> buffers;
  double budget_seconds = 2;
  double timeout_seconds = 60;
};

std::map<std::string, std::size_t> parse_buffers(const std::vector<std::string>& texts) {
  std::map<std::string, std::size_t> bytes;
  for (const std::string& text : texts) {
    const auto equals = text.find('=');
    const std::string digits = equals == std::string::npos ? "" : text.substr(equals + 1);
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos ||
        digits.size() > 15) {
      throw Error(ErrorKind::usage, "--buffer " + text + ": write NAME=BYTES, for example a=4096");
    }
    bytes[text.substr(0, equals)] = std::stoull(digits);
  }
  return bytes;
}

void measure(const MeasureOptions& options, const Globals& globals) {
  const device::Identity device = device::select(device::discover_in_child(), globals.device);
  const collector::Source source = options.launch.source();
  const collector::LaunchDescription launch = options.launch.launch();
  db::Store store = service::open_user_store();
  const collector::KernelModel model = collector::at_walked_sizes(
      service::KernelCatalog(store).collect_at_sizes(source, options.launch.kernel(), launch));
  microbench::Job job =
      service::measurement_job(source, model, collector::argument_values(launch),
                               {parse_buffers(options.buffers), options.launch.real_args()});
  job.device_id = device.id;
  job.policy.budget_seconds = options.budget_seconds;
  job.timeout_seconds = options.timeout_seconds;
  microbench::WorkerClient worker;
  const auto measured = worker.run(job, interrupted());
  if (!measured) {
    throw Error(ErrorKind::timeout, "interrupted: nothing was measured");
  }
  if (globals.format == Format::json) {
    const bool ok = measured->status == microbench::Status::ok;
    const nlohmann::json nothing;
    std::cout << nlohmann::json(
                     {{"kernel", model.kernel},
                      {"device", device.id},
                      {"seconds", ok ? nlohmann::json(measured->median_seconds) : nothing},
                      {"interval",
                       ok ? nlohmann::json({measured->low_seconds, measured->high_seconds})
                          : nothing},
                      {"samples", measured->seconds.size()},
                      {"min_seconds", ok ? nlohmann::json(measured->min_seconds) : nothing},
                      {"clock", measured->clock},
                      {"notes", measured->notes},
                      {"reason", measured->reason},
                      {"status", microbench::name_of(measured->status)}})
                     .dump(2)
              << '\n';
  }
  if (measured->status != microbench::Status::ok) {
    throw Error(ErrorKind::device,
                model.kernel + " on " + device.name + ": " + microbench::name_of(measured->status) +
                    ": " + measured->reason,
                measured->detail);
  }
  if (globals.format == Format::table) {
    std::cout << model.kernel << " on " << device.name << ": "
              << format_seconds(measured->median_seconds) << " (median of "
              << measured->seconds.size() << ", 95% " << format_seconds(measured->low_seconds)
              << " .. " << format_seconds(measured->high_seconds) << "), least "
              << format_seconds(measured->min_seconds) << '\n';
    for (const std::string& note : measured->notes) {
      std::cerr << "clgauge: " << note << '\n';
    }
  }
}

}  // namespace

void add_measure_command(CLI::App& app, Globals& globals) {
  CLI::App* command = app.add_subcommand("measure", "Run a kernel and say how long it takes");
  auto options = std::make_shared<MeasureOptions>();
  options->launch.add_to(*command);
  command
      ->add_option("--buffer", options->buffers,
                   "Size of a buffer argument, where its footprint is not known; repeat")
      ->type_name("NAME=BYTES")
      ->allow_extra_args(false);
  command->add_option("--budget", options->budget_seconds, "Seconds to spend on samples, at most")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  command->add_option("--timeout", options->timeout_seconds, "Seconds until the run is given up")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  add_device_option(*command, globals);
  add_format_option(*command, globals);
  command->footer(
      "Buffers are as large as the kernel's footprint and hold normal random values; real "
      "arguments\n"
      "without a value are 0.5. The kernel runs in a process of its own.");
  command->callback([options, &globals] { measure(*options, globals); });
}

}  // namespace clgauge::cli
