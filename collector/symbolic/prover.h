#pragma once

#include "collector/symbolic/context.h"

namespace clgauge::symbolic {

// Whether `poly` >= 0 for all integer values of its symbols within the ranges, facts and
// divisibilities that `context` knows. False means "not proven". Nothing is assumed of a symbol
// without a range: in particular, not that it is non-negative. Assumptions that a successful proof
// relied on are recorded in the context (Context::used_assumptions). Work is bounded by
// context.limits.proof_steps.
[[nodiscard]] bool prove_nonnegative(Context& context, const Poly& poly);

// poly > 0; for integral polynomials only that is poly - 1 >= 0.
[[nodiscard]] bool prove_positive(Context& context, const Poly& poly);

}  // namespace clgauge::symbolic
