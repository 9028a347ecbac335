#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clgauge::collector {

// Build options in the two forms the front end needs.
struct BuildOptions {
  std::vector<std::string> compiler_arguments;   // for `clang -cc1`
  std::vector<std::string> include_directories;  // of -I, as written, in order
};

// Parses options as clBuildProgram takes them (OpenCL 3.0 API, 5.8.6), with shell-like quotes.
// Options that only tell a driver how to generate code are accepted and change nothing.
// Throws Error(input) that names an option it does not know.
[[nodiscard]] BuildOptions parse_build_options(std::string_view options);

}  // namespace clgauge::collector
