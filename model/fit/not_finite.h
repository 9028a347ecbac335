#pragma once

#include <optional>
#include <vector>

#include "base/error.h"
#include "model/fit/solve.h"

namespace clgauge::model {

// An Error(input) that says where in its text, in which sample and, where that is why, for which
// zero feature a model or its derivative by a free parameter is no finite number. Nothing where all
// are finite.
[[nodiscard]] std::optional<Error> not_finite(const Design& design, const Subset& subset,
                                              const std::vector<double>& parameters);

}  // namespace clgauge::model
