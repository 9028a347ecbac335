#include "service/daemon/protocol_words.h"

#include <array>
#include <regex>
#include <utility>

#include <nlohmann/json.hpp>

namespace clgauge::service {
namespace {

// A command by its name, with its options.
constexpr const char* kCommand =
    R"(clgauge [a-z]+(?: --[a-z-]+(?:[ =][^\s`;:,()-][^\s`;:,()]*)?)*)";

// In this order: clauses of which a client can do nothing, then options.
constexpr auto kWords = std::to_array<std::pair<const char*, const char*>>({
    {R"(\(--format json names them under unsupported\))", "(unsupported names them)"},
    {R"(; where --content says what buffers hold, the lens may count them)", ""},
    {R"(add --include [^\s,]+(, the folder of the header)?)",
     "send what it includes in params.source"},
    {R"(--arg ([\w.]+)=(VALUE|\.\.\.) (?=--arg))", "params.sizes.$1, "},
    {R"(--arg ([\w.]+)=(VALUE|\.\.\.))", "params.sizes.$1"},
    {R"(--arg ([\w.]+))", "params.sizes.$1"},
    {R"(--global n,n)", R"(params.global ["n","n"])"},
    {R"(with --build-options=-D\.\.)", "as -D in params.options"},
    {R"(--build-options)", "params.options"},
    {R"(--model ([\w-]+))", R"("model":"$1")"},
    {R"(with --force)", R"(with "force":true)"},
    {R"(--(buffer|content) )", "clgauge predict --$1 "},
    {R"(--(assume|device|global|kernel|local|model))", "params.$1"},
});

std::string with_members(std::string text) {
  static const auto kRules = [] {
    std::vector<std::pair<std::regex, const char*>> rules;
    for (const auto& [option, member] : kWords) {
      rules.emplace_back(std::regex(option), member);
    }
    return rules;
  }();
  for (const auto& [option, member] : kRules) {
    text = std::regex_replace(text, option, member);
  }
  return text;
}

void put_all_in_words(nlohmann::json& said) {
  if (said.is_string()) {
    said = in_protocol_words(said.get_ref<const std::string&>());
  } else if (said.is_array()) {
    for (nlohmann::json& one : said) {
      put_all_in_words(one);
    }
  }
}

}  // namespace

std::string in_protocol_words(std::string_view message) {
  std::string rest(message);
  if (rest.find("--") == std::string::npos) {
    return rest;
  }
  static const std::regex kNamesCommand(kCommand);
  std::string said;
  std::smatch command;
  while (std::regex_search(rest, command, kNamesCommand)) {
    said += with_members(command.prefix().str()) + command.str();
    rest = command.suffix().str();
  }
  return said + with_members(rest);
}

void put_in_protocol_words(nlohmann::json& result) {
  for (const char* member : {"look", "notes", "refusals"}) {
    if (const auto found = result.find(member); found != result.end()) {
      put_all_in_words(*found);
    }
  }
}

}  // namespace clgauge::service
