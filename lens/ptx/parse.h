#pragma once

#include <string_view>

#include "lens/ptx/module.h"

namespace clgauge::lens::ptx {

// Reads a module of PTX. Throws Error(input) that says the line and what was expected there.
[[nodiscard]] Module parse(std::string_view text);

}  // namespace clgauge::lens::ptx
