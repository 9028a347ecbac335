#include "cli/usage_error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.h"

namespace clgauge::cli {
namespace {

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) {
    names.push_back(command->get_name());
  }
  return names;
}

// "--kernel: 1 required NAME missing" as "--kernel: NAME is missing".
std::string without_number(const std::string& what) {
  const std::string number = ": 1 required ";
  const std::string missing = " missing";
  const auto at = what.find(number);
  if (at == std::string::npos || !what.ends_with(missing)) {
    return what;
  }
  const auto type = at + number.size();
  return fmt::format("{}: {} is missing", what.substr(0, at),
                     what.substr(type, what.size() - missing.size() - type));
}

}  // namespace

void check_command(const CLI::App& app, const std::vector<const char*>& arguments) {
  if (arguments.size() < 2 || arguments[1][0] == '-') {
    return;
  }
  const std::vector<std::string> names = command_names(app);
  if (std::find(names.begin(), names.end(), arguments[1]) == names.end()) {
    throw Error(ErrorKind::usage, fmt::format("no command '{}': there are {}; see clgauge --help",
                                              arguments[1], fmt::join(names, ", ")));
  }
}

std::string usage_error(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* command = &app;  // the one that was being read
  std::string words;
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().back();
    words += command->get_name() + ' ';
  }
  std::string what = error.what();
  const bool is_incomplete = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  const std::vector<std::string> left_over = app.remaining(true);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    what = without_number(what);
  } else if (!left_over.empty() &&  // which says why something is missing: it is mistyped
             (is_incomplete || dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr)) {
    what = fmt::format("{} {}", left_over.front().starts_with('-') ? "no option" : "nothing takes",
                       left_over.front());
  } else if (is_incomplete && !command->get_subcommands({}).empty()) {
    what = fmt::format("name a command: {}", fmt::join(command_names(*command), ", "));
  }
  return fmt::format("{}; see clgauge {}--help", what, words);
}

}  // namespace clgauge::cli
