#pragma once

#include <string_view>
#include <vector>

#include "model/definition.h"

namespace clgauge::model {

// The models that clgauge knows by name, simplest first. Thread-safe.
[[nodiscard]] const std::vector<ModelDefinition>& builtin_models();

// Throws Error(usage) that lists the names.
[[nodiscard]] const ModelDefinition& builtin_model(std::string_view name);

}  // namespace clgauge::model
