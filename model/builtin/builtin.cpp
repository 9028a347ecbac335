#include "model/builtin/builtin.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/error.h"
#include "model/builtin/lens.h"
#include "model/builtin/paper.h"
#include "model/builtin/roofline.h"
#include "model/builtin/source_level.h"

namespace clgauge::model {

const std::vector<ModelDefinition>& builtin_models() {
  static const std::vector<ModelDefinition> models = {roofline(), paper_linear(), paper_overlap(),
                                                      source_level(), lens_model()};
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

}  // namespace clgauge::model
