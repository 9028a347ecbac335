#pragma once

#include <string>

#include "collector/source.h"

namespace clgauge::collector {

// The kernel in the form that is counted (PreparedKernel), alone, as LLVM bitcode with the source's
// lines: what the lens walks where a device shows no compiled code. With an empty `kernel` the
// source must hold exactly one. Throws what compile() and PreparedKernel throw.
[[nodiscard]] std::string prepared_bitcode(const Source& source, const std::string& kernel);

}  // namespace clgauge::collector
