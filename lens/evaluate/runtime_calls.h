#pragma once

#include <string_view>

#include "lens/evaluate/machine.h"

namespace clgauge::lens {

// Whether a function belongs to a runtime's mathematics (libsvml, Sleef, PoCL's own, libm): called,
// counted and named, but not walked, since its control flow depends on floating-point data.
[[nodiscard]] bool is_runtime_function(std::string_view symbol) noexcept;

// Whether such a function computes floats, by its name ("sinf", "_Z7_cl_sinDv4_f"); else doubles.
[[nodiscard]] bool computes_floats(std::string_view symbol) noexcept;
// Whether it has results behind pointers (sincos, frexp).
[[nodiscard]] bool writes_through_pointers(std::string_view symbol) noexcept;
// Whether its second argument is an integer (pown, rootn, ldexp).
[[nodiscard]] bool takes_integer_exponent(std::string_view symbol) noexcept;

// What a call of such a function leaves behind: integer division by vectors and memset, memcpy are
// carried out; results of the others are unknown, as is all that their calling convention lets them
// overwrite. Refuses other external functions by name.
void call_runtime(Machine& m, const Operation& op, const ImageFunction& callee);

}  // namespace clgauge::lens
