#include <cstring>
#include <iostream>
#include <new>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "base/generated/version.h"
#include "cli/command.h"
#include "cli/usage_error.h"

namespace clgauge::cli {

namespace {

void report(const Error& error) {
  if (!error.detail().empty()) {
    std::cerr << error.detail();
    if (error.detail().back() != '\n') {
      std::cerr << '\n';
    }
  }
  std::cerr << "clgauge: " << error.what() << '\n';
}

// "--name=" as "--name" and an empty word, for which CLI11 would take the word after it.
std::vector<const char*> with_empty_values(int argc, char** argv) {
  std::vector<const char*> arguments;
  for (int i = 0; i < argc; ++i) {
    const std::size_t length = std::strlen(argv[i]);
    const bool is_empty = length > 3 && std::strncmp(argv[i], "--", 2) == 0 &&
                          std::strchr(argv[i], '=') == argv[i] + length - 1;
    if (is_empty) argv[i][length - 1] = '\0';
    arguments.push_back(argv[i]);
    if (is_empty) arguments.push_back("");
  }
  return arguments;
}

// What could not be written is no answer.
int with_all_written(int status) {
  std::cout.flush();
  if (status == 0 && !std::cout) {
    std::cerr << "clgauge: cannot write the output: no space left, or a closed pipe\n";
    return exit_status(ErrorKind::internal);
  }
  return status;
}

int run(int argc, char** argv) {
  CLI::App app(
      "Measures once what each operation costs on an OpenCL device, then predicts how long any\n"
      "kernel will take there, without running it.");
  app.set_version_flag("--version", "clgauge " CLGAUGE_VERSION);
  app.require_subcommand(1);
  Globals globals;
  add_devices_command(app, globals);
  add_calibrate_command(app, globals);
  add_compare_command(app, globals);
  add_fit_command(app, globals);
  add_count_command(app, globals);
  add_strip_command(app, globals);
  add_predict_command(app, globals);
  add_explain_command(app, globals);
  add_look_command(app, globals);
  add_measure_command(app, globals);
  add_observe_command(app, globals);
  add_select_command(app, globals);
  add_evaluate_command(app, globals);
  add_microbench_command(app, globals);
  add_exchange_commands(app, globals);
  // Behind the commands, which would take it for theirs, too.
  app.footer(
      "A first session:\n"
      "  clgauge devices\n"
      "  clgauge calibrate --effort quick\n"
      "  clgauge predict kernels/matmul/naive.cl --global 1024,1024 --local 16,16 --arg "
      "n=1024\n"
      "More of one command: clgauge COMMAND --help\n"
      "Environment: CLGAUGE_DB (the store's file), CLGAUGE_DEVICE (the default device),\n"
      "  CLGAUGE_SOCKET (where clgauged listens), CLGAUGE_KERNELS (the folder of the families' "
      "sources,\n"
      "  instead of those that come with clgauge).\n"
      "Exit status: 0 success, 1 a failed run, 2 bad usage or bad input.");
  try {
    const std::vector<const char*> arguments = with_empty_values(argc, argv);
    check_command(app, arguments);
    app.parse(static_cast<int>(arguments.size()), arguments.data());
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {  // help, or the version
      return app.exit(error, std::cout, std::cerr);
    }
    std::cerr << "clgauge: " << usage_error(app, error) << '\n';
    return exit_status(ErrorKind::usage);
  } catch (const Error& error) {
    report(error);
    return exit_status(error.kind());
  } catch (const std::bad_alloc&) {
    std::cerr << "clgauge: out of memory: name smaller files, or raise the limit (ulimit -v)\n";
    return exit_status(ErrorKind::internal);
  } catch (const std::exception& error) {
    std::cerr << "clgauge: " << error.what() << '\n';
    return exit_status(ErrorKind::internal);
  }
  return 0;
}

}  // namespace
}  // namespace clgauge::cli

int main(int argc, char** argv) {
  return clgauge::cli::with_all_written(clgauge::cli::run(argc, argv));
}
