#pragma once

#include "model/expression/expression.h"

namespace clgauge::model {

// Throws Error(input) for the first feature of an expression that counts nothing of any kernel,
// with its line and column, what was expected, and the nearest name that there is.
void check_features(const Expression& expression);

}  // namespace clgauge::model
