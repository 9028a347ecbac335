#include <iostream>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/kernel_options.h"
#include "cli/output/quantity.h"
#include "cli/value_checks.h"
#include "device/device.h"
#include "microbench/worker/client.h"
#include "service/engine/buffer_notes.h"
#include "service/keeper/daemon_keeper.h"

namespace clgauge::cli {
namespace {

struct MeasureOptions {
  KernelOptions kernel;
  double budget_seconds = 2;
  double timeout_seconds = 60;
};

void measure(const MeasureOptions& options, const Globals& globals) {
  const device::Identity device = chosen_device(globals);
  db::Store store = service::open_user_store();
  const KernelAtSizes kernel = options.kernel.at_sizes(store);
  microbench::Job job = kernel.job();
  job.device_id = device.id;
  job.policy.budget_seconds = options.budget_seconds;
  job.timeout_seconds = options.timeout_seconds;
  microbench::WorkerClient worker;
  auto measured = worker.run(job, interrupted());
  if (!measured) {
    throw Error(ErrorKind::timeout, "interrupted: nothing was measured");
  }
  const std::vector<std::string> notes =
      service::notes_on_buffers(kernel.model, kernel.bindings, kernel.inputs, job);
  measured->notes.insert(measured->notes.begin(), notes.begin(), notes.end());
  if (globals.format == Format::json) {
    const bool ok = measured->status == microbench::Status::ok;
    const nlohmann::json nothing;
    std::cout << nlohmann::json(
                     {{"kernel", kernel.model.kernel},
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
                kernel.model.kernel + " on " + device.name + ": " +
                    microbench::name_of(measured->status) + ": " + measured->reason,
                measured->detail);
  }
  if (globals.format == Format::table) {
    std::cout << kernel.model.kernel << " on " << device.name << ": "
              << format_seconds(measured->median_seconds) << " (median of "
              << measured->seconds.size() << ", 95% " << format_seconds(measured->low_seconds)
              << " .. " << format_seconds(measured->high_seconds) << "), least "
              << format_seconds(measured->min_seconds) << '\n';
    print_notes(measured->notes);
  }
}

}  // namespace

void add_measure_command(CLI::App& app, Globals& globals) {
  CLI::App* command = app.add_subcommand("measure", "Run a kernel and say how long it takes");
  auto options = std::make_shared<MeasureOptions>();
  options->kernel.add_to(*command);
  command->add_option("--budget", options->budget_seconds, "Seconds to spend on samples, at most")
      ->capture_default_str()
      ->type_name("SECONDS")
      ->transform(positive_number());
  command->add_option("--timeout", options->timeout_seconds, "Seconds until the run is given up")
      ->capture_default_str()
      ->type_name("SECONDS")
      ->transform(positive_number());
  add_device_option(*command, globals);
  add_format_option(*command, globals);
  command->footer(
      "Buffers are as large as the kernel's footprint and hold normal random values, those of "
      "integers\n"
      "zeros where values become addresses or decide what is done, which is then noted. Real "
      "arguments\n"
      "without a value are 0.5. The kernel runs in a process of its own.\n"
      "Example: clgauge measure kernels/matmul/naive.cl --global n,n --local 16,16 --arg n=256");
  command->callback([options, &globals] { measure(*options, globals); });
}

}  // namespace clgauge::cli
