#pragma once

#include <string_view>
#include <vector>

#include "model/definition.h"

namespace clgauge::model {

// What an expression that somebody types is called.
inline constexpr const char* kTypedModel = "expression";

// The models that clgauge knows by name, simplest first. Thread-safe.
[[nodiscard]] const std::vector<ModelDefinition>& builtin_models();

// Throws Error(usage) that lists the names.
[[nodiscard]] const ModelDefinition& builtin_model(std::string_view name);

// Whether `text` is no plain name but something to be fitted first, see below.
[[nodiscard]] bool is_expression(std::string_view text);

// A model by its name, by name without some of its parameters ("lens-p_conflict-p_walk": what are
// these terms worth?), or an expression in p_* and f_*. A cost that is left out is zero, a
// parameter with a range at its lower end. Throws Error(usage) for unknown names and parameters,
// Error(input) for an expression that does not parse or names a feature that no kernel has.
[[nodiscard]] ModelDefinition definition_of(std::string_view text);

}  // namespace clgauge::model
