#pragma once

#include <string>

#include "lens/ptx/program.h"

namespace clgauge::lens::ptx {

// The program of a kernel of the module, which must outlive it. Throws Error(input) for a module
// without that kernel and for code that is no PTX; what cannot be followed becomes Code::refuse.
[[nodiscard]] Program lower(const Module& module, const std::string& kernel);

}  // namespace clgauge::lens::ptx
