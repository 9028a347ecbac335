#include <fmt/format.h>

#include <iostream>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/output/quantity.h"
#include "cli/output/table.h"
#include "device/device.h"
#include "microbench/generators/filter.h"
#include "microbench/worker/client.h"

namespace clgauge::cli {
namespace {

std::string joined(const std::vector<std::string>& words, const char* separator) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : separator) + word;
  }
  return text;
}

std::vector<microbench::MicroKernel> chosen(const std::vector<std::string>& words) {
  auto kernels = microbench::expand(joined(words, " "));
  if (kernels.empty()) {
    throw Error(ErrorKind::usage,
                "no measurement kernel fits: see `clgauge microbench list` for tags and values");
  }
  return kernels;
}

void list(const std::vector<std::string>& words, const Globals& globals) {
  if (!words.empty()) {
    nlohmann::json report = nlohmann::json::array();
    for (const auto& kernel : chosen(words)) {
      report.push_back({{"name", kernel.name},
                        {"generator", kernel.generator},
                        {"tags", kernel.tags},
                        {"work", kernel.work},
                        {"work_unit", kernel.work_unit}});
      if (globals.format == Format::table) {
        std::cout << kernel.name << '\n';
      }
    }
    if (globals.format == Format::json) {
      std::cout << report.dump(2) << '\n';
    }
    return;
  }
  nlohmann::json report = nlohmann::json::array();
  for (const auto& generator : microbench::generators()) {
    nlohmann::json parameters = nlohmann::json::object();
    for (const auto& parameter : generator.parameters) {
      parameters[parameter.key] = parameter.values;
    }
    report.push_back({{"name", generator.name},
                      {"summary", generator.summary},
                      {"tags", generator.tags},
                      {"parameters", parameters}});
    if (globals.format == Format::table) {
      std::cout << generator.name << ": " << generator.summary << '\n';
      for (const auto& parameter : generator.parameters) {
        std::cout << "    " << parameter.key << ':' << joined(parameter.values, ",") << '\n';
      }
    }
  }
  if (globals.format == Format::json) {
    std::cout << report.dump(2) << '\n';
  }
}

void show(const std::vector<std::string>& words) {
  bool first = true;
  for (const auto& kernel : chosen(words)) {
    std::cout << (first ? "" : "\n") << "// " << kernel.name << ": global "
              << joined(kernel.launch.global, ",") << ", local " << joined(kernel.launch.local, ",")
              << '\n'
              << kernel.job.source;
    first = false;
  }
}

void run(const std::vector<std::string>& words, const Globals& globals) {
  const auto kernels = chosen(words);
  const device::Identity device = chosen_device(globals);
  microbench::WorkerClient worker;
  for (const auto& kernel : kernels) {
    microbench::Job job = kernel.job;
    job.device_id = device.id;
    const auto measured = worker.run(job, interrupted());
    if (!measured) {
      throw Error(ErrorKind::timeout, "interrupted");
    }
    const bool ok = measured->status == microbench::Status::ok;
    if (globals.format == Format::json) {
      nlohmann::json line = microbench::to_json(*measured);
      line["name"] = kernel.name;
      line["device"] = device.id;
      std::cout << line.dump() << std::endl;
      continue;
    }
    std::cout << kernel.name << "  "
              << (ok ? format_seconds(measured->median_seconds) + "  " +
                           fmt::format("{:.4g} {}s/s", kernel.work / measured->median_seconds,
                                       kernel.work_unit)
                     : std::string(microbench::name_of(measured->status)) + ": " + measured->reason)
              << std::endl;
  }
}

CLI::App* add_filtered(CLI::App& command, const char* name, const char* description,
                       const std::shared_ptr<std::vector<std::string>>& words) {
  CLI::App* sub = command.add_subcommand(name, description);
  sub->add_option("FILTER", *words, "Tags (global_load) and restrictions (dtype:float32,float64)")
      ->type_name("FILTER");
  return sub;
}

}  // namespace

void add_microbench_command(CLI::App& app, Globals& globals) {
  CLI::App* command = app.add_subcommand("microbench", "List, show or run the measurement kernels");
  command->require_subcommand(1);
  command->footer(
      "Example: clgauge microbench show global_load dtype:float32 lstride:1\n"
      "A bare word chooses generators by tag; key:v1,v2 restricts a parameter.");
  auto words = std::make_shared<std::vector<std::string>>();
  CLI::App* list_command = add_filtered(*command, "list", "List generators, or kernels", words);
  add_format_option(*list_command, globals);
  list_command->callback([words, &globals] { list(*words, globals); });
  CLI::App* show_command = add_filtered(*command, "show", "Print the generated OpenCL C", words);
  show_command->callback([words] { show(*words); });
  CLI::App* run_command = add_filtered(*command, "run", "Measure kernels; nothing is kept", words);
  add_device_option(*run_command, globals);
  add_format_option(*run_command, globals);
  run_command->callback([words, &globals] { run(*words, globals); });
}

}  // namespace clgauge::cli
