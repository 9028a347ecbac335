#include "microbench/generators/filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "base/error.h"

namespace clgauge::microbench {
namespace {

std::string joined(const std::set<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  std::string part;
  while (std::getline(stream, part, separator)) parts.push_back(part);
  return parts;
}

bool is_positive_integer(const std::string& text) {
  return !text.empty() && text.size() <= 12 && text.find_first_not_of('0') != std::string::npos &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

const Parameter* parameter_of(const Generator& generator, const std::string& key) {
  const auto found = std::find_if(generator.parameters.begin(), generator.parameters.end(),
                                  [&](const Parameter& p) { return p.key == key; });
  return found == generator.parameters.end() ? nullptr : &*found;
}

bool takes(const Parameter& parameter, const std::string& value) {
  return std::find(parameter.values.begin(), parameter.values.end(), value) !=
             parameter.values.end() ||
         (parameter.any_positive_integer && is_positive_integer(value));
}

void check_tag(const std::string& tag) {
  std::set<std::string> known;
  for (const Generator& generator : generators()) {
    known.insert(generator.tags.begin(), generator.tags.end());
  }
  if (known.count(tag) == 0) {
    throw Error(ErrorKind::usage, fmt::format("no microbenchmark has the tag '{}': use one of {}",
                                              tag, joined(known)));
  }
}

void check_restriction(const std::string& key, const std::vector<std::string>& values) {
  std::set<std::string> keys;
  std::set<std::string> known_values;
  std::vector<const Parameter*> parameters;
  for (const Generator& generator : generators()) {
    for (const Parameter& p : generator.parameters) keys.insert(p.key);
    const Parameter* parameter = parameter_of(generator, key);
    if (parameter == nullptr) continue;
    parameters.push_back(parameter);
    known_values.insert(parameter->values.begin(), parameter->values.end());
  }
  if (parameters.empty()) {
    throw Error(
        ErrorKind::usage,
        fmt::format("no microbenchmark has a parameter '{}': use one of {}", key, joined(keys)));
  }
  if (values.empty()) {
    throw Error(ErrorKind::usage, fmt::format("'{}:' restricts to nothing: give one or more of {}",
                                              key, joined(known_values)));
  }
  for (const std::string& value : values) {
    if (std::none_of(parameters.begin(), parameters.end(),
                     [&](const Parameter* p) { return takes(*p, value); })) {
      throw Error(ErrorKind::usage, fmt::format("no microbenchmark takes {}:{}: use one of {}", key,
                                                value, joined(known_values)));
    }
  }
}

// The values that each parameter of a chosen generator runs over, or nothing when it is not chosen.
std::vector<std::vector<std::string>> axes(const Generator& generator, const Filter& filter) {
  const bool tagged = filter.tags.empty() ||
                      std::any_of(filter.tags.begin(), filter.tags.end(),
                                  [&](const auto& tag) { return generator.tags.count(tag) > 0; });
  if (!tagged) return {};
  for (const auto& [key, values] : filter.restrictions) {
    if (parameter_of(generator, key) == nullptr) return {};
  }
  std::vector<std::vector<std::string>> out;
  for (const Parameter& parameter : generator.parameters) {
    const auto restricted = filter.restrictions.find(parameter.key);
    if (restricted == filter.restrictions.end()) {
      out.push_back(parameter.values);
      continue;
    }
    out.emplace_back();
    std::copy_if(restricted->second.begin(), restricted->second.end(),
                 std::back_inserter(out.back()),
                 [&](const std::string& value) { return takes(parameter, value); });
    if (out.back().empty()) return {};
  }
  return out;
}

void label(const Generator& generator, const Choice& choice, MicroKernel& kernel) {
  kernel.generator = generator.name;
  kernel.tags = generator.tags;
  kernel.name = generator.name;
  for (const Parameter& parameter : generator.parameters) {
    const std::string tag = parameter.key + ":" + choice.text(parameter.key);
    kernel.tags.insert(tag);
    kernel.name += " " + tag;
  }
}

void expand_one(const Generator& generator, const Filter& filter, std::vector<MicroKernel>& out) {
  const auto values = axes(generator, filter);
  if (values.size() != generator.parameters.size()) return;
  std::vector<std::size_t> at(values.size(), 0);
  while (true) {
    std::map<std::string, std::string> chosen;
    for (std::size_t i = 0; i < at.size(); ++i) {
      chosen[generator.parameters[i].key] = values[i][at[i]];
    }
    const Choice choice(std::move(chosen));
    if (auto kernel = generator.make(choice)) {
      label(generator, choice, *kernel);
      out.push_back(std::move(*kernel));
    }
    // The last parameter runs fastest.
    std::size_t axis = at.size();
    while (axis > 0 && ++at[axis - 1] == values[axis - 1].size()) at[--axis] = 0;
    if (axis == 0) return;
  }
}

}  // namespace

Filter parse_filter(std::string_view text) {
  Filter filter;
  std::istringstream words{std::string(text)};
  std::string word;
  while (words >> word) {
    const std::size_t colon = word.find(':');
    if (colon == std::string::npos) {
      check_tag(word);
      filter.tags.insert(word);
      continue;
    }
    const std::string key = word.substr(0, colon);
    std::vector<std::string> values = split(word.substr(colon + 1), ',');
    check_restriction(key, values);
    if (!filter.restrictions.emplace(key, std::move(values)).second) {
      throw Error(ErrorKind::usage,
                  fmt::format("'{}' is restricted twice: write {}:v1,v2", key, key));
    }
  }
  return filter;
}

std::vector<MicroKernel> expand(const Filter& filter) {
  std::vector<MicroKernel> out;
  for (const Generator& generator : generators()) expand_one(generator, filter, out);
  return out;
}

std::vector<MicroKernel> expand(std::string_view filter) { return expand(parse_filter(filter)); }

}  // namespace clgauge::microbench
