#pragma once

#include <optional>
#include <string_view>

#include "lens/evaluate/function_values.h"

namespace clgauge::lens {

// Of Intel's functions that convert between vectors of integers and of floating point, where
// compilers have no instruction for it or take none: "__ocl_svml_z0_cvtfptoi64rtznosat8" makes
// eight signed integers of doubles. Nothing for other functions, and where no lane is known.
[[nodiscard]] std::optional<FunctionResult> result_of_conversion(std::string_view symbol,
                                                                 const Machine& machine);

}  // namespace clgauge::lens
