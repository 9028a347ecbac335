#pragma once

#include <vector>

#include "model/fitted.h"

namespace clgauge::cli {

// Fitted models, a line each, with their errors in and out of sample, to stdout.
void print_models(const std::vector<model::FittedModel>& models);

}  // namespace clgauge::cli
