#pragma once

#include <optional>
#include <vector>

#include "collector/footprint/footprint.h"

namespace clgauge::collector {

// Strides common to all references of an array, largest first; the last is 1. Each is a polynomial
// multiple of the next.
using Strides = std::vector<symbolic::Poly>;

// Nothing when an offset is not linear in its variables or the strides do not nest.
[[nodiscard]] std::optional<Strides> common_strides(const symbolic::Context& context,
                                                    const std::vector<Reference>& references);

// The offset as subscripts for those strides: offset = sum of subscript[i] * strides[i]. Whether
// the subscripts stay below their strides is the caller's to check.
[[nodiscard]] std::optional<std::vector<symbolic::Poly>> subscripts(
    const symbolic::Context& context, const Reference& reference, const Strides& strides);

struct Quotient {
  symbolic::Poly quotient;
  symbolic::Poly remainder;
};
// Long division with integer coefficients in the quotient.
[[nodiscard]] Quotient divide_with_remainder(const symbolic::Poly& dividend,
                                             const symbolic::Poly& divisor);

}  // namespace clgauge::collector
