#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "collector/symbolic/context.h"

namespace clgauge::symbolic {

using Values = std::unordered_map<AtomId, Integer>;  // of symbols

// The exact value of a polynomial; nothing when a symbol that matters has no value. Unevaluated
// sums are added up term by term. Throws Error(input) on division by zero, on overflow of 128 bits
// and when sums have more than `most_terms` terms in all. For checking and for numeric fallbacks;
// kernel/compiled.h evaluates quickly.
[[nodiscard]] std::optional<Rational> evaluate(const Context& context, const Poly& poly,
                                               const Values& values,
                                               std::int64_t most_terms = std::int64_t{1} << 24);

}  // namespace clgauge::symbolic
