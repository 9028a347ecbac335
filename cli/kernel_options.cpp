#include "cli/kernel_options.h"

#include <cstdlib>
#include <utility>

#include "base/error.h"
#include "base/paths.h"
#include "collector/kernel/launch_parser.h"
#include "service/engine/kernel_catalog.h"
#include "service/engine/launch_check.h"

namespace clgauge::cli {
namespace {

constexpr std::size_t kMostContentBytes = std::size_t{64} << 20U;  // the lens reads it as text
constexpr const char* kContentForm = "NAME=1,2,3, or NAME=@FILE for a file of its bytes";

std::map<std::string, std::string> split_buffers(const std::vector<std::string>& texts) {
  std::map<std::string, std::string> sizes;
  for (const std::string& text : texts) {
    const auto [name, size] =
        split_name_and_value("--buffer", text, "NAME=BYTES, for example a=4096 or a=4*n");
    if (!sizes.emplace(name, size).second) {
      throw Error(ErrorKind::usage, "--buffer " + text + ": its size is given twice: keep one");
    }
  }
  return sizes;
}

std::map<std::string, std::size_t> bytes_of(const std::map<std::string, std::string>& sizes,
                                            const collector::Bindings& bindings) {
  std::map<std::string, std::size_t> bytes;
  for (const auto& [name, text] : sizes) {
    const std::int64_t value = collector::expression_value(text, bindings);
    if (value <= 0) {
      throw Error(ErrorKind::usage, "--buffer " + name + '=' + text + " comes to " +
                                        std::to_string(value) + " bytes: it must be positive");
    }
    bytes[name] = static_cast<std::size_t>(value);
  }
  return bytes;
}

double number_of(const std::string& text, const std::string& option) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') {
    throw Error(ErrorKind::usage,
                "--content " + option + ": '" + text + "' is no number: write " + kContentForm);
  }
  return number;
}

std::map<std::string, service::BufferContent> contents_of(const std::vector<std::string>& texts) {
  std::map<std::string, service::BufferContent> contents;
  for (const std::string& text : texts) {
    const auto [name, held] = split_name_and_value("--content", text, kContentForm);
    service::BufferContent content;
    if (held.front() == '@') {
      content.bytes = read_file(held.substr(1));
      if (content.bytes.empty() || content.bytes.size() > kMostContentBytes) {
        throw Error(ErrorKind::input,
                    "--content " + text + ": the file has " + std::to_string(content.bytes.size()) +
                        " bytes: it must have 1 to " + std::to_string(kMostContentBytes));
      }
    } else {
      for (const std::string& number : split_expressions(held)) {
        content.numbers.push_back(number_of(number, text));
      }
    }
    if (!contents.emplace(name, std::move(content)).second) {
      throw Error(ErrorKind::usage, "--content " + text + ": its content is given twice: keep one");
    }
  }
  return contents;
}

}  // namespace

microbench::Job KernelAtSizes::job() const {
  return service::measurement_job(source, model, bindings, inputs);
}

void KernelOptions::add_to(CLI::App& command) {
  launch_.add_to(command);
  command
      .add_option("--buffer", buffers_,
                  "Size of a buffer argument, where its footprint is not known, as a number or in "
                  "symbols (a=4*n); repeat")
      ->type_name("NAME=BYTES")
      ->allow_extra_args(false);
  command
      .add_option("--content", contents_,
                  "What a buffer holds where it decides what is done: numbers, or @ and a file of "
                  "bytes; from its beginning on, again and again; repeat")
      ->type_name("NAME=1,2,..|@FILE")
      ->allow_extra_args(false);
}

DescribedKernel KernelOptions::described(db::Store& store,
                                         const collector::Bindings& others) const {
  DescribedKernel kernel;
  kernel.launch = launch_.launch();
  for (const auto& [name, value] : others) {
    kernel.launch.args[name] = std::to_string(value);
  }
  kernel.source = launch_.source();
  kernel.model = service::KernelCatalog(store).collect_at_sizes(kernel.source, launch_.kernel(),
                                                                kernel.launch);
  kernel.buffer_sizes = split_buffers(buffers_);
  kernel.inputs = {{}, launch_.real_args(), launch_.vector_args(), contents_of(contents_)};
  service::check_launch(kernel.model, kernel.launch, kernel.inputs.real_args,
                        kernel.inputs.vector_args, kernel.buffer_sizes);
  for (const auto& [name, content] : kernel.inputs.contents) {
    service::check_is_buffer(kernel.model, "--content", name);
  }
  return kernel;
}

KernelAtSizes KernelOptions::at_sizes(db::Store& store, const collector::Bindings& others) const {
  DescribedKernel kernel = described(store, others);
  kernel.model = collector::at_walked_sizes(std::move(kernel.model));
  collector::Bindings bindings = collector::argument_values(kernel.launch);
  service::check_sizes(kernel.model, bindings);
  kernel.inputs.buffer_bytes = bytes_of(kernel.buffer_sizes, bindings);
  return {std::move(kernel.source), std::move(kernel.model), std::move(bindings),
          std::move(kernel.inputs)};
}

}  // namespace clgauge::cli
