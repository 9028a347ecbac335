#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

namespace clgauge::cli {

// Throws Error(usage) for a command that there is none of. CLI11 takes it for something left over,
// and says so only when there is a command beside it.
void check_command(const CLI::App& app, const std::vector<const char*>& arguments);

// What CLI11 found wrong with a command line, as one line that ends with where to read on.
[[nodiscard]] std::string usage_error(const CLI::App& app, const CLI::ParseError& error);

}  // namespace clgauge::cli
