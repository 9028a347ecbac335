#pragma once

#include <string>

#include "collector/symbolic/context.h"

namespace clgauge::symbolic {

// The text form (docs/features.md). It does not depend on the order in which atoms were made, and
// parses back to an equal polynomial. Throws Error(input) for what would be longer than about a
// million operations.
[[nodiscard]] std::string print(const Context& context, const Poly& poly);

}  // namespace clgauge::symbolic
