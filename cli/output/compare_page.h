#pragma once

#include <ostream>

#include "service/engine/comparison.h"

namespace clgauge::cli {

// One page that needs no network: the comparison as tables and, drawn by Chart.js, which it holds,
// memory curves, rooflines, costs, and predicted against measured times.
void print_page(const service::Comparison& comparison, std::ostream& out);

}  // namespace clgauge::cli
