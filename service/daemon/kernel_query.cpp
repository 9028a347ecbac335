#include "service/daemon/kernel_query.h"

#include <cstdint>
#include <limits>
#include <sstream>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace clgauge::service {
namespace {

[[noreturn]] void refuse(const std::string& member, const std::string& why) {
  throw Error(ErrorKind::input, "params." + member + " " + why + ": see docs/protocol.md");
}

std::string text_member(const nlohmann::json& params, const char* name) {
  const auto found = params.find(name);
  if (found == params.end()) {
    return {};
  }
  if (!found->is_string()) {
    refuse(name, "must be a string");
  }
  return found->get<std::string>();
}

std::string expression(const nlohmann::json& value, const std::string& where) {
  if (value.is_number_integer()) {
    return value.dump();
  }
  if (!value.is_string()) {
    refuse(where, "must hold integers or expressions as strings");
  }
  return value.get<std::string>();
}

std::vector<std::string> expressions(const nlohmann::json& params, const char* name) {
  std::vector<std::string> list;
  const auto found = params.find(name);
  if (found == params.end()) {
    return list;
  }
  if (!found->is_array()) {
    refuse(name, "must be an array");
  }
  for (const auto& value : *found) {
    list.push_back(expression(value, name));
  }
  return list;
}

const nlohmann::json* object_member(const nlohmann::json& params, const char* name) {
  const auto found = params.find(name);
  if (found == params.end()) {
    return nullptr;
  }
  if (!found->is_object()) {
    refuse(name, "must be an object");
  }
  return &*found;
}

// -D, -U, -cl-* and warnings; no -I, -include, @file or whatever else opens one.
void check_options(const std::string& options) {
  std::istringstream words(options);
  std::string word;
  while (words >> word) {
    const auto begins = [&](const char* prefix) { return word.rfind(prefix, 0) == 0; };
    if (word == "-D" || word == "-U") {
      words >> word;
    } else if (!begins("-D") && !begins("-U") && !begins("-cl-") && word != "-w" &&
               word != "-Werror") {
      refuse("options", "may hold -D, -U, -cl-*, -w and -Werror, not " + word);
    }
  }
}

}  // namespace

KernelQuery kernel_query(const nlohmann::json& params) {
  KernelQuery query;
  query.id = text_member(params, "id");
  query.source.text = text_member(params, "source");
  query.source.options = text_member(params, "options");
  query.kernel = text_member(params, "kernel");
  if (const auto* counted = object_member(params, "kernel_model")) {
    query.kernel_model =
        std::make_shared<const collector::KernelModel>(collector::kernel_model_from_json(*counted));
  }
  const int given = (query.id.empty() ? 0 : 1) + (query.source.text.empty() ? 0 : 1) +
                    (query.kernel_model == nullptr ? 0 : 1);
  if (given != 1) {
    refuse("source", "or params.id or params.kernel_model must be given, one of them");
  }
  check_options(query.source.options);
  query.launch.global = expressions(params, "global");
  query.launch.local = expressions(params, "local");
  query.launch.assumptions = expressions(params, "assume");
  if (!query.source.text.empty() && query.launch.global.empty()) {
    refuse("global", "must give the NDRange");
  }
  if (const auto* args = object_member(params, "args")) {
    for (const auto& [name, value] : args->items()) {
      query.launch.args[name] = expression(value, "args");
    }
  }
  query.sizes = sizes_param(params);
  return query;
}

collector::Bindings sizes_param(const nlohmann::json& params) {
  collector::Bindings bindings;
  if (const auto* sizes = object_member(params, "sizes")) {
    for (const auto& [name, value] : sizes->items()) {
      const bool is_integer =
          value.is_number_unsigned()
              ? value.get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max()
              : value.is_number_integer();
      if (!is_integer) {
        refuse("sizes", "must hold integers below 2^63");
      }
      bindings[name] = value.get<std::int64_t>();
    }
  }
  return bindings;
}

}  // namespace clgauge::service
