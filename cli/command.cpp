#include "cli/command.h"

#include <algorithm>
#include <iostream>

#include <CLI/CLI.hpp>

#include "cli/value_checks.h"
#include "db/device_table.h"
#include "service/engine/device_record.h"

namespace clgauge::cli {

void add_format_option(CLI::App& command, Globals& globals) {
  command.add_option("--format", globals.format, "table or json")
      ->type_name("FORMAT")
      ->transform(one_of<Format>({{"table", Format::table}, {"json", Format::json}}));
}

CLI::Validator some_model() {
  return {[](const std::string& word) {
            return word.empty() ? std::string("name a model or type an expression, or leave it out")
                                : std::string();
          },
          ""};
}

void add_device_option(CLI::App& command, Globals& globals) {
  command
      .add_option("--device", globals.device,
                  "Index, id, type (cpu, gpu) or part of the name; see `clgauge devices`")
      ->type_name("DEVICE")
      ->envname("CLGAUGE_DEVICE");
}

device::Identity chosen_device(const Globals& globals) {
  return device::select(device::discover_in_child(), globals.device);
}

device::Identity answering_device(const Globals& globals, db::Store& store) {
  const device::Discovery discovery = device::discover_in_child();
  const device::Identity actual = device::select(discovery, globals.device);
  device::Identity answering = device::answering_as(actual, discovery);
  const bool is_present =
      answering.id == actual.id ||
      std::any_of(discovery.devices.begin(), discovery.devices.end(),
                  [&](const device::Identity& one) { return one.id == answering.id; });
  if (const auto row = db::DeviceTable(store).find(answering.id); row && !is_present) {
    return service::identity_of(*row);
  }
  return answering;
}

void print_notes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) {
    std::cerr << "clgauge: " << note << '\n';
  }
}

}  // namespace clgauge::cli
