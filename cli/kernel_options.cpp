#include "cli/kernel_options.h"

#include "base/error.h"
#include "collector/kernel/launch_parser.h"
#include "service/engine/kernel_catalog.h"

namespace clgauge::cli {
namespace {

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

}  // namespace

microbench::Job KernelAtSizes::job() const {
  return service::measurement_job(source, model, bindings, inputs);
}

void KernelOptions::add_to(CLI::App& command) {
  launch_.add_to(command);
  command
      .add_option("--buffer", buffers_,
                  "Size of a buffer argument, where its footprint is not known; repeat")
      ->type_name("NAME=BYTES")
      ->allow_extra_args(false);
}

KernelAtSizes KernelOptions::at_sizes(db::Store& store) const {
  const collector::LaunchDescription launch = launch_.launch();
  collector::Source source = launch_.source();
  collector::KernelModel model = collector::at_walked_sizes(
      service::KernelCatalog(store).collect_at_sizes(source, launch_.kernel(), launch));
  return {std::move(source),
          std::move(model),
          collector::argument_values(launch),
          {parse_buffers(buffers_), launch_.real_args()}};
}

}  // namespace clgauge::cli
