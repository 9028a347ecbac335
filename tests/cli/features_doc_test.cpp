// docs/features.md is what the JSON is read by: its examples are run.
#include <gmock/gmock.h>

#include <sstream>

#include <nlohmann/json.hpp>

#include "base/paths.h"
#include "collector/kernel/compiled.h"
#include "collector/kernel/launch_parser.h"
#include "collector/symbolic/context.h"
#include "tests/cli/run_clgauge.h"

namespace clgauge::cli {
namespace {

using collector::Bindings;
using collector::Formula;
using nlohmann::json;

std::string page() { return read_file(CLGAUGE_SOURCE_DIR "/docs/features.md"); }

std::vector<std::string> words(const std::string& line) {
  std::istringstream text(line);
  return {std::istream_iterator<std::string>(text), {}};
}

// A command after "> ", and the lines up to the end of its block.
struct Example {
  std::vector<std::string> command;
  std::vector<std::pair<std::string, json>> expected;  // what, and its value
};

std::vector<Example> examples() {
  std::istringstream text(page());
  std::vector<Example> list;
  std::string line;
  while (std::getline(text, line)) {
    if (line.rfind("> ", 0) != 0) continue;
    list.push_back({words(line.substr(2)), {}});
    while (std::getline(text, line) && line != "```") {
      const std::size_t gap = line.find("   ");
      list.back().expected.emplace_back(line.substr(0, gap), json::parse(line.substr(gap)));
    }
  }
  return list;
}

// "accesses[array=a].line": a path of members; of a list the first entry that has a member's value.
json member(const json& report, const std::string& path) {
  json at = report;
  std::istringstream steps(path);
  for (std::string step; std::getline(steps, step, '.');) {
    const std::size_t open = step.find('[');
    at = at.at(step.substr(0, open));
    if (open == std::string::npos) continue;
    const std::size_t equals = step.find('=');
    const std::string name = step.substr(open + 1, equals - open - 1);
    const std::string value = step.substr(equals + 1, step.size() - equals - 2);
    const json list = at;
    at = nullptr;
    for (const json& entry : list) {
      if (at.is_null() && entry.at(name) == value) at = entry;
    }
  }
  return at;
}

TEST(FeaturesPage, CommandsPrintWhatItSays) {
  int compared = 0;
  for (const Example& example : examples()) {
    if (example.command.front() != "clgauge") continue;
    std::vector<std::string> arguments(example.command.begin() + 1, example.command.end());
    arguments.at(1) = std::string(CLGAUGE_SOURCE_DIR) + "/" + arguments.at(1);
    arguments.insert(arguments.end(), {"--format", "json"});
    const auto run = run_clgauge(arguments);
    ASSERT_EQ(run.exit_status, 0) << run.errors;
    const json report = json::parse(run.output);
    for (const auto& [path, value] : example.expected) {
      EXPECT_EQ(member(report, path), value) << path;
      ++compared;
    }
  }
  EXPECT_GE(compared, 20);
}

TEST(FeaturesPage, FormulasHaveTheirValues) {
  int compared = 0;
  for (const Example& example : examples()) {
    if (example.command.front() != "formula") continue;
    Bindings bindings;
    for (std::size_t i = 1; i < example.command.size(); ++i) {
      const std::string& word = example.command[i];
      const std::size_t equals = word.find('=');
      bindings[word.substr(0, equals)] = std::stoll(word.substr(equals + 1));
    }
    for (const auto& [text, value] : example.expected) {
      const auto found = Formula::parse(text).evaluate(bindings);
      EXPECT_EQ(found ? json(*found) : json(), value) << text;
      const auto again = Formula::parse(Formula::parse(text).text()).evaluate(bindings);
      EXPECT_EQ(again, found) << text;
      ++compared;
    }
  }
  EXPECT_GE(compared, 8);
}

// The first column of the table of promises.
TEST(FeaturesPage, PromisesAreUnderstood) {
  std::istringstream text(page());
  std::string line;
  while (std::getline(text, line) && line != "| promise | used for |") {
  }
  int understood = 0;
  for (std::getline(text, line); std::getline(text, line) && line.rfind("| `", 0) == 0;) {
    const std::string column = line.substr(0, line.find('|', 2));
    for (std::size_t at = column.find('`'); at != std::string::npos;
         at = column.find('`', at + 1)) {
      const std::size_t end = column.find('`', at + 1);
      symbolic::Context context;
      EXPECT_NO_THROW(
          (void)collector::parse_assumption(context, column.substr(at + 1, end - at - 1)))
          << line;
      ++understood;
      at = end;
    }
  }
  EXPECT_GE(understood, 7);
}

// clang-format off
std::vector<double> as_on_the_page(const std::string& text) {
using namespace collector;
const KernelModel model = kernel_model_from_json(nlohmann::json::parse(text));
const CompiledFormulas counts(count_formulas(model));  // once per kernel
std::vector<double> values(counts.size());
counts.evaluate(counts.inputs({{"n", 4096}}), values);  // a microsecond per size
return values;
}
// clang-format on

TEST(FeaturesPage, TheProgramEvaluatesAModel) {
  const std::string text = page();
  const std::size_t begin = text.find("```cpp\n") + 7;
  const std::string program = text.substr(begin, text.find("```", begin) - begin);
  EXPECT_THAT(read_file(CLGAUGE_SOURCE_DIR "/tests/cli/features_doc_test.cpp"),
              testing::HasSubstr(program));
  const std::string source = CLGAUGE_SOURCE_DIR "/kernels/matmul/tiled.cl";
  const auto run =
      run_clgauge({"count", source, "--global", "n,n", "--local", "16,16", "--emit-model"});
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_EQ(as_on_the_page(run.output).front(), 4096.0 * 4096 / 256);
}

}  // namespace
}  // namespace clgauge::cli
