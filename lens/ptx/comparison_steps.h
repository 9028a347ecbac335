#pragma once

#include "lens/ptx/named_operation.h"

namespace clgauge::lens::ptx {

// Appends comparisons (setp, set) and choices by what they gave (selp) or by a sign (slct), of
// integers and floats; of types that are not evaluated, that the results are not known. All throw
// Error(input) for operands that they do not take.
void emit_comparison(const Named& named);
void emit_select(const Named& named);
void emit_select_by_sign(const Named& named);

}  // namespace clgauge::lens::ptx
