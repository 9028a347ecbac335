#pragma once

#include "lens/ptx/named_operation.h"

namespace clgauge::lens::ptx {

// Appends what makes the same number of another type or in other registers; of conversions that
// are not evaluated, that the result is not known. All throw Error(input) for operands that they do
// not take.
void emit_conversion(const Named& named);  // cvt
// mov, which takes a register apart ({a, b} = c) and puts it together, too.
void emit_move(const Named& named);
void emit_address_conversion(const Named& named);  // cvta

}  // namespace clgauge::lens::ptx
