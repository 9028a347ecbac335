#include "cli/command.h"

#include <iostream>
#include <map>

#include <CLI/CLI.hpp>

namespace clgauge::cli {

void add_format_option(CLI::App& command, Globals& globals) {
  static const std::map<std::string, Format> kFormats = {{"table", Format::table},
                                                         {"json", Format::json}};
  command.add_option("--format", globals.format, "table or json")
      ->type_name("FORMAT")
      ->transform(CLI::CheckedTransformer(kFormats, CLI::ignore_case));
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

device::Identity answering_device(const Globals& globals) {
  const device::Discovery discovery = device::discover_in_child();
  return device::answering_as(device::select(discovery, globals.device), discovery);
}

void print_notes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) {
    std::cerr << "clgauge: " << note << '\n';
  }
}

}  // namespace clgauge::cli
