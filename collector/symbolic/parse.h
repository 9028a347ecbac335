#pragma once

#include <string_view>

#include "collector/symbolic/context.h"

namespace clgauge::symbolic {

enum class Division {
  exact,  // a/b is the fraction; b must be a constant unless floor() or ceil() surrounds it
  floor,  // a/b rounds towards minus infinity, as people mean it in a launch description
};

// Parses the text form of an expression (docs/features.md, "Formulas"). Symbols are made as needed.
// Simplifies with what the context knows of them. Throws Error(input) that names the position and
// what was expected; nesting is limited, so that hostile text cannot exhaust the stack.
[[nodiscard]] Poly parse(Context& context, std::string_view text,
                         Division division = Division::exact);

}  // namespace clgauge::symbolic
