#include "parse_text.h"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "collector/kernel/kernel_model.h"
#include "collector/kernel/launch_parser.h"

namespace clgauge::collector::test {
namespace {

std::optional<std::int64_t> value_of(const Formula& formula) {
  Bindings bindings;
  std::int64_t next = 3;
  for (const std::string& name : formula.symbols()) bindings[name] = next += 4;
  try {
    return formula.evaluate(bindings);
  } catch (const Error&) {
    return std::nullopt;
  }
}

void parse_formula(std::string_view text) {
  const Formula formula = Formula::parse(text);
  const Formula again = Formula::parse(formula.text());
  // A symbol that cancels in the second reading shifts the values: compare only like with like.
  if (again.symbols() != formula.symbols() || value_of(again) == value_of(formula)) return;
  std::fprintf(stderr, "'%s' prints as '%s', which has another value\n", std::string(text).c_str(),
               formula.text().c_str());
  std::abort();
}

void parse_launch_fields(std::string_view text) {
  std::vector<std::string> fields(1);
  for (const char c : text) {
    if (c == '\n') {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  LaunchDescription launch;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    switch (i % 4) {
      case 0:
        launch.global.push_back(fields[i]);
        break;
      case 1:
        launch.local.push_back(fields[i]);
        break;
      case 2:
        launch.args[std::string(1, static_cast<char>('a' + i % 26))] = fields[i];
        break;
      default:
        launch.assumptions.push_back(fields[i]);
        break;
    }
  }
  if (launch.local.size() < launch.global.size()) launch.local.resize(launch.global.size(), "1");
  symbolic::Context context;
  (void)parse_launch(context, launch);
  (void)argument_values(launch);
}

template <typename Function>
void tolerate_errors(const Function& function) {
  try {
    function();
  } catch (const Error&) {  // NOLINT(bugprone-empty-catch): refusing hostile text is right
  }
}

}  // namespace

void parse_hostile_text(std::string_view text) {
  tolerate_errors([&] { parse_formula(text); });
  tolerate_errors([&] { parse_launch_fields(text); });
  tolerate_errors([&] {
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_discarded()) (void)kernel_model_from_json(json);
  });
}

}  // namespace clgauge::collector::test
