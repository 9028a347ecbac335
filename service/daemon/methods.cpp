#include "service/daemon/methods.h"

#include <array>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "service/daemon/protocol_words.h"

namespace clgauge::service {
namespace {

const std::array kMethods{&kVersionMethod, &kDevicesMethod,   &kCountMethod,   &kPredictMethod,
                          &kExplainMethod, &kSelectMethod,    &kCompareMethod, &kObserveMethod,
                          &kImportMethod,  &kCalibrateMethod, &kCancelMethod,  &kSubscribeMethod,
                          &kMetricsMethod};

}  // namespace

const Method* find_method(const std::string& name) {
  for (const Method* method : kMethods) {
    if (name == method->name) {
      return method;
    }
  }
  return nullptr;
}

nlohmann::json answer_of(const Method& method, Daemon& daemon, Knowledge& knowledge,
                         const nlohmann::json& params) {
  try {
    nlohmann::json result = method.run(daemon, knowledge, params);
    put_in_protocol_words(result);
    return result;
  } catch (const Error& error) {
    throw Error(error.kind(), in_protocol_words(error.what()), error.detail());
  }
}

nlohmann::json method_names() {
  nlohmann::json names = nlohmann::json::array();
  for (const Method* method : kMethods) {
    names.push_back(method->name);
  }
  return names;
}

std::string text_param(const nlohmann::json& params, const char* name,
                       const std::string& otherwise) {
  const auto found = params.find(name);
  if (found == params.end()) {
    return otherwise;
  }
  if (!found->is_string()) {
    throw Error(ErrorKind::input, std::string("params.") + name + " must be a string");
  }
  return found->get<std::string>();
}

std::vector<std::string> texts_param(const nlohmann::json& params, const char* name) {
  std::vector<std::string> texts;
  const auto found = params.find(name);
  if (found == params.end()) {
    return texts;
  }
  if (!found->is_array()) {
    throw Error(ErrorKind::input, std::string("params.") + name + " must be an array of strings");
  }
  for (const auto& one : *found) {
    if (!one.is_string()) {
      throw Error(ErrorKind::input, std::string("params.") + name + " must be an array of strings");
    }
    texts.push_back(one.get<std::string>());
  }
  return texts;
}

bool bool_param(const nlohmann::json& params, const char* name, bool otherwise) {
  const auto found = params.find(name);
  if (found == params.end()) {
    return otherwise;
  }
  if (!found->is_boolean()) {
    throw Error(ErrorKind::input, std::string("params.") + name + " must be true or false");
  }
  return found->get<bool>();
}

bool always_quick(Knowledge& /*knowledge*/, const nlohmann::json& /*params*/) { return true; }
bool never_quick(Knowledge& /*knowledge*/, const nlohmann::json& /*params*/) { return false; }

bool quick_when_known(Knowledge& knowledge, const nlohmann::json& params) {
  if (params.contains("kernel_model")) {
    return true;
  }
  const auto id = params.find("id");
  return id != params.end() && id->is_string() && knowledge.knows(id->get<std::string>());
}

}  // namespace clgauge::service
