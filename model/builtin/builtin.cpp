#include "model/builtin/builtin.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>
#include <string>

#include "base/error.h"
#include "model/builtin/lens.h"
#include "model/builtin/lens_ir.h"
#include "model/builtin/lens_simt.h"
#include "model/builtin/paper.h"
#include "model/builtin/roofline.h"
#include "model/builtin/source_level.h"
#include "model/builtin/source_simt.h"
#include "model/expression/expression.h"
#include "model/features/check_features.h"

namespace clgauge::model {

namespace {

// Whether it can be meant as a model's name: a letter, then letters, digits and dashes.
bool is_like_a_name(std::string_view text) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
  constexpr std::string_view kAll = "abcdefghijklmnopqrstuvwxyz0123456789-";
  return text.substr(0, 1).find_first_of(kLetters) == 0 &&
         text.find_first_not_of(kAll) == std::string_view::npos;
}

// `parameters`: "-p_a-p_b"
ModelDefinition without(ModelDefinition model, std::string_view parameters) {
  const std::string name = model.name + std::string(parameters);
  while (!parameters.empty()) {
    parameters.remove_prefix(1);
    const std::string parameter(parameters.substr(0, parameters.find('-')));
    parameters.remove_prefix(parameter.size());
    const auto known = Expression::parse(model.text).parameters();
    if (std::find(known.begin(), known.end(), parameter) == known.end()) {
      throw Error(ErrorKind::usage, fmt::format("model {} has no parameter '{}': it has {}",
                                                model.name, parameter, fmt::join(known, ", ")));
    }
    const auto range = model.ranges.find(parameter);
    const double value = range == model.ranges.end() ? 0.0 : range->second.lower;
    model.text = std::regex_replace(model.text, std::regex("\\b" + parameter + "\\b"),
                                    fmt::format("{}", value));
    model.ranges.erase(parameter);
  }
  model.name = name;
  return model;
}

}  // namespace

const std::vector<ModelDefinition>& builtin_models() {
  static const std::vector<ModelDefinition> models = {
      roofline(),    paper_linear(), paper_overlap(), source_level(),
      source_simt(), lens_model(),   lens_ir_model(), lens_simt_model()};
  return models;
}

const ModelDefinition& builtin_model(std::string_view name) {
  const auto& models = builtin_models();
  const auto found = std::find_if(models.begin(), models.end(),
                                  [&](const ModelDefinition& model) { return model.name == name; });
  if (found == models.end()) {
    std::string names;
    for (const ModelDefinition& model : models) {
      names += (names.empty() ? "" : ", ") + model.name;
    }
    throw Error(ErrorKind::usage,
                fmt::format("there is no model '{}'; the built-in ones are: {}", name, names));
  }
  return *found;
}

bool is_expression(std::string_view text) {
  return text.find("f_") != std::string_view::npos || text.find("p_") != std::string_view::npos;
}

ModelDefinition definition_of(std::string_view text) {
  if (!is_expression(text)) {
    return builtin_model(text);
  }
  if (const auto first = text.find("-p_");
      first != std::string_view::npos && is_like_a_name(text.substr(0, first))) {
    return without(builtin_model(text.substr(0, first)), text.substr(first));
  }
  check_features(Expression::parse(text));
  ModelDefinition definition;
  definition.name = kTypedModel;
  definition.text = text;
  return definition;
}

}  // namespace clgauge::model
