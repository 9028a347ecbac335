#pragma once

#include "lens/ptx/module.h"
#include "lens/ptx/scanner.h"

namespace clgauge::lens::ptx {

// Reads a function's "{ ... }" into it: registers, variables, labels, instructions. Names that the
// body does not declare stay names. Throws Error(input).
void read_body(Scanner& scanner, Function& function);

}  // namespace clgauge::lens::ptx
