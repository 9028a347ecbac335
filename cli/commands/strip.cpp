#include <iostream>
#include <memory>

#include <nlohmann/json.hpp>

#include "base/paths.h"
#include "cli/command.h"
#include "cli/launch_options.h"
#include "cli/value_checks.h"
#include "collector/process/client.h"
#include "collector/process/protocol.h"

namespace clgauge::cli {
namespace {

struct StripCommand {
  collector::Source source;
  std::string kernel;
  std::string keep;
  bool drop_barriers = false;
  collector::StripOptions options;
};

void strip(StripCommand command, const Globals& globals) {
  command.source.text = read_file(command.source.name);
  command.options.keep = split_expressions(command.keep);
  command.options.keep_barriers = !command.drop_barriers;
  const collector::StrippedKernel stripped =
      collector::strip_in_process(command.source, command.kernel, command.options);
  for (const std::string& note : stripped.notes) {
    std::cerr << "clgauge: note: " << note << '\n';
  }
  if (globals.format == Format::json) {
    std::cout << collector::to_json(stripped).dump(2) << '\n';
  } else {
    std::cout << stripped.text;
  }
}

}  // namespace

void add_strip_command(CLI::App& app, Globals& globals) {
  CLI::App* command = app.add_subcommand(
      "strip", "Print a kernel with its work removed: what its memory accesses cost");
  auto options = std::make_shared<StripCommand>();
  command->add_option("FILE", options->source.name, "OpenCL C source")
      ->required()
      ->type_name("FILE.cl");
  command->add_option("--kernel", options->kernel, "Kernel in FILE (needed when there are several)")
      ->type_name("NAME");
  command
      ->add_option("--keep", options->keep,
                   "Arrays whose accesses stay; default: every __global argument")
      ->type_name("A[,B...]");
  command->add_flag("--stores", options->options.keep_stores,
                    "Keep stores to these arrays, too; they store ones");
  command->add_flag("--drop-barriers", options->drop_barriers,
                    "Drop barriers; on a CPU this changes how the kernel is compiled");
  command->add_flag("--local-memory", options->options.keep_local_memory,
                    "Keep accesses to local memory");
  command->add_flag("--arithmetic", options->options.arithmetic_only,
                    "The opposite: keep arithmetic and local memory, drop global accesses");
  command->add_option("--build-options", options->source.options, "As for clBuildProgram")
      ->type_name("OPTIONS");
  command
      ->add_option("--include", options->source.include_directories,
                   "Folder that #include may read; repeat")
      ->type_name("DIR")
      ->transform(existing_folder())
      ->allow_extra_args(false);
  add_format_option(*command, globals);
  command->footer(
      "The result is OpenCL C 1.2: kernel NAME_stripped with one argument more, a float (or "
      "double)\n"
      "for each work-item, which receives the number of kept loads when all inputs are ones.\n"
      "--format json adds that argument's name, index and type.\n"
      "Example: clgauge strip kernels/matmul/tiled.cl --build-options -DTILE=16 --keep a,b");
  command->callback([options, &globals] { strip(*options, globals); });
}

}  // namespace clgauge::cli
