#pragma once

#include <vector>

#include "lens/ptx/module.h"
#include "lens/ptx/scanner.h"

namespace clgauge::lens::ptx {

// Reads what follows a space: ".align 4 .u32 a[4] = {1, 2}, b;" with its semicolon. Throws
// Error(input).
[[nodiscard]] std::vector<Variable> read_variables(Scanner& scanner, Space space,
                                                   bool is_external = false);

// Reads "(.param .u64 .ptr .global .align 4 k_param_0, ...)", or nothing.
[[nodiscard]] std::vector<Variable> read_parameters(Scanner& scanner);

// Skips "{ ... }" with what it nests.
void skip_braces(Scanner& scanner);

}  // namespace clgauge::lens::ptx
