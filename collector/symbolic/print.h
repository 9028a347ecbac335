#pragma once

#include <string>

#include "collector/symbolic/context.h"

namespace clgauge::symbolic {

// The text form (docs/features.md). It does not depend on the order in which atoms were made, and
// parses back to an equal polynomial. Throws Error(input) for what would be longer than about a
// million operations.
[[nodiscard]] std::string print(const Context& context, const Poly& poly);

// How many operations the text form holds, about: what occurs in several places counts in each.
// Takes no longer for a long text, which may be longer than any memory.
[[nodiscard]] double printed_length(const Context& context, const Poly& poly);

}  // namespace clgauge::symbolic
