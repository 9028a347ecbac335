#include "device/aliases.h"

#include <regex>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace clgauge::device {
namespace {

struct Rule {
  std::regex pattern;
  std::string replacement;
};

std::vector<Rule> read_rules() {
  std::vector<Rule> rules;
  const auto table = nlohmann::json::parse(alias_table_text());
  for (const auto& entry : table.at("rules")) {
    rules.push_back(
        {std::regex(entry.at("pattern").get<std::string>()), entry.at("name").get<std::string>()});
  }
  return rules;
}

}  // namespace

std::string canonical_name(const std::string& driver_name) {
  static const std::vector<Rule> rules = read_rules();
  std::string name = driver_name;
  for (const Rule& rule : rules) {
    name = std::regex_replace(name, rule.pattern, rule.replacement);
  }
  return name.empty() ? driver_name : name;
}

}  // namespace clgauge::device
